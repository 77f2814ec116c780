"""Rounds and tables as they are played: which matches a table needs, what they came to, and when it is decided."""

from collections.abc import Mapping, Sequence

from services.competition import pods
from services.competition.events import Table
from services.competition.plan import Duplicate, Elimination, Pods, ScoreContest, Stage
from services.competition.sheet import Line, Outing
from services.competition.standings import Standing

EXTRA_GAMES = 2
"""How many pairs, or matches, follow a tied series, before the better seed goes on."""
AVERAGE = 0.5
"""Match points of somebody who sat out a deal."""
AVERAGE_PLUS = 0.6
"""Match points of somebody whose opponent did not come."""


def is_pair(stage: Stage) -> bool:
    """Whether a table plays both sides of a deal."""
    return getattr(stage, "table", "") == "pair"


def legs_of_a_deal(stage: Stage) -> int:
    """How many matches a table plays of one deal."""
    return 2 if is_pair(stage) else 1


def deals_of_a_table(stage: Stage) -> int:
    """How many deals are kept for a table."""
    return stage.best_of + EXTRA_GAMES if isinstance(stage, Elimination) else 1


def points_of_a_win(stage: Stage) -> float:
    """The points of a round that is won; of those who measure themselves against all, the most there are."""
    if isinstance(stage, Pods):
        return max(stage.points) if stage.by == "place" else 1.0
    return float(legs_of_a_deal(stage))


def counts_scores(stage: Stage) -> bool:
    """Whether the raw score of a match counts, and not who won it."""
    return isinstance(stage, Duplicate | ScoreContest) or (isinstance(stage, Pods) and stage.by == "place")


class TableState:
    """A table of a round and what has happened at it."""

    __slots__ = ("arrived", "bots", "legs", "made", "opened_at", "outings", "points", "scores", "table")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.legs: dict[int, tuple[tuple[float, ...], tuple[float, ...]]] = {}
        """By match: points and raw scores, in the order of the entrants."""
        self.made: set[int] = set()
        self.opened_at: float | None = None
        self.arrived: set[int] = set()
        self.bots: set[int] = set()
        """Entrants for whom a bot sits in."""
        self.points: tuple[float, ...] | None = None
        """What the table came to; None while it is open."""
        self.scores: tuple[float, ...] = ()
        self.outings: tuple[Outing, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether there is no result yet."""
        return self.points is None

    def due_legs(self, stage: Stage) -> list[int]:
        """Matches that are to be made now."""
        if self.points is not None:
            return []
        per_deal = legs_of_a_deal(stage)
        played = len(self.legs) // per_deal
        return [leg for leg in range(per_deal * (played + 1)) if leg not in self.made]

    def end_leg(self, stage: Stage, leg: int, points: Sequence[float], scores: Sequence[float]) -> None:
        """Take in what a match came to; the table is decided when nothing more has to be played."""
        self.legs[leg] = (tuple(points), tuple(scores))
        per_deal = legs_of_a_deal(stage)
        if len(self.legs) % per_deal:
            return
        sums = tuple(sum(one[0][place] for one in self.legs.values()) for place in range(len(points)))
        raw = tuple(sum(one[1][place] for one in self.legs.values()) for place in range(len(scores)))
        if isinstance(stage, Elimination) and not _is_decided(stage, sums, len(self.legs) // per_deal):
            return
        if isinstance(stage, Pods) and stage.by == "place":
            sums = pods.points_by_place(raw, stage.points)
        self.settle(sums, raw)

    def settle(self, points: Sequence[float], scores: Sequence[float] = ()) -> None:
        """Give the table its result."""
        self.points, self.scores = tuple(points), tuple(scores)
        self.outings = (Outing.played,) * len(self.table.entrants)

    def forfeit(self, entrants: Sequence[int], win: float) -> None:
        """Let entrants lose the table; the others have won it."""
        lost = set(entrants)
        all_lost = lost >= set(self.table.entrants)
        self.points = tuple(0.0 if one in lost or all_lost else win for one in self.table.entrants)
        self.scores = (0.0,) * len(self.table.entrants)
        self.outings = tuple(
            Outing.lost_by_forfeit if one in lost else Outing.won_by_forfeit for one in self.table.entrants
        )

    def winner(self, seeds: Mapping[int, int]) -> int:
        """Who goes on from a table of two; where it is tied, the better seed."""
        assert self.points is not None, "the table is decided"
        return max(zip(self.points, self.table.entrants, strict=True), key=lambda two: (two[0], -seeds[two[1]]))[1]

    def holders(self, leg: int) -> tuple[int, ...]:
        """Entrants at a match of the table in the order of sides or seats: sides are exchanged from one to the next."""
        return tuple(reversed(self.table.entrants)) if leg % 2 else self.table.entrants

    def deal(self, stage: Stage, leg: int) -> int:
        """The number of the deal of a match."""
        return self.table.deal + leg // legs_of_a_deal(stage)


def _is_decided(stage: Elimination, points: Sequence[float], played: int) -> bool:
    """Whether a series is over: nobody can catch up any more, or, if it was tied, all extra deals are played."""
    a_game = float(legs_of_a_deal(stage))
    lead = abs(points[0] - points[1])
    if played < stage.best_of:
        return lead > (stage.best_of - played) * a_game
    return lead > 0 or played >= stage.best_of + EXTRA_GAMES


class RoundState:
    """A round: its tables by number, who sits out, and how far it is."""

    def __init__(self, number: int, byes: Sequence[int], contributions: int, paired_at: float) -> None:
        self.number = number
        self.byes = tuple(byes)
        self.contributions = contributions
        self.paired_at = paired_at
        self.began_at: float | None = None
        self.ended_at: float | None = None
        self.is_reminded = False
        self.standings: tuple[Standing, ...] | None = None
        """The standings after the round, once they are computed."""
        self.tables: dict[int, TableState] = {}
        self.open: set[int] = set()
        """Numbers of tables without a result."""
        self.to_make: set[int] = set()
        """Numbers of tables that may need further matches."""

    def add(self, table: Table) -> None:
        """Add a table."""
        self.tables[table.number] = TableState(table)
        self.open.add(table.number)
        self.to_make.add(table.number)

    def note(self, number: int) -> None:
        """Look again whether a table is open, and needs matches."""
        if self.tables[number].is_open:
            self.to_make.add(number)
        else:
            self.open.discard(number)
            self.to_make.discard(number)

    def lines(self, bye: float, places: bool) -> dict[int, Line]:
        """The lines of the score sheet; where everybody holds all sides, no place is noted."""
        result = {entrant: Line((), bye, Outing.bye) for entrant in self.byes}
        for state in self.tables.values():
            entrants = state.table.entrants
            assert state.points is not None, "the round is over"
            for index, entrant in enumerate(entrants):
                others = entrants[:index] + entrants[index + 1 :]
                place = index + state.table.place if places else -1
                result[entrant] = Line(others, state.points[index], state.outings[index], place)
        return result
