"""Mordor without the Nazgûl, of the Witch-king's deck."""

import pytest

from engine.games.wotr.rules.carryover import carryover
from engine.games.wotr.steps import draw
from tests.engine.games.wotr.tabletop import Tabletop


@pytest.mark.card("gorbag-shagrat")
@pytest.mark.parametrize(("path", "attack"), [("cirith-ungol", 2), ("morgul-vale", 1), ("morgai", 1)])
@pytest.mark.parametrize("way", ["play", "move"])
def test_gorbag_and_shagrat_attack_for_a_card(tabletop: Tabletop, path: str, attack: int, way: str) -> None:
    tabletop.lay(path)
    tabletop.give("olog-hai")
    if way == "move":
        tabletop.reserve("gorbag-shagrat")
        tabletop.move("gorbag-shagrat", to=path)
    else:
        tabletop.play("gorbag-shagrat", to=path, pay="mordor-orcs")
    tabletop.choose("yes")
    assert tabletop.where("olog-hai") == "cycled"
    assert tabletop.fight(path).attack == attack


@pytest.mark.card("gorbag-shagrat")
def test_gorbag_and_shagrat_may_save_the_card(tabletop: Tabletop) -> None:
    tabletop.lay("cirith-ungol")
    tabletop.give("olog-hai")
    tabletop.play("gorbag-shagrat", to="cirith-ungol", pay="mordor-orcs")
    tabletop.choose("no")
    assert tabletop.hand("witch-king") == ["olog-hai"]
    assert tabletop.fight("cirith-ungol").attack == 0


@pytest.mark.card("gorbag-shagrat")
def test_gorbag_and_shagrat_gain_nothing_at_a_battleground_or_with_an_empty_hand(tabletop: Tabletop) -> None:
    tabletop.lay("morannon", "morgul-vale")
    tabletop.give("olog-hai")
    tabletop.play("gorbag-shagrat", to="morannon", pay="mordor-orcs")
    assert tabletop.awaits[1] == "action"
    tabletop.reserve("gorbag-shagrat")
    tabletop.discard("olog-hai")
    tabletop.move("gorbag-shagrat", to="morgul-vale")
    assert tabletop.awaits[1] == "action"
    assert tabletop.fight("morgul-vale").attack == 0


@pytest.mark.card("grishnakh")
def test_grishnakh_is_eliminated_to_corrupt(tabletop: Tabletop) -> None:
    tabletop.lay("amon-hen")
    tabletop.reserve("grishnakh")
    assert not tabletop.can("witch-king", "use grishnakh")
    tabletop.stand("amon-hen", "grishnakh")
    tabletop.use("grishnakh")
    assert tabletop.corruption == 1
    assert tabletop.where("grishnakh") == "eliminated"


@pytest.mark.card("mouth-of-sauron", "the-lidless-eye")
@pytest.mark.parametrize("card", ["mouth-of-sauron", "the-lidless-eye"])
def test_some_stay_off_the_path_while_the_shadow_is_besieged(tabletop: Tabletop, card: str) -> None:
    tabletop.lay("morgai", "minas-tirith")
    tabletop.give(card, "mordor-orcs")
    assert tabletop.can("witch-king", f"play {card} morgai")
    tabletop.lay("umbar")
    assert not tabletop.can("witch-king", f"play {card} morgai")
    tabletop.reserve(card)
    assert not tabletop.can("witch-king", f"move {card} morgai")


@pytest.mark.card("mouth-of-sauron")
def test_the_mouth_of_sauron_in_reserve_draws_one_more(tabletop: Tabletop) -> None:
    tabletop.reserve("mouth-of-sauron")
    tabletop.direct(draw.draw_phase)
    assert len(tabletop.hand("witch-king")) == 5


@pytest.mark.card("mouth-of-sauron")
def test_the_mouth_of_sauron_may_fight_for_a_besieged_battleground(tabletop: Tabletop) -> None:
    tabletop.lay("morannon")
    tabletop.give("mouth-of-sauron", "mordor-orcs")
    assert tabletop.can("witch-king", "play mouth-of-sauron morannon")


@pytest.mark.card("the-lidless-eye")
def test_the_lidless_eye_sees_for_each_shadow_player(tabletop: Tabletop) -> None:
    tabletop.top("olog-hai")
    tabletop.top("ugluk")
    tabletop.play("the-lidless-eye", to="reserve")
    assert (tabletop.hand("witch-king"), tabletop.hand("saruman")) == (["olog-hai"], ["ugluk"])
    assert carryover(tabletop.state, tabletop.seats.index("witch-king")) == 3
    tabletop.lay("morgai")
    tabletop.stand("morgai", "the-lidless-eye")
    assert carryover(tabletop.state, tabletop.seats.index("witch-king")) == 2


