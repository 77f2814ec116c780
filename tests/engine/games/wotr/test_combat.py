"""Combat: casualties, leadership and support, tokens (pp. 14-17)."""

import pytest

from engine.games.wotr.cards.registry import ALSO_ENTERS, OPENERS_IN_RESERVE, OPENS_THIS_ROUND
from engine.games.wotr.components.box import FREE, PATHS, SHADOW, SIDE
from engine.games.wotr.components.groups import open_to
from engine.games.wotr.rules.fighting import path_combat
from engine.games.wotr.scenarios import variant_of
from tests.engine.games.wotr.tabletop import Combat, Tabletop, number

# -- casualties


def test_combat_without_anybody_goes_to_the_defender(tabletop: Tabletop) -> None:
    tabletop.lay("harad", "pelargir")
    assert tabletop.fight("harad") == Combat(0, 1, 0)
    assert tabletop.fight("pelargir") == Combat(0, 1, 0)
    assert (tabletop.where("harad"), tabletop.where("pelargir")) == (SHADOW, FREE)


def test_the_location_and_its_tokens_cancel_first(tabletop: Tabletop) -> None:
    tabletop.lay("pelargir")
    tabletop.stand("pelargir", "the-black-fleet", "soldiers-of-gondor")
    tabletop.edit().sites[next(iter(tabletop.edit().battlegrounds))].defence = 1
    assert tabletop.fight("pelargir") == Combat(attack=2, defence=3, left=0)
    assert tabletop.where("soldiers-of-gondor") == "cycled"
    assert tabletop.where("the-black-fleet") == "eliminated"


def test_a_defender_falls_even_for_a_single_icon(tabletop: Tabletop) -> None:
    tabletop.lay("lorien")
    tabletop.stand("lorien", "high-elves", "grond-hammer-of-the-underworld")
    assert tabletop.fight("lorien") == Combat(attack=3, defence=4, left=0)
    assert tabletop.where("high-elves") == "eliminated"
    assert tabletop.where("lorien") == FREE


def test_all_fall_when_the_attack_cannot_be_cancelled(tabletop: Tabletop) -> None:
    tabletop.lay("edoras")
    tabletop.stand("edoras", "village-militia", "riders-of-rohan", "devilry-of-saruman", "wolf-riders")
    assert tabletop.fight("edoras") == Combat(attack=5, defence=3, left=2)
    assert tabletop.where("village-militia") == tabletop.where("riders-of-rohan") == "eliminated"
    assert tabletop.where("edoras") == SHADOW


def test_who_cannot_cancel_anything_falls_with_a_lost_battle(tabletop: Tabletop) -> None:
    """Pages 14 and 16: cards are eliminated until the attack is cancelled or they run out; Éomer alone has no icon."""
    tabletop.lay("edoras")
    tabletop.stand("edoras", "eomer", "devilry-of-saruman")
    assert tabletop.fight("edoras") == Combat(attack=3, defence=1, left=2)
    assert tabletop.where("eomer") == "eliminated"


def test_who_cannot_cancel_anything_is_cycled_when_the_others_cancel_all(tabletop: Tabletop) -> None:
    """Page 16: what is left over once the attack is cancelled is cycled. Théoden without Gandalf has no icon."""
    tabletop.lay("edoras")
    tabletop.stand("edoras", "village-militia", "theoden", "wolf-riders")
    assert tabletop.fight("edoras") == Combat(attack=2, defence=2, left=0)
    assert tabletop.where("village-militia") == "eliminated"
    assert tabletop.where("theoden") == "cycled"


def test_who_cannot_cancel_anything_is_not_offered_as_a_loss(tabletop: Tabletop) -> None:
    tabletop.lay("edoras")
    tabletop.stand("edoras", "village-militia", "theoden", "riders-of-rohan", "wolf-riders")
    tabletop.begin("combat")
    tabletop.choose("fight edoras")
    assert tabletop.options == ["lose village-militia", "lose riders-of-rohan"]


def test_who_has_no_icons_falls_with_a_lost_path(tabletop: Tabletop) -> None:
    """Page 14: cards are eliminated until the attack is cancelled or they run out, on a path as on a battleground."""
    tabletop.lay("weathertop")
    tabletop.stand("weathertop", "frodo-baggins", "arwen", "the-witch-king", "the-hunter")
    tabletop.site("weathertop").attack = 3
    assert tabletop.fight("weathertop").left > 0
    assert tabletop.where("arwen") == "eliminated"
    assert tabletop.where("frodo-baggins") == "cycled", "his own text saves him"
    assert tabletop.where("weathertop") == SHADOW


