"""What the pairs between two entrants tell: score, Elo, normalised Elo and the likelihood of superiority.

A pair is two matches of one deal with sides exchanged; its result is the first entrant's points, 0 to 2 in halves. Five
counts of such results (the pentanomial) hold everything, because the two matches of a pair are not independent and
pairs are.
"""

import math
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

HALVES = 4
"""Half points in one pair."""
NELO = 800 / math.log(10)
"""Normalised Elo of one standard deviation of a match."""
_SIGMAS_OF_95_PERCENT = 1.959964


class Estimate(NamedTuple):
    """A figure with its error: half of the interval that holds the truth in 95 of 100 cases."""

    value: float
    error: float


class Pentanomial(msgspec.Struct, frozen=True):
    """Counts of pairs by the first entrant's half points: 0, 1, 2, 3, 4."""

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    @classmethod
    def of(cls, halves: Iterable[int]) -> "Pentanomial":
        """The counts of these pairs, each given by the first entrant's half points."""
        counts = [0] * (HALVES + 1)
        for points in halves:
            counts[points] += 1
        return cls(tuple(counts))  # type: ignore[arg-type]

    def __add__(self, other: "Pentanomial") -> "Pentanomial":
        return Pentanomial(tuple(a + b for a, b in zip(self.counts, other.counts, strict=True)))  # type: ignore[arg-type]

    @property
    def reversed(self) -> "Pentanomial":
        """These pairs as the second entrant sees them."""
        return Pentanomial(self.counts[::-1])

    @property
    def pairs(self) -> int:
        """How many pairs there are."""
        return sum(self.counts)

    @property
    def score(self) -> float:
        """The share of the points that the first entrant made; one half where nothing was played."""
        return moments(self.counts)[0] if self.pairs else 0.5

    @property
    def variance(self) -> float:
        """The variance of one pair's share of the points."""
        return moments(self.counts)[1] if self.pairs else 0.0

    @property
    def standard_error(self) -> float:
        """Of the score; infinite where nothing was played."""
        return math.sqrt(self.variance / self.pairs) if self.pairs else math.inf

    def elo(self) -> Estimate:
        """The difference in Elo, by the logistic curve. Pairs that all ended alike do not tell its error."""
        score, reach = self.score, _SIGMAS_OF_95_PERCENT * self.standard_error
        if not reach:
            return Estimate(elo_of(score), math.inf)
        return Estimate(elo_of(score), (elo_of(score + reach) - elo_of(score - reach)) / 2)

    def normalised_elo(self) -> Estimate:
        """The difference in standard deviations of a match, as Elo: what a test needs to find it depends on that."""
        if not self.pairs:
            return Estimate(0.0, math.inf)
        error = NELO * _SIGMAS_OF_95_PERCENT / math.sqrt(2 * self.pairs)
        deviation = math.sqrt(2 * self.variance)
        if not deviation:
            even = self.score == 0.5
            return Estimate(0.0, error) if even else Estimate(math.copysign(math.inf, self.score - 0.5), math.inf)
        return Estimate(NELO * (self.score - 0.5) / deviation, error)

    def superiority(self) -> float:
        """The likelihood that the first entrant is the stronger one (LOS)."""
        error = self.standard_error
        if not self.pairs or self.score == 0.5:
            return 0.5
        return normal_cdf((self.score - 0.5) / error) if error else float(self.score > 0.5)


def moments(counts: Iterable[float]) -> tuple[float, float]:
    """Mean and variance of a pair's share of the points, from counts or probabilities of 0 to 4 half points."""
    weights = list(counts)
    total = sum(weights)
    mean = sum(weight * halves for halves, weight in enumerate(weights)) / total / HALVES
    return mean, sum(weight * (halves / HALVES - mean) ** 2 for halves, weight in enumerate(weights)) / total


def elo_of(score: float) -> float:
    """The Elo difference at which a score is expected."""
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else 400 * math.log10(score / (1 - score))


def score_of(elo: float) -> float:
    """The score that is expected at an Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def normal_cdf(x: float) -> float:
    """The probability that a standard normal variable is at most x."""
    return (1 + math.erf(x / math.sqrt(2))) / 2
