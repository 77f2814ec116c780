"""Swiss pairing: nobody meets twice, scores are near, sides and byes are fair; all as one least-cost matching."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from services.competition.matching import Costs, Couple, band, match_field
from services.competition.sheet import Sheet

REMATCH = 1 << 60
SECOND_BYE = 1 << 54
"""A bye for somebody who has had more than others, for each number of byes below theirs that somebody has had."""
SIDE = 1 << 46
"""A side held twice more often than the other."""
BYE_POINT = 1 << 36
"""A bye for one half point more than the lowest has."""
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
    places, byes = least_cost(ideal_line(field))
    best_first = sorted(places, key=lambda two: (-max(two[0].halves, two[1].halves), -sum(one.halves for one in two)))
    return Pairing([_seated(one, other, number) for number, (one, other) in enumerate(best_first)], byes)


def least_cost(line: Sequence[Contender]) -> tuple[list[tuple[Contender, Contender]], list[int]]:
    """Who meets in a line of contenders in which good partners are near each other, and who sits out."""
    band_of_costs = costs(line, band(len(line) + len(line) % 2))
    couples = exchange_partners(line, band_of_costs, match_field(band_of_costs))
    places = [(line[one], line[other]) for one, other in couples if other < len(line)]
    return places, [line[one].entrant for one, other in couples if other == len(line)]


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


class Columns(NamedTuple):
    """What a line of contenders costs by, as columns."""

    halves: Costs
    balance: Costs
    floated: Costs
    byes: Costs


def columns_of(line: Sequence[Contender]) -> Columns:
    """The columns of a line."""
    rows = [(one.halves, one.balance, one.floated, one.byes) for one in line]
    return Columns(*np.array(rows, dtype=np.int64).T)


def costs(line: Sequence[Contender], width: int) -> Costs:
    """The band of costs of a line; where its length is odd, one more place at its end is the bye."""
    size, columns = len(line), columns_of(line)
    even = size + size % 2
    result = np.full((width, even), 2 * REMATCH, dtype=np.int64)
    for distance in range(1, min(width, size - 1) + 1):
        met = _cost_of_meeting(columns, slice(0, size - distance), slice(distance, size))
        result[distance - 1, : size - distance] = met + distance
    _forbid_rematches(result, line)
    if even > size:
        byes = _cost_of_bye(columns)
        for distance in range(1, min(width, size) + 1):
            result[distance - 1, size - distance] = byes[size - distance] + distance
    return result


def _cost_of_meeting(columns: Columns, some: slice | int, others: slice | int) -> Costs:
    """What it costs if contenders meet who have not met before."""
    halves, balance, floated, _ = columns
    gap = halves[some] - halves[others]
    down = (gap > 0) * ((floated[some] == 1).astype(np.int64) + (floated[others] == -1))
    up = (gap < 0) * ((floated[some] == -1).astype(np.int64) + (floated[others] == 1))
    sides = _excess(balance[some], balance[others])
    return np.asarray(SIDE * sides + GAP * gap * gap + FLOAT * (down + up))


def _cost_of_bye(columns: Columns) -> Costs:
    """What it costs if a contender sits out: who is beyond one side already stays so.

    That others had fewer byes counts, not how many fewer: a dozen of them would cost as much as a rematch."""
    lead = columns.halves - columns.halves.min()
    level = np.unique(columns.byes, return_inverse=True)[1]
    return np.asarray(SECOND_BYE * level + SIDE * _beyond(columns.balance) + BYE_POINT * lead)


def _excess(one: Costs, other: Costs) -> Costs:
    """By how much two balances will be beyond one, at the better of the two ways to seat them."""
    first, second = _beyond(one + 1) + _beyond(other - 1), _beyond(one - 1) + _beyond(other + 1)
    return np.asarray(np.minimum(first, second))


def _beyond(balance: Costs) -> Costs:
    """By how much balances are beyond one."""
    return np.asarray(np.maximum(np.abs(balance) - 1, 0))


def _forbid_rematches(result: Costs, line: Sequence[Contender]) -> None:
    """Add what a rematch costs: more than all else together, so that there is none unless nothing else is left."""
    place_of = {one.entrant: place for place, one in enumerate(line)}
    for place, one in enumerate(line):
        for opponent in one.met:
            distance = place_of.get(opponent, 0) - place
            if 0 < distance <= result.shape[0]:
                result[distance - 1, place] += REMATCH


def exchange_partners(line: Sequence[Contender], band_of_costs: Costs, couples: Sequence[Couple]) -> list[Couple]:
    """Couples of a line, with partners exchanged wherever fewer are beyond one side then.

    The windows of a large field do not see who stands far away and is due for the other side."""
    if not any(one.balance for one in line):
        return list(couples)
    columns, places = columns_of(line), np.array(couples, dtype=np.int64)
    is_met = places[:, 1] < len(line)
    firsts, seconds = places[is_met, 0], places[is_met, 1]
    beyond = np.flatnonzero(is_met)[_excess(columns.balance[firsts], columns.balance[seconds]) > 0]
    if not beyond.size:
        return list(couples)
    place_of = {one.entrant: place for place, one in enumerate(line)}
    costs_now = band_of_costs[places[:, 1] - places[:, 0] - 1, places[:, 0]]
    for number in beyond:
        one, other = places[number].tolist()
        of_one, of_other = (_costs_of(line, columns, place_of, place) for place in (one, other))
        ways = np.array([of_one[places[:, 0]] + of_other[places[:, 1]], of_one[places[:, 1]] + of_other[places[:, 0]]])
        gain = costs_now[number] + costs_now - ways
        gain[:, number] = 0
        way, rival = (int(place) for place in np.unravel_index(np.argmax(gain), gain.shape))
        if gain[way, rival] > SIDE // 2:
            mate, rest = places[rival, way].item(), places[rival, 1 - way].item()
            costs_now[number], costs_now[rival] = of_one[mate], of_other[rest]
            places[number], places[rival] = sorted((one, mate)), sorted((other, rest))
    return sorted((one, other) for one, other in places.tolist())


def _costs_of(line: Sequence[Contender], columns: Columns, place_of: Mapping[int, int], place: int) -> Costs:
    """What it costs if the contender at a place meets the one at any other; at the end of an odd line, if they sit
    out."""
    meets = _cost_of_meeting(columns, place, slice(None))
    meets[[place_of[one] for one in line[place].met if one in place_of]] += REMATCH
    return np.append(meets, _cost_of_bye(columns)[place]) if len(line) % 2 else meets


def _seated(one: Contender, other: Contender, number: int) -> tuple[int, int]:
    """Two partners, who takes the first side first: who held it less often, or not last time, or by turns."""
    if (one.balance, one.last_place) != (other.balance, other.last_place):
        is_first = (one.balance, one.last_place) < (other.balance, other.last_place)
    else:
        is_first = number % 2 == 0
    return (one.entrant, other.entrant) if is_first else (other.entrant, one.entrant)
