"""Round robin by the circle method: everybody meets everybody once, or twice; in one group or in several."""

from collections.abc import Sequence

from services.competition.swiss import Pairing


def rounds(entrants: int, *, double: bool) -> int:
    """How many rounds a group takes."""
    once = entrants - 1 + entrants % 2 if entrants > 1 else 0
    return 2 * once if double else once


def groups(seeds: Sequence[int], count: int) -> list[list[int]]:
    """Groups of nearly equal strength and size: seeds go forth and back over them."""
    result: list[list[int]] = [[] for _ in range(count)]
    for place, entrant in enumerate(seeds):
        lap, index = divmod(place, count)
        result[index if lap % 2 == 0 else count - 1 - index].append(entrant)
    return result


def pair(group: Sequence[int], number: int) -> Pairing:
    """Round `number`, counted from 1, of a group. Sides balance out: nobody holds one twice more often than the other.

    In the second half of a double round robin the sides are exchanged.
    """
    if len(group) < 2:
        return Pairing([], list(group))
    seats: list[int | None] = [*group, *([None] if len(group) % 2 else [])]
    size = len(seats)
    cycle, turn = divmod(number - 1, size - 1)
    fixed, moving = seats[-1], seats[:-1]
    circle = [*moving[turn:], *moving[:turn]]
    couples = [(circle[0], fixed) if turn % 2 == 0 else (fixed, circle[0])]
    couples += [
        (circle[step], circle[-step]) if step % 2 else (circle[-step], circle[step]) for step in range(1, size // 2)
    ]
    tables: list[tuple[int, ...]] = []
    byes = []
    for one, other in couples:
        if one is None or other is None:
            byes += [entrant for entrant in (one, other) if entrant is not None]
        else:
            tables.append((one, other) if cycle % 2 == 0 else (other, one))
    return Pairing(tables, byes)


def pair_groups(divided: Sequence[Sequence[int]], number: int, *, double: bool) -> Pairing:
    """Round `number` of all groups together; a small group is through before the others."""
    tables: list[tuple[int, ...]] = []
    byes: list[int] = []
    for group in divided:
        if number <= rounds(len(group), double=double):
            pairing = pair(group, number)
            tables += pairing.tables
            byes += pairing.byes
    return Pairing(tables, byes)
