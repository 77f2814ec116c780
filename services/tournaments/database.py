"""Tournaments in a database: events are appended by who knows the last of them, all of one append or none."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from services.competition import events as kinds
from services.competition.events import Logged
from services.competition.matches import Leg, match_id
from services.process.chunks import chunks
from services.process.databases import insert, writing
from services.tournaments.model import (
    OPEN,
    SeatRow,
    TournamentRow,
    decode_event,
    encode_event,
    encode_plan,
    state_after,
)
from services.tournaments.schema import entrants, events, seats, tournaments

EVENTS_PER_READ = 20_000
MATCHES_PER_DELETE = 500


class Conflict(Exception):
    """Another has appended meanwhile."""


class Fenced(Conflict):
    """Another director has taken over."""


class Wanted(NamedTuple):
    """Which tournaments a list is to have; empty: any."""

    game: str = ""
    states: tuple[str, ...] = ()
    host: str = ""
    entrant: str = ""


class Database:
    """The tables of all tournaments."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    # -- tournaments

    def create(self, row: TournamentRow, first: Logged) -> None:
        """Store a new tournament with its first event."""
        with writing(self._engine) as connection:
            connection.execute(tournaments.insert().values(row._asdict()))
            self._append(connection, row._replace(version=0), [first])

    def find(self, tournament_id: str) -> TournamentRow | None:
        """A tournament by its id."""
        query = sa.select(tournaments).where(tournaments.c.tournament_id == tournament_id)
        with self._engine.connect() as connection:
            row = connection.execute(query).first()
        return None if row is None else _row(row)

    def page(self, wanted: Wanted, size: int, after: tuple[int, str] | None) -> list[TournamentRow]:
        """Tournaments that are wanted, newest first, from after one (by when it was created, and its id) on."""
        query = sa.select(tournaments)
        for column, value in ((tournaments.c.game, wanted.game), (tournaments.c.host, wanted.host)):
            if value:
                query = query.where(column == value)
        if wanted.states:
            query = query.where(tournaments.c.state.in_(wanted.states))
        if wanted.entrant:
            entered = sa.select(entrants.c.tournament_id).where(entrants.c.name == wanted.entrant)
            query = query.where(tournaments.c.tournament_id.in_(entered))
        key = (tournaments.c.created_ms, tournaments.c.tournament_id)
        if after is not None:
            query = query.where(
                sa.or_(key[0] < after[0], sa.and_(key[0] == after[0], key[1] < after[1])),
            )
        with self._engine.connect() as connection:
            return [_row(row) for row in connection.execute(query.order_by(key[0].desc(), key[1].desc()).limit(size))]

    def to_direct(self, now_ms: int) -> list[str]:
        """Tournaments that need a director now: all that have started or should, until they are settled."""
        is_due = sa.or_(tournaments.c.state != OPEN, tournaments.c.starts_ms <= now_ms)
        query = sa.select(tournaments.c.tournament_id).where(sa.not_(tournaments.c.settled), is_due)
        with self._engine.connect() as connection:
            return list(connection.execute(query.order_by(tournaments.c.tournament_id)).scalars())

    # -- events

    def events_after(self, tournament_id: str, number: int, size: int = EVENTS_PER_READ) -> list[Logged]:
        """Events from after a number on; all of them, or so many."""
        query = (
            sa.select(events)
            .where(events.c.tournament_id == tournament_id, events.c.number > number)
            .order_by(events.c.number)
            .limit(size)
        )
        with self._engine.connect() as connection:
            return [
                Logged(row.number, row.at_ms / 1000, row.actor, decode_event(row.event), row.why)
                for row in connection.execute(query)
            ]

    def append(
        self,
        tournament_id: str,
        logged: Sequence[Logged],
        *,
        fence: int | None = None,
        cursor: int | None = None,
        new_seats: Sequence[SeatRow] = (),
    ) -> None:
        """Append events, with whatever else has to be stored with them. The first has the number after the last that
        there is: Conflict where another has been appended. A director names its fence, and how far it has read the
        archive's feed."""
        with writing(self._engine) as connection:
            where = [
                tournaments.c.tournament_id == tournament_id,
                tournaments.c.version == logged[0].number - 1,
            ]
            if fence is not None:
                where.append(tournaments.c.fence == fence)
            changes: dict[Any, Any] = {"version": logged[-1].number}
            if cursor is not None:
                changes["cursor"] = cursor
            update = tournaments.update().where(*where).values(changes).returning(*tournaments.columns)
            row = connection.execute(update).first()
            if row is None:
                raise self._conflict(connection, tournament_id, fence)
            self._append(connection, _row(row), logged)
            if new_seats:
                rows = [one._asdict() for one in new_seats]
                connection.execute(insert(self._engine, seats).on_conflict_do_nothing(), rows)

    def _conflict(self, connection: Connection, tournament_id: str, fence: int | None) -> Conflict:
        query = sa.select(tournaments.c.fence).where(tournaments.c.tournament_id == tournament_id)
        current = connection.execute(query).scalar()
        return Conflict(tournament_id) if fence in (None, current) else Fenced(tournament_id)

    def _append(self, connection: Connection, row: TournamentRow, logged: Sequence[Logged]) -> None:
        """Store events of a tournament whose row is locked, and note in other tables what they change there."""
        connection.execute(
            events.insert(),
            [
                {
                    "tournament_id": row.tournament_id,
                    "number": one.number,
                    "at_ms": round(one.at * 1000),
                    "actor": one.actor,
                    "why": one.why,
                    "event": encode_event(one.event),
                }
                for one in logged
            ],
        )
        changes = _changes(row, logged)
        if changes:
            where = tournaments.c.tournament_id == row.tournament_id
            connection.execute(tournaments.update().where(where).values(changes))
        self._note_names(connection, row.tournament_id, logged)
        _drop_seats(connection, row.tournament_id, logged)

    def _note_names(self, connection: Connection, tournament_id: str, logged: Sequence[Logged]) -> None:
        names = {
            name
            for one in logged
            if isinstance(one.event, kinds.Entered)
            for name in (one.event.name, *one.event.members)
        }
        if names:
            rows = [{"tournament_id": tournament_id, "name": name} for name in sorted(names)]
            connection.execute(insert(self._engine, entrants).on_conflict_do_nothing(), rows)

    # -- directors

    def take_over(self, tournament_id: str) -> TournamentRow:
        """Let a new director take a tournament over: no other can append to it from now on. The row, with its fence."""
        where = tournaments.c.tournament_id == tournament_id
        bump = tournaments.update().where(where).values(fence=tournaments.c.fence + 1).returning(*tournaments.columns)
        with writing(self._engine) as connection:
            return _row(connection.execute(bump).one())

    def settle(self, tournament_id: str, fence: int) -> None:
        """Note that a tournament needs a director no more."""
        where = (tournaments.c.tournament_id == tournament_id, tournaments.c.fence == fence)
        with writing(self._engine) as connection:
            connection.execute(tournaments.update().where(*where).values(settled=True))

    # -- seats

    def seats_of(self, player: str, tournament_id: str = "") -> list[SeatRow]:
        """Seats of a player at matches that are being played, in one tournament or in all."""
        query = sa.select(seats).where(seats.c.player == player)
        if tournament_id:
            query = query.where(seats.c.tournament_id == tournament_id)
        with self._engine.connect() as connection:
            return [
                SeatRow(**row._mapping) for row in connection.execute(query.order_by(seats.c.match_id, seats.c.seat))
            ]


