"""Standings: entrants by points, and by the tie-breaks in the order that the host chose."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from services.competition.sheet import Sheet
from services.competition.tiebreaks import MEASURES, Tally, TieBreak, Values, direct_encounter


class Standing(msgspec.Struct, frozen=True, array_like=True):
    """One line of the standings. Who is tied in everything shares a rank, and stands in the order of the seeds."""

    rank: int
    entrant: int
    points: float
    tie_breaks: tuple[float, ...] = ()


def standings(sheet: Sheet, seeds: Sequence[int], tie_breaks: Sequence[TieBreak]) -> tuple[Standing, ...]:
    """The standings of a stage."""
    points = {entrant: round(sheet.points(entrant), 6) for entrant in seeds}
    tally = Tally(sheet)
    criteria = [sheet if one is TieBreak.direct_encounter else MEASURES[one](tally) for one in tie_breaks]
    return ranked(seeds, points, criteria)


def ranked(
    seeds: Sequence[int], points: Mapping[int, float], criteria: Sequence[Values | Sheet]
) -> tuple[Standing, ...]:
    """Entrants by points and by further criteria; a sheet stands for the direct encounter of those tied so far."""
    groups = _split([list(seeds)], points)
    columns: list[Values] = []
    for criterion in criteria:
        if isinstance(criterion, Sheet):
            values: dict[int, float] = {}
            for group in groups:
                values.update(direct_encounter(criterion, group))
            criterion = values
        columns.append(criterion)
        groups = _split(groups, criterion)
    result: list[Standing] = []
    for group in groups:
        rank = len(result) + 1
        for entrant in group:
            own = tuple(round(float(values[entrant]), 6) for values in columns)
            result.append(Standing(rank, entrant, points[entrant], own))
    return tuple(result)


def _split(groups: Iterable[list[int]], values: Values) -> list[list[int]]:
    """Groups divided by a value, more of it first; the order within stays."""
    result = []
    for group in groups:
        levels: dict[float, list[int]] = {}
        for entrant in group:
            levels.setdefault(round(values[entrant], 6), []).append(entrant)
        result += [levels[level] for level in sorted(levels, reverse=True)]
    return result
