"""The Elves, of Aragorn's deck."""

import pytest

from engine.games.wotr.rules.carryover import carryover
from engine.games.wotr.steps import draw
from tests.engine.games.wotr.tabletop import Combat, Tabletop


@pytest.mark.card("arwen", "elrond", "galadriel")
@pytest.mark.parametrize("card", ["arwen", "elrond", "galadriel"])
def test_the_great_elves_draw_when_played(tabletop: Tabletop, card: str) -> None:
    tabletop.top("boromir")
    tabletop.play(card, to="reserve")
    assert tabletop.hand("aragorn") == ["boromir"]


@pytest.mark.card("arwen", "elrond", "galadriel")
def test_the_great_elves_do_not_draw_when_moved(tabletop: Tabletop) -> None:
    tabletop.lay("rivendell")
    tabletop.reserve("arwen")
    tabletop.move("arwen", to="rivendell")
    assert tabletop.hand("aragorn") == []


@pytest.mark.card("arwen")
@pytest.mark.parametrize(("arwen", "bonus"), [("reserve", 1), ("deck", 0)])
def test_arwen_in_reserve_strengthens_the_heir_in_defence(tabletop: Tabletop, arwen: str, bonus: int) -> None:
    if arwen == "reserve":
        tabletop.reserve("arwen")
    tabletop.lay("weathertop", "pelargir", "harad")
    tabletop.stand("weathertop", "strider")
    assert tabletop.fight("weathertop").defence == 2 + bonus
    tabletop.stand("pelargir", "aragorn")
    assert tabletop.fight("pelargir").defence == 1 + 1 + bonus
    tabletop.stand("harad", "strider")
    assert tabletop.fight("harad").attack == 1  # no help in attack


@pytest.mark.card("arwen")
def test_arwen_at_a_battleground_strengthens_nobody(tabletop: Tabletop) -> None:
    tabletop.lay("rivendell", "pelargir")
    tabletop.stand("rivendell", "arwen")
    tabletop.stand("pelargir", "aragorn")
    assert tabletop.fight("pelargir").defence == 1 + 1


@pytest.mark.card("elrond")
def test_elrond_in_reserve_raises_the_carryover_limit(tabletop: Tabletop) -> None:
    aragorn = tabletop.seats.index("aragorn")
    tabletop.reserve("elrond")
    assert carryover(tabletop.state, aragorn) == 3
    tabletop.give("arwen", "boromir", "faramir")
    assert tabletop.can("aragorn", "pass")
    tabletop.lay("rivendell")
    tabletop.stand("rivendell", "elrond")
    assert not tabletop.can("aragorn", "pass")


@pytest.mark.card("galadriel")
def test_galadriel_in_reserve_draws_one_more_and_cycles_one(tabletop: Tabletop) -> None:
    tabletop.reserve("galadriel")
    tabletop.top("arwen", "boromir", "faramir", "halbarad", "elrond")
    tabletop.direct(draw.draw_phase)
    assert tabletop.hand("aragorn") == ["arwen", "boromir", "faramir", "halbarad"]
    tabletop.choose("cycle faramir")
    assert tabletop.hand("aragorn") == ["arwen", "boromir", "halbarad"]


@pytest.mark.card("legolas")
@pytest.mark.parametrize(("choice", "place"), [("take bow-of-the-galadhrim", "hand"), ("decline", "deck")])
def test_legolas_may_take_his_bow_from_the_deck(tabletop: Tabletop, choice: str, place: str) -> None:
    tabletop.play("legolas", to="reserve")
    tabletop.choose(choice)
    assert tabletop.where("bow-of-the-galadhrim") == place


@pytest.mark.card("legolas")
def test_legolas_does_not_find_his_bow_in_the_cycle_pile(tabletop: Tabletop) -> None:
    tabletop.discard("bow-of-the-galadhrim")
    tabletop.play("legolas", to="reserve")
    assert tabletop.awaits[1] == "action"
    assert tabletop.where("bow-of-the-galadhrim") == "cycled"


@pytest.mark.card("bow-of-the-galadhrim")
def test_the_bow_suffers_no_other_weapon(tabletop: Tabletop) -> None:
    """No Elf of this box could have another weapon, so the position gives one to Galadriel, and the Bow to Gandalf."""
    tabletop.reserve("legolas", "elrond", "galadriel")
    tabletop.wield("elrond", "vilya-ring-of-air")
    tabletop.wield("galadriel", "glamdring")
    tabletop.give("bow-of-the-galadhrim", "arwen")
    assert tabletop.can("aragorn", "play bow-of-the-galadhrim legolas")
    assert tabletop.can("aragorn", "play bow-of-the-galadhrim elrond")
    assert not tabletop.can("aragorn", "play bow-of-the-galadhrim galadriel")
    tabletop.reserve("gandalf-the-grey")
    tabletop.wield("gandalf-the-grey", "bow-of-the-galadhrim")
    tabletop.give("gandalfs-staff", "sting")
    assert not tabletop.can("frodo", "play gandalfs-staff gandalf-the-grey")


@pytest.mark.card("elven-cloak")
def test_the_elven_cloak_saves_its_wielder_and_all_items_from_path_combat(tabletop: Tabletop) -> None:
    tabletop.lay("weathertop")
    tabletop.stand("weathertop", "sam-gamgee", "the-witch-king", "the-hunter")
    tabletop.play("elven-cloak", to="sam-gamgee")
    tabletop.wield("sam-gamgee", "sting")
    assert tabletop.fight("weathertop") == Combat(attack=3, defence=3, left=0)
    for card in ("sam-gamgee", "sting", "elven-cloak"):
        assert tabletop.where(card) == "cycled"


