"""The score sheet of a stage: what became of each entrant in each round, and what pairing needs to know of that."""

import enum
import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Outing(enum.Enum):
    """What an entrant did in a round."""

    played = "played"
    won_by_forfeit = "won by forfeit"
    lost_by_forfeit = "lost by forfeit"
    bye = "bye"
    """Nobody was left to play against."""
    leave = "leave"
    """A bye that was asked for."""
    absent = "absent"

    @property
    def is_voluntary(self) -> bool:
        """Whether the round was not played by the entrant's own will or fault."""
        return self in (Outing.lost_by_forfeit, Outing.leave, Outing.absent)


class Line(NamedTuple):
    """One round of one entrant."""

    opponents: tuple[int, ...]
    points: float
    outing: Outing = Outing.played
    place: int = -1
    """The side or seat that was held; -1 for none, or both."""


class Sheet:
    """The lines of all entrants of a stage, round by round, and sums over them."""

    def __init__(self, entrants: Iterable[int], win: float, ratings: Mapping[int, float] | None = None) -> None:
        self.win = win
        """The points of a round that is won."""
        self.ratings = dict(ratings or {})
        self.rounds = 0
        self.lines: dict[int, list[Line]] = {}
        self.met: dict[int, set[int]] = {}
        self.balance: dict[int, int] = {}
        """By entrant: how often the first side was held more than the second."""
        self.last_place: dict[int, int] = {}
        self.byes: dict[int, int] = {}
        self.floated: dict[int, int] = {}
        """By entrant: 1 after a round against somebody with fewer points, -1 with more."""
        self._points: dict[int, float] = {}
        for entrant in entrants:
            self.add(entrant)

    def add(self, entrant: int) -> None:
        """Let an entrant in, who was absent until now."""
        self.lines[entrant] = [Line((), 0.0, Outing.absent)] * self.rounds
        self.met[entrant] = set()
        self.balance[entrant] = self.last_place[entrant] = self.byes[entrant] = self.floated[entrant] = 0
        self._points[entrant] = 0.0

    def add_round(self, lines: Mapping[int, Line]) -> None:
        """Add a round; who is not named was absent."""
        before = dict(self._points)
        for entrant, own in self.lines.items():
            line = lines.get(entrant) or Line((), 0.0, Outing.absent)
            own.append(line)
            self._points[entrant] = math.fsum(one.points for one in own)
            self.met[entrant].update(line.opponents)
            self.byes[entrant] += line.outing in (Outing.bye, Outing.won_by_forfeit)
            self.floated[entrant] = 0
            if len(line.opponents) == 1:
                other = before[line.opponents[0]]
                self.floated[entrant] = (before[entrant] > other) - (before[entrant] < other)
            if line.outing is Outing.played and line.place in (0, 1):
                self.balance[entrant] += 1 if line.place == 0 else -1
                self.last_place[entrant] = 1 if line.place == 0 else -1
        self.rounds += 1

    def points(self, entrant: int) -> float:
        """All points of an entrant."""
        return self._points[entrant]
