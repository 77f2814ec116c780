"""The Elves, of Aragorn's deck."""

import pytest

from engine.games.wotr.steps import scoring
from engine.games.wotr.steps.carryover import carryover
from tests.engine.games.wotr.table import Combat, Table, number


@pytest.mark.card("arwen", "elrond", "galadriel")
@pytest.mark.parametrize("card", ["arwen", "elrond", "galadriel"])
def test_the_great_elves_draw_when_played(table: Table, card: str) -> None:
    table.top("boromir")
    table.play(card, to="reserve")
    assert table.hand("aragorn") == ["boromir"]


@pytest.mark.card("arwen", "elrond", "galadriel")
def test_the_great_elves_do_not_draw_when_moved(table: Table) -> None:
    table.lay("rivendell")
    table.reserve("arwen")
    table.move("arwen", to="rivendell")
    assert table.hand("aragorn") == []


@pytest.mark.card("arwen")
@pytest.mark.parametrize(("arwen", "bonus"), [("reserve", 1), ("deck", 0)])
def test_arwen_in_reserve_strengthens_the_heir_in_defence(table: Table, arwen: str, bonus: int) -> None:
    if arwen == "reserve":
        table.reserve("arwen")
    table.lay("weathertop", "pelargir", "harad")
    table.stand("weathertop", "strider")
    assert table.fight("weathertop").defence == 2 + bonus
    table.stand("pelargir", "aragorn")
    assert table.fight("pelargir").defence == 1 + 1 + bonus
    table.stand("harad", "strider")
    assert table.fight("harad").attack == 1  # no help in attack


@pytest.mark.card("arwen")
def test_arwen_at_a_battleground_strengthens_nobody(table: Table) -> None:
    table.lay("rivendell", "pelargir")
    table.stand("rivendell", "arwen")
    table.stand("pelargir", "aragorn")
    assert table.fight("pelargir").defence == 1 + 1


@pytest.mark.card("elrond")
def test_elrond_in_reserve_raises_the_carryover_limit(table: Table) -> None:
    aragorn = table.seats.index("aragorn")
    table.reserve("elrond")
    assert carryover(table.state, aragorn) == 3
    table.give("arwen", "boromir", "faramir")
    assert table.can("aragorn", "pass")
    table.lay("rivendell")
    table.stand("rivendell", "elrond")
    assert not table.can("aragorn", "pass")


@pytest.mark.card("galadriel")
def test_galadriel_in_reserve_draws_one_more_and_cycles_one(table: Table) -> None:
    table.reserve("galadriel")
    table.top("arwen", "boromir", "faramir", "halbarad", "elrond")
    table.direct(scoring.draw_phase)
    assert table.hand("aragorn") == ["arwen", "boromir", "faramir", "halbarad"]
    table.choose("cycle faramir")
    assert table.hand("aragorn") == ["arwen", "boromir", "halbarad"]


@pytest.mark.card("legolas")
@pytest.mark.parametrize(("choice", "place"), [("take bow-of-the-galadhrim", "hand"), ("decline", "deck")])
def test_legolas_may_take_his_bow_from_the_deck(table: Table, choice: str, place: str) -> None:
    table.play("legolas", to="reserve")
    table.choose(choice)
    assert table.where("bow-of-the-galadhrim") == place


@pytest.mark.card("legolas")
def test_legolas_does_not_find_his_bow_in_the_cycle_pile(table: Table) -> None:
    table.discard("bow-of-the-galadhrim")
    table.play("legolas", to="reserve")
    assert table.asked[1] == "action"
    assert table.where("bow-of-the-galadhrim") == "cycled"


@pytest.mark.card("bow-of-the-galadhrim")
def test_the_bow_suffers_no_other_weapon(table: Table) -> None:
    """No Elf of this box could have another weapon, so the position gives one to Galadriel, and the Bow to Gandalf."""
    table.reserve("legolas", "elrond", "galadriel")
    table.wield("elrond", "vilya-ring-of-air")
    table.wield("galadriel", "glamdring")
    table.give("bow-of-the-galadhrim", "arwen")
    assert table.can("aragorn", "play bow-of-the-galadhrim legolas")
    assert table.can("aragorn", "play bow-of-the-galadhrim elrond")
    assert not table.can("aragorn", "play bow-of-the-galadhrim galadriel")
    table.reserve("gandalf-the-grey")
    table.wield("gandalf-the-grey", "bow-of-the-galadhrim")
    table.give("gandalf-s-staff", "sting")
    assert not table.can("frodo", "play gandalf-s-staff gandalf-the-grey")


@pytest.mark.card("elven-cloak")
def test_the_elven_cloak_saves_its_wielder_and_all_items_from_path_combat(table: Table) -> None:
    table.lay("weathertop")
    table.stand("weathertop", "sam-gamgee", "the-witch-king", "the-hunter")
    table.play("elven-cloak", to="sam-gamgee")
    table.wield("sam-gamgee", "sting")
    assert table.fight("weathertop") == Combat(attack=3, defence=3, left=0)
    for card in ("sam-gamgee", "sting", "elven-cloak"):
        assert table.where(card) == "cycled"


