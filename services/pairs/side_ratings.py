"""What each entrant's results on one side speak for, beside the rating over both."""

from typing import NamedTuple

import numpy as np

from services.pairs.ratings import ELO, PRIOR_ELO, Cells, Floats, Ints, Ratings

_ROUNDS = 50
_TOLERANCE = 1e-9
_LONGEST_STEP = 2.0


class SideRatings(NamedTuple):
    """By entrant (rows) and side (two columns): rating and standard error in Elo, matches and points in them."""

    elo: Floats
    error: Floats
    matches: Floats
    points: Floats


def rate_sides(cells: Cells, ratings: Ratings) -> SideRatings:
    """The rating at which the results on a side would be expected, opponents and the side's advantage being as fitted.

    Pulled towards the rating over both sides as weakly as the fit pulls towards the mean. The error is that of the
    entrant's own matches, for opponents are known far better."""
    count = len(ratings.elo)
    holder, opponent, side, matches, points = _holdings(cells)
    place = 2 * holder + side
    target = np.repeat(ratings.elo / ELO, 2)
    ahead = np.where(side == 0, 1.0, -1.0) * ratings.first_side / ELO - ratings.elo[opponent] / ELO
    prior = (ELO / PRIOR_ELO) ** 2
    rating = target.copy()
    information = np.full(2 * count, prior)
    for _ in range(_ROUNDS):
        expected = 1 / (1 + np.exp(-(rating[place] + ahead)))
        gradient = _total(place, points - matches * expected, count) - prior * (rating - target)
        information = _total(place, matches * expected * (1 - expected), count) + prior
        step = np.clip(gradient / information, -_LONGEST_STEP, _LONGEST_STEP)
        rating += step
        if np.abs(step).max(initial=0.0) < _TOLERANCE:
            break
    return SideRatings(
        elo=(rating * ELO).reshape(-1, 2),
        error=(ELO / np.sqrt(information)).reshape(-1, 2),
        matches=_total(place, matches, count).reshape(-1, 2),
        points=_total(place, points, count).reshape(-1, 2),
    )


def _holdings(cells: Cells) -> tuple[Ints, Ints, Ints, Floats, Floats]:
    """Who held which side against whom, in how many matches and with how many points: four rows for each cell.

    In the first match of a pair its first entrant holds the first side, in the second match the other one."""
    ones = np.ones(len(cells.first), dtype=np.int64)
    holder = np.concatenate([cells.first, cells.first, cells.second, cells.second])
    opponent = np.concatenate([cells.second, cells.second, cells.first, cells.first])
    side = np.concatenate([0 * ones, ones, ones, 0 * ones])
    points = np.concatenate(
        [cells.first_leg, cells.second_leg, cells.pairs - cells.first_leg, cells.pairs - cells.second_leg]
    )
    return holder, opponent, side, np.tile(cells.pairs, 4), points


def _total(place: Ints, values: Floats, entrants: int) -> Floats:
    return np.bincount(place, weights=values, minlength=2 * entrants).astype(np.float64)
