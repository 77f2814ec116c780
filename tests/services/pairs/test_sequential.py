"""The sequential test: its likelihood ratio against published figures and an independent search, its error rates by
simulation."""

import math
import random
from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pytest

from services.pairs.pentanomial import NELO, Pentanomial, moments, score_of
from services.pairs.sequential import Model, SequentialTest

Vector: TypeAlias = npt.NDArray[np.float64]

WORKED: list[tuple[Model, float, float, tuple[int, int, int, int, int], float, float]] = [
    ("normalised", 0, 2, (365, 16618, 36229, 16974, 390), 2.25, 2.2504),
    ("normalised", -1.75, 0.25, (127, 4883, 10712, 5150, 104), 3.01, 3.0102),
    ("logistic", 0.5, 2.5, (223, 9863, 21279, 10037, 246), -3.07, -3.0741),
    ("logistic", 0, 2, (871, 26175, 55983, 26678, 821), -4.98, -4.9787),
]
"""Tests with the ratio that fastchess states for fishtest's formulas, to the hundredth, and to four digits."""


@pytest.mark.parametrize(("model", "elo0", "elo1", "counts", "published", "worked"), WORKED)
def test_worked_figures(
    model: Model, elo0: float, elo1: float, counts: tuple[int, int, int, int, int], published: float, worked: float
) -> None:
    """Ours and those from the conditions of a maximum, solved as equations, agree to four digits behind the point."""
    ours = SequentialTest(elo0, elo1, model=model).ratio(Pentanomial(counts))
    at0, at1 = (_likeliest(counts, elo, model) for elo in (elo0, elo1))
    solved = sum(n * math.log(p1 / p0) for n, p0, p1 in zip(counts, at0, at1, strict=True))
    assert (round(ours, 4), round(solved, 4)) == (worked, worked)
    assert round(worked, 2) == published


def _likeliest(counts: Sequence[int], elo: float, model: Model) -> Vector:
    """The likeliest distribution with that Elo: Lagrange's equations for five probabilities and two multipliers, by
    Newton's method from what was seen."""
    values, seen = np.arange(5) / 4, np.array(counts) / sum(counts)

    def equations(x: Vector) -> Vector:
        p, total, slope = x[:5], x[5], x[6]
        mean = float(p @ values)
        if model == "logistic":
            off, by_p = mean - score_of(elo), values
        else:
            effect, deviation = math.sqrt(2) * elo / NELO, math.sqrt(float(p @ values**2) - mean**2)
            off = mean - 0.5 - effect * deviation
            by_p = values - effect * (values**2 - 2 * mean * values) / (2 * deviation)
        return np.array([*(seen / p - total - slope * by_p), p.sum() - 1, off])

    x = np.array([*seen, 1.0, 0.0])
    for _ in range(20):
        steps = np.diag(np.maximum(np.abs(x), 1e-3) * 1e-6)
        jacobian = np.array([(equations(x + one) - equations(x - one)) / (2 * one.sum()) for one in steps]).T
        x = x - np.linalg.solve(jacobian, equations(x))
    assert np.abs(equations(x)).max() < 1e-9
    return np.asarray(x[:5])


@pytest.mark.parametrize("counts", [(30, 80, 120, 90, 60), (5, 10, 70, 12, 8), (200, 10, 5, 10, 260)])
@pytest.mark.parametrize("model", ["normalised", "logistic"])
def test_the_ratio_is_that_of_the_likeliest_distributions(counts: tuple[int, int, int, int, int], model: Model) -> None:
    """Found again by climbing the likelihood itself, without the formulas: equal to four digits."""
    test = SequentialTest(-10, 30, model=model)
    logs = [_best_log_likelihood(counts, elo, model) for elo in (test.elo0, test.elo1)]
    assert test.ratio(Pentanomial(counts)) == pytest.approx(logs[1] - logs[0], abs=1e-4, rel=1e-4)


def _best_log_likelihood(counts: Sequence[int], elo: float, model: Model) -> float:
    """The highest log-likelihood of the counts under a distribution with that Elo: coordinates are the logarithms of
    four odds; the condition is met by a penalty that grows until it is exact."""

    def distribution(logs: Vector) -> list[float]:
        weights = [math.exp(x) for x in (*logs, 0.0)]
        return [weight / sum(weights) for weight in weights]

    def off(p: Sequence[float]) -> float:
        mean, variance = moments(p)
        wanted = score_of(elo) if model == "logistic" else 0.5 + elo / NELO * math.sqrt(2 * variance)
        return mean - wanted

    def value(logs: Vector, multiplier: float, weight: float) -> float:
        p = distribution(logs)
        return sum(n * math.log(x) for n, x in zip(counts, p, strict=True)) - multiplier * off(p) - weight * off(p) ** 2

    logs = np.log(np.array(counts[:4]) / counts[4])
    multiplier, weight = 0.0, 1e4
    for _ in range(40):
        logs = _climb(logs, multiplier, weight, value)
        multiplier += 2 * weight * off(distribution(logs))
    return sum(n * math.log(x) for n, x in zip(counts, distribution(logs), strict=True))


