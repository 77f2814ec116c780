"""Tie-breaks: what separates entrants with the same points, by the regulations that chess has (FIDE C.07, 2023).

Unplayed rounds count as these say: for the opponents, rounds at the end that somebody did not play by their own will
count as drawn (16.3); for oneself an unplayed round is one against somebody with one's own points (16.4), and such a
round, if it was one's own will, is the first that is cut (16.5). Points of a won round may be other than one.
"""

import enum
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

from services.competition.sheet import Outing, Sheet

EXPECTED_RATING_GAP = (
    800, 677, 589, 538, 501, 470, 444, 422, 401, 383, 366, 351, 336, 322, 309, 296, 284, 273, 262, 251, 240, 230, 220,
    211, 202, 193, 184, 175, 166, 158, 149, 141, 133, 125, 117, 110, 102, 95, 87, 80, 72, 65, 57, 50, 43, 36, 29, 21,
    14, 7, 0,
)  # fmt: skip
"""By how much somebody is stronger who scores 100, 99, 98 ... 50 of 100 points (FIDE B.02, table 8.1)."""

Values: TypeAlias = Mapping[int, float]
"""By entrant: what a tie-break says; more is better."""


class TieBreak(enum.StrEnum):
    """What may separate entrants, as a host names it."""

    direct_encounter = "direct-encounter"
    buchholz = "buchholz"
    buchholz_cut_1 = "buchholz-cut-1"
    median_buchholz = "median-buchholz"
    sonneborn_berger = "sonneborn-berger"
    wins = "wins"
    progressive = "progressive"
    performance = "performance"


class Part(NamedTuple):
    """What one meeting brings to Buchholz and Sonneborn-Berger."""

    score: float
    """Points of the opponent, as they count here."""
    share: float
    """Own points, as a share of a won round."""
    is_voluntary: bool


