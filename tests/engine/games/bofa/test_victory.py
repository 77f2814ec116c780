"""Chapter XI: every way to win, at once or at the end of the turn."""

import pytest

from engine.games.bofa.steps.victory import scores, shadow_points
from tests.engine.games.bofa.tabletop import FREE, SHADOW, Tabletop


def outcome(tabletop: Tabletop) -> tuple[list[int], str] | None:
    result = tabletop.match.outcome
    return None if result is None else (result.winners, result.reason)


def hold(tabletop: Tabletop, *names: str) -> None:
    tabletop.s.shadow_settlements = sorted(tabletop.at(name) for name in names)


def test_fortifications_are_worth_four_and_other_settlements_two(tabletop: Tabletop) -> None:
    """Twenty points in all (p. 31)."""
    points = {
        tabletop.p.contents.board.region[place].id: tabletop.p.layout.points[place]
        for place in tabletop.p.layout.settlements
    }
    assert points == {
        "ravenhill": 4,
        "front-gate": 4,
        "eastern-spur": 4,
        "ruins-of-dale": 2,
        "camp": 2,
        "lower-slopes": 2,
        "collapsed-bridge": 2,
    }


def test_eastern_spur_camp_and_dale_are_eight_points(tabletop: Tabletop) -> None:
    hold(tabletop, "eastern-spur", "camp", "ruins-of-dale")
    assert shadow_points(tabletop.s, tabletop.p) == 8


def test_ten_points_win_only_at_the_end_of_the_turn(tabletop: Tabletop) -> None:
    """Without the Front Gate the Shadow must keep them until the turn ends (p. 31)."""
    hold(tabletop, "eastern-spur", "camp", "ruins-of-dale")
    tabletop.army("lower-slopes", orcs=2)
    tabletop.army("old-orchards", orcs=1)
    tabletop.action(SHADOW, "army", others=()).choose("march", "old-orchards", "lower-slopes")
    hold(tabletop, "eastern-spur", "camp", "ruins-of-dale", "lower-slopes")
    tabletop.begin("turn-over")
    assert outcome(tabletop) == ([SHADOW], "ten-points")


def test_ten_points_are_not_enough_in_the_middle_of_a_turn(tabletop: Tabletop) -> None:
    """The Free Peoples may still take one back (p. 31)."""
    hold(tabletop, "eastern-spur", "camp", "ruins-of-dale")
    tabletop.army("old-orchards", orcs=1)
    tabletop.action(SHADOW, "army", others=("event",)).choose("march", "old-orchards", "lower-slopes")
    assert shadow_points(tabletop.s, tabletop.p) == 10
    assert outcome(tabletop) is None


def test_ten_points_with_the_front_gate_win_at_once(tabletop: Tabletop) -> None:
    """(p. 31)."""
    hold(tabletop, "eastern-spur", "camp")
    tabletop.army("gate-terrace", orcs=1)
    tabletop.action(SHADOW, "army", others=("event",)).choose("march", "gate-terrace", "front-gate")
    assert outcome(tabletop) == ([SHADOW], "front-gate")


def test_the_front_gate_alone_wins_nothing(tabletop: Tabletop) -> None:
    tabletop.army("gate-terrace", orcs=1)
    tabletop.action(SHADOW, "army", others=("event",)).choose("march", "gate-terrace", "front-gate")
    assert outcome(tabletop) is None


def test_the_free_peoples_win_when_bolg_falls(tabletop: Tabletop) -> None:
    """His army is destroyed and no bodyguard is left (p. 31, 34)."""
    tabletop.army("east-fields", "bolg", orcs=1, damage=1)
    tabletop.army("ruins-of-dale", dwarf_veterans=3)
    tabletop.action(FREE, "army-muster").choose("attack", "ruins-of-dale", "east-fields")
    tabletop.next_rolls(6, *[1] * 10)
    tabletop.choose("regroup", seat=FREE).choose("regroup", seat=SHADOW)
    assert outcome(tabletop) == ([FREE], "bolg-slain")


@pytest.mark.parametrize(("held", "won"), [(("eastern-spur",), True), (("eastern-spur", "camp"), False)])
def test_beorn_wins_on_arrival_if_the_shadow_has_fewer_than_six_points(
    tabletop: Tabletop, held: tuple[str, ...], won: bool
) -> None:
    """Four points are too few, six are enough (p. 31)."""
    hold(tabletop, *held)
    tabletop.s.fate = 12
    tabletop.army("camp", orcs=1)
    tabletop.action(FREE, "will").choose("enter", "beorn").choose("at", "spur-end")
    assert outcome(tabletop) == (([FREE], "beorn") if won else None)
    if not won:
        assert tabletop.s.wrath == 8


def test_a_card_that_moves_fate_to_the_end_wins(tabletop: Tabletop) -> None:
    """Whatever moves the marker (p. 31)."""
    tabletop.s.fate = 14
    tabletop.give(FREE, "rumour-of-the-bear")
    tabletop.action(FREE, "event").choose("card", "rumour-of-the-bear")
    assert outcome(tabletop) == ([FREE], "fate")


def test_a_position_scores_the_way_of_fate_and_the_settlements(tabletop: Tabletop) -> None:
    """A space of fate, or a point of settlements, that one side has is one that the other lacks (p. 17, 31)."""
    assert scores(tabletop.s) == {"free-peoples": 20, "shadow": 15}
    hold(tabletop, "eastern-spur", "camp")
    tabletop.s.fate = 5
    assert scores(tabletop.s) == {"free-peoples": 14 + 5, "shadow": 6 + 10}


def test_every_ending_is_scored_and_victory_counts_more_than_anything(tabletop: Tabletop) -> None:
    hold(tabletop, "eastern-spur", "camp")
    tabletop.army("gate-terrace", orcs=1)
    tabletop.action(SHADOW, "army", others=("event",)).choose("march", "gate-terrace", "front-gate")
    result = tabletop.match.outcome
    assert result is not None
    assert result.scores == {"free-peoples": 10, "shadow": 25 + 50}


def test_who_concedes_is_scored_as_it_stands(tabletop: Tabletop) -> None:
    hold(tabletop, "camp")
    tabletop.s.fate = 3
    tabletop.army("camp", orcs=1)
    match = tabletop.action(SHADOW, "army").match
    match.concede(SHADOW)
    assert match.outcome is not None
    assert match.outcome.scores == {"free-peoples": 21, "shadow": 14}
