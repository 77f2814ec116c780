"""Which pairs a ladder plays next, and which ladder is next: pure functions of what is known.

A new entrant plays a gauntlet against opponents spread over the scale. After that those two neighbours meet whose pair
is expected to reduce the errors of all ratings most."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import TypeAlias

import numpy as np

from services.pairs.ratings import ELO, Floats, Ints

Two: TypeAlias = tuple[int, int]
"""Two entrants who meet, the lower number first."""

LARGEST_DIVISION = 30
"""Entrants up to which everybody may meet everybody near; above, the field is divided by rating."""
LINKS = 2
"""The best of a division also meet those of the next better one, so that all are on one scale."""
NEIGHBOURS = 3
"""How many places apart two entrants may be to meet after their gauntlet."""
GAUNTLET_OPPONENTS = 8
"""Opponents of a gauntlet."""
MOST_LEARNT = 64
"""Pairs whose lessons are kept apart before they are taken off the covariance together."""


@dataclass(frozen=True)
class Field:
    """The entrants of a ladder as a scheduler sees them."""

    playing: Sequence[int]
    """Who may be given pairs."""
    anchors: frozenset[int]
    """Whose ratings are known."""
    elo: Floats
    """Ratings by entrant."""
    covariance: Floats
    """How uncertain they are, in Elo squared."""
    played: Mapping[Two, int]
    """Pairs between two entrants that are in the ratings."""
    in_flight: Mapping[Two, int]
    """Pairs between two entrants that are being played."""
    gauntlet_pairs: int
    room: Mapping[int, int] = field(default_factory=dict)
    """By entrant, of those who may not be given as many pairs as one likes: how many more."""


@dataclass(frozen=True)
class Load:
    """A ladder that has pairs to play, and what bot workers have done for it."""

    ladder_id: str
    served_seconds: float
    """Work that it has had, or that is under way."""


def least_served(loads: Sequence[Load]) -> str:
    """The ladder whose turn it is."""
    return min(loads, key=lambda load: (load.served_seconds, load.ladder_id)).ladder_id


def next_meetings(field: Field, count: int) -> list[Two]:
    """The next pairs to play, at most so many; fewer where no more can be learnt."""
    plan = _Plan(field)
    while len(plan.meetings) < count:
        meetings = plan.gauntlet() or plan.neighbours()
        if not meetings:
            break
        for two in meetings[: count - len(plan.meetings)]:
            plan.add(two)
    return plan.meetings


def round_robin(field: Field, count: int) -> list[Two]:
    """The next pairs to play where everybody meets everybody: those first who have met least."""
    room = dict(field.room)
    met = Counter(field.played)
    met.update(field.in_flight)
    meetings: list[Two] = []
    while len(meetings) < count:
        playing = sorted(entrant for entrant in field.playing if room.get(entrant, 1) > 0)
        if len(playing) < 2:
            break
        _add_round(playing, met, room, meetings, count)
    return meetings


def _add_round(
    playing: Sequence[int], met: Counter[Two], room: dict[int, int], meetings: list[Two], count: int
) -> None:
    """Plan all meetings of those who have met least, as far as there is room for them."""
    twos = list(combinations(playing, 2))
    fewest = min(met[two] for two in twos)
    for one, other in twos:
        if len(meetings) < count and met[one, other] == fewest and min(room.get(one, 1), room.get(other, 1)) > 0:
            meetings.append((one, other))
            met[one, other] += 1
            for entrant in {one, other} & room.keys():
                room[entrant] -= 1


def divisions(order: Sequence[int]) -> list[list[int]]:
    """Entrants, best first, in divisions of about equal size: one for all of a small field."""
    parts = max(1, -(-len(order) // LARGEST_DIVISION))
    edges = [round(part * len(order) / parts) for part in range(parts + 1)]
    return [list(order[low:high]) for low, high in pairwise(edges)]


def neighbours(order: Sequence[int]) -> list[Two]:
    """Who may meet after their gauntlets: near ones of a division, and the links between divisions."""
    parts = divisions(order)
    meetings = []
    for part, below in zip(parts, [*parts[1:], []], strict=True):
        group = [*part, *below[:LINKS]]
        meetings += [
            _two(one, other) for place, one in enumerate(group) for other in group[place + 1 : place + 1 + NEIGHBOURS]
        ]
    return list(dict.fromkeys(meetings))


def _two(one: int, other: int) -> Two:
    return (one, other) if one < other else (other, one)


class _Plan:
    """A plan in the making: each pair that it has counts as played for those after it."""

    def __init__(self, field: Field) -> None:
        self._field = field
        self._room = dict(field.room)
        playing = [entrant for entrant in field.playing if self._room.get(entrant, 1) > 0]
        self._order = sorted(playing, key=lambda entrant: (-field.elo[entrant], entrant))
        self._met: Counter[Two] = Counter(field.played)
        self._rating = field.elo / ELO
        self._covariance = field.covariance / ELO**2
        """Without what is in `_learnt`."""
        self._learnt: list[tuple[float, Floats]] = []
        """What was taken off the covariance since: a factor, and the vector whose product with itself it scales."""
        self.meetings: list[Two] = []
        for two, pairs in field.in_flight.items():
            self._met[two] += pairs
            self._learn(two, pairs)
        self._pairs: Counter[int] = Counter()
        for two, pairs in self._met.items():
            for entrant in two:
                self._pairs[entrant] += pairs
        self._candidates = self._possible()

    def _possible(self) -> Ints:
        """Neighbours who may meet, one of whom has something to learn."""
        possible = [two for two in neighbours(self._order) if not self._field.anchors.issuperset(two)]
        return np.array(possible, dtype=np.int64).reshape(-1, 2)

    def add(self, two: Two) -> None:
        """Plan a pair."""
        self.meetings.append(two)
        self._met[two] += 1
        for entrant in two:
            self._pairs[entrant] += 1
            self._take_room(entrant)
        self._learn(two, 1)

    def _take_room(self, entrant: int) -> None:
        """Plan no more pairs of an entrant who has as many as it may have."""
        if entrant not in self._room:
            return
        self._room[entrant] -= 1
        if self._room[entrant] <= 0:
            self._order.remove(entrant)
            self._candidates = self._possible()

    def gauntlet(self) -> list[Two]:
        """A pair of the newcomer who has had the fewest; none where nobody is new."""
        newcomers = [one for one in self._order if one not in self._field.anchors and self._is_new(one)]
        if not newcomers or len(self._order) < 2:
            return []
        newcomer = min(newcomers, key=lambda one: (self._pairs[one], one))
        opponents = self._spread([one for one in self._known(newcomer) if one != newcomer])
        return [_two(newcomer, min(opponents, key=lambda one: (self._met[_two(newcomer, one)], self._pairs[one])))]

    def _is_new(self, entrant: int) -> bool:
        return self._pairs[entrant] < self._field.gauntlet_pairs

    def _known(self, newcomer: int) -> list[int]:
        """Whom a newcomer is measured by: two anchors or more, else those who have had their gauntlet, else all."""
        anchors = [one for one in self._order if one in self._field.anchors]
        if len(anchors) > 1:
            return anchors
        settled = [one for one in self._order if one in self._field.anchors or not self._is_new(one)]
        return settled if len(settled) >= GAUNTLET_OPPONENTS // 2 else [one for one in self._order if one != newcomer]

    @staticmethod
    def _spread(opponents: Sequence[int]) -> list[int]:
        """Opponents for one gauntlet, spread evenly from the best to the last."""
        if len(opponents) <= GAUNTLET_OPPONENTS:
            return list(opponents)
        step = (len(opponents) - 1) / (GAUNTLET_OPPONENTS - 1)
        return [opponents[round(number * step)] for number in range(GAUNTLET_OPPONENTS)]

    def neighbours(self) -> list[Two]:
        """The pairs that are expected to teach most, best first, each entrant in one of them at most."""
        if not len(self._candidates):
            return []
        gains = self._gains()
        chosen: list[Two] = []
        busy: set[int] = set()
        for place in np.argsort(-gains, kind="stable"):
            one, other = (int(entrant) for entrant in self._candidates[place])
            if gains[place] <= 0 or (chosen and gains[place] < gains.max() / 2):
                break
            if one not in busy and other not in busy:
                chosen.append((one, other))
                busy |= {one, other}
        return chosen

    def _gains(self) -> Floats:
        """By candidate: how much one more pair would take off the sum of all variances.

        It adds information along the difference of the two ratings, which takes a matrix of rank one off the
        covariance."""
        self._settle()
        one, other = self._candidates.T
        along = self._covariance[one] - self._covariance[other]
        rows = np.arange(len(one))
        variance = along[rows, one] - along[rows, other]
        information = self._information(one, other)
        return np.asarray(information * np.einsum("ij,ij->i", along, along) / (1 + information * variance))

    def _information(self, one: Ints, other: Ints) -> Floats:
        """What the two matches of a pair tell of the difference between two ratings."""
        expected = 1 / (1 + np.exp(self._rating[other] - self._rating[one]))
        return np.asarray(2 * expected * (1 - expected))

    def _learn(self, two: Two, pairs: int) -> None:
        """Take what so many pairs will teach off the covariance."""
        one, other = two
        along = self._covariance[one] - self._covariance[other]
        for factor, vector in self._learnt:
            along -= factor * (vector[one] - vector[other]) * vector
        information = pairs * float(self._information(np.array([one]), np.array([other]))[0])
        share = information / (1 + information * float(along[one] - along[other]))
        self._learnt.append((share, along))
        if len(self._learnt) >= MOST_LEARNT:
            self._settle()

    def _settle(self) -> None:
        """Take what was learnt off the covariance, all at once: one by one that is what planning takes its time for."""
        if self._learnt:
            factors = np.array([factor for factor, _ in self._learnt])
            vectors = np.array([vector for _, vector in self._learnt])
            self._covariance -= (vectors.T * factors) @ vectors
            self._learnt.clear()
