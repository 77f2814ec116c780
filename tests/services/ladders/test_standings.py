"""Standings: one fit over all pairs, by side and over both; and how a test stands."""

import numpy as np
import pytest

from services.api import ladders_pb2 as pb
from services.ladders.ladder import new_ladder
from services.ladders.model import EntrantRow, MeetingRow, cells_of
from services.ladders.sequential_tests import curve, new_test, progress
from services.ladders.standings import is_worth_keeping, rate
from services.pairs.ratings import fit
from services.pairs.sequential import SequentialTest
from services.process.refusals import Refused

SIDES = ["red", "blue"]
PLAYING = pb.ENTRANT_STATE_PLAYING


def entrants(*anchors: float | None) -> list[EntrantRow]:
    """Entrants, some of them anchors."""
    return [
        EntrantRow("l-1", number, f"bot-{number}", f"bot-{number}@1", anchor, False, 0)
        for number, anchor in enumerate(anchors)
    ]


def meeting(first: int, second: int, *counts: int, first_leg: float = 0.0) -> MeetingRow:
    """Pairs by half points; of the points, so many in the first match."""
    points = sum(halves * count for halves, count in enumerate(counts)) / 2
    squares = sum((halves / 2) ** 2 * count for halves, count in enumerate(counts))
    leg = first_leg or points / 2
    return MeetingRow(first, second, sum(counts), leg, points - leg, squares, *counts)


MEETINGS = [meeting(0, 1, 10, 0, 60, 0, 30), meeting(1, 2, 5, 0, 50, 0, 45), meeting(0, 2, 2, 0, 30, 0, 68)]


def standings(
    rows: list[EntrantRow],
    meetings: list[MeetingRow],
    sides: list[str] = SIDES,
    times: dict[int, dict[int, int]] | None = None,
) -> pb.Standings:
    ladder = new_ladder("x", pb.LadderSetting(game="barrow"), ("barrow",))
    return rate(ladder, rows, [PLAYING] * len(rows), meetings, times or {}, sides, 5).standings


def test_standings_are_a_fit_of_all_pairs() -> None:
    table = standings(entrants(None, None, None), MEETINGS)
    ratings = fit(cells_of(MEETINGS), 3)
    assert [one.entrant for one in table.standings] == [0, 1, 2]
    assert [one.place for one in table.standings] == [1, 2, 3]
    np.testing.assert_allclose([one.elo for one in table.standings], ratings.elo)
    np.testing.assert_allclose([one.elo_error for one in table.standings], [2 * ratings.error(n) for n in range(3)])
    assert [one.pairs for one in table.standings] == [200, 200, 200]
    assert table.standings[0].los > 0.9
    assert table.standings[2].los == 0.5
    assert table.pairs == 300
    assert {one.division for one in table.standings} == {1}


def test_anchors_keep_their_rating() -> None:
    table = standings(entrants(1500.0, None, None), MEETINGS)
    assert table.standings[0].anchor
    assert (table.standings[0].elo, table.standings[0].elo_error) == (1500.0, 0.0)
    assert table.standings[1].elo < 1500


def test_a_side_that_an_entrant_plays_better_is_told() -> None:
    """The first wins all on the first side and nothing on the other; the second is as good on both."""
    one_sided = meeting(0, 1, 0, 0, 100, 0, 0, first_leg=100.0)
    even = [meeting(1, 2, 25, 0, 50, 0, 25), meeting(0, 2, 0, 0, 100, 0, 0, first_leg=100.0)]
    by_entrant = {one.entrant: one for one in standings(entrants(None, None, None), [one_sided, *even]).standings}
    red, blue = by_entrant[0].sides
    assert (red.side, blue.side) == ("red", "blue")
    assert (red.score, blue.score, red.matches) == (1.0, 0.0, 200)
    assert red.elo > by_entrant[0].elo > blue.elo
    assert abs(by_entrant[0].elo) < 1


def test_how_long_decisions_took_is_told() -> None:
    """A millisecond is at step -30, and steps are tenths of a decade."""
    took = {0: {-30: 98, -10: 2}, 1: {-20: 1}}
    by_entrant = {one.entrant: one for one in standings(entrants(None, None, None), MEETINGS, times=took).standings}
    assert (by_entrant[0].p50_ms, by_entrant[0].p99_ms) == pytest.approx((10**0.05, 100 * 10**0.05))
    assert by_entrant[1].p50_ms == by_entrant[1].p99_ms == pytest.approx(10 * 10**0.05)
    assert by_entrant[2].p50_ms == 0


def test_where_everybody_plays_together_there_is_no_side() -> None:
    table = standings(entrants(None, None, None), MEETINGS, ["free"])
    assert not table.standings[0].sides
    assert table.first_side_elo == 0


def test_a_ladder_without_entrants_or_pairs_has_standings() -> None:
    assert not standings([], []).standings
    table = standings(entrants(None, None), [])
    assert [one.elo for one in table.standings] == [0, 0]
    assert table.standings[0].elo_error > 500


def test_standings_are_kept_at_every_tenth() -> None:
    kept, last = [], 0
    for pairs in range(1, 100_001):
        if is_worth_keeping(pairs, last):
            kept.append(pairs)
            last = pairs
    assert kept[:3] == [1, 2, 3]
    assert len(kept) < 130
    assert not is_worth_keeping(0, 0)


# -- tests as jobs


def running_test(**fields) -> pb.Test:
    return new_test(pb.RunTestRequest(first="greedy", second="random", **{"elo0": 0, "elo1": 100, **fields}), "l-1")


def test_a_test_decides_at_the_pair_that_crosses_its_bound() -> None:
    rules = SequentialTest(0, 100)
    test = progress(running_test(), [4, 2] * 200)
    assert test.verdict == pb.TEST_VERDICT_ACCEPTED
    assert test.state == pb.LADDER_STATE_FINISHED
    assert test.llr >= test.upper == pytest.approx(rules.bounds.upper)
    assert test.pairs < 400
    assert sum(test.pentanomial) == test.pairs


def test_a_curve_has_few_points_and_ends_where_the_test_stands() -> None:
    points = [4, None, 2, 0, 2, 4] * 500
    test = progress(running_test(elo0=0, elo1=1), points)
    line = curve(test, points)
    assert 190 <= len(line) <= 201
    assert (line[-1].pairs, line[-1].llr) == (test.pairs, pytest.approx(test.llr))
    assert [point.pairs for point in line] == sorted({point.pairs for point in line})
    assert curve(running_test(), []) == []


def test_pairs_in_portions_come_to_the_same() -> None:
    points = [4, 2, None, 0, 2, 4, 4, None, 2, 4] * 30
    whole = progress(running_test(), points)
    test = running_test()
    while test.state != pb.LADDER_STATE_FINISHED:
        begin = test.pairs + test.void_pairs
        test = progress(test, points[begin : begin + 7])
    assert test == whole


def test_a_test_ends_undecided_when_it_has_had_all_its_pairs() -> None:
    test = progress(running_test(most_pairs=4), [2, None, 2, 2])
    assert (test.verdict, test.state) == (pb.TEST_VERDICT_UNDECIDED, pb.LADDER_STATE_FINISHED)
    assert (test.pairs, test.void_pairs) == (3, 1)


@pytest.mark.parametrize("change", [{"elo1": 0}, {"alpha": 0.7}, {"beta": -0.1}, {"most_pairs": -1}])
def test_tests_that_make_no_sense_are_refused(change) -> None:
    with pytest.raises(Refused):
        running_test(**change)
