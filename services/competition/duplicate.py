"""Duplicate: everybody plays the same deals, and is measured against all who held the same side of them."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from services.competition.round_robin import pair, rounds
from services.competition.swiss import Pairing


class Holding(NamedTuple):
    """One entrant on one deal: the side held, and the raw score that came of it."""

    entrant: int
    deal: int
    side: int
    score: float


def movement(entrants: Sequence[int], number: int) -> Pairing:
    """Who meets whom on the deal `number`, counted from 1: all meet before any two meet again, and sides alternate."""
    cycle = rounds(len(entrants), double=False)
    return pair(entrants, number if cycle == 0 else (number - 1) % (2 * cycle) + 1)


def solo_sides(entrants: Sequence[int], deal: int, sides: int) -> list[tuple[int, int]]:
    """Who holds which side of a deal against the bot: one side for all, another from deal to deal."""
    return [(one, (deal - 1) % sides) for one in entrants]


def match_points(holdings: Iterable[Holding]) -> dict[tuple[int, int], float]:
    """By entrant and deal: the share of those who held the same side and were beaten, a tie for one half.

    Who alone held a side has one half.
    """
    tables: dict[tuple[int, int], list[Holding]] = defaultdict(list)
    for one in holdings:
        tables[one.deal, one.side].append(one)
    result = {}
    for rivals in tables.values():
        counted: dict[float, int] = defaultdict(int)
        for one in rivals:
            counted[one.score] += 1
        below, beaten = 0, {}
        for score in sorted(counted):
            beaten[score] = below + (counted[score] - 1) / 2
            below += counted[score]
        for one in rivals:
            result[one.entrant, one.deal] = beaten[one.score] / (len(rivals) - 1) if len(rivals) > 1 else 0.5
    return result
