"""The archive's tables, on SQLite or PostgreSQL, and the questions asked of them."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, Connection, Engine, make_url

from services.api import archive_pb2 as pb
from services.api.match_pb2 import HOLDER_BOT, Outcome, Seat
from services.rpc.tokens import Caller

NOBODY = "-"
"""In a filter: matches that no one side won."""

metadata = sa.MetaData()

records = sa.Table(
    "records",
    metadata,
    sa.Column("match_id", sa.String(40), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("scenario", sa.String(40), nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("side", sa.String(40), nullable=False),
    sa.Column("outcome", sa.LargeBinary, nullable=False),
    sa.Column("seats", sa.LargeBinary, nullable=False),
    sa.Column("started_ms", sa.BigInteger, nullable=False),
    sa.Column("finished_ms", sa.BigInteger, nullable=False),
    sa.Column("decisions", sa.Integer, nullable=False),
    sa.Column("commitment", sa.String(64), nullable=False),
    sa.Column("digest", sa.String(64), nullable=False),
    sa.Column("record", sa.LargeBinary, nullable=False),
    sa.Column("private", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Index("records_by_time", "finished_ms", "match_id"),
    sa.Index("records_by_game", "game", "scenario", "side"),
)

sitters = sa.Table(
    "sitters",
    metadata,
    sa.Column("match_id", sa.String(40), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("player", sa.String(64), nullable=False),
    sa.Column("bot", sa.String(64), nullable=False),
    sa.Index("sitters_by_player", "player"),
    sa.Index("sitters_by_bot", "bot"),
)

live_matches = sa.Table(
    "live_matches",
    metadata,
    sa.Column("match_id", sa.String(40), primary_key=True),
    sa.Column("meta", sa.LargeBinary, nullable=False),
)

live_entries = sa.Table(
    "live_entries",
    metadata,
    sa.Column("match_id", sa.String(40), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("entry", sa.LargeBinary, nullable=False),
)


def longest(column: "sa.Column[str]") -> int:
    """How many characters a text in the column may have. PostgreSQL insists on it; SQLite would take any number."""
    assert isinstance(column.type, sa.String)
    assert column.type.length is not None
    return column.type.length


class _Seats(msgspec.Struct, array_like=True):
    """Seats of a stored record, as protobuf messages."""

    seats: list[bytes]


_encode = msgspec.msgpack.encode
_decode_seats = msgspec.msgpack.Decoder(_Seats).decode


def connect(url: str) -> Engine:
    """Open the database and make what is missing in it."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        engine = _sqlite(parsed)
    else:
        driver = "postgresql+psycopg" if parsed.drivername in ("postgres", "postgresql") else parsed.drivername
        engine = sa.create_engine(parsed.set(drivername=driver), pool_pre_ping=True)
    metadata.create_all(engine)
    _add_privacy(engine)
    return engine


def _add_privacy(engine: Engine) -> None:
    """Archives of the first release did not know private matches."""
    if "private" not in {column["name"] for column in sa.inspect(engine).get_columns("records")}:
        with engine.begin() as connection:
            connection.execute(sa.text("ALTER TABLE records ADD COLUMN private BOOLEAN NOT NULL DEFAULT FALSE"))