@pytest.mark.card("elven-cloak")
def test_the_elven_cloak_saves_even_frodos_items(tabletop: Tabletop) -> None:
    tabletop.lay("weathertop")
    tabletop.stand("weathertop", "frodo-baggins", "the-witch-king")
    tabletop.wield("frodo-baggins", "elven-cloak", "mithril-coat")
    tabletop.fight("weathertop")
    assert (
        tabletop.where("frodo-baggins") == tabletop.where("mithril-coat") == tabletop.where("elven-cloak") == "cycled"
    )


@pytest.mark.card("elven-cloak")
def test_the_elven_cloak_does_not_help_at_a_battleground(tabletop: Tabletop) -> None:
    tabletop.lay("moria")
    tabletop.stand("moria", "legolas")
    tabletop.wield("legolas", "elven-cloak")
    tabletop.fight("moria")
    assert tabletop.where("legolas") == tabletop.where("elven-cloak") == "eliminated"


@pytest.mark.card("lembas")
def test_lembas_removes_corruption_for_each_hobbit_on_the_path(tabletop: Tabletop) -> None:
    tabletop.lay("weathertop")
    tabletop.stand("weathertop", "frodo-baggins", "sam-gamgee", "fatty-bolger", "gandalf-the-grey")
    tabletop.edit().corruption = 5
    tabletop.play("lembas", to="sam-gamgee")
    assert not tabletop.can("aragorn", "use lembas")  # the Hobbit player's action
    tabletop.use("lembas", by="frodo")
    assert tabletop.corruption == 2
    assert tabletop.eliminated_pile("aragorn") == ["lembas"]


@pytest.mark.card("lembas")
def test_lembas_in_reserve_does_nothing(tabletop: Tabletop) -> None:
    tabletop.reserve("sam-gamgee")
    tabletop.wield("sam-gamgee", "lembas")
    assert not tabletop.can("frodo", "use lembas")


@pytest.mark.card("mirror-of-galadriel")
def test_the_mirror_shows_the_top_card_to_its_owner_alone(tabletop: Tabletop) -> None:
    seats = dict(zip(tabletop.seats, range(4), strict=True))

    def seen(by: str) -> str | None:
        top: str | None = tabletop.match.observation(seats[by]).players[seats["aragorn"]].deck_top
        return top

    tabletop.reserve("galadriel")
    tabletop.top("boromir", "faramir")
    assert seen("aragorn") is None
    tabletop.play("mirror-of-galadriel", to="galadriel")
    assert seen("aragorn") == "boromir"
    assert seen("frodo") is None
    tabletop.act("aragorn", "ring")
    assert seen("aragorn") == tabletop.deck("aragorn")[0]
    tabletop.reserve("the-reaver")
    tabletop.give("soldiers-of-gondor")
    tabletop.use("the-reaver")
    tabletop.choose("forsake galadriel")
    assert tabletop.where("mirror-of-galadriel") == "eliminated"
    tabletop.direct(draw.draw_phase)
    assert seen("aragorn") is None


@pytest.mark.card("nenya-ring-of-adamant")
@pytest.mark.parametrize("place", ["weathertop", "harad", "rivendell"])
def test_nenya_defends_any_active_location(tabletop: Tabletop, place: str) -> None:
    tabletop.lay("weathertop", "harad", "rivendell")
    tabletop.reserve("galadriel")
    tabletop.wield("galadriel", "nenya-ring-of-adamant")
    tabletop.use("nenya-ring-of-adamant")
    assert tabletop.options == ["defend weathertop", "defend harad", "defend rivendell"]
    tabletop.choose(f"defend {place}")
    assert tabletop.where("nenya-ring-of-adamant") == "cycled"
    assert tabletop.where("galadriel") == "reserve"
    walls = {"weathertop": 0, "harad": 1, "rivendell": 2}[place]
    assert tabletop.fight(place).defence == walls + 1


@pytest.mark.card("nenya-ring-of-adamant")
def test_nenya_outside_reserve_is_only_a_ring(tabletop: Tabletop) -> None:
    tabletop.lay("dol-guldur")
    tabletop.stand("dol-guldur", "galadriel")
    tabletop.wield("galadriel", "nenya-ring-of-adamant")
    assert not tabletop.can("aragorn", "use nenya-ring-of-adamant")
    assert tabletop.fight("dol-guldur").attack == 2


@pytest.mark.card("phial-of-galadriel")
def test_the_phial_strengthens_the_path_not_its_bearer(tabletop: Tabletop) -> None:
    """Two icons are cancelled before Sam: he is cycled, not lost."""
    tabletop.lay("weathertop")
    tabletop.stand("weathertop", "sam-gamgee", "the-witch-king")
    tabletop.play("phial-of-galadriel", to="sam-gamgee")
    assert tabletop.fight("weathertop") == Combat(attack=2, defence=3, left=0)
    assert tabletop.where("sam-gamgee") == tabletop.where("phial-of-galadriel") == "cycled"


@pytest.mark.card("phial-of-galadriel")
def test_the_phial_in_reserve_lights_no_path(tabletop: Tabletop) -> None:
    tabletop.lay("weathertop")
    tabletop.reserve("sam-gamgee")
    tabletop.wield("sam-gamgee", "phial-of-galadriel")
    assert tabletop.fight("weathertop").defence == 0


@pytest.mark.card("vilya-ring-of-air")
def test_vilya_lets_each_free_peoples_player_draw(tabletop: Tabletop) -> None:
    tabletop.reserve("elrond")
    tabletop.play("vilya-ring-of-air", to="elrond")
    tabletop.top("boromir")
    tabletop.top("gimli")
    tabletop.use("vilya-ring-of-air")
    assert tabletop.where("vilya-ring-of-air") == "cycled"
    assert tabletop.hand("aragorn") == ["boromir"]
    assert tabletop.hand("frodo") == ["gimli"]