def _climb(x: Vector, multiplier: float, weight: float, value: Callable[[Vector, float, float], float]) -> Vector:
    """The maximum near x, by Newton steps on numeric derivatives, halved until they climb."""

    def at(*offsets: Vector) -> float:
        return value(sum(offsets, x), multiplier, weight)

    for _ in range(50):
        u = np.eye(len(x)) * 1e-4
        gradient = np.array([at(one) - at(-one) for one in u]) / 2e-4
        hessian = np.array([[at(i, j) - at(i, -j) - at(-i, j) + at(-i, -j) for j in u] for i in u]) / 4e-8
        step = np.linalg.solve(hessian - np.eye(len(x)), gradient)
        while at(-step) < at() and np.abs(step).max() > 1e-10:
            step = step / 2
        x = x - step
        if np.abs(step).max() < 1e-8:
            break
    return x


# -- error rates


SHAPE = (0.08, 0.22, 0.40, 0.22, 0.08)
"""How pairs between equals end."""


def _at(elo: float, model: Model) -> list[float]:
    """The shape, tilted until it has that Elo."""
    low, high = -5.0, 5.0
    while high - low > 1e-12:
        tilt = (low + high) / 2
        p = _tilted(tilt)
        mean, variance = moments(p)
        wanted = score_of(elo) if model == "logistic" else 0.5 + elo / NELO * math.sqrt(2 * variance)
        if mean < wanted:
            low = tilt
        else:
            high = tilt
    return _tilted(low)


def _tilted(tilt: float) -> list[float]:
    weights = [p * math.exp(tilt * halves) for halves, p in enumerate(SHAPE)]
    return [weight / sum(weights) for weight in weights]


def _decide(test: SequentialTest, p: Sequence[float], rng: random.Random) -> bool:
    """Whether a simulated test accepts. Looked at after every batch of eight pairs."""
    counts = [0] * 5
    while True:
        for halves in rng.choices(range(5), p, k=8):
            counts[halves] += 1
        verdict = test.verdict(Pentanomial(tuple(counts)))  # type: ignore[arg-type]
        if verdict != "undecided":
            return verdict == "accepted"


@pytest.mark.parametrize(("model", "elo1"), [("normalised", 100), ("logistic", 60)])
def test_error_rates_stay_within_their_bounds(model: Model, elo1: float) -> None:
    """2,000 tests, of which half have nothing to find. Bounds of 5 %, and three deviations of luck."""
    test = SequentialTest(0, elo1, model=model)
    rng = random.Random(7)
    runs = 1_000
    slack = 3 * math.sqrt(0.05 * 0.95 / runs)
    accepted_wrongly = sum(_decide(test, _at(0, model), rng) for _ in range(runs)) / runs
    rejected_wrongly = sum(not _decide(test, _at(elo1, model), rng) for _ in range(runs)) / runs
    assert accepted_wrongly <= 0.05 + slack
    assert rejected_wrongly <= 0.05 + slack
    assert accepted_wrongly + rejected_wrongly > 0.02, "a test that never errs was never close"


def test_bounds_are_walds() -> None:
    assert SequentialTest(0, 5).bounds == pytest.approx((-2.944, 2.944), abs=1e-3)


@pytest.mark.parametrize(
    ("elo0", "elo1", "alpha", "message"),
    [
        (5, 5, 0.05, "two numbers, the lower one first, not 5,5"),
        (0, math.inf, 0.05, "two numbers"),
        (0, 5, 0.0, "alpha is a probability between 0 and 0.5, not 0"),
    ],
)
def test_bad_tests_are_refused(elo0: float, elo1: float, alpha: float, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        SequentialTest(elo0, elo1, alpha)


@pytest.mark.parametrize(("elo0", "elo1"), [(0, 200), (0, 5), (-200, 0), (-200, 200), (150, 200)])
def test_a_bot_that_always_wins_is_accepted_and_one_that_always_loses_rejected(elo0: float, elo1: float) -> None:
    test = SequentialTest(elo0, elo1)
    assert test.verdict(Pentanomial((0, 0, 0, 0, 400))) == "accepted"
    assert test.verdict(Pentanomial((400, 0, 0, 0, 0))) == "rejected"


def test_normalised_elo_that_cannot_be_computed_is_refused() -> None:
    with pytest.raises(ValueError, match="between -200 and 200 here, not 0,400"):
        SequentialTest(0, 400)
    assert SequentialTest(0, 400, model="logistic").verdict(Pentanomial((0, 0, 0, 0, 40))) == "accepted"
