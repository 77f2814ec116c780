"""Ladders as tables: which there are, their standings, the cross table, and how a test stands."""

from collections.abc import Iterable

from rich.table import Table

from services.api import ladders_pb2 as pb

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
}


def ladders_table(ladders: Iterable[pb.Ladder]) -> Table:
    """Ladders, each in a row."""
    table = Table("ladder", "id", "game", "state")
    table.add_column("pairs", justify="right")
    for one in ladders:
        game = f"{one.setting.game} {one.setting.scenario}, {one.setting.seats} seats"
        table.add_row(one.name, one.ladder_id, game, _STATES[one.state], str(one.pairs))
    return table


def standings_table(name: str, standings: pb.Standings, ladder: pb.Ladder | None = None) -> Table:
    """Entrants, best first."""
    state = "" if ladder is None else f", {_STATES[ladder.state]}"
    table = Table(title=f"{name}: {standings.pairs} pairs{state}", title_justify="left")
    table.add_column("", justify="right")
    table.add_column("no.", justify="right")
    table.add_column("bot", overflow="fold")
    sides = [side.side for side in standings.standings[0].sides] if standings.standings else []
    for column in ("Elo", "±", "LOS", "score", "pairs", *sides, "ms (p50, p99)", "forfeits"):
        table.add_column(column, justify="right")
    table.add_column("")
    for one in standings.standings:
        table.add_row(
            str(one.place),
            str(one.entrant),
            one.bot,
            f"{one.elo:.1f}",
            "anchor" if one.anchor else f"{one.elo_error:.1f}",
            f"{one.los:.1%}",
            f"{one.score:.1%}",
            str(one.pairs),
            *(f"{side.elo:.0f} ±{side.elo_error:.0f}" for side in one.sides),
            f"{one.p50_ms:.3g}, {one.p99_ms:.3g}",
            _forfeits(one),
            _ENTRANT_STATES[one.state],
        )
    return table


def _forfeits(one: pb.Standing) -> str:
    """How many matches an entrant forfeited by what; empty for none."""
    counts = {"crashes": one.crashes, "overruns": one.overruns, "illegal": one.illegals}
    return ", ".join(f"{count} {fault}" for fault, count in counts.items() if count)


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
    return table