@pytest.mark.card("elven-cloak")
def test_the_elven_cloak_saves_even_frodos_items(table: Table) -> None:
    table.lay("weathertop")
    table.stand("weathertop", "frodo-baggins", "the-witch-king")
    table.wield("frodo-baggins", "elven-cloak", "mithril-coat")
    table.fight("weathertop")
    assert table.where("frodo-baggins") == table.where("mithril-coat") == table.where("elven-cloak") == "cycled"


@pytest.mark.card("elven-cloak")
def test_the_elven_cloak_does_not_help_at_a_battleground(table: Table) -> None:
    table.lay("moria")
    table.stand("moria", "legolas")
    table.wield("legolas", "elven-cloak")
    table.fight("moria")
    assert table.where("legolas") == table.where("elven-cloak") == "eliminated"


@pytest.mark.card("lembas")
def test_lembas_removes_corruption_for_each_hobbit_on_the_path(table: Table) -> None:
    table.lay("weathertop")
    table.stand("weathertop", "frodo-baggins", "sam-gamgee", "fatty-bolger", "gandalf-the-grey")
    table.edit().corruption = 5
    table.play("lembas", to="sam-gamgee")
    assert not table.can("aragorn", "use lembas")  # the Hobbit player's action
    table.use("lembas", by="frodo")
    assert table.corruption == 2
    assert table.eliminated("aragorn") == ["lembas"]


@pytest.mark.card("lembas")
def test_lembas_in_reserve_does_nothing(table: Table) -> None:
    table.reserve("sam-gamgee")
    table.wield("sam-gamgee", "lembas")
    assert not table.can("frodo", "use lembas")


@pytest.mark.card("mirror-of-galadriel")
def test_the_mirror_shows_the_top_card_to_its_owner_alone(table: Table) -> None:
    seats = dict(zip(table.seats, range(4), strict=True))

    def seen(by: str) -> int | None:
        top: int | None = table.match.observation(seats[by])["players"][seats["aragorn"]]["top"]
        return top

    table.reserve("galadriel")
    table.top("boromir", "faramir")
    assert seen("aragorn") is None
    table.play("mirror-of-galadriel", to="galadriel")
    assert seen("aragorn") == number("boromir")
    assert seen("frodo") is None
    table.act("aragorn", "ring")
    assert seen("aragorn") == number(table.deck("aragorn")[0])
    table.reserve("the-reaver")
    table.give("soldiers-of-gondor")
    table.use("the-reaver")
    table.choose("forsake galadriel")
    assert table.where("mirror-of-galadriel") == "eliminated"
    table.direct(scoring.draw_phase)
    assert seen("aragorn") is None


@pytest.mark.card("nenya-ring-of-adamant")
@pytest.mark.parametrize("place", ["weathertop", "harad", "rivendell"])
def test_nenya_defends_any_active_location(table: Table, place: str) -> None:
    table.lay("weathertop", "harad", "rivendell")
    table.reserve("galadriel")
    table.wield("galadriel", "nenya-ring-of-adamant")
    table.use("nenya-ring-of-adamant")
    assert table.options == ["defend weathertop", "defend harad", "defend rivendell"]
    table.choose(f"defend {place}")
    assert table.where("nenya-ring-of-adamant") == "cycled"
    assert table.where("galadriel") == "reserve"
    walls = {"weathertop": 0, "harad": 1, "rivendell": 2}[place]
    assert table.fight(place).defence == walls + 1


@pytest.mark.card("nenya-ring-of-adamant")
def test_nenya_outside_reserve_is_only_a_ring(table: Table) -> None:
    table.lay("dol-guldur")
    table.stand("dol-guldur", "galadriel")
    table.wield("galadriel", "nenya-ring-of-adamant")
    assert not table.can("aragorn", "use nenya-ring-of-adamant")
    assert table.fight("dol-guldur").attack == 2


@pytest.mark.card("phial-of-galadriel")
def test_the_phial_strengthens_the_path_not_its_bearer(table: Table) -> None:
    """Two icons are cancelled before Sam: he is cycled, not lost."""
    table.lay("weathertop")
    table.stand("weathertop", "sam-gamgee", "the-witch-king")
    table.play("phial-of-galadriel", to="sam-gamgee")
    assert table.fight("weathertop") == Combat(attack=2, defence=3, left=0)
    assert table.where("sam-gamgee") == table.where("phial-of-galadriel") == "cycled"


@pytest.mark.card("phial-of-galadriel")
def test_the_phial_in_reserve_lights_no_path(table: Table) -> None:
    table.lay("weathertop")
    table.reserve("sam-gamgee")
    table.wield("sam-gamgee", "phial-of-galadriel")
    assert table.fight("weathertop").defence == 0


@pytest.mark.card("vilya-ring-of-air")
def test_vilya_lets_each_free_peoples_player_draw(table: Table) -> None:
    table.reserve("elrond")
    table.play("vilya-ring-of-air", to="elrond")
    table.top("boromir")
    table.top("gimli")
    table.use("vilya-ring-of-air")
    assert table.where("vilya-ring-of-air") == "cycled"
    assert table.hand("aragorn") == ["boromir"]
    assert table.hand("frodo") == ["gimli"]
