"""Fits weights to examples: the softmax of the scores of a decision's options should be what the teacher says."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.bots.weights import Chances, Judgement, Term, WeightByKey
from services.training.examples import Examples, Standing

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

ROUNDS = 150
"""Steps of the fit."""
RATE = 0.05
"""How far a weight moves in the first steps."""
PENALTY = 3.0
"""What the square of a weight costs, beside the loss of one decision: the less, the more decisions there are."""
FEWEST = 10
"""Options in which a key must occur to be weighed."""
LEAST = 0.04
"""Weights below that are left out of the file."""
DIGITS = 3
NEWTON_STEPS = 40
RIDGE = 0.1
"""What the square of a parameter of chances costs, beside the loss of one position."""
LEAST_SLOPE = 0.05
"""The least by which a better position is likelier to be won, for one standard deviation of positions."""


class _Problem(NamedTuple):
    """The examples of one side as arrays."""

    keys: list[str]
    columns: Ints
    """By entry: the key."""
    rows: Ints
    """By entry: the option."""
    starts: Ints
    """By decision: its first option."""
    decisions: Ints
    """By option: the decision."""
    targets: Floats


def fit(examples: Examples) -> dict[str, WeightByKey]:
    """By side: the weights that fit the examples best."""
    return {side: _fit(_problem(examples, side)) for side in sorted(set(examples.sides))}


def _problem(examples: Examples, side: str) -> _Problem:
    """What is to be fitted for a side; keys that hardly occur are left out."""
    options = np.array(examples.options, dtype=np.int64)
    lengths = np.array(examples.lengths, dtype=np.int64)
    columns = np.array(examples.columns, dtype=np.int64)
    is_ours = np.array([one == side for one in examples.sides])
    ours = np.repeat(is_ours, options)
    entries = np.repeat(ours, lengths)
    columns = columns[entries]
    rows = np.repeat(np.arange(int(ours.sum())), lengths[ours])
    counts = np.bincount(columns, minlength=len(examples.keys))
    kept = np.flatnonzero(counts >= FEWEST)
    places = np.full(len(examples.keys), -1, dtype=np.int64)
    places[kept] = np.arange(len(kept))
    columns = places[columns]
    known = columns >= 0
    sizes = options[is_ours]
    return _Problem(
        [examples.keys[at] for at in kept],
        columns[known],
        rows[known],
        np.concatenate(([0], np.cumsum(sizes)[:-1])),
        np.repeat(np.arange(len(sizes)), sizes),
        np.array(examples.targets)[ours],
    )


def _fit(problem: _Problem) -> WeightByKey:
    """Adam over all examples at once: no order of examples, and so no chance, is in the result."""
    weights, mean, square = np.zeros((3, len(problem.keys)))
    for step in range(1, ROUNDS + 1):
        slope = _slope(problem, weights)
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope * slope
        rate = RATE * (1 - (step - 1) / ROUNDS)
        weights -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return {key: round(float(w), DIGITS) for key, w in zip(problem.keys, weights, strict=True) if abs(w) >= LEAST}


def _slope(problem: _Problem, weights: Floats) -> Floats:
    """By weight: how the mean loss of a decision grows with it."""
    scores = np.bincount(problem.rows, weights[problem.columns], minlength=len(problem.targets))
    scores -= np.maximum.reduceat(scores, problem.starts)[problem.decisions]
    odds = np.exp(scores)
    chosen = odds / np.add.reduceat(odds, problem.starts)[problem.decisions]
    wrong = (chosen - problem.targets) / len(problem.starts)
    return (
        np.bincount(problem.columns, wrong[problem.rows], minlength=len(weights))
        + 2 * PENALTY / len(problem.starts) * weights
    )


def fit_chances(standings: list[Standing]) -> dict[str, Chances]:
    """By side: how likely a position is won, from how it was judged and what came of it."""
    return {
        side: _logistic([one for one in standings if one.side == side])
        for side in sorted({one.side for one in standings})
    }


def _logistic(standings: list[Standing]) -> Chances:
    """A few made-up results keep it finite where one side always won."""
    worth, result = np.array([[one.worth, one.result] for one in standings]).T
    spread = float(worth.std()) or 1.0
    scaled = np.concatenate((worth / spread, [-1.0, 1.0, -1.0, 1.0]))
    result = np.concatenate((result, [0.0, 1.0, 0.0, 1.0]))
    bias, slope = _newton(np.stack((np.ones_like(scaled), scaled)), result, np.array([0.0, 1.0]))
    return Chances(round(float(bias), 4), round(max(float(slope), LEAST_SLOPE) / spread, 6))


def _newton(design: Floats, result: Floats, coefficients: Floats) -> Floats:
    """The coefficients of a logistic regression on the rows of the design, by Newton's method in steps of at most 1."""
    for _ in range(NEWTON_STEPS):
        likely = 1 / (1 + np.exp(-coefficients @ design))
        slope = design @ (result - likely) - RIDGE * coefficients
        curve = (design * (likely * (1 - likely))) @ design.T + RIDGE * np.eye(len(coefficients))
        coefficients = coefficients + np.clip(np.linalg.solve(curve, slope), -1, 1)
    return coefficients


def fit_judgements(standings: list[Standing]) -> dict[str, Judgement]:
    """By side: what each term of a position weighs; terms that never differ are left out."""
    positions = [one for one in standings if one.terms]
    return {
        side: _judgement([one for one in positions if one.side == side])
        for side in sorted({one.side for one in positions})
    }


def _judgement(standings: list[Standing]) -> Judgement:
    """The fit on terms in standard deviations from their mean, so that all are held back alike."""
    counts = np.array([list(one.terms.values()) for one in standings], dtype=np.float64).T
    result = np.array([one.result for one in standings])
    mean, spread = counts.mean(axis=1), counts.std(axis=1)
    kept = np.flatnonzero(spread > 0)
    scaled = (counts[kept] - mean[kept, None]) / spread[kept, None]
    bias, *slopes = _newton(np.vstack((np.ones(len(result)), scaled)), result, np.zeros(len(kept) + 1))
    names = list(standings[0].terms)
    terms = {
        names[at]: Term(round(float(slope / spread[at]), 4), round(float(spread[at]), 4))
        for at, slope in zip(kept, slopes, strict=True)
    }
    centre = sum(term.weight * float(mean[names.index(name)]) for name, term in terms.items())
    return Judgement(round(float(bias) - centre, 4), terms)
