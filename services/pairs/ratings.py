"""Ratings of all entrants from the table of their pairs: a Bradley-Terry fit with an advantage of the first side.

The table is the truth and the fit is computed from all of it each time, so the order of the pairs does not matter.
Errors allow for what the two matches of a pair have in common: their deal.
"""

import math
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from services.pairs.pentanomial import normal_cdf

ELO = 400 / math.log(10)
"""Elo of one natural unit of the logistic curve."""
PRIOR_ELO = 800.0
"""Standard deviation of ratings before anything is played: keeps who never lost within reach."""
_ROUNDS = 50
_TOLERANCE = 1e-10
_LONGEST_STEP = 2.0
"""How far one round may move a rating, in natural units: beyond, the curve is too flat to trust."""

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]


class PairTable(NamedTuple):
    """Pairs as columns: two entrants by index, and the half points (0 to 2) of the first one in each match.

    In a pair's first match the first entrant holds the first side, in the second match the other one. Where everybody
    plays together both have half of the pair's points.
    """

    first: Ints
    second: Ints
    first_leg: Floats
    second_leg: Floats


class Cells(NamedTuple):
    """A table summed up by the two entrants: how many pairs, points of each leg, and what the deals have in common."""

    first: Ints
    second: Ints
    pairs: Floats
    first_leg: Floats
    second_leg: Floats
    squares: Floats
    """Of the points of a pair: their sum."""


class Ratings(NamedTuple):
    """What a fit gives, in Elo."""

    elo: Floats
    covariance: Floats
    first_side: float
    """How much the first side is worth against an equal entrant."""
    first_side_error: float

    def error(self, entrant: int) -> float:
        """The standard error of a rating."""
        return math.sqrt(max(0.0, float(self.covariance[entrant, entrant])))

    def superiority(self, one: int, other: int) -> float:
        """The likelihood that one entrant is stronger than another (LOS)."""
        c = self.covariance
        variance = float(c[one, one] + c[other, other] - 2 * c[one, other])
        ahead = float(self.elo[one] - self.elo[other])
        return normal_cdf(ahead / math.sqrt(variance)) if variance > 0 else 0.5


def sum_up(table: PairTable, entrants: int) -> Cells:
    """The table by cells: each two entrants have one, whichever of them stands first."""
    flip = table.first > table.second
    low, high = np.where(flip, table.second, table.first), np.where(flip, table.first, table.second)
    # seen from the lower index: what the other loses; and its match on the first side is the other's second
    leg_one = np.where(flip, 2 - table.second_leg, table.first_leg) / 2
    leg_two = np.where(flip, 2 - table.first_leg, table.second_leg) / 2
    code, cell = np.unique(low * entrants + high, return_inverse=True)

    def total(of: Floats) -> Floats:
        return np.bincount(cell, weights=of, minlength=len(code)).astype(np.float64)

    return Cells(
        first=code // entrants,
        second=code % entrants,
        pairs=total(np.ones(len(cell))),
        first_leg=total(leg_one),
        second_leg=total(leg_two),
        squares=total((leg_one + leg_two) ** 2),
    )


def fit(cells: Cells, entrants: int, anchors: Mapping[int, float] | None = None) -> Ratings:
    """The likeliest ratings. Anchors keep theirs, in Elo; without any, the mean of all is zero."""
    fixed = dict(anchors or {})
    middle = sum(fixed.values()) / len(fixed) if fixed else 0.0
    free = np.array([n for n in range(entrants) if n not in fixed], dtype=np.int64)
    rating = np.zeros(entrants)
    for entrant, elo in fixed.items():
        rating[entrant] = (elo - middle) / ELO
    prior = (ELO / PRIOR_ELO) ** 2
    advantage = 0.0
    for _ in range(_ROUNDS):
        gradient, hessian = _derivatives(cells, rating, advantage, prior)
        chosen = np.append(free, entrants)
        step = np.linalg.solve(hessian[np.ix_(chosen, chosen)], gradient[chosen])
        step *= min(1.0, _LONGEST_STEP / max(np.abs(step).max(initial=0.0), _TOLERANCE))
        rating[free] += step[:-1]
        advantage += float(step[-1])
        if np.abs(step).max(initial=0.0) < _TOLERANCE:
            break
    covariance = _covariance(cells, rating, advantage, prior, free)
    if not fixed:
        rating -= rating.mean()
    return Ratings(
        elo=middle + rating * ELO,
        covariance=covariance[:-1, :-1] * ELO**2,
        first_side=advantage * ELO,
        first_side_error=math.sqrt(max(0.0, float(covariance[-1, -1]))) * ELO,
    )


