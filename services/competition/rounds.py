"""Rounds and tables as they are played: which matches a table needs, what they came to, and when it is decided."""

import math
from collections.abc import Collection, Mapping, Sequence

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


def most_points_of_a_table(stage: Stage) -> float:
    """The most that an entrant can have of one table."""
    games = deals_of_a_table(stage) if isinstance(stage, Elimination) else 1
    return points_of_a_win(stage) * games


def counts_scores(stage: Stage) -> bool:
    """Whether the raw score of a match counts, and not who won it."""
    return isinstance(stage, Duplicate | ScoreContest) or (isinstance(stage, Pods) and stage.by == "place")


class TableState:
    """A table of a round and what has happened at it."""

    __slots__ = (
        "arrived",
        "asked_at",
        "bots",
        "contributions",
        "ended",
        "forfeited",
        "in_turn",
        "is_adjudicated",
        "is_void",
        "legs",
        "made",
        "opened_at",
        "outings",
        "points",
        "refused",
        "scores",
        "table",
    )

    def __init__(self, table: Table, contributions: int = 0, *, in_turn: bool = False) -> None:
        self.table = table
        self.in_turn = in_turn
        """Whether a match is made only when the one before is over."""
        self.contributions = contributions
        """How many contributions went into its deals."""
        self.legs: dict[int, tuple[tuple[float, ...], tuple[float, ...]]] = {}
        """By match: points and raw scores, in the order of the entrants."""
        self.made: set[int] = set()
        self.refused: set[int] = set()
        """Matches that are over and give no result."""
        self.ended: set[int] = set()
        """Matches that were ended because the table had its result."""
        self.opened_at: float | None = None
        self.asked_at: dict[int, float] = {}
        """By entrant: when they were seen to have their first choice before them."""
        self.arrived: set[int] = set()
        self.bots: dict[int, set[int]] = {}
        """By entrant for whom a bot sits in: the matches in which it was given the seats."""
        self.forfeited: set[int] = set()
        """Entrants for whom a bot plays on although they have lost."""
        self.is_adjudicated = False
        """Whether the result was set, whatever was played."""
        self.is_void = False
        """Whether there will be no result."""
        self.points: tuple[float, ...] | None = None
        """What the table came to; None while it is open."""
        self.scores: tuple[float, ...] = ()
        self.outings: tuple[Outing, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether there is no result yet."""
        return self.points is None and not self.is_void

    @property
    def live_legs(self) -> list[int]:
        """Matches that were made and are not known to be over."""
        return sorted(self.made.difference(self.legs, self.refused, self.ended))

    def due_legs(self, stage: Stage) -> list[int]:
        """Matches that are to be made now."""
        if not self.is_open:
            return []
        per_deal = legs_of_a_deal(stage)
        played = len(self.legs) // per_deal
        due = [leg for leg in range(per_deal * (played + 1)) if leg not in self.made]
        if self.in_turn:
            return due[:1] if self.made <= self.legs.keys() else []
        return due

    def legs_to_hand_over(self) -> dict[int, tuple[int, ...]]:
        """By entrant for whom a bot sits in: matches that were made in which it has no seats yet."""
        live = self.live_legs if self.bots else []
        missing = {one: tuple(leg for leg in live if leg not in handed) for one, handed in self.bots.items()}
        return {one: legs for one, legs in missing.items() if legs}

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
        if isinstance(stage, Pods):
            sums = self._points_of_a_pod(stage, sums, raw)
        self.settle(sums, raw)
        self.outings = self._outings_without(self.forfeited)

    def _outings_without(self, forfeited: Collection[int]) -> tuple[Outing, ...]:
        """How it went for the entrants, of whom some have forfeited."""
        return tuple(Outing.lost_by_forfeit if one in forfeited else Outing.played for one in self.table.entrants)

    def _points_of_a_pod(self, stage: Pods, won: Sequence[float], raw: Sequence[float]) -> tuple[float, ...]:
        """Points of a pod by place or by side; who forfeited has none, and is behind all others."""
        if stage.by == "place":
            behind = [
                -math.inf if one in self.forfeited else own for own, one in zip(raw, self.table.entrants, strict=True)
            ]
            won = pods.points_by_place(behind, stage.points)
        return tuple(0.0 if one in self.forfeited else own for own, one in zip(won, self.table.entrants, strict=True))

    def settle(self, points: Sequence[float], scores: Sequence[float] = ()) -> None:
        """Give the table its result."""
        self.points, self.scores = tuple(points), tuple(scores)
        self.outings = (Outing.played,) * len(self.table.entrants)

    def adjudicate(self, points: Sequence[float], scores: Sequence[float], forfeited: Sequence[int]) -> None:
        """Set the result, whatever was played, and who loses by forfeit."""
        self.settle(points, scores)
        self.outings = self._outings_without(forfeited)
        self.is_adjudicated = True

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
        self.sat_in: set[int] = set()
        """Numbers of tables at which a bot sits in for somebody."""
        self.orphaned: set[int] = set()
        """Numbers of tables that have their result while matches of theirs go on."""

    def add(self, table: Table, contributions: int, *, in_turn: bool) -> None:
        """Add a table, after so many contributions to its deals."""
        self.tables[table.number] = TableState(table, contributions, in_turn=in_turn)
        self.open.add(table.number)
        self.to_make.add(table.number)

    def note(self, number: int) -> None:
        """Look again whether a table is open, and needs matches."""
        if self.tables[number].is_open:
            self.to_make.add(number)
        else:
            self.open.discard(number)
            self.to_make.discard(number)
            if self.tables[number].live_legs:
                self.orphaned.add(number)
            else:
                self.orphaned.discard(number)

    def put_off(self, seconds: float) -> None:
        """Let all deadlines come later, after a pause of the tournament."""
        self.paired_at += seconds
        if self.began_at is not None:
            self.began_at += seconds
        if self.ended_at is not None:
            self.ended_at += seconds
        for number in self.open:
            table = self.tables[number]
            if table.opened_at is not None:
                table.opened_at += seconds
            table.asked_at = {one: at + seconds for one, at in table.asked_at.items()}

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
