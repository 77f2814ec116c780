"""Pairs added up: points, sides, conduct, and how much of the deal's luck they take out."""

import pytest

from engine.bots.pairs import Leg, PlayedLeg, forfeit
from services.pairs.comparison import Comparison, PairResult
from services.pairs.page import page
from services.pairs.report import figures, lines, standings
from services.pairs.sequential import SequentialTest

WON, LOST = PlayedLeg(Leg(winner=0, won=True), "points"), PlayedLeg(Leg(winner=1, won=True), "points")


def pair(number: int, *legs: PlayedLeg, first: int = 0, second: int = 1) -> PairResult:
    return PairResult(number, first, second, (legs[0], legs[1]))


def test_points_are_counted_for_both_and_by_side() -> None:
    comparison = Comparison(["a", "b"], ["free", "shadow"])
    comparison.add(pair(0, WON, WON))
    comparison.add(pair(1, WON, LOST))
    assert comparison.meeting(0, 1).counts == (0, 0, 1, 0, 1)
    assert comparison.meeting(1, 0).counts == (1, 0, 1, 0, 0)
    assert [side.score for side in comparison.by_side[0].values()] == [1.0, 0.5]
    assert [side.score for side in comparison.by_side[1].values()] == [0.5, 0.0]


def test_it_does_not_matter_who_stands_first_in_a_pair() -> None:
    one, other = (Comparison(["a", "b", "c"], ["free", "shadow"]) for _ in range(2))
    one.add(pair(0, WON, WON, first=1, second=2))
    other.add(pair(0, LOST, LOST, first=2, second=1))
    assert one.meetings == other.meetings
    assert [entrant["elo"] for entrant in figures(one)["entrants"]] == pytest.approx(
        [entrant["elo"] for entrant in figures(other)["entrants"]]
    )
    assert standings(one)[0][0] == 1


def test_where_the_deal_decides_pairs_vary_less() -> None:
    """The side the deal favours wins: the entrants are even in every pair, and nothing is left to luck."""
    decided = Comparison(["a", "b"], ["free", "shadow"])
    for number in range(10):
        decided.add(pair(number, *((WON, LOST) if number % 2 else (LOST, WON))))
    assert decided.variance_ratio() == 0
    free = Comparison(["a", "b"], ["free", "shadow"])
    for number, legs in enumerate([(WON, WON), (WON, LOST), (LOST, WON), (LOST, LOST)]):
        free.add(pair(number, *legs))
    assert free.variance_ratio() == pytest.approx(1)


def test_forfeits_are_counted_against_who_did_them() -> None:
    comparison = Comparison(["a", "b"], ["free", "shadow"])
    crash = PlayedLeg(forfeit(1), "crash", fault="crash", message="gone", times=({-30: 2}, {3: 1}))
    comparison.add(pair(0, crash, crash))
    assert comparison.meeting(0, 1).counts == (0, 0, 0, 0, 1)
    assert dict(comparison.faults[1]) == {"crash": 2}
    assert not comparison.faults[0]
    assert comparison.times == [{-30: 4}, {3: 2}]
    assert lines(comparison)[-2] == "b: 2239 ms a decision (p99 2239 ms); forfeits: crash 2, overrun 0, illegal 0"


def test_where_and_why_a_bot_first_forfeited_is_told() -> None:
    comparison = Comparison(["a", "b"], ["free", "shadow"])
    crashes = [PlayedLeg(forfeit(1), "crash", fault="crash", message=text) for text in ("KeyError: 'x'", "another")]
    comparison.add(pair(0, WON, LOST))
    comparison.add(pair(1, LOST, crashes[0]))
    comparison.add(pair(2, *crashes))
    assert lines(comparison)[-1] == "  first crash, pair 2, match 2: KeyError: 'x'"
    assert figures(comparison)["entrants"][1]["first_faults"] == {
        "crash": {"pair": 2, "match": 2, "message": "KeyError: 'x'"}
    }


def test_among_several_everybody_has_a_score_by_side() -> None:
    comparison = Comparison(["a", "b", "c"], ["free", "shadow"])
    comparison.add(pair(0, WON, LOST))
    comparison.add(pair(1, WON, WON, second=2))
    names, first, *_ = (line.split() for line in lines(comparison))
    assert names == ["entrant", "Elo", "±", "LOS", "score", "free", "shadow", "pairs"]
    assert first[1] == "a"
    assert first[-4:] == ["75.0%", "100.0%", "50.0%", "2"]


def test_together_scores_are_compared() -> None:
    comparison = Comparison(["a", "b"], ["heroes"])
    high, low = (PlayedLeg(Leg(won=False, score=score), "lost") for score in (9, 4))
    comparison.add(pair(0, high, low))
    comparison.add(pair(1, low, low))
    assert comparison.meeting(0, 1).counts == (0, 0, 1, 1, 0)
    assert any("Deals: 2" in line for line in lines(comparison))


def test_a_test_decides_as_pairs_come_in() -> None:
    comparison = Comparison(["a", "b"], ["free", "shadow"], SequentialTest(0, 100))
    assert comparison.verdict == "undecided"
    while comparison.verdict == "undecided":
        comparison.add(pair(comparison.pairs, WON, WON if comparison.pairs % 3 else LOST))
    assert comparison.verdict == "accepted"
    assert len(comparison.ratios) == comparison.pairs
    assert figures(comparison)["test"]["llr"] > 2.94


def test_a_page_draws_elo_once_its_error_is_known() -> None:
    comparison = Comparison(["a", "b"], ["free", "shadow"])
    comparison.add(pair(0, WON, LOST))
    assert "Elo after each pair" not in page("a v b", comparison, [])
    comparison.add(pair(1, WON, WON))
    comparison.add(pair(2, LOST, LOST))
    assert "Elo after each pair" in page("a v b", comparison, [])
