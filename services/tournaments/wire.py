"""Tournaments as the API shows them: what anybody may know, and nothing that would spoil a deal."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from engine import Lang
from engine.core.chance import commitment
from services.api import tournaments_pb2 as pb
from services.competition.competition import Competition, Entry
from services.competition.events import DIRECTOR, AnyEvent, Created, Logged, Updated
from services.competition.matches import Leg, match_id
from services.competition.plan import Plan
from services.competition.plan_messages import message_of
from services.competition.rounds import RoundState, TableState, deals_of_a_table
from services.competition.sheet import Outing
from services.competition.stages import StageState
from services.competition.standings import Standing
from services.tournaments.model import (
    CANCELLED,
    FINISHED,
    OPEN,
    PAUSED,
    RUNNING,
    TournamentRow,
    decode_plan,
)
from services.tournaments.results import is_revealed
from services.tournaments.words import narrate, reason

STATES = {
    OPEN: pb.TOURNAMENT_STATE_OPEN,
    RUNNING: pb.TOURNAMENT_STATE_RUNNING,
    PAUSED: pb.TOURNAMENT_STATE_PAUSED,
    FINISHED: pb.TOURNAMENT_STATE_FINISHED,
    CANCELLED: pb.TOURNAMENT_STATE_CANCELLED,
}
_KINDS = {"person": pb.ENTRANT_KIND_PERSON, "bot": pb.ENTRANT_KIND_BOT, "team": pb.ENTRANT_KIND_TEAM}
_OUTINGS = {
    Outing.played: pb.TABLE_OUTING_PLAYED,
    Outing.won_by_forfeit: pb.TABLE_OUTING_WON_BY_FORFEIT,
    Outing.lost_by_forfeit: pb.TABLE_OUTING_LOST_BY_FORFEIT,
}
_BULKY = ("tables", "standings", "commitments", "seeds", "roles")
"""Fields of events that may be long, and that other calls give."""


def ms(seconds: float | None) -> int:
    """A time in milliseconds; 0 for none."""
    return 0 if seconds is None else round(seconds * 1000)


def listed(row: TournamentRow, commitment: str = "") -> pb.Tournament:
    """A tournament as lists have it."""
    plan = decode_plan(row.plan)
    return pb.Tournament(
        tournament_id=row.tournament_id,
        plan=message_of(without_password(plan)),
        host=row.host,
        state=STATES[row.state],
        created_ms=row.created_ms,
        entrants=row.entrants,
        events=row.version,
        has_password=bool(plan.registration.password),
        commitment=commitment,
    )


def tournament(tournament_id: str, host: str, competition: Competition) -> pb.Tournament:
    """A tournament in full."""
    plan = competition.rules
    message = pb.Tournament(
        tournament_id=tournament_id,
        plan=message_of(without_password(plan)),
        host=host,
        state=STATES[_state(competition)],
        created_ms=ms(competition.created_at),
        entrants=len(competition.entries),
        events=competition.version,
        has_password=bool(plan.registration.password),
        commitment=competition.commitment,
        secret=competition.secret if competition.is_over else b"",
    )
    stage, state = competition.stage, competition.round
    if stage is not None:
        message.stage, message.rounds = stage.number + 1, stage.planned_rounds or 0
    if state is not None:
        message.round, message.open_tables = state.number, len(state.open)
    return message


def _state(competition: Competition) -> str:
    if competition.is_over:
        return FINISHED if competition.is_finished else CANCELLED
    if not competition.is_started:
        return OPEN
    return PAUSED if competition.is_paused else RUNNING


def entrant(entry: Entry) -> pb.TournamentEntrant:
    """An entrant."""
    return pb.TournamentEntrant(
        entrant=entry.entrant,
        name=entry.name,
        kind=_KINDS[entry.kind],
        bot=entry.bot,
        version=entry.version,
        rating=entry.rating,
        members=entry.members,
        checked_in=entry.checked_in,
        withdrawn=entry.withdrawn,
        banned=entry.banned,
        no_shows=entry.no_shows,
        pending=sorted(entry.pending),
    )


def table(
    tournament_id: str, competition: Competition, stage: StageState, round_: int, state: TableState
) -> pb.TournamentTable:
    """A table with its matches and what came of them."""
    places = [
        pb.TablePlace(
            entrant=competition.entries[one].name,
            points=state.points[index] if state.points is not None else 0.0,
            score=state.scores[index] if index < len(state.scores) else 0.0,
            outing=_OUTINGS[state.outings[index]] if state.outings else pb.TABLE_OUTING_UNSPECIFIED,
            arrived=one in state.arrived,
            bot_sits_in=one in state.bots,
        )
        for index, one in enumerate(state.table.entrants)
    ]
    matches = []
    for leg in sorted(state.made):
        points, scores = state.legs.get(leg, ((), ()))
        matches.append(
            pb.TableMatch(
                match_id=match_id(tournament_id, Leg(stage.number, round_, state.table.number, leg)),
                counts=leg in state.legs,
                refused=leg in state.refused,
                points=points,
                scores=scores,
            )
        )
    return pb.TournamentTable(
        number=state.table.number,
        places=places,
        open=state.is_open,
        matches=matches,
        deals=deals_at(stage, state),
        adjudicated=state.is_adjudicated,
    )


def deals_at(stage: StageState, state: TableState) -> range:
    """The numbers of the deals of a table."""
    return range(state.table.deal, state.table.deal + deals_of_a_table(stage.plan))


def deals(
    competition: Competition, stage: StageState, round_: RoundState, tables: Iterable[TableState]
) -> list[pb.TournamentDeal]:
    """The deals of tables: what was committed to, and once the round is over what they were."""
    is_open = is_revealed(competition, Leg(stage.number, round_.number, 0, 0))
    given = {number: state.contributions for state in tables for number in deals_at(stage, state)}
    result = []
    for number, contributions in sorted(given.items()):
        seed = competition.seed(contributions, number)
        result.append(
            pb.TournamentDeal(
                number=number,
                commitment=commitment(seed),
                seed=seed if is_open else b"",
                contributions=contributions,
            )
        )
    return result


def standings(
    competition: Competition, some: Sequence[Standing], criteria: Sequence[str]
) -> list[pb.TournamentStanding]:
    """Lines of the standings; `criteria` are what their values are."""
    return [
        pb.TournamentStanding(
            rank=one.rank,
            entrant=competition.entries[one.entrant].name,
            points=one.points,
            tie_breaks=one.tie_breaks[: len(criteria)],
        )
        for one in some
    ]


def event(competition: Competition, logged: Logged, lang: Lang | None) -> pb.TournamentEvent:
    """Something that happened, with who and why."""
    data = public_event(logged.event)
    for name in _BULKY:
        data.pop(name, None)
    return pb.TournamentEvent(
        number=logged.number,
        at_ms=ms(logged.at),
        actor=logged.actor,
        kind=data.pop("event"),
        data=msgspec.json.encode(data).decode(),
        why=reason(logged.why, lang) if lang is not None and logged.actor == DIRECTOR else logged.why,
        text=narrate(competition, logged.event, lang) if lang is not None else "",
    )


def public_event(event: AnyEvent) -> dict[str, Any]:
    """An event as plain data, without the password of the plan."""
    if isinstance(event, Created | Updated):
        event = msgspec.structs.replace(event, plan=without_password(event.plan))
    data: dict[str, Any] = msgspec.to_builtins(event)
    return data


def without_password(plan: Plan) -> Plan:
    """A plan as anybody may read it."""
    return msgspec.structs.replace(plan, registration=msgspec.structs.replace(plan.registration, password=""))
