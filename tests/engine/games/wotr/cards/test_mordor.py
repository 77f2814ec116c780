"""Mordor without the Nazgûl, of the Witch-king's deck."""

import pytest

from engine.games.wotr.steps import scoring
from engine.games.wotr.steps.carryover import carryover
from tests.engine.games.wotr.table import Table


@pytest.mark.card("gorbag-shagrat")
@pytest.mark.parametrize(("path", "attack"), [("cirith-ungol", 2), ("morgul-vale", 1), ("morgai", 1)])
@pytest.mark.parametrize("way", ["play", "move"])
def test_gorbag_and_shagrat_attack_for_a_card(table: Table, path: str, attack: int, way: str) -> None:
    table.lay(path)
    table.give("olog-hai")
    if way == "move":
        table.reserve("gorbag-shagrat")
        table.move("gorbag-shagrat", to=path)
    else:
        table.play("gorbag-shagrat", to=path, pay="mordor-orcs")
    table.choose("yes")
    assert table.where("olog-hai") == "cycled"
    assert table.fight(path).attack == attack


@pytest.mark.card("gorbag-shagrat")
def test_gorbag_and_shagrat_may_save_the_card(table: Table) -> None:
    table.lay("cirith-ungol")
    table.give("olog-hai")
    table.play("gorbag-shagrat", to="cirith-ungol", pay="mordor-orcs")
    table.choose("no")
    assert table.hand("witch-king") == ["olog-hai"]
    assert table.fight("cirith-ungol").attack == 0


@pytest.mark.card("gorbag-shagrat")
def test_gorbag_and_shagrat_gain_nothing_at_a_battleground_or_with_an_empty_hand(table: Table) -> None:
    table.lay("morannon", "morgul-vale")
    table.give("olog-hai")
    table.play("gorbag-shagrat", to="morannon", pay="mordor-orcs")
    assert table.asked[1] == "action"
    table.reserve("gorbag-shagrat")
    table.discard("olog-hai")
    table.move("gorbag-shagrat", to="morgul-vale")
    assert table.asked[1] == "action"
    assert table.fight("morgul-vale").attack == 0


@pytest.mark.card("grishnakh")
def test_grishnakh_is_eliminated_to_corrupt(table: Table) -> None:
    table.lay("amon-hen")
    table.reserve("grishnakh")
    assert not table.can("witch-king", "use grishnakh")
    table.stand("amon-hen", "grishnakh")
    table.use("grishnakh")
    assert table.corruption == 1
    assert table.where("grishnakh") == "eliminated"


@pytest.mark.card("mouth-of-sauron", "the-lidless-eye")
@pytest.mark.parametrize("card", ["mouth-of-sauron", "the-lidless-eye"])
def test_some_stay_off_the_path_while_the_shadow_is_besieged(table: Table, card: str) -> None:
    table.lay("morgai", "minas-tirith")
    table.give(card, "mordor-orcs")
    assert table.can("witch-king", f"play {card} morgai")
    table.lay("umbar")
    assert not table.can("witch-king", f"play {card} morgai")
    table.reserve(card)
    assert not table.can("witch-king", f"move {card} morgai")


@pytest.mark.card("mouth-of-sauron")
def test_the_mouth_of_sauron_in_reserve_draws_one_more(table: Table) -> None:
    table.reserve("mouth-of-sauron")
    table.direct(scoring.draw_phase)
    assert len(table.hand("witch-king")) == 5


@pytest.mark.card("mouth-of-sauron")
def test_the_mouth_of_sauron_may_fight_for_a_besieged_battleground(table: Table) -> None:
    table.lay("morannon")
    table.give("mouth-of-sauron", "mordor-orcs")
    assert table.can("witch-king", "play mouth-of-sauron morannon")


@pytest.mark.card("the-lidless-eye")
def test_the_lidless_eye_sees_for_each_shadow_player(table: Table) -> None:
    table.top("olog-hai")
    table.top("ugluk")
    table.play("the-lidless-eye", to="reserve")
    assert (table.hand("witch-king"), table.hand("saruman")) == (["olog-hai"], ["ugluk"])
    assert carryover(table.state, table.seats.index("witch-king")) == 3
    table.lay("morgai")
    table.stand("morgai", "the-lidless-eye")
    assert carryover(table.state, table.seats.index("witch-king")) == 2


