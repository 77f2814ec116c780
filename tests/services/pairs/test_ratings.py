"""The fit finds the ratings that pairs were drawn from, with errors that hold."""

import numpy as np
import pytest

from services.pairs.ratings import ELO, PairTable, Ratings, fit, sum_up


def simulated(strength: np.ndarray, pairs: int, side: float, luck: float, rng: np.random.Generator) -> PairTable:
    """Pairs between random entrants; the deal favours one side by `luck` on average, in both matches."""
    count = len(strength)
    first = rng.integers(0, count, pairs)
    second = (first + rng.integers(1, count, pairs)) % count
    ahead, favour = (strength[first] - strength[second]) / ELO, side / ELO + rng.normal(0, luck / ELO, pairs)

    def leg(sign: int) -> np.ndarray:
        return 2.0 * (rng.random(pairs) < 1 / (1 + np.exp(-(ahead + sign * favour))))

    return PairTable(first, second, leg(1), leg(-1))


def fitted(table: PairTable, count: int, anchors: dict[int, float] | None = None) -> Ratings:
    return fit(sum_up(table, count), count, anchors)


def test_ratings_and_the_side_are_found() -> None:
    strength = np.array([-150.0, -60.0, 0.0, 40.0, 170.0])
    ratings = fitted(simulated(strength, 60_000, side=80.0, luck=0.0, rng=np.random.default_rng(3)), 5)
    assert ratings.elo == pytest.approx(strength - strength.mean(), abs=6)
    assert ratings.first_side == pytest.approx(80, abs=3)
    assert ratings.superiority(4, 0) > 0.999
    assert ratings.superiority(0, 4) < 0.001


@pytest.mark.parametrize("luck", [0.0, 300.0])
def test_two_errors_hold_the_truth(luck: float) -> None:
    """About 95 of 100 ratings of equal entrants lie within two standard errors, also where deals decide much."""
    rng = np.random.default_rng(5)
    within = []
    for _ in range(120):
        ratings = fitted(simulated(np.zeros(4), 200, 30.0, luck, rng), 4)
        within += [abs(ratings.elo[one]) < 2 * ratings.error(one) for one in range(4)]
    assert 0.92 < np.mean(within) < 0.98


def test_pairs_of_one_deal_tell_more_than_single_matches() -> None:
    """Where the deal decides much the two matches of a pair cancel its luck, and the errors know it."""
    rng = np.random.default_rng(5)
    errors = [fitted(simulated(np.zeros(2), 2_000, 0.0, luck, rng), 2).error(0) for luck in (0.0, 600.0)]
    assert errors[1] < 0.75 * errors[0]


def test_it_does_not_matter_who_stands_first() -> None:
    rng = np.random.default_rng(1)
    table = simulated(np.array([0.0, 50.0, 90.0]), 500, 20.0, 0.0, rng)
    turned = PairTable(table.second, table.first, 2 - table.second_leg, 2 - table.first_leg)
    assert fitted(table, 3).elo == pytest.approx(fitted(turned, 3).elo)
    order = rng.permutation(500)
    assert fitted(PairTable(*(column[order] for column in table)), 3).elo == pytest.approx(fitted(table, 3).elo)


def test_anchors_keep_their_ratings() -> None:
    table = simulated(np.array([0.0, 100.0, 200.0]), 5_000, 0.0, 0.0, np.random.default_rng(2))
    ratings = fitted(table, 3, {0: 1000.0})
    assert ratings.elo[0] == pytest.approx(1000)
    assert ratings.error(0) == 0
    assert ratings.elo[2] == pytest.approx(1200, abs=25)


def test_who_never_lost_has_a_finite_rating() -> None:
    won = np.full(10, 2.0)
    ratings = fitted(PairTable(np.zeros(10, int), np.ones(10, int), won, won), 2)
    assert 200 < ratings.elo[0] < 2000
