"""The Monstrous, of Saruman's deck."""

import pytest

from tests.engine.games.wotr.table import Table


def _tops(table: Table) -> None:
    """What the Free Peoples will forsake: their hands and reserves are empty."""
    table.top("gimli")
    table.top("arwen")


def _forsaken(table: Table) -> list[str]:
    return [*table.eliminated("frodo"), *table.eliminated("aragorn")]


@pytest.mark.card("balrog-of-moria")
def test_the_balrog_is_stronger_at_khazad_dum(table: Table) -> None:
    table.lay("khazad-dum")
    table.stand("khazad-dum", "balrog-of-moria")
    assert table.fight("khazad-dum").attack == 3
    table.lay("caradhras")
    table.stand("caradhras", "balrog-of-moria")
    assert table.fight("caradhras").attack == 2


@pytest.mark.card("balrog-of-moria")
@pytest.mark.parametrize("place", ["khazad-dum", "moria"])
@pytest.mark.parametrize("way", ["play", "move"])
def test_the_balrog_arriving_costs_each_free_peoples_player(table: Table, place: str, way: str) -> None:
    table.lay(place)
    _tops(table)
    if way == "move":
        table.reserve("balrog-of-moria")
        table.move("balrog-of-moria", to=place)
    else:
        table.play("balrog-of-moria", to=place)
    assert _forsaken(table) == ["gimli", "arwen"]


@pytest.mark.card("balrog-of-moria")
def test_the_balrog_in_reserve_costs_nothing(table: Table) -> None:
    table.play("balrog-of-moria", to="reserve")
    assert _forsaken(table) == []


@pytest.mark.card("barrow-wights", "candles-of-corpses", "caradhras-the-cruel", "cave-troll", "hill-troll")
@pytest.mark.parametrize(
    "card", ["barrow-wights", "candles-of-corpses", "caradhras-the-cruel", "cave-troll", "hill-troll"]
)
def test_dread_from_reserve_makes_each_free_peoples_player_forsake(table: Table, card: str) -> None:
    _tops(table)
    table.play(card, to="reserve")
    assert _forsaken(table) == []
    table.use(card)
    assert table.where(card) == "eliminated"
    assert _forsaken(table) == ["gimli", "arwen"]


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
def test_dread_is_spread_from_reserve_only(table: Table, card: str, path: str) -> None:
    table.lay(path)
    table.play(card, to=path)
    assert not table.can("saruman", f"use {card}")


@pytest.mark.card("candles-of-corpses")
def test_the_candles_burn_brighter_in_the_dead_marshes(table: Table) -> None:
    table.lay("dead-marshes")
    table.stand("dead-marshes", "candles-of-corpses")
    assert table.fight("dead-marshes").attack == 2
    table.lay("emyn-muil")
    table.stand("emyn-muil", "candles-of-corpses")
    assert table.fight("emyn-muil").attack == 1


@pytest.mark.card("caradhras-the-cruel")
def test_caradhras_turns_the_company_back(table: Table) -> None:
    table.lay("caradhras")
    table.play("caradhras-the-cruel", to="caradhras")
    assert table.options == ["activate khazad-dum", "activate the-doors-of-durin"]
    table.choose("activate khazad-dum")
    assert table.path == "khazad-dum"
    assert table.corruption == 1  # it attacked on the path it closed
    assert table.where("caradhras-the-cruel") == "eliminated"


@pytest.mark.card("caradhras-the-cruel")
@pytest.mark.parametrize("path", ["khazad-dum", "egladil"])
def test_caradhras_elsewhere_turns_nobody_back(table: Table, path: str) -> None:
    table.lay(path)
    table.play("caradhras-the-cruel", to=path)
    assert table.where("caradhras-the-cruel") == table.path == path


@pytest.mark.card("caradhras-the-cruel")
def test_caradhras_moved_turns_nobody_back(table: Table) -> None:
    table.lay("caradhras")
    table.reserve("caradhras-the-cruel")
    table.move("caradhras-the-cruel", to="caradhras")
    assert table.path == table.where("caradhras-the-cruel") == "caradhras"


@pytest.mark.card("gollum")
def test_gollum_survives_path_combat(table: Table) -> None:
    table.lay("amon-hen")
    table.play("gollum", to="amon-hen")
    table.fight("amon-hen")
    assert table.where("gollum") == "cycled"


@pytest.mark.card("gollum")
def test_gollum_is_lost_when_forsaken(table: Table) -> None:
    table.reserve("gollum")
    table.forsake("saruman", "forsake gollum")
    assert table.where("gollum") == "eliminated"


@pytest.mark.card("shelob")
@pytest.mark.parametrize(("path", "attack"), [("shelob-s-lair", 2), ("morgai", 1)])
def test_shelob_is_stronger_in_her_lair(table: Table, path: str, attack: int) -> None:
    table.lay(path)
    table.stand(path, "shelob")
    assert table.fight(path).attack == attack


@pytest.mark.card("shelob")
@pytest.mark.parametrize("way", ["play", "move"])
def test_shelob_on_a_path_costs_each_free_peoples_player(table: Table, way: str) -> None:
    table.lay("cirith-ungol")
    _tops(table)
    if way == "move":
        table.reserve("shelob")
        table.move("shelob", to="cirith-ungol")
    else:
        table.play("shelob", to="cirith-ungol")
    assert _forsaken(table) == ["gimli", "arwen"]


@pytest.mark.card("shelob")
def test_shelob_at_a_battleground_costs_nothing(table: Table) -> None:
    table.lay("moria")
    table.play("shelob", to="moria")
    assert _forsaken(table) == []
