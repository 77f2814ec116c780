"""The map of a game as text: places at their coordinates, the ways between them, and who stands where."""

from collections.abc import Iterable, Iterator
from typing import Any

from engine.core.layout import Place
from engine.core.words import Lang
from services.cli.playing import sayings
from services.cli.playing.lookup import Lookup

EMPTY, HELD, OWN, WAY = "○", "●", "◆", "·"
_ROWS_PER_COLUMN = 0.75
"""A sign is twice as high as it is wide; maps are drawn half as high again, to give the names room."""
_STEPS_AROUND = 2
"""How far from a place its surroundings reach."""
_MARGIN = 4


class Canvas:
    """Signs at columns and rows; what is written first stays."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._signs: dict[tuple[int, int], str] = {}
        self._fixed: set[tuple[int, int]] = set()

    def is_free(self, column: int, row: int, length: int) -> bool:
        """Whether so many signs can be written there, with a space before and after."""
        if not (0 <= row < self.height and column >= 0 and column + length <= self.width):
            return False
        return not any((at, row) in self._fixed for at in range(column - 1, column + length + 1))

    def write(self, column: int, row: int, text: str) -> None:
        """Write a text that nothing may be written over."""
        for at, sign in enumerate(text, start=column):
            self._signs[at, row] = sign
            self._fixed.add((at, row))

    def line(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Draw a way under whatever is written."""
        steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]), 1)
        for step in range(steps + 1):
            column = round(start[0] + (end[0] - start[0]) * step / steps)
            row = round(start[1] + (end[1] - start[1]) * step / steps)
            self._signs.setdefault((column, row), WAY)

    def lines(self) -> list[str]:
        """All rows, without the space at their ends."""
        rows = ["".join(self._signs.get((x, y), " ") for x in range(self.width)).rstrip() for y in range(self.height)]
        while rows and not rows[-1]:
            rows.pop()
        return rows


class Atlas:
    """Draws maps of one setting."""

    def __init__(self, lookup: Lookup, lang: Lang) -> None:
        self._lookup = lookup
        self._lang: Lang = lang

    @property
    def has_map(self) -> bool:
        """Whether there is anything to draw."""
        return bool(self._lookup.places)

    def draw(self, observation: Any, columns: int, around: Place | None = None) -> list[str]:
        """The whole map, or a place and what is around it with what lies there; and how it is read."""
        if not self.has_map:
            return [sayings.NO_MAP.say(self._lang)]
        shown = set(self._lookup.places) if around is None else set(self._surroundings(around))
        lines = self._picture(shown, observation, columns)
        lines += ["", sayings.MAP_LEGEND.say(self._lang), ""]
        listed = [self._lookup.places[one] for one in self._lookup.places if one in shown]
        for place in listed:
            if there := self._lookup.contents(observation, place.reference):
                lines.append(f"{getattr(place.name, self._lang)}: {there}")
        if around is not None:
            entry = next(one for one in self._lookup.entries if one.reference == around.reference)
            lines += ["", *entry.tell(observation)]
        return lines

    def _surroundings(self, place: Place) -> Iterator[str]:
        """A place and all that can be reached from it in a few steps."""
        reached = {place.reference}
        for _ in range(_STEPS_AROUND):
            reached |= {way.to for one in [*reached] for way in self._lookup.places[one].adjacent}
        yield from reached

    def _picture(self, shown: Iterable[str], observation: Any, columns: int) -> list[str]:
        places = [self._lookup.places[one] for one in shown]
        left, top = min(one.at.x for one in places), min(one.at.y for one in places)
        width = max(one.at.x for one in places) - left or 1.0
        height = max(one.at.y for one in places) - top or 1.0
        longest = max(len(getattr(one.name, self._lang)) for one in places)
        across = max(columns - 2 * _MARGIN - longest // 2, 20)
        scale = across / width
        rows = min(max(round(height * scale * _ROWS_PER_COLUMN), min(len(places), 8)), len(places) + 10) + 1
        canvas = Canvas(columns, rows + 1)
        at = {
            one.reference: (
                _MARGIN + round((one.at.x - left) * scale),
                round((one.at.y - top) / height * (rows - 1)),
            )
            for one in places
        }
        own = self._lookup.stands(observation)
        for one in places:
            canvas.write(*at[one.reference], self._sign(one, own, observation))
        for one in sorted(places, key=lambda place: at[place.reference][::-1]):
            self._write_name(canvas, *at[one.reference], getattr(one.name, self._lang))
        for one in places:
            for way in one.adjacent:
                if way.to in at:
                    canvas.line(at[one.reference], at[way.to])
        return canvas.lines()

    def _sign(self, place: Place, own: str | None, observation: Any) -> str:
        if place.reference == own:
            return OWN
        return HELD if self._lookup.contents(observation, place.reference) else EMPTY

    def _write_name(self, canvas: Canvas, column: int, row: int, name: str) -> None:
        """Write a name beside, under or over its place, where it finds room; cut to what room there is on its right."""
        half = len(name) // 2
        spots = [(column + 2, row), (column - len(name) - 1, row), (column - half, row + 1), (column - half, row - 1)]
        spots += [(column + 1, row + 1), (column + 1, row - 1), (column - len(name), row + 1)]
        for spot in spots:
            if canvas.is_free(*spot, len(name)):
                canvas.write(*spot, name)
                return
        for length in range(len(name) - 1, 2, -1):
            for spot in ((column + 2, row), (column - length - 1, row), (column, row + 1), (column, row - 1)):
                if canvas.is_free(*spot, length):
                    canvas.write(*spot, name[: length - 1] + "…")
                    return
