"""Swiss pairing: nobody meets twice, scores are near, sides and byes are fair; all as one least-cost matching."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from services.competition.matching import Costs, band, match_field
from services.competition.sheet import Sheet

REMATCH = 1 << 54
SECOND_BYE = 1 << 50
BYE_POINT = 1 << 41
"""A bye for one half point more than the lowest has."""
SIDE = 1 << 36
"""A side held twice more often than the other."""
GAP = 1 << 20
"""One half point between partners; two of them cost four times as much."""
FLOAT = 1 << 17
"""A second float in the same direction."""
FEWEST_ROUNDS = 3


class Contender(NamedTuple):
    """What pairing knows of an entrant; contenders come in the order of their seeds."""

    entrant: int
    halves: int
    """Half points, with those that acceleration lends."""
    met: frozenset[int]
    balance: int = 0
    last_place: int = 0
    byes: int = 0
    floated: int = 0


class Pairing(NamedTuple):
    """Who plays whom in a round, the first side first, and who sits out."""

    tables: list[tuple[int, ...]]
    byes: list[int]


def rounds_for(entrants: int) -> int:
    """How many rounds find one winner of a field."""
    return max(FEWEST_ROUNDS, math.ceil(math.log2(max(2, entrants))))


def last_round_of_late_entry(rounds: int) -> int:
    """The last round before which somebody may still enter: half of them must be left to play."""
    return rounds // 2 + 1


def contenders(sheet: Sheet, seeds: Sequence[int], lent: Sequence[int], *, sides: bool) -> list[Contender]:
    """Contenders of the next round, from seeds who play on and the half points lent to each; sides may not matter."""
    return [
        Contender(
            one,
            round(2 * sheet.points(one)) + loan,
            frozenset(sheet.met[one]),
            sheet.balance[one] if sides else 0,
            sheet.last_place[one] if sides else 0,
            sheet.byes[one],
            sheet.floated[one],
        )
        for one, loan in zip(seeds, lent, strict=True)
    ]


def lent_halves(entrants: int, number: int, rounds: int, win: float) -> list[int]:
    """Half points that acceleration lends to each seed in a round: the upper half a win, later half a win (Baku)."""
    accelerated = math.ceil(rounds / 2)
    whole = math.ceil(accelerated / 2)
    loan = 2 * win if number <= whole else win if number <= accelerated else 0
    upper = 2 * math.ceil(entrants / 4)
    return [round(loan) if place < upper else 0 for place in range(entrants)]


def pair(field: Sequence[Contender]) -> Pairing:
    """Pair a round."""
    if len(field) < 2:
        return Pairing([], [one.entrant for one in field])
    line = ideal_line(field)
    couples = match_field(costs(line, band(len(line) + len(line) % 2)))
    places = [(line[one], line[other]) for one, other in couples if other < len(line)]
    byes = [line[one].entrant for one, other in couples if other == len(line)]
    best_first = sorted(places, key=lambda two: (-max(two[0].halves, two[1].halves), -sum(one.halves for one in two)))
    return Pairing([_seated(one, other, number) for number, (one, other) in enumerate(best_first)], byes)


def ideal_line(field: Sequence[Contender]) -> list[Contender]:
    """Contenders by score, ideal partners as neighbours: in each score group upper half and lower half alternate.

    Who is due for the first side stands beside who is due for the second. Those of a group for whom no such partner is
    left stand with the next group.
    """
    groups: dict[int, list[Contender]] = {}
    for one in field:
        groups.setdefault(one.halves, []).append(one)
    line: list[Contender] = []
    left: list[Contender] = []
    for score in sorted(groups, reverse=True):
        group = left + groups[score]
        due_second = [one for one in group if one.balance > 0]
        due_first = [one for one in group if one.balance < 0]
        neutral = [one for one in group if one.balance == 0]
        few = min(len(due_first), len(due_second))
        line += _folded(due_second[:few], due_first[:few])
        left = due_second[few:] or due_first[few:]
        few = min(len(left), len(neutral))
        line += _folded(left[:few], neutral[len(neutral) - few :])
        left, neutral = left[few:], neutral[: len(neutral) - few]
        half = len(neutral) // 2
        line += [one for two in zip(neutral[:half], neutral[half : 2 * half], strict=True) for one in two]
        line += neutral[2 * half :]
    return line + left


def _folded(some: Sequence[Contender], others: Sequence[Contender]) -> list[Contender]:
    """Two lists of one length by turns, the upper half of each beside the lower half of the other."""
    half = len(some) // 2
    return [one for two in zip(some, [*others[half:], *others[:half]], strict=True) for one in two]


def costs(line: Sequence[Contender], width: int) -> Costs:
    """The band of costs of a line; where its length is odd, one more place at its end is the bye."""
    size = len(line)
    halves = np.array([one.halves for one in line], dtype=np.int64)
    balance = np.array([one.balance for one in line], dtype=np.int64)
    floated = np.array([one.floated for one in line], dtype=np.int64)
    even = size + size % 2
    result = np.full((width, even), 2 * REMATCH, dtype=np.int64)
    for distance in range(1, min(width, size - 1) + 1):
        upper, lower = slice(0, size - distance), slice(distance, size)
        gap = halves[upper] - halves[lower]
        down = (gap > 0) * ((floated[upper] == 1).astype(np.int64) + (floated[lower] == -1))
        up = (gap < 0) * ((floated[upper] == -1).astype(np.int64) + (floated[lower] == 1))
        sides = _excess(balance[upper], balance[lower])
        result[distance - 1, : size - distance] = SIDE * sides + GAP * gap * gap + FLOAT * (down + up) + distance
    _forbid_rematches(result, line)
    if even > size:
        byes = np.array([one.byes for one in line], dtype=np.int64)
        for distance in range(1, min(width, size) + 1):
            one = size - distance
            result[distance - 1, one] = SECOND_BYE * byes[one] + BYE_POINT * (halves[one] - halves.min()) + distance
    return result


def _excess(one: Costs, other: Costs) -> Costs:
    """By how much two balances will be beyond one, at the better of the two ways to seat them."""

    def beyond(balance: Costs) -> Costs:
        return np.asarray(np.maximum(np.abs(balance) - 1, 0))

    return np.asarray(np.minimum(beyond(one + 1) + beyond(other - 1), beyond(one - 1) + beyond(other + 1)))


def _forbid_rematches(result: Costs, line: Sequence[Contender]) -> None:
    """Add what a rematch costs: more than all else together, so that there is none unless nothing else is left."""
    place_of = {one.entrant: place for place, one in enumerate(line)}
    for place, one in enumerate(line):
        for opponent in one.met:
            distance = place_of.get(opponent, 0) - place
            if 0 < distance <= result.shape[0]:
                result[distance - 1, place] += REMATCH


def _seated(one: Contender, other: Contender, number: int) -> tuple[int, int]:
    """Two partners, who takes the first side first: who held it less often, or not last time, or by turns."""
    if (one.balance, one.last_place) != (other.balance, other.last_place):
        is_first = (one.balance, one.last_place) < (other.balance, other.last_place)
    else:
        is_first = number % 2 == 0
    return (one.entrant, other.entrant) if is_first else (other.entrant, one.entrant)
