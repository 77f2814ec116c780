"""The judgement of bots: what looks better to a side that looks one choice ahead."""

from engine.games.bofa.game import GAME
from engine.games.bofa.judge.evaluation import held_soon
from tests.engine.games.bofa.table import FREE, SHADOW, Table


def after(table: Table, *option: object) -> float:
    """How the position looks to the seat that is asked, after it takes an option."""
    seat = table.match.pending[0].seat
    match = table.match.clone()
    match.choose(seat, match.options(seat).index(option))
    return GAME.evaluate(match.state, seat)


def fight_in_vain(table: Table) -> None:
    """A round in which nobody is hurt, up to the question whether the defender leaves."""
    table.next_rolls(*[1] * 30)
    table.choose("regroup", seat=FREE).choose("regroup", seat=SHADOW).choose("press")
    assert table.kind == "leave"


def test_another_eagle_is_worth_sending(table: Table) -> None:
    for place in ("east_fields", "watchtower", "south_road"):
        table.army(place, orcs=3)
    table.s.eagles[table.p.layout.territory_numbers["valley"]] = 3
    table.action(FREE, "muster", "muster").choose("strike", "east_fields")
    alone = GAME.evaluate(table.s, FREE)
    assert after(table, "strike", table.at("watchtower")) > alone


def test_walls_are_not_left_without_need(table: Table) -> None:
    table.army("eastern_spur", "bard", lake_town_men=2)
    table.army("broken_hills", orcs=3, great_orcs=1, wargs=1, leaders=1)
    table.action(SHADOW, "army").choose("attack", "broken_hills", "eastern_spur")
    fight_in_vain(table)
    ways = [option for option in table.options() if option[0] == "retreat"]
    assert ways
    assert all(after(table, "hold") > after(table, *way) for way in ways)


def test_who_leaves_a_settlement_gives_it_up(table: Table) -> None:
    dale = table.at("ruins_of_dale")
    table.s.held = [dale]
    table.army("ruins_of_dale", orcs=1)
    table.army("old_orchards", dwarf_veterans=4)
    table.action(FREE, "army_muster").choose("attack", "old_orchards", "ruins_of_dale")
    fight_in_vain(table)
    assert held_soon(table.s, table.p) == [dale]
    table.choose(*next(option for option in table.options() if option[0] == "retreat"))
    assert table.kind == "advance"
    assert table.s.held == [dale]
    assert held_soon(table.s, table.p) == []
