"""The map of a pack's board: where its places lie, how they are joined, and what is printed there."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import dist

from engine.core.layout import Adjacency, MapLayout, Place, Point, Region, Text
from engine.core.layout_parts import printed_layouts
from engine.core.words import Words
from engine.games.bofa.components.box import EYRIE_REFERENCE
from engine.games.bofa.components.library import load
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.layout.outlines import outline
from engine.games.bofa.words.names import EYRIE_TITLE
from engine.games.bofa.words.printed_values import printed_on_region, printed_on_territory

MARGIN = 80
"""Room around the outermost places."""
PLACE_RADIUS, TEXT_HEIGHT = 34, 12
"""How large places are drawn, unless they lie too near to each other, and their names."""
BELOW, ABOVE = 47, -39
"""How far below its centre the name of a region is written, and above its centre that of a goblin area or the Eyrie."""
PASS = "pass"
"""The kind of way from a goblin mustering point to its pass and on to the field; it leads out and never back."""

_MOST_MAPS = 64
"""Packs whose maps are remembered: outlines take a while."""

At = tuple[int, int]


@lru_cache(_MOST_MAPS)
def map_layout(pack: str) -> MapLayout:
    """Regions, goblin areas and the Eyrie where a pack draws them, moved so that nothing lies left of or above 0."""
    p = load(pack)
    spots = [*place_spots(p), p.contents.board.eyrie]
    left, top = (min(0, min(side) - MARGIN) for side in zip(*spots, strict=True))
    moved = [(x - left, y - top) for x, y in spots]
    width, height = (max(side) + MARGIN for side in zip(*moved, strict=True))
    return MapLayout(
        width=width,
        height=height,
        place_radius=min(PLACE_RADIUS, min(dist(one, two) for one, two in combinations(moved, 2)) / 2),
        text_height=TEXT_HEIGHT,
        places=[*(_place(p, number, at) for number, at in enumerate(moved[:-1])), _eyrie(moved[-1])],
        regions=[_territory(p, number, moved, width, height) for number in range(p.layout.territories)],
    )


def place_spots(p: Pack) -> list[At]:
    """Where the pack draws each place."""
    board = p.contents.board
    return [row.at for row in board.region] + [at for row in board.goblins for at in (row.at, row.pass_at)]


def _place(p: Pack, number: int, at: At) -> Place:
    is_region = number < p.layout.regions
    is_pass = not is_region and (number - p.layout.regions) % 2 == 1
    return Place(
        reference=p.layout.references[number],
        name=Text.of(p.layout.names[number]),
        at=Point(*at),
        label=_label(at, BELOW if is_region or is_pass else ABOVE),
        adjacent=[_way(p, number, there) for there in p.layout.neighbours[number]],
        terrain=p.layout.terrain[number] if is_region else "",
        region=p.territory_references[p.layout.territory[number]] if is_region else None,
        printed=printed_layouts(printed_on_region(p, number)) if is_region else [],
        contents=f"/places/{number}",
    )


def _way(p: Pack, here: int, there: int) -> Adjacency:
    return Adjacency(p.layout.references[there], p.layout.borders.get((here, there), PASS))


def _eyrie(at: At) -> Place:
    return Place(
        reference=EYRIE_REFERENCE,
        name=Text.of(EYRIE_TITLE),
        at=Point(*at),
        label=_label(at, ABOVE),
        adjacent=[],
        terrain="",
        region=None,
        contents="/eyrie",
    )


def _territory(p: Pack, number: int, spots: Sequence[At], width: int, height: int) -> Region:
    row = p.contents.board.territory[number]
    members = [place for place, territory in enumerate(p.layout.territory) if territory == number]
    corners = outline(spots, members, width, height)
    return Region(
        reference=p.territory_references[number],
        name=Text.of(Words(row.name, row.name_pl)),
        outline=[Point(round(float(x), 1), round(float(y), 1)) for x, y in corners],
        printed=printed_layouts(printed_on_territory(row)),
    )


def _label(at: At, distance: int) -> Point:
    return Point(at[0], at[1] + distance)