def test_who_has_no_icons_is_cycled_from_a_path_that_is_held(tabletop: Tabletop) -> None:
    """Page 14: what is left on the path once the attack is cancelled is cycled; nobody is asked for Arwen."""
    tabletop.lay("weathertop")
    tabletop.stand("weathertop", "frodo-baggins", "arwen", "merry-brandybuck")
    tabletop.site("weathertop").attack = PATHS[number("weathertop")].defence + 1
    tabletop.direct(lambda s: path_combat(s, number("weathertop")))
    assert tabletop.options == ["lose frodo-baggins", "lose merry-brandybuck"]
    tabletop.choose("lose frodo-baggins")
    assert tabletop.where("arwen") == tabletop.where("merry-brandybuck") == "cycled"


@pytest.mark.parametrize("promos", [False, True])
def test_nobody_without_icons_comes_to_a_path(promos: bool) -> None:
    """Pages 9 and 14: whom the box lets enter a path has an icon there, so the two positions above are laid only."""
    printed = variant_of("trilogy", {"promos": promos}).printed
    openings = [(opening.cards, opening.locations) for opening in OPENS_THIS_ROUND.values()]
    openings += [({card}, locations) for card, all in OPENERS_IN_RESERVE.items() for _, locations in all]
    openings += [({n}, open_to(card) | ALSO_ENTERS.get(n, frozenset())) for n, card in enumerate(printed)]
    walkers = {card for cards, locations in openings if not locations.isdisjoint(PATHS) for card in cards}
    free = [printed[card] for card in walkers if SIDE[card] == FREE]
    assert [card.id for card in free if card.path == 0] == []
    assert len(free) > 10


def test_a_text_saves_from_a_lost_battle_also_who_has_no_icons(tabletop: Tabletop) -> None:
    tabletop.lay("dol-guldur")
    tabletop.stand("dol-guldur", "the-hunter", "gandalf-the-grey", "galadriel")
    tabletop.wield("the-hunter", "nazguls-mantle")
    assert tabletop.fight("dol-guldur") == Combat(attack=3, defence=2, left=1)
    assert tabletop.where("the-hunter") == tabletop.where("nazguls-mantle") == "cycled"


def test_the_defending_side_chooses_its_losses(tabletop: Tabletop) -> None:
    tabletop.lay("edoras")
    tabletop.stand("edoras", "village-militia", "gandalf-the-white", "wolf-riders")
    tabletop.begin("combat")
    tabletop.choose("fight edoras")
    assert tabletop.awaits == ("frodo", "loss")
    tabletop.choose("lose gandalf-the-white")
    assert tabletop.where("village-militia") == "cycled"
    assert tabletop.where("gandalf-the-white") == "eliminated"


def test_of_two_defending_players_the_first_in_turn_order_speaks(tabletop: Tabletop) -> None:
    tabletop.lay("dol-amroth")
    tabletop.stand("dol-amroth", "soldiers-of-gondor", "gandalf-the-grey", "coastal-raiders", "the-black-fleet")
    tabletop.edit().first = tabletop.seats.index("witch-king")
    tabletop.begin("combat")
    tabletop.choose("fight dol-amroth")
    assert tabletop.awaits == ("aragorn", "loss")


def test_a_player_without_cards_in_the_combat_does_not_speak(tabletop: Tabletop) -> None:
    tabletop.lay("edoras")
    tabletop.stand("edoras", "village-militia", "riders-of-rohan", "wolf-riders")
    tabletop.edit().first = tabletop.seats.index("aragorn")
    tabletop.begin("combat")
    tabletop.choose("fight edoras")
    assert tabletop.awaits == ("frodo", "loss")


def test_attackers_are_eliminated_win_or_lose(tabletop: Tabletop) -> None:
    tabletop.lay("umbar", "harad")
    tabletop.stand("umbar", "strider")
    tabletop.stand("harad", "aragorn", "soldiers-of-gondor")
    tabletop.fight("umbar")
    tabletop.fight("harad")
    assert (tabletop.where("umbar"), tabletop.where("harad")) == (SHADOW, FREE)
    assert {tabletop.where(card) for card in ("strider", "aragorn", "soldiers-of-gondor")} == {"eliminated"}