def _row(row: Any) -> TournamentRow:
    return TournamentRow(**row._mapping)


def _changes(row: TournamentRow, logged: Sequence[Logged]) -> Mapping[str, Any]:
    """What events change in the row of their tournament."""
    state = row.state
    changes: dict[str, Any] = {}
    for one in logged:
        event = one.event
        state = state_after(event, state)
        if isinstance(event, kinds.Entered):
            changes["entrants"] = event.entrant + 1
        elif isinstance(event, kinds.Updated):
            starts_at = event.plan.starts_at
            changes["plan"] = encode_plan(event.plan)
            changes["starts_ms"] = None if starts_at is None else round(starts_at * 1000)
            changes["game"] = event.plan.setting.game
    return {**changes, "state": state} if state != row.state else changes


def _drop_seats(connection: Connection, tournament_id: str, logged: Sequence[Logged]) -> None:
    """Forget the tokens of seats that are needed no more."""
    ended = []
    for one in logged:
        match one.event:
            case kinds.LegEnded() as event:
                ended.append(match_id(tournament_id, Leg(event.stage, event.round, event.table, event.leg)))
            case kinds.RoundEnded(stage=stage, round=round_):
                where = (seats.c.tournament_id == tournament_id, seats.c.stage == stage, seats.c.round == round_)
                connection.execute(seats.delete().where(*where))
            case kinds.Finished() | kinds.Cancelled():
                connection.execute(seats.delete().where(seats.c.tournament_id == tournament_id))
    for some in chunks(ended, MATCHES_PER_DELETE):
        connection.execute(seats.delete().where(seats.c.match_id.in_(some)))
