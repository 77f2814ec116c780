"""Draws the map of a pack's layout as an SVG: territories, regions, borders, settlements and goblin areas.

`python -m engine.games.bofa.layout.drawing FILE [DIR]` draws the board of the shipped pack, or of the one in a folder.
"""

import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path

from engine.core.layout import MapLayout, Place, Point, PrintedLayout, Region
from engine.games.bofa.components.library import DEFAULT, load, load_pack
from engine.games.bofa.layout.board_map import PLACE_RADIUS, TEXT_HEIGHT, map_layout

TERRAIN = {"hills": "#c9b27c", "mountains": "#a9a39b", "plains": "#c8d59b", "ruins": "#d8b8a0", "marsh": "#9fc0b0"}
TERRITORY = {"yellow": "#d6a900", "red": "#b3261e", "blue": "#1f5fa8", "green": "#2e7d32"}
NO_COLOUR = "#555"
BORDER = {
    "open": 'stroke="#6b6256" stroke-width="2"',
    "ford": 'stroke="#2b7bbb" stroke-width="5" stroke-dasharray="3 5"',
    "slope": 'stroke="#7a5c34" stroke-width="4" stroke-dasharray="1 5"',
    "pass": 'stroke="#b3261e" stroke-width="3"',
    "river": 'stroke="#2b7bbb" stroke-width="7" stroke-opacity="0.55"',
    "impassable": 'stroke="#111" stroke-width="5"',
}
BARRIERS = ("river", "impassable")
AREA = 26
"""How large places off the field are drawn."""
LEGEND = 150
"""Room to the right of the map for what colours and lines mean."""


def draw(board: MapLayout, title: str) -> str:
    """The map as a picture."""
    return "\n".join(_lines(board, title)) + "\n"


def _lines(board: MapLayout, title: str) -> Iterator[str]:
    size = f"{board.width + LEGEND:g} {board.height:g}"
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" '
        f'font-family="Georgia, serif" font-size="{board.text_height or TEXT_HEIGHT:g}" text-anchor="middle">'
    )
    yield f"<title>{escape(title)}</title>"
    yield f'<rect width="{board.width + LEGEND:g}" height="{board.height:g}" fill="#f3ecdc"/>'
    for region in board.regions:
        corners = " ".join(f"{corner.x:g},{corner.y:g}" for corner in region.outline)
        colour = _colour(region)
        yield f'<polygon points="{corners}" fill="{colour}" fill-opacity="0.1" stroke="{colour}" stroke-width="1.5"/>'
    spots = {place.reference: place.at for place in board.places}
    for place in board.places:
        yield from _borders(place, spots)
    for place in board.places:
        yield from _region(place, board.place_radius or PLACE_RADIUS) if place.terrain else _area(place)
        yield _text(place.label, place.name.en, is_bold="points" in _printed(place.printed))
    yield from _legend(board)
    yield "</svg>"


def _printed(values: list[PrintedLayout]) -> dict[str, int | str | list[int | str]]:
    return {one.id: one.value for one in values}


def _colour(region: Region) -> str:
    return TERRITORY.get(str(_printed(region.printed).get("colour")), NO_COLOUR)


def _text(at: Point, words: str, is_bold: bool = False) -> str:
    weight = ' font-weight="bold"' if is_bold else ""
    halo = 'paint-order="stroke" stroke="#f3ecdc" stroke-width="3"'
    return f'<text x="{at.x:g}" y="{at.y:g}" {halo}{weight}>{escape(words)}</text>'


def _borders(place: Place, spots: dict[str, Point]) -> Iterator[str]:
    """Lines to the places beside one, and bars towards those that cannot be reached; each pair once."""
    names = list(spots)
    for way in place.adjacent:
        if way.kind == "pass" or names.index(place.reference) < names.index(way.to):
            yield _line(place.at, spots[way.to], way.kind)
    printed = _printed(place.printed)
    for kind in BARRIERS:
        others = printed.get(kind, [])
        assert isinstance(others, list)
        for other in others:
            if names.index(place.reference) < names.index(str(other)):
                yield _line(*_across(place.at, spots[str(other)]), kind)


