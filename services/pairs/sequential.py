"""A sequential test between two hypotheses about two entrants, on the five counts of their pairs.

The generalised likelihood ratio (GSPRT): how likely the counts are under the likeliest distribution with each
hypothesis' Elo. The test ends when its logarithm leaves the bounds that the error rates allow (Wald).
"""

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from services.pairs.pentanomial import HALVES, NELO, Pentanomial, moments, score_of

Model = Literal["normalised", "logistic"]
Verdict = Literal["accepted", "rejected", "undecided"]

MOST_NORMALISED = 200.0
"""The largest normalised Elo that a test can ask for: the likeliest distributions cannot be computed far beyond."""
_NEVER_SEEN = 1e-3
"""What a count of none is taken for, so that no result is impossible."""
_TOLERANCE = 1e-9
_ROUNDS = 20
_VALUES = tuple(halves / HALVES for halves in range(HALVES + 1))


class Bounds(NamedTuple):
    """Where the logarithm of the likelihood ratio ends a test."""

    lower: float
    upper: float


class SequentialTest(msgspec.Struct, frozen=True):
    """Is the first entrant stronger by `elo1` (accepted) rather than by `elo0` (rejected)?"""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """The probability to accept although `elo0` is true."""
    beta: float = 0.05
    """The probability to reject although `elo1` is true."""
    model: Model = "normalised"

    def __post_init__(self) -> None:
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise ValueError(f"a test needs two numbers, the lower one first, not {self.elo0:g},{self.elo1:g}")
        if self.model == "normalised" and max(abs(self.elo0), abs(self.elo1)) > MOST_NORMALISED:
            raise ValueError(
                f"normalised Elo is between -{MOST_NORMALISED:g} and {MOST_NORMALISED:g} here, not "
                f"{self.elo0:g},{self.elo1:g}; logistic Elo may be larger"
            )
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < rate < 0.5:
                raise ValueError(f"{name} is a probability between 0 and 0.5, not {rate:g}")

    @property
    def bounds(self) -> Bounds:
        """Below the lower one the test rejects, above the upper one it accepts."""
        return Bounds(math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha))

    def ratio(self, pairs: Pentanomial) -> float:
        """The logarithm of the likelihood ratio (LLR) of these pairs."""
        if not pairs.pairs:
            return 0.0
        weights = [count or _NEVER_SEEN for count in pairs.counts]
        total = sum(weights)
        seen = [weight / total for weight in weights]
        at0, at1 = self._likeliest(seen, self.elo0), self._likeliest(seen, self.elo1)
        return total * sum(p * math.log(p1 / p0) for p, p0, p1 in zip(seen, at0, at1, strict=True))

    def verdict(self, pairs: Pentanomial) -> Verdict:
        """What these pairs decide."""
        ratio, bounds = self.ratio(pairs), self.bounds
        if ratio >= bounds.upper:
            return "accepted"
        return "rejected" if ratio <= bounds.lower else "undecided"

    def _likeliest(self, seen: Sequence[float], elo: float) -> list[float]:
        """The distribution of results with that Elo under which those seen are likeliest."""
        if self.model == "logistic":
            return _with_mean(seen, _VALUES, score_of(elo))
        return _with_effect(seen, elo / NELO * math.sqrt(2))


def _with_mean(seen: Sequence[float], values: Sequence[float], mean: float) -> list[float]:
    """The distribution over the values with that mean under which those seen are likeliest.

    It is p / (1 + x (value - mean)), where x is the root of a falling function between two poles.
    """
    offsets = [value - mean for value in values]
    low, high = -1 / max(offsets), -1 / min(offsets)
    while high - low > _TOLERANCE * (1 + abs(high) + abs(low)):
        x = (low + high) / 2
        if sum(p * offset / (1 + x * offset) for p, offset in zip(seen, offsets, strict=True)) > 0:
            low = x
        else:
            high = x
    x = (low + high) / 2
    return [p / (1 + x * offset) for p, offset in zip(seen, offsets, strict=True)]


def _with_effect(seen: Sequence[float], effect: float) -> list[float]:
    """The likeliest distribution whose mean is `effect` standard deviations above a half, found round by round.

    Each round turns the condition on mean and deviation into one on the mean alone, by its derivative at the last
    round's distribution.
    """
    likeliest = [1 / len(seen)] * len(seen)
    for _ in range(_ROUNDS):
        mean, variance = moments(likeliest)
        deviation = math.sqrt(variance)
        values = [value - 0.5 - effect * deviation * (1 + ((mean - value) / deviation) ** 2) / 2 for value in _VALUES]
        if not min(values) < 0 < max(values):  # the derivative leads too far: no distribution has such a mean
            break
        before, likeliest = likeliest, _with_mean(seen, values, 0.0)
        if max(abs(a - b) for a, b in zip(before, likeliest, strict=True)) < _TOLERANCE:
            break
    return likeliest