def test_a_token_on_a_path_attacks_without_anybody(tabletop: Tabletop) -> None:
    tabletop.activate("morgai")
    assert tabletop.fight("morgai") == Combat(attack=1, defence=0, left=1)
    assert tabletop.corruption == 1


def test_a_wielders_items_count_with_it(tabletop: Tabletop) -> None:
    tabletop.lay("weathertop")
    tabletop.stand("weathertop", "frodo-baggins", "the-witch-king", "the-hunter")
    tabletop.wield("frodo-baggins", "mithril-coat", "sting")
    assert tabletop.fight("weathertop") == Combat(attack=3, defence=4, left=0)


# -- leadership


@pytest.mark.parametrize(("army", "attack"), [("soldiers-of-gondor", 2), (None, 0), ("high-elves", 2)])
def test_leadership_needs_an_army_of_the_same_faction(tabletop: Tabletop, army: str | None, attack: int) -> None:
    """Boromir leads Gondor, not Elves, and nobody on his own."""
    tabletop.lay("harad")
    tabletop.stand("harad", "boromir")
    if army:
        tabletop.stand("harad", army)
    assert tabletop.fight("harad").attack == attack


def test_an_army_elsewhere_supports_nobody(tabletop: Tabletop) -> None:
    tabletop.lay("harad", "umbar")
    tabletop.stand("harad", "boromir")
    tabletop.stand("umbar", "soldiers-of-gondor")
    assert tabletop.fight("harad").attack == 0


def test_one_army_supports_one_character(tabletop: Tabletop) -> None:
    tabletop.lay("harad")
    tabletop.stand("harad", "boromir", "faramir", "halbarad", "soldiers-of-gondor")
    assert tabletop.fight("harad").attack == 2
    tabletop.lay("umbar")
    tabletop.stand("umbar", "prince-imrahil", "denethor", "guards-of-the-citadel", "knights-of-dol-amroth")
    assert tabletop.fight("umbar").attack == 4


@pytest.mark.parametrize("led", ["eomer", "eowyn"])
def test_the_owner_chooses_whom_an_army_supports_when_it_matters(tabletop: Tabletop, led: str) -> None:
    """One Rohan army, two leaders, one icon to cancel beyond the walls: who is led can be lost for it."""
    tabletop.lay("edoras")
    tabletop.stand("edoras", "eomer", "eowyn", "village-militia", "wolf-riders")
    tabletop.begin("combat")
    tabletop.choose("fight edoras")
    assert tabletop.awaits == ("frodo", "support")
    assert sorted(tabletop.options) == ["support eomer", "support eowyn"]
    tabletop.choose(f"support {led}")
    assert sorted(tabletop.options) == [f"lose {led}", "lose village-militia"]
    tabletop.choose(f"lose {led}")
    assert tabletop.where(led) == "eliminated"
    assert tabletop.where("village-militia") == "cycled"  # a led character may fall without its army
    assert tabletop.where("edoras") == FREE


EXACTLY_ENOUGH = [
    ("orthanc", 5, ["saruman", "wolf-riders", "ugluk"], "saruman", ["saruman", "ugluk"]),
    ("pelargir", 5, ["aragorn", "boromir", "soldiers-of-gondor", "denethor"], "aragorn", ["aragorn", "denethor"]),
    ("helms-deep", 4, ["eowyn", "riders-of-rohan", "eomer"], "eowyn", ["eowyn", "eomer"]),
]
"""Of page 16: a battleground, its attack, who defends, whose support spares the last of them, who may be supported."""


@pytest.mark.parametrize(("ground", "attack", "defenders", "led", "leaders"), EXACTLY_ENOUGH)
def test_support_can_spare_a_defender_when_all_icons_are_needed(
    tabletop: Tabletop, ground: str, attack: int, defenders: list[str], led: str, leaders: list[str]
) -> None:
    """Page 16: an army supports one character; who that is decides who has an icon to be eliminated for."""
    tabletop.lay(ground)
    tabletop.stand(ground, *defenders)
    tabletop.site(ground).attack = attack
    tabletop.begin("combat")
    tabletop.choose(f"fight {ground}")
    assert tabletop.awaits == (tabletop.owner(led), "support")
    assert sorted(tabletop.options) == sorted(f"support {leader}" for leader in leaders)
    tabletop.choose(f"support {led}")
    assert [tabletop.where(card) for card in defenders] == ["eliminated"] * (len(defenders) - 1) + ["cycled"]
    assert tabletop.combat.left == 0