def _line(start: Point, end: Point, kind: str) -> str:
    return f'<line x1="{start.x:g}" y1="{start.y:g}" x2="{end.x:g}" y2="{end.y:g}" {BORDER[kind]}/>'


def _across(one: Point, other: Point) -> tuple[Point, Point]:
    """A bar across the middle of the way between two points."""
    x, y = (one.x + other.x) / 2, (one.y + other.y) / 2
    length = max(1.0, ((other.x - one.x) ** 2 + (other.y - one.y) ** 2) ** 0.5)
    dx, dy = -(other.y - one.y) / length * 26, (other.x - one.x) / length * 26
    return Point(round(x - dx), round(y - dy)), Point(round(x + dx), round(y + dy))


def _region(place: Place, radius: float) -> Iterator[str]:
    """A region in its terrain's colour, with its settlement, fortification or mustering sign."""
    x, y, printed = place.at.x, place.at.y, _printed(place.printed)
    yield f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{TERRAIN[place.terrain]}" stroke="#333"/>'
    if "points" in printed:
        yield f'<rect x="{x - 11:g}" y="{y - 6:g}" width="22" height="20" fill="#fff" stroke="#222"/>'
        yield f'<text x="{x:g}" y="{y + 8:g}" font-weight="bold">{printed["points"]}</text>'
    if "defence" in printed:
        yield f'<path d="M{x - 14:g} {y - 6:g} l14 -22 l14 22 Z" fill="#555" stroke="#222"/>'
        yield f'<text x="{x:g}" y="{y - 10:g}" fill="#fff" font-weight="bold">{printed["defence"]}</text>'
    if "mustering" in printed:
        yield f'<path d="M{x:g} {y - 12:g} l12 12 l-12 12 l-12 -12 Z" fill="#b3261e" stroke="#222"/>'


def _area(place: Place) -> Iterator[str]:
    """A place off the field: a goblin mustering point or pass, or the Eyrie, from which no way leads."""
    x, y = place.at.x, place.at.y
    if place.adjacent:
        size = f'width="{2 * AREA}" height="{2 * AREA}"'
        yield f'<rect x="{x - AREA:g}" y="{y - AREA:g}" {size} fill="#b3261e" stroke="#333"/>'
    else:
        yield f'<circle cx="{x:g}" cy="{y:g}" r="{AREA}" fill="#fff" stroke="#1f5fa8" stroke-width="3"/>'


def _legend(board: MapLayout) -> Iterator[str]:
    """What colours, lines and signs mean."""
    x, y = board.width + 8, 40
    for sign, words in _signs(board):
        yield f'<g transform="translate({x:g} {y})">{sign}'
        yield f'<text x="26" y="10" text-anchor="start">{escape(words)}</text></g>'
        y += 20


def _signs(board: MapLayout) -> Iterator[tuple[str, str]]:
    """Everything that a legend explains: its sign, and its meaning."""
    for terrain, fill in TERRAIN.items():
        yield f'<circle cx="9" cy="6" r="8" fill="{fill}" stroke="#333"/>', terrain
    for region in board.regions:
        colour = _colour(region)
        yield f'<rect width="18" height="12" fill="{colour}" fill-opacity="0.25" stroke="{colour}"/>', region.name.en
    for kind, style in BORDER.items():
        yield f'<line x1="0" y1="6" x2="18" y2="6" {style}/>', kind
    yield '<rect x="1" width="16" height="13" fill="#fff" stroke="#222"/>', "settlement, points"
    yield '<path d="M1 13 l8 -13 l8 13 Z" fill="#555" stroke="#222"/>', "fort, defence"
    yield '<path d="M9 -1 l7 7 l-7 7 l-7 -7 Z" fill="#b3261e" stroke="#222"/>', "mustering region"


if __name__ == "__main__":
    pack = load(load_pack(sys.argv[2] if len(sys.argv) > 2 else DEFAULT))
    Path(sys.argv[1]).write_text(draw(map_layout(pack.key), pack.contents.about.title), encoding="utf-8")
