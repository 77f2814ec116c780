"""Duplicate: everybody plays the same deals, and is measured against all who held the same side of them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence, Set
from typing import NamedTuple

from services.competition.round_robin import pair, rounds
from services.competition.swiss import Contender, Pairing, least_cost


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


def next_deal(seeds: Sequence[int], active: Set[int], before: Sequence[Pairing]) -> Pairing:
    """Who meets whom on the next deal, after those before: as all seeds move, until all have met or somebody leaves.

    From then on nobody meets again who need not, nobody sits out for the second time while others have not, and sides
    balance out; partners whose opponents have left meet each other."""
    due = movement(seeds, len(before) + 1)
    is_whole = all(2 * len(pairing.tables) + len(pairing.byes) == len(seeds) for pairing in before)
    if is_whole and active >= set(seeds) and len(before) < rounds(len(seeds), double=False):
        return due
    tables = sorted(due.tables, key=lambda table: not active >= set(table))
    order = [one for table in (*tables, due.byes) for one in table if one in active]
    if len(order) < 2:
        return Pairing([], order)
    couples, byes = least_cost(_contenders(order, before))
    return Pairing([_seated(one, other) for one, other in couples], byes)


def _contenders(order: Sequence[int], before: Sequence[Pairing]) -> list[Contender]:
    """What became of entrants on the deals before, as pairing looks at it: opponents are those whom they have met
    oftener than everybody has met everybody."""
    met: dict[int, Counter[int]] = {one: Counter() for one in order}
    balance, byes = Counter[int](), Counter[int]()
    for pairing in before:
        byes.update(pairing.byes)
        for first, second in pairing.tables:
            for one, other, side in ((first, second, 1), (second, first, -1)):
                if one in met:
                    met[one][other] += 1
                    balance[one] += side
    times = 0
    if len(before) >= len(order) - 1:  # before, nobody can have met everybody
        times = min(min(met[one][other] for other in order if other != one) for one in order)
    opponents = {one: frozenset(other for other, count in met[one].items() if count > times) for one in order}
    return [Contender(one, 0, opponents[one], balance[one], byes=byes[one]) for one in order]


def _seated(one: Contender, other: Contender) -> tuple[int, int]:
    """Two in the order of sides: who held the first less often; otherwise as they stand."""
    is_first = one.balance <= other.balance
    return (one.entrant, other.entrant) if is_first else (other.entrant, one.entrant)


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
