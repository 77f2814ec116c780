"""Entrants compared by pairs: what has been played, added up as the pairs come in."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import msgspec
import numpy as np

from engine.bots.pairs import Fault, PlayedLeg, half_points, pair_points
from engine.bots.timing import merged
from services.pairs.pentanomial import Estimate, Pentanomial
from services.pairs.ratings import PairTable, Ratings, fit, sum_up
from services.pairs.sequential import SequentialTest, Verdict


class PairResult(msgspec.Struct, frozen=True):
    """A pair that was played: its number, the two entrants by index, and its two matches."""

    number: int
    first: int
    second: int
    legs: tuple[PlayedLeg, PlayedLeg]


class SideRecord(msgspec.Struct):
    """How an entrant did on one side."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def add(self, half_points: int) -> None:
        """Count a match by its half points."""
        self.wins += half_points == 2
        self.draws += half_points == 1
        self.losses += half_points == 0

    @property
    def matches(self) -> int:
        """How many matches there were."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The share of the points."""
        return (self.wins + self.draws / 2) / self.matches if self.matches else 0.5


class FirstFault(msgspec.Struct, frozen=True):
    """Where an entrant first forfeited a match by a fault of one kind, and what it did wrong."""

    pair: int
    match: int
    message: str


class Comparison:
    """The pairs between some entrants."""

    def __init__(self, entrants: Sequence[str], sides: Sequence[str], test: SequentialTest | None = None) -> None:
        self.entrants = list(entrants)
        self.sides = list(sides)
        """The two sides in seat order; one where everybody plays together."""
        self.test = test
        self.pairs = 0
        self.meetings: dict[tuple[int, int], Pentanomial] = {
            two: Pentanomial() for two in combinations(range(len(self.entrants)), 2)
        }
        """By two entrants, the lower index first: their pairs as that one sees them."""
        self.by_side = [{side: SideRecord() for side in self.sides} for _ in self.entrants]
        self.faults: list[Counter[Fault]] = [Counter() for _ in self.entrants]
        self.first_faults: list[dict[Fault, FirstFault]] = [{} for _ in self.entrants]
        self.times: list[dict[int, int]] = [{} for _ in self.entrants]
        self.reasons: Counter[str] = Counter()
        self.ratios: list[float] = []
        """After each pair: the logarithm of the likelihood ratio, where there is a test."""
        self.elos: list[Estimate] = []
        """After each pair: how much stronger the first entrant is than the second, where there are two."""
        self._table: list[tuple[int, int, float, float]] = []
        self._compared: list[tuple[float, float]] = []
        """By pair: what its two matches are compared by, each for the entrant who holds it."""

    @property
    def cooperative(self) -> bool:
        """Whether everybody plays together."""
        return len(self.sides) == 1

    @property
    def verdict(self) -> Verdict | None:
        """What the test says of the pairs so far; None where there is none."""
        return None if self.test is None else self.test.verdict(self.meetings[0, 1])

    def add(self, pair: PairResult) -> None:
        """Add a pair."""
        legs = [played.leg for played in pair.legs]
        points = pair_points(legs, self.cooperative)
        self._meet(pair.first, pair.second, Pentanomial.of([points]))
        self.pairs += 1
        if self.cooperative:
            self._table.append((pair.first, pair.second, points / 2, points / 2))
            self._compared.append((legs[0].score, -legs[1].score))
            for entrant, leg in zip((pair.first, pair.second), legs, strict=True):
                self.by_side[entrant][self.sides[0]].add(2 * leg.won)
        else:
            halves = [half_points(leg) for leg in legs]
            self._table.append((pair.first, pair.second, halves[0], halves[1]))
            self._compared.append((halves[0], halves[1]))
            for own, other, points_of_first in zip(self.sides, reversed(self.sides), halves, strict=True):
                self.by_side[pair.first][own].add(points_of_first)
                self.by_side[pair.second][other].add(2 - points_of_first)
        for match, played in enumerate(pair.legs):
            self._count(pair, match, played)
        if len(self.entrants) == 2:
            self.elos.append(self.meetings[0, 1].elo())
        if self.test is not None:
            self.ratios.append(self.test.ratio(self.meetings[0, 1]))

    def meeting(self, one: int, other: int) -> Pentanomial:
        """The pairs between two entrants as the first of them sees them."""
        return self.meetings[one, other] if one < other else self.meetings[other, one].reversed

    def variance_ratio(self) -> float | None:
        """How much the results of pairs vary beside those of matches of independent deals: what pairs save.

        None where nothing varies yet."""
        one, other = np.array(self._compared, dtype=np.float64).reshape(-1, 2).T
        independent = float(one.var() + other.var()) if self.pairs > 1 else 0.0
        return float((one + other).var()) / independent if independent else None

    def ratings(self) -> Ratings:
        """The fit over all pairs."""
        columns = np.array(self._table, dtype=np.float64).reshape(-1, 4)
        first, second = columns[:, 0].astype(np.int64), columns[:, 1].astype(np.int64)
        count = len(self.entrants)
        return fit(sum_up(PairTable(first, second, columns[:, 2], columns[:, 3]), count), count)

    def _meet(self, first: int, second: int, pair: Pentanomial) -> None:
        if first < second:
            self.meetings[first, second] += pair
        else:
            self.meetings[second, first] += pair.reversed

    def _count(self, pair: PairResult, match: int, played: PlayedLeg) -> None:
        self.reasons[played.reason] += 1
        for entrant, times in zip((pair.first, pair.second), played.times, strict=True):
            self.times[entrant] = merged(self.times[entrant], times)
        if played.fault is not None:
            assert played.leg.forfeited_by is not None, "who is at fault forfeits"
            guilty = (pair.first, pair.second)[played.leg.forfeited_by]
            self.faults[guilty][played.fault] += 1
            self.first_faults[guilty].setdefault(played.fault, FirstFault(pair.number, match, played.message))
