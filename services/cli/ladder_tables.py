"""Ladders as tables: which there are, their standings, the cross table, and how a test stands."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from rich import box
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from services.api import ladders_pb2 as pb
from services.pairs.pentanomial import Pentanomial
from services.pairs.report import with_error

MOST_COLUMNS = 8
"""Entrants whose ratings a history shows beside each other."""
_ANY_WIDTH = 10_000
_STATES = {
    pb.LADDER_STATE_RUNNING: "running",
    pb.LADDER_STATE_PAUSED: "paused",
    pb.LADDER_STATE_FINISHED: "finished",
}
_VERDICTS = {
    pb.TEST_VERDICT_UNDECIDED: "undecided",
    pb.TEST_VERDICT_ACCEPTED: "accepted",
    pb.TEST_VERDICT_REJECTED: "rejected",
}
_ENTRANT_STATES = {
    pb.ENTRANT_STATE_PLAYING: "",
    pb.ENTRANT_STATE_WITHDRAWN: "withdrawn",
    pb.ENTRANT_STATE_OUTDATED: "other version now",
    pb.ENTRANT_STATE_AWAY: "away",
}


class _Column(NamedTuple):
    """A column of standings: its head, and what it says of an entrant."""

    head: str
    cell: Callable[[pb.Standing], str]


def ladders_table(ladders: Iterable[pb.Ladder]) -> Table:
    """Ladders, each in a row."""
    table = Table("ladder", "id", "game", "state")
    table.add_column("pairs", justify="right")
    for one in ladders:
        game = f"{one.setting.game} {one.setting.scenario}, {one.setting.seats} seats"
        table.add_row(one.name, one.ladder_id, game, _STATES[one.state], str(one.pairs))
    return table


class StandingsTable:
    """Entrants, best first; how each does by side and how long it takes where there is room for that."""

    def __init__(self, name: str, standings: pb.Standings, ladder: pb.Ladder | None = None) -> None:
        state = "" if ladder is None else f", {_STATES[ladder.state]}"
        self._title = f"{name}: {standings.pairs} pairs{state}"
        self._standings = standings.standings

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        whole = self._table([*_RESULTS, *self._sides(), _TIMES, _REMARKS])
        needed = console.measure(whole, options=options.update_width(_ANY_WIDTH)).maximum
        if needed <= options.max_width:
            yield whole
        else:
            yield self._table([*_RESULTS, _REMARKS])
            yield Text(f"{needed} columns, or --json, have room for sides and times", style="dim")

    def _sides(self) -> list[_Column]:
        sides = self._standings[0].sides if self._standings else []
        return [_Column(side.side, partial(_rating_of_side, number=number)) for number, side in enumerate(sides)]

    def _table(self, columns: Sequence[_Column]) -> Table:
        table = Table(title=self._title, title_justify="left", box=box.SIMPLE_HEAD)
        for column in columns:
            is_text = column in (_BOT, _REMARKS)
            table.add_column(column.head, justify="left" if is_text else "right", overflow="fold", no_wrap=not is_text)
        for one in self._standings:
            table.add_row(*(Text(column.cell(one)) for column in columns))
        return table


def _rating(one: pb.Standing) -> str:
    return f"{one.elo:.1f} anchor" if one.anchor else f"{one.elo:.1f} ±{one.elo_error:.0f}"


def _rating_of_side(one: pb.Standing, number: int) -> str:
    side = one.sides[number]
    return f"{side.elo:.0f} ±{side.elo_error:.0f}"


def _remarks(one: pb.Standing) -> str:
    """How many matches an entrant forfeited by what, and why it plays no more; empty where all is well."""
    counts = {"crashes": one.crashes, "overruns": one.overruns, "illegal": one.illegals}
    forfeits = [f"{count} {fault}" for fault, count in counts.items() if count]
    return ", ".join(filter(None, [*forfeits, _ENTRANT_STATES[one.state]]))


_BOT = _Column("bot", lambda one: one.bot)
_RESULTS = (
    _Column("", lambda one: str(one.place)),
    _Column("no.", lambda one: str(one.entrant)),
    _BOT,
    _Column("Elo", _rating),
    _Column("LOS", lambda one: f"{one.los:.0%}"),
    _Column("score", lambda one: f"{one.score:.1%}"),
    _Column("pairs", lambda one: str(one.pairs)),
)
_TIMES = _Column("ms (p50, p99)", lambda one: f"{one.p50_ms:.3g}, {one.p99_ms:.3g}")
_REMARKS = _Column("", _remarks)


def history_table(history: Sequence[pb.Standings]) -> Table:
    """Ratings after so many pairs, oldest first: a column for each of the last best."""
    table = Table("pairs")
    best = list(history[-1].standings[:MOST_COLUMNS]) if history else []
    for one in best:
        table.add_column(f"{one.entrant}: {one.bot}", justify="right", overflow="fold")
    for then in history:
        by_entrant = {one.entrant: one for one in then.standings}
        cells = [by_entrant.get(one.entrant) for one in best]
        table.add_row(
            str(then.pairs), *("" if cell is None else f"{cell.elo:.1f} ±{cell.elo_error:.0f}" for cell in cells)
        )
    return table


def pairs_table(pairs: Iterable[pb.LadderPair]) -> Table:
    """Pairs, newest first, each with its two matches and their records."""
    table = Table("pair", "entrants", "points", "because", "records")
    for pair in pairs:
        points = " + ".join(f"{match.points:g}" for match in pair.matches)
        reasons = ", ".join(
            f"{match.reason} ({match.message})" if match.fault else match.reason for match in pair.matches
        )
        records = " ".join(match.match_id for match in pair.matches)
        table.add_row(str(pair.number), f"{pair.first} v {pair.second}", points, reasons or pair.error, records)
    return table


class PairsBar:
    """How many pairs are played, and how long the rest will take; nothing where there is no end."""

    def __init__(self) -> None:
        columns = (TextColumn("pairs"), MofNCompleteColumn(), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
        self._progress = Progress(*columns)
        self._task: TaskID | None = None

    def update(self, pairs: int, most: int) -> None:
        """So many pairs are played of so many; 0: of any number. The first call begins the clock."""
        if not most:
            return
        if self._task is None:
            self._task = self._progress.add_task("pairs", total=most, completed=pairs)
        self._progress.update(self._task, completed=pairs)

    def __rich__(self) -> RenderableType:
        return self._progress if self._task is not None else ""


def cross_table(answer: pb.GetCrossTableResponse) -> Table:
    """The score of each entrant (rows) against each other one, with the number of pairs."""
    table = Table("no.", "bot")
    for entrant in answer.entrants:
        table.add_column(str(entrant.entrant), justify="right")
    scores = {}
    for one in answer.meetings:
        scores[one.first, one.second] = f"{one.score:.1%} ({one.pairs})"
        scores[one.second, one.first] = f"{1 - one.score:.1%} ({one.pairs})"
    for row in answer.entrants:
        cells = ["-" if row is other else scores.get((row.entrant, other.entrant), "") for other in answer.entrants]
        table.add_row(str(row.entrant), row.bot, *cells)
    return table


def sprt_table(test: pb.Test) -> Table:
    """How a test stands."""
    table = Table(title=f"{test.first} v {test.second}: {_VERDICTS[test.verdict]}", title_justify="left")
    table.add_column("")
    table.add_column("")
    model = "logistic" if test.logistic else "normalised"
    table.add_row("LLR", f"{test.llr:.2f} ({test.lower:.2f}, {test.upper:.2f}) [{test.elo0:g}, {test.elo1:g}] {model}")
    table.add_row("pairs", f"{test.pairs} of at most {test.most_pairs}")
    table.add_row("Ptnml(0-2)", str(list(test.pentanomial)))
    pairs = Pentanomial(tuple(test.pentanomial))  # type: ignore[arg-type]
    table.add_row("Elo", with_error(pairs.elo()))
    table.add_row("nElo", with_error(pairs.normalised_elo()))
    table.add_row("LOS", f"{pairs.superiority():.2%}")
    return table
