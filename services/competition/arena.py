"""Arena: whoever is free is paired at once with a near neighbour in the standings; streaks of wins count double."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from services.competition.matching import Costs, band, match_field

STREAK = 2
"""After so many wins in a row every result counts double, until one is not won."""
WIN, DRAW = 2, 1
RECENT = 1 << 20
"""What it costs to meet somebody again at once."""
EARLIER_OPPONENT_COST = 1 << 8
"""What it costs to meet one of the last few again."""
SIDE = 1 << 6
"""What it costs if two are due for the same side."""
COUNTED_OPPONENTS = 6
"""How many last opponents count."""
REMATCH_SECONDS = 20.0
"""Seconds for which somebody waits for another one than the last opponent."""


class Waiting(NamedTuple):
    """Somebody who is free: since when, and whom they met, the last one last."""

    entrant: int
    since: float
    met: Sequence[int]
    balance: int = 0
    """How much more often the first side was held than the second."""


def pair(free: Sequence[Waiting], now: float) -> list[tuple[int, int]]:
    """Pair those who are free, given in the order of the standings; who held the first side less often has it, or else
    who is free for longer.

    Who would meet the last opponent again waits for a while, and if one is left over it is who came last.
    """
    line = list(free)
    if len(line) % 2:
        line.remove(max(line, key=lambda one: (one.since, one.entrant)))
    if not line:
        return []
    couples = []
    for place, neighbour in match_field(_costs(line)):
        one, other = sorted((line[place], line[neighbour]), key=lambda waiting: (waiting.balance, waiting.since))
        if not _met_last(one, other) or now - min(one.since, other.since) >= REMATCH_SECONDS:
            couples.append((one.entrant, other.entrant))
    return couples


def _met_last(one: Waiting, other: Waiting) -> bool:
    return bool(one.met and one.met[-1] == other.entrant) or bool(other.met and other.met[-1] == one.entrant)


def _costs(line: Sequence[Waiting]) -> Costs:
    """The band of costs: how far two stand apart, how lately they met, and whether they are due for the same side."""
    size = len(line)
    width = band(size)
    costs = np.repeat(np.arange(1, width + 1, dtype=np.int64)[:, None] ** 2, size, axis=1)
    due = np.sign(np.array([one.balance for one in line], dtype=np.int64))
    for distance in range(1, min(width, size - 1) + 1):
        costs[distance - 1, : size - distance] += SIDE * (due[:-distance] * due[distance:] > 0)
    place_of = {one.entrant: place for place, one in enumerate(line)}
    for place, one in enumerate(line):
        for age, opponent in enumerate(reversed(one.met[-COUNTED_OPPONENTS:])):
            other = place_of.get(opponent)
            if other is not None and 0 < abs(other - place) <= width:
                costs[abs(other - place) - 1, min(place, other)] += RECENT if age == 0 else EARLIER_OPPONENT_COST
    return costs


def scores(results: Sequence[float]) -> list[int]:
    """What results, each as a share of the points at the table and in order, are worth: doubled in a streak."""
    worth, wins = [], 0
    for share in results:
        base = WIN if share > 0.5 else DRAW if share == 0.5 else 0
        worth.append(base * (2 if wins >= STREAK else 1))
        wins = wins + 1 if share > 0.5 else 0
    return worth
