"""Pods of three and four: cut from windows over the standings, with few repeated meetings and seats by turns."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, permutations

from services.competition.sheet import Sheet
from services.competition.swiss import Pairing

WINDOW = 3
"""From how many pods' worth of neighbours in the standings a pod is put together."""


def sizes(entrants: int, allowed: Sequence[int]) -> tuple[list[int], int]:
    """Sizes of the pods, large ones first, and how many sit out: as few as can be, with as few small pods as can be."""
    large, small = max(allowed), min(allowed)
    for out in range(min(large, entrants + 1)):
        for smalls in range((entrants - out) // small + 1 if small < large else 1):
            larges, rest = divmod(entrants - out - smalls * small, large)
            if rest == 0:
                return [large] * larges + [small] * smalls, out
    return [], entrants


def pair(sheet: Sheet, standing: Sequence[int], allowed: Sequence[int], roles: Mapping[int, Sequence[str]]) -> Pairing:
    """Put pods together from entrants in the order of the standings; the small ones come from the low end.

    `roles` names the role of each seat, by the size of the pod. Who sits out is of the lowest without a bye.
    """
    pods, out = sizes(len(standing), allowed)
    lowest_first = standing[::-1]
    byes = sorted(lowest_first, key=lambda one: sheet.byes[one])[:out]
    line = [one for one in standing if one not in byes]
    tables = []
    for size in pods:
        pod = _pod(sheet, line, size)
        line = _without(line, pod)
        tables.append(seated(sheet, pod, roles[size]))
    return Pairing(tables, byes)


def _without(line: list[int], pod: Sequence[int]) -> list[int]:
    """A line without a pod, all of whom stand near its head."""
    head = WINDOW * 4
    return [one for one in line[:head] if one not in pod] + line[head:]


def _pod(sheet: Sheet, line: Sequence[int], size: int) -> tuple[int, ...]:
    """The first of a line with those near them whom they have met least, the nearest where that is equal."""
    first, *near = line[: min(len(line), WINDOW * size)]
    return (first, *min(combinations(near, size - 1), key=lambda others: _repeats(sheet, (first, *others))))


def _repeats(sheet: Sheet, pod: Sequence[int]) -> int:
    """How many two of a pod have met before."""
    return sum(other in sheet.met[one] for one, other in combinations(pod, 2))


def seated(sheet: Sheet, pod: Sequence[int], roles: Sequence[str]) -> tuple[int, ...]:
    """A pod in seat order: seats go to those who held them, and roles to those who played them, least often."""
    seats = {one: Counter(line.place for line in sheet.lines[one]) for one in pod}
    return min(permutations(pod), key=lambda order: _use(order, seats, roles))


def _use(order: Sequence[int], seats: Mapping[int, Counter[int]], roles: Sequence[str]) -> tuple[int, int]:
    """How often roles, and then seats, were held before by those who would hold them; squares share it out."""
    by_role = by_seat = 0
    for seat, one in enumerate(order):
        played = sum(seats[one][other] for other, role in enumerate(roles) if role == roles[seat])
        by_role += (played + 1) ** 2
        by_seat += (seats[one][seat] + 1) ** 2
    return by_role, by_seat


def points_by_place(scores: Sequence[float], points: Sequence[float]) -> tuple[float, ...]:
    """Points of a pod's entrants by the place that their score gives; who ties shares the points of the places."""
    result = []
    for own in scores:
        better = sum(score > own for score in scores)
        tied = sum(score == own for score in scores)
        result.append(sum(points[better : better + tied]) / tied)
    return tuple(result)
