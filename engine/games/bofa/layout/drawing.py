"""Draws the board of a pack as an SVG: regions, borders, settlements and goblin areas.

`python -m engine.games.bofa.layout.drawing FILE [DIR]` draws the board of the shipped pack, or of the one in a folder.
"""

import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path

from engine.games.bofa.components.library import DEFAULT, load, load_pack
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.components.schema import BorderRow, RegionRow

TERRAIN = {"hills": "#c9b27c", "mountains": "#a9a39b", "plains": "#c8d59b", "ruins": "#d8b8a0", "marsh": "#9fc0b0"}
TERRITORY = {"yellow": "#d6a900", "red": "#b3261e", "blue": "#1f5fa8", "green": "#2e7d32"}
BORDER = {
    "open": 'stroke="#6b6256" stroke-width="2"',
    "ford": 'stroke="#2b7bbb" stroke-width="5" stroke-dasharray="3 5"',
    "slope": 'stroke="#7a5c34" stroke-width="4" stroke-dasharray="1 5"',
    "river": 'stroke="#2b7bbb" stroke-width="7" stroke-opacity="0.55"',
    "impassable": 'stroke="#111" stroke-width="5"',
}
WIDTH, HEIGHT, RADIUS = 1040, 780, 34


def draw(p: Pack) -> str:
    """The board as a picture."""
    return "\n".join(_lines(p)) + "\n"


def _lines(p: Pack) -> Iterator[str]:
    board = p.contents.board
    at = {row.id: row.at for row in board.region}
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="Georgia, serif" font-size="10.5" text-anchor="middle">'
    )
    yield f"<title>{escape(p.contents.about.title)}</title>"
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#f3ecdc"/>'
    for border in board.border:
        yield from _border(border, at)
    for row in board.goblins:
        yield from _goblins(row.name, row.pass_name, row.at, row.pass_at, [at[name] for name in row.exits])
    x, y = board.eyrie
    yield f'<circle cx="{x}" cy="{y}" r="24" fill="#fff" stroke="#1f5fa8" stroke-width="3"/>'
    yield f'<text x="{x}" y="{y + 4}">Eyrie</text>'
    colours = {row.id: TERRITORY.get(row.colour, "#555") for row in board.territory}
    for region in board.region:
        yield from _region(region, colours[region.territory])
    yield from _legend(p)
    yield "</svg>"


def _border(border: BorderRow, at: dict[str, tuple[int, int]]) -> Iterator[str]:
    """A line between neighbours; a river or cliff is a bar across it."""
    (x1, y1), (x2, y2) = (at[name] for name in border.between)
    style = BORDER[border.kind]
    if border.kind in ("river", "impassable"):
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        length = max(1.0, ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)
        dx, dy = -(y2 - y1) / length * 26, (x2 - x1) / length * 26
        x1, y1, x2, y2 = round(x - dx), round(y - dy), round(x + dx), round(y + dy)
    yield f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {style}/>'


def _goblins(
    name: str, pass_name: str, at: tuple[int, int], gap: tuple[int, int], exits: list[tuple[int, int]]
) -> Iterator[str]:
    """A mustering point, its pass and the way out."""
    ways = [(at, gap), *((gap, out) for out in exits)]
    for (x1, y1), (x2, y2) in ways:
        yield f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#b3261e" stroke-width="3"/>'
    for (x, y), words in ((at, name), (gap, pass_name)):
        yield f'<rect x="{x - 16}" y="{y - 16}" width="32" height="32" fill="#b3261e" stroke="#333"/>'
        yield f'<text x="{x}" y="{y + 30}">{escape(words)}</text>'


def _region(region: RegionRow, colour: str) -> Iterator[str]:
    """A region in its terrain's colour, ringed in its territory's."""
    x, y = region.at
    fill = TERRAIN[region.terrain]
    yield f'<circle cx="{x}" cy="{y}" r="{RADIUS}" fill="{fill}" stroke="{colour}" stroke-width="4"/>'
    if region.settlement:
        yield f'<rect x="{x - 9}" y="{y - 26}" width="18" height="14" fill="#fff" stroke="#222"/>'
    if region.fortification:
        yield f'<path d="M{x - 11} {y - 11} L{x} {y - 31} L{x + 11} {y - 11} Z" fill="#777" stroke="#222"/>'
        yield f'<text x="{x}" y="{y - 14}" fill="#fff" font-weight="bold">{region.fortification}</text>'
    if region.mustering:
        yield f'<path d="M{x} {y - 28} l9 9 l-9 9 l-9 -9 Z" fill="#b3261e" stroke="#222"/>'
    weight = ' font-weight="bold"' if region.settlement else ""
    lines = _broken(region.name)
    for number, words in enumerate(lines):
        yield f'<text x="{x}" y="{y + 4 + 12 * number}"{weight}>{escape(words)}</text>'


def _broken(name: str) -> list[str]:
    """A name in lines that fit its region."""
    lines = [""]
    for word in name.split():
        if lines[-1] and len(lines[-1]) + len(word) > 10:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _legend(p: Pack) -> Iterator[str]:
    """What colours and lines mean."""
    x, y = 24, 520
    for terrain, fill in TERRAIN.items():
        yield f'<rect x="{x}" y="{y}" width="16" height="12" fill="{fill}" stroke="#333"/>'
        yield f'<text x="{x + 24}" y="{y + 10}" text-anchor="start">{terrain}</text>'
        y += 18
    for row in p.contents.board.territory:
        colour = TERRITORY.get(row.colour, "#555")
        yield f'<circle cx="{x + 8}" cy="{y + 6}" r="6" fill="none" stroke="{colour}" stroke-width="4"/>'
        yield f'<text x="{x + 24}" y="{y + 10}" text-anchor="start">{escape(row.name)}</text>'
        y += 18
    for kind, style in BORDER.items():
        yield f'<line x1="{x}" y1="{y + 6}" x2="{x + 18}" y2="{y + 6}" {style}/>'
        yield f'<text x="{x + 24}" y="{y + 10}" text-anchor="start">{kind}</text>'
        y += 16


if __name__ == "__main__":
    source = sys.argv[2] if len(sys.argv) > 2 else DEFAULT
    Path(sys.argv[1]).write_text(draw(load(load_pack(source))), encoding="utf-8")