def test_support_of_the_other_leader_costs_all_defenders(tabletop: Tabletop) -> None:
    """Page 16: three icons on three cards cancel three as well; it is the defender's choice."""
    tabletop.lay("orthanc")
    tabletop.stand("orthanc", "saruman", "wolf-riders", "ugluk")
    tabletop.site("orthanc").attack = 5
    assert tabletop.fight("orthanc", "support ugluk") == Combat(attack=5, defence=5, left=0)
    assert {tabletop.where(card) for card in ("saruman", "wolf-riders", "ugluk")} == {"eliminated"}


@pytest.mark.parametrize(
    ("attack", "after"),
    [(2, "cycled"), (7, "eliminated"), (8, "eliminated")],
)
def test_support_is_not_asked_when_it_does_not_matter(tabletop: Tabletop, attack: int, after: str) -> None:
    """Page 16: nobody falls within the walls; all fall when they are all needed, or not enough, whoever is led."""
    tabletop.lay("rivendell")
    tabletop.stand("rivendell", "elrond", "galadriel", "high-elves")
    tabletop.site("rivendell").attack = attack
    combat = tabletop.fight("rivendell")
    assert (combat.defence, combat.left) == (7, max(0, attack - 7))
    assert {tabletop.where(card) for card in ("elrond", "galadriel", "high-elves")} == {after}


def test_support_is_not_asked_when_every_choice_has_the_same_losses(tabletop: Tabletop) -> None:
    """Page 16: for one icon any one of them will do, whoever is led."""
    tabletop.lay("rivendell")
    tabletop.stand("rivendell", "elrond", "galadriel", "high-elves")
    tabletop.site("rivendell").attack = 3
    tabletop.begin("combat")
    tabletop.choose("fight rivendell")
    assert tabletop.options == ["lose elrond", "lose galadriel", "lose high-elves"]


def test_attackers_are_not_asked_whom_they_support(tabletop: Tabletop) -> None:
    tabletop.lay("harad")
    tabletop.stand("harad", "boromir", "faramir", "soldiers-of-gondor")
    assert tabletop.fight("harad").attack == 2


def test_the_army_may_fall_and_its_leader_still_counts(tabletop: Tabletop) -> None:
    tabletop.lay("edoras")
    tabletop.stand("edoras", "eowyn", "village-militia", "wolf-riders")
    assert tabletop.fight("edoras", "lose village-militia") == Combat(attack=2, defence=3, left=0)
    assert tabletop.where("eowyn") == "cycled"
    assert tabletop.where("edoras") == FREE


def test_the_dead_men_are_counted_where_they_help_most(tabletop: Tabletop) -> None:
    """They support Aragorn, so Boromir goes without; with Gondor there as well both are led."""
    tabletop.lay("harad", "umbar")
    tabletop.stand("harad", "aragorn", "boromir", "dead-men-of-dunharrow")
    assert tabletop.fight("harad").attack == 1 + 1 + 2
    tabletop.stand("umbar", "aragorn", "boromir", "dead-men-of-dunharrow", "soldiers-of-gondor")
    assert tabletop.fight("umbar").attack == 1 + 1 + 2 + 1 + 1


def test_the_dead_men_in_defence_may_fall_for_their_own_icons(tabletop: Tabletop) -> None:
    tabletop.lay("pelargir")
    tabletop.stand("pelargir", "strider", "dead-men-of-dunharrow", "haradrim-mumakil", "corsairs-of-umbar")
    assert tabletop.fight("pelargir", "lose dead-men-of-dunharrow") == Combat(attack=3, defence=4, left=0)
    assert tabletop.where("strider") == "cycled"


def test_fewer_icons_may_be_the_better_support(tabletop: Tabletop) -> None:
    """One icon to cancel: the Dead Men may stand by Strider, or by Denethor so that he can be given up for it."""
    tabletop.lay("pelargir")
    tabletop.stand("pelargir", "strider", "denethor", "dead-men-of-dunharrow", "haradrim-mumakil")
    tabletop.begin("combat")
    tabletop.choose("fight pelargir")
    assert tabletop.options == ["support strider", "support denethor"]
    tabletop.choose("support denethor", "lose denethor")
    assert tabletop.where("strider") == tabletop.where("dead-men-of-dunharrow") == "cycled"
    assert tabletop.where("denethor") == "eliminated"
    assert tabletop.where("pelargir") == FREE
