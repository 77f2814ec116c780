"""Combat: casualties, leadership and support, tokens (pp. 14-17)."""

import pytest

from engine.games.wotr.components import FREE, SHADOW
from tests.engine.games.wotr.table import Combat, Table

# -- casualties


def test_combat_without_anybody_goes_to_the_defender(table: Table) -> None:
    table.lay("harad", "pelargir")
    assert table.fight("harad") == Combat(0, 1, 0)
    assert table.fight("pelargir") == Combat(0, 1, 0)
    assert (table.where("harad"), table.where("pelargir")) == (SHADOW, FREE)


def test_the_location_and_its_tokens_cancel_first(table: Table) -> None:
    table.lay("pelargir")
    table.stand("pelargir", "the-black-fleet", "soldiers-of-gondor")
    table.edit().sites[next(iter(table.edit().battlegrounds))].defence = 1
    assert table.fight("pelargir") == Combat(attack=2, defence=3, left=0)
    assert table.where("soldiers-of-gondor") == "cycled"
    assert table.where("the-black-fleet") == "eliminated"


def test_a_defender_falls_even_for_a_single_icon(table: Table) -> None:
    table.lay("lorien")
    table.stand("lorien", "high-elves", "grond-hammer-of-the-underworld")
    assert table.fight("lorien") == Combat(attack=3, defence=4, left=0)
    assert table.where("high-elves") == "eliminated"
    assert table.where("lorien") == FREE


def test_all_fall_when_the_attack_cannot_be_cancelled(table: Table) -> None:
    table.lay("edoras")
    table.stand("edoras", "village-militia", "riders-of-rohan", "devilry-of-saruman", "wolf-riders")
    assert table.fight("edoras") == Combat(attack=5, defence=3, left=2)
    assert table.where("village-militia") == table.where("riders-of-rohan") == "eliminated"
    assert table.where("edoras") == SHADOW


def test_who_cannot_cancel_anything_is_cycled(table: Table) -> None:
    """Éomer without an army has no defence: losing him would cancel nothing."""
    table.lay("edoras")
    table.stand("edoras", "eomer", "devilry-of-saruman")
    assert table.fight("edoras") == Combat(attack=3, defence=1, left=2)
    assert table.where("eomer") == "cycled"


def test_the_defending_side_chooses_its_losses(table: Table) -> None:
    table.lay("edoras")
    table.stand("edoras", "village-militia", "gandalf-the-white", "wolf-riders")
    table.begin("combat")
    table.choose("fight edoras")
    assert table.asked == ("frodo", "loss")
    table.choose("lose gandalf-the-white")
    assert table.where("village-militia") == "cycled"
    assert table.where("gandalf-the-white") == "eliminated"


def test_of_two_defending_players_the_first_in_turn_order_speaks(table: Table) -> None:
    table.lay("dol-amroth")
    table.stand("dol-amroth", "soldiers-of-gondor", "gandalf-the-grey", "coastal-raiders", "the-black-fleet")
    table.edit().first = table.seats.index("witch-king")
    table.begin("combat")
    table.choose("fight dol-amroth")
    assert table.asked == ("aragorn", "loss")


def test_a_player_without_cards_in_the_combat_does_not_speak(table: Table) -> None:
    table.lay("edoras")
    table.stand("edoras", "village-militia", "riders-of-rohan", "wolf-riders")
    table.edit().first = table.seats.index("aragorn")
    table.begin("combat")
    table.choose("fight edoras")
    assert table.asked == ("frodo", "loss")


def test_attackers_are_eliminated_win_or_lose(table: Table) -> None:
    table.lay("umbar", "harad")
    table.stand("umbar", "strider")
    table.stand("harad", "aragorn", "soldiers-of-gondor")
    table.fight("umbar")
    table.fight("harad")
    assert (table.where("umbar"), table.where("harad")) == (SHADOW, FREE)
    assert {table.where(card) for card in ("strider", "aragorn", "soldiers-of-gondor")} == {"eliminated"}


def test_a_token_on_a_path_attacks_without_anybody(table: Table) -> None:
    table.activate("morgai")
    assert table.fight("morgai") == Combat(attack=1, defence=0, left=1)
    assert table.corruption == 1


def test_a_wielders_items_count_with_it(table: Table) -> None:
    table.lay("weathertop")
    table.stand("weathertop", "frodo-baggins", "the-witch-king", "the-hunter")
    table.wield("frodo-baggins", "mithril-coat", "sting")
    assert table.fight("weathertop") == Combat(attack=3, defence=4, left=0)