def _sqlite(url: URL) -> Engine:
    if url.database and url.database != ":memory:":
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(url, connect_args={"timeout": 30})

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        for pragma in ("journal_mode=WAL", "synchronous=FULL"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


class Database:
    """Records and live copies."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def close(self) -> None:
        """Let go of the connections."""
        self._engine.dispose()

    # -- records

    def put(self, found: Iterable[pb.ArchivedRecord]) -> int:
        """Store records; one that is there already stays as it is. How many are new."""
        with self._engine.begin() as connection:
            return sum(self._put_one(connection, record) for record in found)

    def _put_one(self, connection: Connection, record: pb.ArchivedRecord) -> bool:
        seats = _encode(_Seats([seat.SerializeToString() for seat in record.seats]))
        new = (
            self._insert(records)
            .values(
                match_id=record.match_id,
                game=record.game,
                scenario=record.scenario,
                rules_version=record.rules_version,
                side=record.outcome.side,
                outcome=record.outcome.SerializeToString(),
                seats=seats,
                started_ms=record.started_ms,
                finished_ms=record.finished_ms,
                decisions=record.decisions,
                commitment=record.commitment,
                digest=record.digest,
                record=record.record,
                private=record.private,
            )
            .returning(records.c.match_id)
        )
        if connection.execute(new).first() is None:
            return False
        if record.seats:
            rows = [
                {"match_id": record.match_id, "seat": seat.seat, "player": seat.player, "bot": _bot_at(seat)}
                for seat in record.seats
            ]
            connection.execute(sitters.insert(), rows)
        return True

    def get(self, match_id: str, reader: Caller) -> pb.ArchivedRecord | None:
        """One record in full, if the reader may see it."""
        query = _open_to(reader, sa.select(records).where(records.c.match_id == match_id))
        with self._engine.connect() as connection:
            row = connection.execute(query).first()
        return None if row is None else _record(row._mapping, whole=True)

    def page(
        self, wanted: pb.Filter, reader: Caller, size: int, before: tuple[int, str] | None, whole: bool = False
    ) -> list[pb.ArchivedRecord]:
        """Records that fit and that the reader may see, newest first, from a place on."""
        query = _open_to(reader, self._fitting(sa.select(records), wanted))
        if before is not None:
            when, match_id = before
            query = query.where(
                sa.or_(
                    records.c.finished_ms < when,
                    sa.and_(records.c.finished_ms == when, records.c.match_id < match_id),
                )
            )
        query = query.order_by(records.c.finished_ms.desc(), records.c.match_id.desc()).limit(size)
        with self._engine.connect() as connection:
            return [_record(row._mapping, whole) for row in connection.execute(query)]

    def stats(self, wanted: pb.Filter, reader: Caller) -> pb.StatsResponse:
        """How many matches fit, of those the reader may see, and who won them."""
        grouping = (records.c.game, records.c.scenario, records.c.side)
        counted = sa.select(*grouping, sa.func.count(), sa.func.avg(records.c.decisions))
        query = _open_to(reader, self._fitting(counted, wanted)).group_by(*grouping).order_by(*grouping)
        with self._engine.connect() as connection:
            sides = [
                pb.SideStats(game=game, scenario=scenario, side=side, matches=matches, mean_decisions=float(mean))
                for game, scenario, side, matches, mean in connection.execute(query)
            ]
            live = connection.execute(sa.select(sa.func.count()).select_from(live_matches)).scalar_one()
        return pb.StatsResponse(matches=sum(side.matches for side in sides), live=live, sides=sides)

    def _fitting(self, query: "sa.Select[Any]", wanted: pb.Filter) -> "sa.Select[Any]":
        if wanted.game:
            query = query.where(records.c.game == wanted.game)
        if wanted.scenario:
            query = query.where(records.c.scenario == wanted.scenario)
        if wanted.side:
            query = query.where(records.c.side == ("" if wanted.side == NOBODY else wanted.side))
        if wanted.finished_after_ms:
            query = query.where(records.c.finished_ms > wanted.finished_after_ms)
        if wanted.finished_before_ms:
            query = query.where(records.c.finished_ms < wanted.finished_before_ms)
        for column, value in ((sitters.c.player, wanted.player), (sitters.c.bot, wanted.bot)):
            if value:
                query = query.where(records.c.match_id.in_(sa.select(sitters.c.match_id).where(column == value)))
        return query

    # -- copies of matches in play

    def live_versions(self) -> dict[str, int]:
        """How far each live match has been copied."""
        query = (
            sa.select(live_matches.c.match_id, sa.func.count(live_entries.c.version))
            .join(live_entries, live_matches.c.match_id == live_entries.c.match_id, isouter=True)
            .group_by(live_matches.c.match_id)
        )
        with self._engine.connect() as connection:
            return {row[0]: row[1] for row in connection.execute(query)}

    def copy_live(self, news: Sequence[tuple[str, bytes | None, int, list[bytes]]]) -> None:
        """Add to the copies: id, meta if the match is new, version copied so far, entries after it.

        What is there already stays: a log only grows, so another who copied it has copied the same."""
        with self._engine.begin() as connection:
            for match_id, meta, version, entries in news:
                if meta is not None:
                    connection.execute(self._insert(live_matches).values(match_id=match_id, meta=meta))
                if entries:
                    rows = [
                        {"match_id": match_id, "version": version + number, "entry": entry}
                        for number, entry in enumerate(entries, 1)
                    ]
                    connection.execute(self._insert(live_entries), rows)

    def drop_live(self, match_ids: Sequence[str]) -> None:
        """Forget the copies of matches that have ended."""
        with self._engine.begin() as connection:
            for table in (live_entries, live_matches):
                connection.execute(table.delete().where(table.c.match_id.in_(match_ids)))

    def live_copies(self) -> Iterator[tuple[str, bytes, list[bytes]]]:
        """Every live match as copied: id, meta, entries."""
        with self._engine.connect() as connection:
            for match_id, meta in connection.execute(sa.select(live_matches)).all():
                query = (
                    sa.select(live_entries.c.entry)
                    .where(live_entries.c.match_id == match_id)
                    .order_by(live_entries.c.version)
                )
                yield match_id, meta, list(connection.execute(query).scalars())

    def _insert(self, table: sa.Table) -> Any:
        """An insertion that leaves what is there as it is."""
        dialect = postgresql if self._engine.dialect.name == "postgresql" else sqlite
        return dialect.insert(table).on_conflict_do_nothing()


def _bot_at(seat: Seat) -> str:
    """The bot that held the seat when the match ended. A person's seat only names who would stand in."""
    return seat.bot if seat.holder == HOLDER_BOT else ""


def _open_to(reader: Caller, query: "sa.Select[Any]") -> "sa.Select[Any]":
    """Only what the reader may see: of private matches those at which they sat."""
    if reader.trusted:
        return query
    theirs = records.c.match_id == reader.match_id
    if reader.kind == "player":
        theirs = records.c.match_id.in_(sa.select(sitters.c.match_id).where(sitters.c.player == reader.name))
    return query.where(sa.or_(sa.not_(records.c.private), theirs))


def _record(row: Any, whole: bool) -> pb.ArchivedRecord:
    return pb.ArchivedRecord(
        match_id=row["match_id"],
        record=row["record"] if whole else b"",
        game=row["game"],
        scenario=row["scenario"],
        rules_version=row["rules_version"],
        seats=[Seat.FromString(seat) for seat in _decode_seats(row["seats"]).seats],
        outcome=Outcome.FromString(row["outcome"]),
        started_ms=row["started_ms"],
        finished_ms=row["finished_ms"],
        decisions=row["decisions"],
        commitment=row["commitment"],
        digest=row["digest"],
        private=row["private"],
    )
