"""Chapter XI: every way to win, at once or at the end of the turn."""

import pytest

from engine.games.bofa.steps.victory import shadow_points
from tests.engine.games.bofa.table import FREE, SHADOW, Table


def outcome(table: Table) -> tuple[list[int], str] | None:
    result = table.match.outcome
    return None if result is None else (result.winners, result.reason)


def hold(table: Table, *names: str) -> None:
    table.s.held = sorted(table.at(name) for name in names)


def test_fortifications_are_worth_four_and_other_settlements_two(table: Table) -> None:
    """Twenty points in all (p. 31)."""
    points = {
        table.p.contents.board.region[place].id: table.p.layout.points[place] for place in table.p.layout.settlements
    }
    assert points == {
        "ravenhill": 4,
        "front_gate": 4,
        "eastern_spur": 4,
        "ruins_of_dale": 2,
        "camp": 2,
        "lower_slopes": 2,
        "collapsed_bridge": 2,
    }


def test_eastern_spur_camp_and_dale_are_eight_points(table: Table) -> None:
    hold(table, "eastern_spur", "camp", "ruins_of_dale")
    assert shadow_points(table.s, table.p) == 8


def test_ten_points_win_only_at_the_end_of_the_turn(table: Table) -> None:
    """Without the Front Gate the Shadow must keep them until the turn ends (p. 31)."""
    hold(table, "eastern_spur", "camp", "ruins_of_dale")
    table.army("lower_slopes", orcs=2)
    table.army("old_orchards", orcs=1)
    table.action(SHADOW, "army", others=()).choose("march", "old_orchards", "lower_slopes")
    hold(table, "eastern_spur", "camp", "ruins_of_dale", "lower_slopes")
    table.begin("turn_over")
    assert outcome(table) == ([SHADOW], "ten_points")


def test_ten_points_are_not_enough_in_the_middle_of_a_turn(table: Table) -> None:
    """The Free Peoples may still take one back (p. 31)."""
    hold(table, "eastern_spur", "camp", "ruins_of_dale")
    table.army("old_orchards", orcs=1)
    table.action(SHADOW, "army", others=("event",)).choose("march", "old_orchards", "lower_slopes")
    assert shadow_points(table.s, table.p) == 10
    assert outcome(table) is None


def test_ten_points_with_the_front_gate_win_at_once(table: Table) -> None:
    """(p. 31)."""
    hold(table, "eastern_spur", "camp")
    table.army("gate_terrace", orcs=1)
    table.action(SHADOW, "army", others=("event",)).choose("march", "gate_terrace", "front_gate")
    assert outcome(table) == ([SHADOW], "front_gate")


def test_the_front_gate_alone_wins_nothing(table: Table) -> None:
    table.army("gate_terrace", orcs=1)
    table.action(SHADOW, "army", others=("event",)).choose("march", "gate_terrace", "front_gate")
    assert outcome(table) is None


def test_the_free_peoples_win_when_bolg_falls(table: Table) -> None:
    """His army is destroyed and no bodyguard is left (p. 31, 34)."""
    table.army("east_fields", "bolg", orcs=1, damage=1)
    table.army("ruins_of_dale", dwarf_veterans=3)
    table.action(FREE, "army_muster").choose("attack", "ruins_of_dale", "east_fields")
    table.next_rolls(6, *[1] * 10)
    table.choose("regroup", seat=FREE).choose("regroup", seat=SHADOW)
    assert outcome(table) == ([FREE], "bolg_slain")


@pytest.mark.parametrize(("held", "won"), [(("eastern_spur",), True), (("eastern_spur", "camp"), False)])
def test_beorn_wins_on_arrival_if_the_shadow_has_fewer_than_six_points(
    table: Table, held: tuple[str, ...], won: bool
) -> None:
    """Four points are too few, six are enough (p. 31)."""
    hold(table, *held)
    table.s.fate = 12
    table.army("camp", orcs=1)
    table.action(FREE, "will").choose("enter", "beorn").choose("at", "spur_end")
    assert outcome(table) == (([FREE], "beorn") if won else None)
    if not won:
        assert table.s.wrath == 8


def test_a_card_that_moves_fate_to_the_end_wins(table: Table) -> None:
    """Whatever moves the marker (p. 31)."""
    table.s.fate = 14
    table.give(FREE, "rumour_of_the_bear")
    table.action(FREE, "event").choose("card", "rumour_of_the_bear")
    assert outcome(table) == ([FREE], "fate")