@pytest.mark.card("the-black-captain")
@pytest.mark.parametrize(("choice", "place"), [("move the-witch-king morannon", "morannon"), ("decline", "reserve")])
def test_the_black_captain_calls_a_mordor_battleground(table: Table, choice: str, place: str) -> None:
    table.top("gorbag-shagrat", "grishnakh", "mouth-of-sauron", "the-hunter", "fell-beast")
    table.play("the-witch-king", to="reserve")
    table.score("free", "morannon")
    table.play("the-black-captain", pay="mordor-orcs")
    grounds = ["lorien", "minas-tirith", "dol-guldur", "minas-morgul", "morannon"]
    assert table.options == [f"activate {ground}" for ground in grounds]
    table.choose("activate morannon", choice)
    assert table.where("the-witch-king") == place
    assert table.site("morannon").breached


@pytest.mark.card("the-black-captain")
def test_the_black_captain_without_the_witch_king_is_idle(table: Table) -> None:
    table.lay("morannon")
    table.stand("morannon", "the-witch-king")
    table.play("the-black-captain")
    assert len(table.state.battlegrounds) == 1


@pytest.mark.card("the-day-without-dawn")
def test_the_day_without_dawn_gathers_two_armies(table: Table) -> None:
    table.lay("morannon")
    table.give("trolls-of-udun")
    table.top("olog-hai", "black-uruks", "mordor-orcs", "the-hunter", "fell-beast", "grishnakh", "morgul-blade")
    table.play("the-day-without-dawn", pay="mordor-orcs/2")
    assert len(table.options) == 7
    table.choose("eliminate fell-beast")
    assert len(table.options) == 3 * 2 + 1
    table.choose("play olog-hai morannon", "play black-uruks reserve")
    assert table.where("olog-hai") == "morannon"
    assert table.where("black-uruks") == "reserve"
    assert table.where("fell-beast") == "eliminated"
    assert table.cycled("witch-king") == ["mordor-orcs/2", "mordor-orcs", "the-hunter", "grishnakh", "morgul-blade"]
    assert table.hand("witch-king") == ["trolls-of-udun"]


@pytest.mark.card("the-day-without-dawn")
def test_the_day_without_dawn_may_gather_fewer(table: Table) -> None:
    table.top("olog-hai", "black-uruks", "mordor-orcs", "the-hunter", "fell-beast", "grishnakh", "morgul-blade")
    table.play("the-day-without-dawn")
    table.choose("eliminate fell-beast", "play olog-hai reserve", "done")
    assert table.where("olog-hai") == "reserve"
    assert table.where("black-uruks") == table.where("mordor-orcs") == "cycled"


@pytest.mark.card("the-ringwraiths-are-abroad")
def test_the_ringwraiths_ride_two_at_a_time(table: Table) -> None:
    """The Black Easterling's own text is resolved after the rest has been cycled."""
    table.lay("weathertop")
    table.top("the-hunter", "the-black-easterling", "the-reaver", "olog-hai", "fell-beast", "grishnakh", "morgul-blade")
    table.play("the-ringwraiths-are-abroad", pay="mordor-orcs")
    table.choose("eliminate olog-hai", "play the-hunter weathertop", "play the-black-easterling reserve")
    assert table.where("the-hunter") == "weathertop"
    assert table.where("the-black-easterling") == "reserve"
    assert table.where("the-reaver") == "cycled"
    assert table.where("olog-hai") == "eliminated"
    assert len(table.hand("witch-king")) == 1  # what the Black Easterling drew


@pytest.mark.card("the-ringwraiths-are-abroad")
def test_the_ringwraiths_may_stay(table: Table) -> None:
    table.lay("khazad-dum")
    table.top("the-hunter", "the-reaver", "olog-hai", "fell-beast", "grishnakh", "morgul-blade", "mordor-orcs")
    table.play("the-ringwraiths-are-abroad")
    table.choose("eliminate olog-hai")
    assert table.options == ["play the-hunter reserve", "play the-reaver reserve", "done"]
    table.choose("done")
    assert table.where("the-hunter") == table.where("the-reaver") == "cycled"
