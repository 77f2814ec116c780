"""Outlines of the territories: every point of the map belongs to the place that lies nearest to it.

Numbers are exact fractions, so that cells which touch have the very same corners and their common edges are found.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

Spot = tuple[int, int]
Corner = tuple[Fraction, Fraction]
Polygon = list[Corner]


def outline(spots: Sequence[Spot], members: Iterable[int], width: int, height: int) -> Polygon:
    """The border of the land that is nearest to some of the spots; of several pieces, that of the largest."""
    edges: dict[Corner, list[Corner]] = {}
    for member in members:
        cell = _cell(spots, member, width, height)
        for start, end in zip(cell, [*cell[1:], cell[0]], strict=True):
            if start in edges.get(end, ()):
                edges[end].remove(start)  # the next cell has it the other way round: it is inside
            else:
                edges.setdefault(start, []).append(end)
    return max(_loops(edges), key=_area, default=[])


def _cell(spots: Sequence[Spot], number: int, width: int, height: int) -> Polygon:
    """The part of the map that is nearer to one spot than to all others."""
    right, bottom, zero = Fraction(width), Fraction(height), Fraction(0)
    cell = [(zero, zero), (right, zero), (right, bottom), (zero, bottom)]
    x, y = spots[number]
    for other_x, other_y in sorted(spots, key=lambda spot: (spot[0] - x) ** 2 + (spot[1] - y) ** 2):
        if (other_x, other_y) != (x, y):
            slope = (other_x - x, other_y - y)
            limit = Fraction(other_x**2 + other_y**2 - x**2 - y**2, 2)
            cell = _clip(cell, slope, limit)
    return cell


def _clip(polygon: Polygon, slope: Spot, limit: Fraction) -> Polygon:
    """What of a convex polygon lies on the near side of a line."""
    beyond = [x * slope[0] + y * slope[1] - limit for x, y in polygon]
    kept: Polygon = []
    for at, corner in enumerate(polygon):
        after = (at + 1) % len(polygon)
        if beyond[at] <= 0:
            kept.append(corner)
        if beyond[at] * beyond[after] < 0:
            share = beyond[at] / (beyond[at] - beyond[after])
            (x1, y1), (x2, y2) = corner, polygon[after]
            kept.append((x1 + share * (x2 - x1), y1 + share * (y2 - y1)))
    return kept


def _loops(edges: dict[Corner, list[Corner]]) -> list[Polygon]:
    """Edges joined end to end."""
    loops = []
    while start := next((corner for corner, ends in edges.items() if ends), None):
        loop = [start]
        while (corner := edges[loop[-1]].pop()) != start:
            loop.append(corner)
        loops.append(loop)
    return loops


def _area(polygon: Polygon) -> Fraction:
    pairs = zip(polygon, [*polygon[1:], polygon[0]], strict=True)
    return abs(sum((x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs), Fraction(0)))