class Tally:
    """A score sheet as tie-breaks look at it."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet

    @cached_property
    def adjusted_scores(self) -> dict[int, float]:
        """Points of each entrant as they count for opponents."""
        result = {}
        for entrant, lines in self.sheet.lines.items():
            last = len(lines)
            while last and lines[last - 1].outing.is_voluntary:
                last -= 1
            drawn = (len(lines) - last) * self.sheet.win / 2
            result[entrant] = math.fsum(line.points for line in lines[:last]) + drawn
        return result

    @cached_property
    def parts(self) -> dict[int, list[Part]]:
        """What each meeting, and each round without one, brings to an entrant."""
        result = {}
        for entrant, lines in self.sheet.lines.items():
            own = self.sheet.points(entrant)
            parts: list[Part] = []
            for line in lines:
                share = line.points / self.sheet.win
                if line.outing is Outing.played:
                    parts += [Part(self.adjusted_scores[opponent], share, False) for opponent in line.opponents]
                else:
                    parts.append(Part(own, share, line.outing.is_voluntary))
            result[entrant] = parts
        return result


def _without_lowest(parts: Sequence[Part]) -> list[Part]:
    voluntary = [part for part in parts if part.is_voluntary]
    rest = list(parts)
    if rest:
        rest.remove(min(voluntary or rest))
    return rest


def _without_extremes(parts: Sequence[Part]) -> list[Part]:
    rest = _without_lowest(parts)
    if rest:
        rest.remove(max(rest))
    return rest


def _sums(parts: Mapping[int, Iterable[Part]]) -> Values:
    return {entrant: math.fsum(part.score for part in some) for entrant, some in parts.items()}


def buchholz(tally: Tally) -> Values:
    """The points of all opponents."""
    return _sums(tally.parts)


def buchholz_cut_1(tally: Tally) -> Values:
    """The points of all opponents but the lowest."""
    return _sums({entrant: _without_lowest(parts) for entrant, parts in tally.parts.items()})


def median_buchholz(tally: Tally) -> Values:
    """The points of all opponents but the lowest and the highest."""
    return _sums({entrant: _without_extremes(parts) for entrant, parts in tally.parts.items()})


def sonneborn_berger(tally: Tally) -> Values:
    """The points of the opponents, each times what was won of them."""
    return {entrant: math.fsum(part.score * part.share for part in parts) for entrant, parts in tally.parts.items()}


def wins(tally: Tally) -> Values:
    """The rounds that brought the points of a won one, played or not."""
    return {
        entrant: float(sum(line.points >= tally.sheet.win for line in lines))
        for entrant, lines in tally.sheet.lines.items()
    }


def progressive(tally: Tally) -> Values:
    """The sum of the points after each round: early ones count more often."""
    return {
        entrant: math.fsum(line.points * (len(lines) - number) for number, line in enumerate(lines))
        for entrant, lines in tally.sheet.lines.items()
    }


def performance(tally: Tally) -> Values:
    """The rating at which the results against rated opponents would be expected; 0 where there is none."""
    return {entrant: float(_performance(tally.sheet, entrant)) for entrant in tally.sheet.lines}


def _performance(sheet: Sheet, entrant: int) -> int:
    points, ratings = 0.0, []
    for line in sheet.lines[entrant]:
        if line.outing is Outing.played and all(one in sheet.ratings for one in line.opponents):
            points += line.points
            ratings.append(sum(sheet.ratings[one] for one in line.opponents) / len(line.opponents))
    if not ratings:
        return 0
    hundredths = _rounded(100 * points / (sheet.win * len(ratings)))
    gap = EXPECTED_RATING_GAP[100 - max(hundredths, 100 - hundredths)]
    return _rounded(sum(ratings) / len(ratings)) + (gap if hundredths >= 50 else -gap)


def _rounded(value: float) -> int:
    """The nearest whole number, the higher of two."""
    return math.floor(value + 0.5)


def direct_encounter(sheet: Sheet, tied: Sequence[int]) -> Values:
    """How tied entrants did against each other, as minus their rank among them.

    Where not all of them have met, only who is ahead whatever the missing meetings would bring is placed.
    """
    ranks = dict.fromkeys(tied, 0.0)
    first = 0
    for together in _by_encounter(sheet, list(tied)):
        for entrant in together:
            ranks[entrant] = -float(first)
        first += len(together)
    return ranks


def _by_encounter(sheet: Sheet, tied: list[int]) -> list[list[int]]:
    """Tied entrants from the first to the last, those who stay tied together."""
    if len(tied) < 2:
        return [tied]
    among = set(tied)
    points, missing = dict.fromkeys(tied, 0.0), dict.fromkeys(tied, len(tied) - 1)
    for entrant in tied:
        met = set()
        for line in sheet.lines[entrant]:
            others = among.intersection(line.opponents) if line.outing is Outing.played else ()
            if others:
                points[entrant] += line.points
                met.update(others)
        missing[entrant] -= len(met)
    if not any(missing.values()):
        return _by_points(sheet, tied, points)
    return _certainly_ahead(sheet, tied, points, missing)


def _by_points(sheet: Sheet, tied: list[int], points: Mapping[int, float]) -> list[list[int]]:
    levels = sorted(set(points.values()), reverse=True)
    if len(levels) == 1:
        return [tied]
    return [
        together
        for level in levels
        for together in _by_encounter(sheet, [entrant for entrant in tied if points[entrant] == level])
    ]


def _certainly_ahead(
    sheet: Sheet, tied: list[int], points: Mapping[int, float], missing: Mapping[int, int]
) -> list[list[int]]:
    """Who stays first even if the others won all that is missing, and then the rest by themselves."""
    reach = sorted(((points[one] + missing[one] * sheet.win, one) for one in tied), reverse=True)
    for leader in tied:
        best_of_others = reach[1][0] if reach[0][1] == leader else reach[0][0]
        if points[leader] > best_of_others:
            return [[leader], *_by_encounter(sheet, [one for one in tied if one != leader])]
    return [tied]


MEASURES: Mapping[TieBreak, Callable[[Tally], Values]] = {
    TieBreak.buchholz: buchholz,
    TieBreak.buchholz_cut_1: buchholz_cut_1,
    TieBreak.median_buchholz: median_buchholz,
    TieBreak.sonneborn_berger: sonneborn_berger,
    TieBreak.wins: wins,
    TieBreak.progressive: progressive,
    TieBreak.performance: performance,
}
"""Tie-breaks that look at an entrant by themselves; the direct encounter looks at who is tied."""