@pytest.mark.card("the-black-captain")
@pytest.mark.parametrize(("choice", "place"), [("move the-witch-king morannon", "morannon"), ("decline", "reserve")])
def test_the_black_captain_calls_a_mordor_battleground(tabletop: Tabletop, choice: str, place: str) -> None:
    tabletop.top("gorbag-shagrat", "grishnakh", "mouth-of-sauron", "the-hunter", "fell-beast")
    tabletop.play("the-witch-king", to="reserve")
    tabletop.score("free", "morannon")
    tabletop.play("the-black-captain", pay="mordor-orcs")
    grounds = ["lorien", "minas-tirith", "dol-guldur", "minas-morgul", "morannon"]
    assert tabletop.options == [f"activate {ground}" for ground in grounds]
    tabletop.choose("activate morannon", choice)
    assert tabletop.where("the-witch-king") == place
    assert tabletop.site("morannon").own_defence_ignored


@pytest.mark.card("the-black-captain")
def test_the_black_captain_without_the_witch_king_is_idle(tabletop: Tabletop) -> None:
    tabletop.lay("morannon")
    tabletop.stand("morannon", "the-witch-king")
    tabletop.play("the-black-captain")
    assert len(tabletop.state.battlegrounds) == 1


@pytest.mark.card("the-day-without-dawn")
def test_the_day_without_dawn_gathers_two_armies(tabletop: Tabletop) -> None:
    tabletop.lay("morannon")
    tabletop.give("trolls-of-udun")
    tabletop.top("olog-hai", "black-uruks", "mordor-orcs", "the-hunter", "fell-beast", "grishnakh", "morgul-blade")
    tabletop.play("the-day-without-dawn", pay="mordor-orcs/2")
    assert len(tabletop.options) == 7
    tabletop.choose("eliminate fell-beast")
    assert len(tabletop.options) == 3 * 2 + 1
    tabletop.choose("play olog-hai morannon", "play black-uruks reserve")
    assert tabletop.where("olog-hai") == "morannon"
    assert tabletop.where("black-uruks") == "reserve"
    assert tabletop.where("fell-beast") == "eliminated"
    assert tabletop.cycle_pile("witch-king") == [
        "mordor-orcs/2",
        "mordor-orcs",
        "the-hunter",
        "grishnakh",
        "morgul-blade",
    ]
    assert tabletop.hand("witch-king") == ["trolls-of-udun"]


@pytest.mark.card("the-day-without-dawn")
def test_the_day_without_dawn_may_gather_fewer(tabletop: Tabletop) -> None:
    tabletop.top("olog-hai", "black-uruks", "mordor-orcs", "the-hunter", "fell-beast", "grishnakh", "morgul-blade")
    tabletop.play("the-day-without-dawn")
    tabletop.choose("eliminate fell-beast", "play olog-hai reserve", "done")
    assert tabletop.where("olog-hai") == "reserve"
    assert tabletop.where("black-uruks") == tabletop.where("mordor-orcs") == "cycled"


@pytest.mark.card("the-ringwraiths-are-abroad")
def test_the_ringwraiths_ride_two_at_a_time(tabletop: Tabletop) -> None:
    """The Black Easterling's own text is resolved after the rest has been cycled."""
    tabletop.lay("weathertop")
    tabletop.top(
        "the-hunter", "the-black-easterling", "the-reaver", "olog-hai", "fell-beast", "grishnakh", "morgul-blade"
    )
    tabletop.play("the-ringwraiths-are-abroad", pay="mordor-orcs")
    tabletop.choose("eliminate olog-hai", "play the-hunter weathertop", "play the-black-easterling reserve")
    assert tabletop.where("the-hunter") == "weathertop"
    assert tabletop.where("the-black-easterling") == "reserve"
    assert tabletop.where("the-reaver") == "cycled"
    assert tabletop.where("olog-hai") == "eliminated"
    assert len(tabletop.hand("witch-king")) == 1  # what the Black Easterling drew


@pytest.mark.card("the-ringwraiths-are-abroad")
def test_the_ringwraiths_may_stay(tabletop: Tabletop) -> None:
    tabletop.lay("khazad-dum")
    tabletop.top("the-hunter", "the-reaver", "olog-hai", "fell-beast", "grishnakh", "morgul-blade", "mordor-orcs")
    tabletop.play("the-ringwraiths-are-abroad")
    tabletop.choose("eliminate olog-hai")
    assert tabletop.options == ["play the-hunter reserve", "play the-reaver reserve", "done"]
    tabletop.choose("done")
    assert tabletop.where("the-hunter") == tabletop.where("the-reaver") == "cycled"