def _expected(cells: Cells, rating: Floats, advantage: float) -> tuple[Floats, Floats]:
    """What the first of two is expected to score in the first and in the second match of a pair."""
    ahead = rating[cells.first] - rating[cells.second]
    return 1 / (1 + np.exp(-(ahead + advantage))), 1 / (1 + np.exp(-(ahead - advantage)))


def _derivatives(cells: Cells, rating: Floats, advantage: float, prior: float) -> tuple[Floats, Floats]:
    """Gradient of the log-likelihood and its negative second derivative, by entrant; the advantage stands last."""
    n = len(rating)
    one, two = _expected(cells, rating, advantage)
    residual_one, residual_two = cells.first_leg - cells.pairs * one, cells.second_leg - cells.pairs * two
    gradient = np.zeros(n + 1)
    np.add.at(gradient, cells.first, residual_one + residual_two)
    np.add.at(gradient, cells.second, -(residual_one + residual_two))
    gradient[n] = (residual_one - residual_two).sum()
    gradient[:n] -= prior * rating
    weight_one, weight_two = cells.pairs * one * (1 - one), cells.pairs * two * (1 - two)
    hessian = _laplacian(cells, weight_one + weight_two, n)
    cross = np.zeros(n)
    np.add.at(cross, cells.first, weight_one - weight_two)
    np.add.at(cross, cells.second, weight_two - weight_one)
    hessian[:n, n] = hessian[n, :n] = cross
    hessian[n, n] = (weight_one + weight_two).sum() + prior
    hessian[np.arange(n), np.arange(n)] += prior
    return gradient, hessian


def _laplacian(cells: Cells, weight: Floats, n: int) -> Floats:
    """The matrix of the weights between entrants, with a row and column more."""
    matrix = np.zeros((n + 1, n + 1))
    np.add.at(matrix, (cells.first, cells.first), weight)
    np.add.at(matrix, (cells.second, cells.second), weight)
    np.add.at(matrix, (cells.first, cells.second), -weight)
    np.add.at(matrix, (cells.second, cells.first), -weight)
    return matrix


def _covariance(cells: Cells, rating: Floats, advantage: float, prior: float, free: Ints) -> Floats:
    """How uncertain the fit is: the curvature of the likelihood, and how much pairs really vary (the sandwich).

    The curvature alone takes the two matches of a pair for independent."""
    n = len(rating)
    one, two = _expected(cells, rating, advantage)
    points, scored = one + two, cells.first_leg + cells.second_leg
    spread = np.maximum(0.0, cells.squares - 2 * points * scored + cells.pairs * points**2)
    _, hessian = _derivatives(cells, rating, advantage, prior)
    middle = _laplacian(cells, spread, n)
    middle[n, n] = hessian[n, n]
    middle[np.arange(n), np.arange(n)] += prior
    chosen = np.append(free, n)
    inverse = np.linalg.inv(hessian[np.ix_(chosen, chosen)])
    covariance = np.zeros((n + 1, n + 1))
    covariance[np.ix_(chosen, chosen)] = inverse @ middle[np.ix_(chosen, chosen)] @ inverse
    if len(free) == n:  # relative to the mean of all
        centre = np.eye(n + 1)
        centre[:n, :n] -= 1 / n
        covariance = centre @ covariance @ centre.T
    return covariance
