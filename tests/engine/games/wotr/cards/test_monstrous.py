"""The Monstrous, of Saruman's deck."""

import pytest

from tests.engine.games.wotr.tabletop import Tabletop


def _tops(tabletop: Tabletop) -> None:
    """What the Free Peoples will forsake: their hands and reserves are empty."""
    tabletop.top("gimli")
    tabletop.top("arwen")


def _forsaken(tabletop: Tabletop) -> list[str]:
    return [*tabletop.eliminated_pile("frodo"), *tabletop.eliminated_pile("aragorn")]


@pytest.mark.card("balrog-of-moria")
def test_the_balrog_is_stronger_at_khazad_dum(tabletop: Tabletop) -> None:
    tabletop.lay("khazad-dum")
    tabletop.stand("khazad-dum", "balrog-of-moria")
    assert tabletop.fight("khazad-dum").attack == 3
    tabletop.lay("caradhras")
    tabletop.stand("caradhras", "balrog-of-moria")
    assert tabletop.fight("caradhras").attack == 2


@pytest.mark.card("balrog-of-moria")
@pytest.mark.parametrize("place", ["khazad-dum", "moria"])
@pytest.mark.parametrize("way", ["play", "move"])
def test_the_balrog_arriving_costs_each_free_peoples_player(tabletop: Tabletop, place: str, way: str) -> None:
    tabletop.lay(place)
    _tops(tabletop)
    if way == "move":
        tabletop.reserve("balrog-of-moria")
        tabletop.move("balrog-of-moria", to=place)
    else:
        tabletop.play("balrog-of-moria", to=place)
    assert _forsaken(tabletop) == ["gimli", "arwen"]


@pytest.mark.card("balrog-of-moria")
def test_the_balrog_in_reserve_costs_nothing(tabletop: Tabletop) -> None:
    tabletop.play("balrog-of-moria", to="reserve")
    assert _forsaken(tabletop) == []


@pytest.mark.card("barrow-wights", "candles-of-corpses", "caradhras-the-cruel", "cave-troll", "hill-troll")
@pytest.mark.parametrize(
    "card", ["barrow-wights", "candles-of-corpses", "caradhras-the-cruel", "cave-troll", "hill-troll"]
)
def test_dread_from_reserve_makes_each_free_peoples_player_forsake(tabletop: Tabletop, card: str) -> None:
    _tops(tabletop)
    tabletop.play(card, to="reserve")
    assert _forsaken(tabletop) == []
    tabletop.use(card)
    assert tabletop.where(card) == "eliminated"
    assert _forsaken(tabletop) == ["gimli", "arwen"]


@pytest.mark.card("barrow-wights", "candles-of-corpses", "caradhras-the-cruel", "cave-troll", "hill-troll")
@pytest.mark.parametrize(
    ("card", "path"),
    [
        ("barrow-wights", "weathertop"),
        ("candles-of-corpses", "osgiliath"),
        ("caradhras-the-cruel", "egladil"),
        ("cave-troll", "morgai"),
        ("hill-troll", "egladil"),
    ],
)
def test_dread_is_spread_from_reserve_only(tabletop: Tabletop, card: str, path: str) -> None:
    tabletop.lay(path)
    tabletop.play(card, to=path)
    assert not tabletop.can("saruman", f"use {card}")


@pytest.mark.card("candles-of-corpses")
def test_the_candles_burn_brighter_in_the_dead_marshes(tabletop: Tabletop) -> None:
    tabletop.lay("dead-marshes")
    tabletop.stand("dead-marshes", "candles-of-corpses")
    assert tabletop.fight("dead-marshes").attack == 2
    tabletop.lay("emyn-muil")
    tabletop.stand("emyn-muil", "candles-of-corpses")
    assert tabletop.fight("emyn-muil").attack == 1


@pytest.mark.card("caradhras-the-cruel")
def test_caradhras_turns_the_company_back(tabletop: Tabletop) -> None:
    tabletop.lay("caradhras")
    tabletop.play("caradhras-the-cruel", to="caradhras")
    assert tabletop.options == ["activate khazad-dum", "activate the-doors-of-durin"]
    tabletop.choose("activate khazad-dum")
    assert tabletop.path == "khazad-dum"
    assert tabletop.corruption == 1  # it attacked on the path it closed
    assert tabletop.where("caradhras-the-cruel") == "eliminated"


@pytest.mark.card("caradhras-the-cruel")
@pytest.mark.parametrize("path", ["khazad-dum", "egladil"])
def test_caradhras_elsewhere_turns_nobody_back(tabletop: Tabletop, path: str) -> None:
    tabletop.lay(path)
    tabletop.play("caradhras-the-cruel", to=path)
    assert tabletop.where("caradhras-the-cruel") == tabletop.path == path


@pytest.mark.card("caradhras-the-cruel")
def test_caradhras_moved_turns_nobody_back(tabletop: Tabletop) -> None:
    tabletop.lay("caradhras")
    tabletop.reserve("caradhras-the-cruel")
    tabletop.move("caradhras-the-cruel", to="caradhras")
    assert tabletop.path == tabletop.where("caradhras-the-cruel") == "caradhras"


@pytest.mark.card("gollum")
def test_gollum_survives_path_combat(tabletop: Tabletop) -> None:
    tabletop.lay("amon-hen")
    tabletop.play("gollum", to="amon-hen")
    tabletop.fight("amon-hen")
    assert tabletop.where("gollum") == "cycled"


@pytest.mark.card("gollum")
def test_gollum_is_lost_when_forsaken(tabletop: Tabletop) -> None:
    tabletop.reserve("gollum")
    tabletop.forsake("saruman", "forsake gollum")
    assert tabletop.where("gollum") == "eliminated"


@pytest.mark.card("shelob")
@pytest.mark.parametrize(("path", "attack"), [("shelobs-lair", 2), ("morgai", 1)])
def test_shelob_is_stronger_in_her_lair(tabletop: Tabletop, path: str, attack: int) -> None:
    tabletop.lay(path)
    tabletop.stand(path, "shelob")
    assert tabletop.fight(path).attack == attack


@pytest.mark.card("shelob")
@pytest.mark.parametrize("way", ["play", "move"])
def test_shelob_on_a_path_costs_each_free_peoples_player(tabletop: Tabletop, way: str) -> None:
    tabletop.lay("cirith-ungol")
    _tops(tabletop)
    if way == "move":
        tabletop.reserve("shelob")
        tabletop.move("shelob", to="cirith-ungol")
    else:
        tabletop.play("shelob", to="cirith-ungol")
    assert _forsaken(tabletop) == ["gimli", "arwen"]


@pytest.mark.card("shelob")
def test_shelob_at_a_battleground_costs_nothing(tabletop: Tabletop) -> None:
    tabletop.lay("moria")
    tabletop.play("shelob", to="moria")
    assert _forsaken(tabletop) == []
