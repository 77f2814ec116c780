"""Tournaments as the terminal shows them."""

import datetime
from collections.abc import Iterator, Sequence

from rich.table import Table

from services.api import tournaments_pb2 as pb
from services.cli.arguments import Language

STATES = {
    pb.TOURNAMENT_STATE_OPEN: "open",
    pb.TOURNAMENT_STATE_RUNNING: "running",
    pb.TOURNAMENT_STATE_PAUSED: "paused",
    pb.TOURNAMENT_STATE_FINISHED: "finished",
    pb.TOURNAMENT_STATE_CANCELLED: "cancelled",
}
KINDS = {pb.ENTRANT_KIND_PERSON: "person", pb.ENTRANT_KIND_BOT: "bot", pb.ENTRANT_KIND_TEAM: "team"}


def time_of(milliseconds: int) -> str:
    """A time where this terminal is; empty for none."""
    if not milliseconds:
        return ""
    return f"{datetime.datetime.fromtimestamp(milliseconds / 1000).astimezone():%Y-%m-%d %H:%M:%S}"


def _name(plan: pb.TournamentPlan, lang: Language) -> str:
    return plan.name_pl if lang is Language.pl and plan.name_pl else plan.name


def _formats(plan: pb.TournamentPlan) -> str:
    return ", then ".join((stage.WhichOneof("format") or "").replace("_", " ") for stage in plan.stages)


def tournaments_table(some: Sequence[pb.Tournament], lang: Language) -> Table:
    """Tournaments, one in a line."""
    table = Table("id", "name", "format", "game", "state", "entrants", "starts")
    for one in some:
        table.add_row(
            one.tournament_id,
            _name(one.plan, lang),
            _formats(one.plan),
            f"{one.plan.setting.game} {one.plan.setting.scenario}".strip(),
            STATES.get(one.state, ""),
            str(one.entrants),
            time_of(one.plan.starts_ms),
        )
    return table


def tournament_table(one: pb.Tournament, lang: Language) -> Table:
    """One tournament."""
    plan = one.plan
    is_polish = lang is Language.pl
    table = Table(show_header=False)
    rows = [
        ("id", one.tournament_id),
        ("name", _name(plan, lang)),
        ("about", plan.about_pl if is_polish and plan.about_pl else plan.about),
        ("prizes", plan.prizes_pl if is_polish and plan.prizes_pl else plan.prizes),
        ("format", _formats(plan)),
        ("game", f"{plan.setting.game} {plan.setting.scenario}".strip()),
        ("host", one.host),
        ("state", STATES.get(one.state, "")),
        ("starts", time_of(plan.starts_ms)),
        ("entrants", str(one.entrants)),
        ("stage, round", f"{one.stage}, {one.round}{f' of {one.rounds}' if one.rounds else ''}" if one.stage else ""),
        ("tables without a result", str(one.open_tables) if one.round else ""),
        ("rated", "yes" if plan.rated else "no"),
        ("commitment", one.commitment),
        ("secret", one.secret.hex()),
    ]
    for name, value in rows:
        if value:
            table.add_row(name, value)
    return table


def entrants_table(some: Sequence[pb.TournamentEntrant]) -> Table:
    """Entrants, one in a line."""
    table = Table("number", "name", "kind", "rating", "state")
    for one in some:
        rating = f"{one.rating:.0f}" if one.HasField("rating") else ""
        kind = KINDS.get(one.kind, "")
        if one.members:
            kind = f"{kind}: {', '.join(one.members)}"
        table.add_row(str(one.entrant), one.name, one.version or kind, rating, _entrant_state(one))
    return table


def _entrant_state(one: pb.TournamentEntrant) -> str:
    if one.banned:
        return "banned"
    if one.withdrawn:
        return "withdrawn"
    return "checked in" if one.checked_in else "entered"


def pairings_table(tables: Sequence[pb.TournamentTable], title: str) -> Table:
    """The tables of a round."""
    table = Table("table", "entrants", "result", "", title=title)
    for one in tables:
        result = "" if one.open else " : ".join(f"{place.points:g}" for place in one.places)
        table.add_row(str(one.number), " – ".join(place.entrant for place in one.places), result, _notes(one))
    return table


def _notes(table: pb.TournamentTable) -> str:
    """What there is to say about a table beside its result."""
    notes = [f"{place.entrant} forfeits" for place in table.places if place.outing == pb.TABLE_OUTING_LOST_BY_FORFEIT]
    notes += [f"a bot sits in for {place.entrant}" for place in table.places if place.bot_sits_in]
    if any(match.refused for match in table.matches):
        notes.append("a match gives no result")
    return ", ".join(notes)


def standings_table(answer: pb.GetTournamentStandingsResponse) -> Table:
    """The standings after a round."""
    when = "final" if answer.final else f"stage {answer.stage}, after round {answer.round}"
    count = max((len(one.tie_breaks) for one in answer.standings), default=0)
    table = Table("rank", "entrant", "points", *answer.tie_breaks[:count], title=f"standings: {when}")
    for one in answer.standings:
        table.add_row(str(one.rank), one.entrant, f"{one.points:g}", *(f"{value:g}" for value in one.tie_breaks))
    return table


def assignments_table(some: Sequence[pb.TableAssignment]) -> Table:
    """The matches that wait for somebody, with what joins them."""
    table = Table("table", "against", "match", "seat", "first choice by", "token")
    for one in some:
        where = f"{one.tournament_id} stage {one.stage}, round {one.round}, table {one.table}"
        by = time_of(one.first_choice_by_ms)
        table.add_row(where, ", ".join(one.opponents), one.match_id, str(one.seat), by, one.token)
    return table


def events_lines(events: Sequence[pb.TournamentEvent]) -> Iterator[str]:
    """What happened, one thing in a line."""
    for one in events:
        why = f" ({one.why})" if one.why else ""
        yield f"{one.number:6} {time_of(one.at_ms)} {one.actor}: {one.text}{why}"
