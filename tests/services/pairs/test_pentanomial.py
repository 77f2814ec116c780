"""Figures of pairs, against what fastchess' own tests state for the same counts."""

import math

import pytest

from services.pairs.pentanomial import Pentanomial, elo_of, score_of

PUBLISHED = [
    ((34, 54, 63, 64, 75), (57.94, 28.28), (55.58, 27.65), 1.0000),
    ((332, 433, 498, 333, 334), (-9.17, 10.96), (-8.64, 10.33), 0.0505),
    ((7895, 8757, 5685, 568, 9999), (-19.01, 2.65), (-21.04, 2.95), 0.0),
]


@pytest.mark.parametrize(("counts", "normalised", "elo", "superiority"), PUBLISHED)
def test_published_figures(
    counts: tuple[int, int, int, int, int],
    normalised: tuple[float, float],
    elo: tuple[float, float],
    superiority: float,
) -> None:
    pairs = Pentanomial(counts)
    assert pairs.normalised_elo() == pytest.approx(normalised, abs=0.006)
    assert pairs.elo() == pytest.approx(elo, abs=0.006)
    assert pairs.superiority() == pytest.approx(superiority, abs=5e-5)


def test_nothing_played_tells_nothing() -> None:
    nothing = Pentanomial()
    assert nothing.score == 0.5
    assert nothing.superiority() == 0.5
    assert str(nothing.elo().value) == "0.0", "no minus"
    assert nothing.elo().error == math.inf


def test_pairs_that_all_ended_alike_do_not_tell_their_error() -> None:
    assert Pentanomial.of([2] * 3).elo() == (0.0, math.inf)
    assert Pentanomial.of([3]).elo() == (pytest.approx(elo_of(0.75)), math.inf)


def test_who_won_everything_is_infinitely_better() -> None:
    all_won = Pentanomial.of([4] * 10)
    assert all_won.counts == (0, 0, 0, 0, 10)
    assert all_won.elo().value == math.inf
    assert all_won.normalised_elo() == (math.inf, math.inf)
    assert all_won.superiority() == 1
    assert all_won.reversed.elo().value == -math.inf


def test_the_other_entrant_sees_the_reverse() -> None:
    pairs = Pentanomial((1, 2, 3, 4, 5))
    assert pairs.reversed.score == pytest.approx(1 - pairs.score)
    assert pairs + pairs.reversed == Pentanomial((6, 6, 6, 6, 6))


@pytest.mark.parametrize("elo", [-300.0, 0.0, 12.5, 400.0])
def test_elo_and_score_are_inverse(elo: float) -> None:
    assert elo_of(score_of(elo)) == pytest.approx(elo)