# -- leadership


@pytest.mark.parametrize(("army", "attack"), [("soldiers-of-gondor", 2), (None, 0), ("high-elves", 2)])
def test_leadership_needs_an_army_of_the_same_faction(table: Table, army: str | None, attack: int) -> None:
    """Boromir leads Gondor, not Elves, and nobody on his own."""
    table.lay("harad")
    table.stand("harad", "boromir")
    if army:
        table.stand("harad", army)
    assert table.fight("harad").attack == attack


def test_an_army_elsewhere_supports_nobody(table: Table) -> None:
    table.lay("harad", "umbar")
    table.stand("harad", "boromir")
    table.stand("umbar", "soldiers-of-gondor")
    assert table.fight("harad").attack == 0


def test_one_army_supports_one_character(table: Table) -> None:
    table.lay("harad")
    table.stand("harad", "boromir", "faramir", "halbarad", "soldiers-of-gondor")
    assert table.fight("harad").attack == 2
    table.lay("umbar")
    table.stand("umbar", "prince-imrahil", "denethor", "guards-of-the-citadel", "knights-of-dol-amroth")
    assert table.fight("umbar").attack == 4


@pytest.mark.parametrize("led", ["eomer", "eowyn"])
def test_the_owner_chooses_whom_an_army_supports_when_it_matters(table: Table, led: str) -> None:
    """One Rohan army, two leaders, one icon to cancel beyond the walls: who is led can be lost for it."""
    table.lay("edoras")
    table.stand("edoras", "eomer", "eowyn", "village-militia", "wolf-riders")
    table.begin("combat")
    table.choose("fight edoras")
    assert table.asked == ("frodo", "support")
    assert sorted(table.options) == ["support eomer", "support eowyn"]
    table.choose(f"support {led}")
    assert sorted(table.options) == [f"lose {led}", "lose village-militia"]
    table.choose(f"lose {led}")
    assert table.where(led) == "eliminated"
    assert table.where("village-militia") == "cycled"  # a led character may fall without its army
    assert table.where("edoras") == FREE


def test_support_is_not_asked_when_it_does_not_matter(table: Table) -> None:
    table.lay("edoras", "harad")
    table.stand("edoras", "eomer", "eowyn", "village-militia", "devilry-of-saruman")
    table.stand("harad", "boromir", "faramir", "soldiers-of-gondor")
    assert table.fight("edoras") == Combat(attack=3, defence=3, left=0)  # everybody with an icon falls
    assert table.fight("harad").attack == 2


def test_the_army_may_fall_and_its_leader_still_counts(table: Table) -> None:
    table.lay("edoras")
    table.stand("edoras", "eowyn", "village-militia", "wolf-riders")
    assert table.fight("edoras", "lose village-militia") == Combat(attack=2, defence=3, left=0)
    assert table.where("eowyn") == "cycled"
    assert table.where("edoras") == FREE


def test_the_dead_men_are_counted_where_they_help_most(table: Table) -> None:
    """They support Aragorn, so Boromir goes without; with Gondor there as well both are led."""
    table.lay("harad", "umbar")
    table.stand("harad", "aragorn", "boromir", "dead-men-of-dunharrow")
    assert table.fight("harad").attack == 1 + 1 + 2
    table.stand("umbar", "aragorn", "boromir", "dead-men-of-dunharrow", "soldiers-of-gondor")
    assert table.fight("umbar").attack == 1 + 1 + 2 + 1 + 1


def test_the_dead_men_in_defence_may_fall_for_their_own_icons(table: Table) -> None:
    table.lay("pelargir")
    table.stand("pelargir", "strider", "dead-men-of-dunharrow", "haradrim-mumakil", "corsairs-of-umbar")
    assert table.fight("pelargir", "lose dead-men-of-dunharrow") == Combat(attack=3, defence=4, left=0)
    assert table.where("strider") == "cycled"


def test_fewer_icons_may_be_the_better_support(table: Table) -> None:
    """One icon to cancel: the Dead Men may stand by Strider, or by Denethor so that he can be given up for it."""
    table.lay("pelargir")
    table.stand("pelargir", "strider", "denethor", "dead-men-of-dunharrow", "haradrim-mumakil")
    table.begin("combat")
    table.choose("fight pelargir")
    assert table.options == ["support strider", "support denethor"]
    table.choose("support denethor", "lose denethor")
    assert table.where("strider") == table.where("dead-men-of-dunharrow") == "cycled"
    assert table.where("denethor") == "eliminated"
    assert table.where("pelargir") == FREE
