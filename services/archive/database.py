"""The archive's records and its copies of live matches, in a database."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from services.api import archive_pb2 as pb
from services.api.match_pb2 import HOLDER_BOT, Outcome, Seat
from services.archive.schema import labels, live_entries, live_matches, records, seat_holders
from services.process.databases import insert, one_at_a_time
from services.rpc.tokens import Caller

NO_SIDE = "-"
"""In a filter: matches that no one side won."""


class _Seats(msgspec.Struct, array_like=True):
    """Seats of a stored record, as protobuf messages."""

    seats: list[bytes]


_encode = msgspec.msgpack.encode
_decode_seats = msgspec.msgpack.Decoder(_Seats).decode


class Position(NamedTuple):
    """A position in the list of records, newest first: that of this record."""

    finished_ms: int
    match_id: str


class LiveUpdate(NamedTuple):
    """What the copy of a live match lacks."""

    match_id: str
    meta: bytes | None
    """None where the copy has it."""
    copied_version: int
    """The version up to which the log is copied."""
    entries: list[bytes]
    """The entries after it."""


class Database:
    """The tables of one archive."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    # -- records

    def put(self, new_records: Iterable[pb.ArchivedRecord]) -> int:
        """Store records; one that is there already stays as it is. How many are new."""
        with self._engine.begin() as connection:
            return sum(self._put_one(connection, record) for record in new_records)

    def _put_one(self, connection: Connection, record: pb.ArchivedRecord) -> bool:
        seats = _encode(_Seats([seat.SerializeToString() for seat in record.seats]))
        insertion = (
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
                sealed=record.sealed,
                unrated=record.unrated,
                history=record.history or None,
            )
            .returning(records.c.match_id)
        )
        if connection.execute(insertion).first() is None:
            return False
        if record.seats:
            rows = [
                {"match_id": record.match_id, "seat": seat.seat, "player": seat.player, "bot": _bot_at(seat)}
                for seat in record.seats
            ]
            connection.execute(seat_holders.insert(), rows)
        if record.labels:
            rows = [{"match_id": record.match_id, "name": name, "value": one} for name, one in record.labels.items()]
            connection.execute(labels.insert(), rows)
        return True

    def get(self, match_id: str, reader: Caller) -> pb.ArchivedRecord | None:
        """One record in full, if the reader may see it."""
        query = _visible_to(reader, sa.select(records).where(records.c.match_id == match_id))
        with self._engine.connect() as connection:
            row = connection.execute(query).first()
            return None if row is None else _full_records(connection, [row._mapping])[0]

    def is_sealed(self, match_id: str, reader: Caller) -> bool:
        """Whether there is a record that the reader could see but for its seal."""
        query = sa.select(records.c.match_id).where(records.c.match_id == match_id, records.c.sealed)
        with self._engine.connect() as connection:
            return connection.execute(_without_privacy(reader, query)).first() is not None

    def page(self, criteria: pb.Filter, reader: Caller, size: int, after: Position | None) -> list[pb.ArchivedRecord]:
        """Records that fit and that the reader may see, newest first, from after a position on; without what is to be
        replayed."""
        with self._engine.connect() as connection:
            return _summaries(connection, _page_rows(connection, criteria, reader, size, after))

    def full_page(
        self, criteria: pb.Filter, reader: Caller, size: int, after: Position | None
    ) -> list[pb.ArchivedRecord]:
        """Records that fit and that the reader may see, newest first, from after a position on; in full."""
        with self._engine.connect() as connection:
            return _full_records(connection, _page_rows(connection, criteria, reader, size, after))

    def stats(self, criteria: pb.Filter, reader: Caller) -> pb.StatsResponse:
        """How many matches fit, of those the reader may see, and which side won them."""
        grouping = (records.c.game, records.c.scenario, records.c.side)
        counts = sa.select(*grouping, sa.func.count(), sa.func.avg(records.c.decisions))
        query = _visible_to(reader, _matching(criteria, counts)).group_by(*grouping).order_by(*grouping)
        with self._engine.connect() as connection:
            sides = [
                pb.SideStats(game=game, scenario=scenario, side=side, matches=matches, mean_decisions=float(mean))
                for game, scenario, side, matches, mean in connection.execute(query)
            ]
            live = connection.execute(sa.select(sa.func.count()).select_from(live_matches)).scalar_one()
        return pb.StatsResponse(matches=sum(side.matches for side in sides), live=live, sides=sides)

    # -- the feed of finished matches

    def finished(
        self, cursor: int, size: int, wanted: Mapping[str, str] | None = None
    ) -> tuple[list[pb.ArchivedRecord], int]:
        """Records with these labels after a place in the feed, without what is to be replayed; and the place up to
        which there are no more."""
        self._number_new()
        query = _labelled(wanted or {}, sa.select(records).where(records.c.number > cursor))
        with self._engine.connect() as connection:
            last = connection.execute(sa.select(sa.func.max(records.c.number))).scalar() or 0
            rows = [row._mapping for row in connection.execute(query.order_by(records.c.number).limit(size))]
            summaries = _summaries(connection, rows)
        return summaries, rows[-1]["number"] if len(rows) == size else max(
            cursor, last, *(row["number"] for row in rows)
        )

    def unseal(self, wanted: Mapping[str, str]) -> int:
        """Open sealed records with these labels to everybody. How many they are."""
        of_labels = _labelled(wanted, sa.select(records.c.match_id).where(records.c.sealed))
        with self._engine.begin() as connection:
            open_ = records.update().where(records.c.match_id.in_(of_labels)).values(sealed=False, private=False)
            return connection.execute(open_).rowcount

    def _number_new(self) -> None:
        """Number the records that have no number, in order of finishing.

        Only here: records are stored by several transactions at once, and a reader of the feed must not be past a
        number when its record is committed."""
        unnumbered = sa.select(records.c.match_id).where(records.c.number.is_(None))
        with self._engine.connect() as connection:
            if connection.execute(unnumbered.limit(1)).first() is None:
                return
        with one_at_a_time(self._engine, "archive feed") as connection:
            last = connection.execute(sa.select(sa.func.max(records.c.number))).scalar() or 0
            query = unnumbered.order_by(records.c.finished_ms, records.c.match_id)
            new = connection.execute(query).scalars().all()
            for number, match_id in enumerate(new, last + 1):
                connection.execute(records.update().where(records.c.match_id == match_id).values(number=number))

    def rename_player(self, player: str, new_name: str) -> int:
        """Give a player another name in all records. How many records that were."""
        of_player = sa.select(seat_holders.c.match_id).where(seat_holders.c.player == player)
        with one_at_a_time(self._engine, "archive names") as connection:
            query = sa.select(records.c.match_id, records.c.seats).where(records.c.match_id.in_(of_player))
            rows = connection.execute(query).all()
            for match_id, seats in rows:
                renamed = records.update().where(records.c.match_id == match_id)
                connection.execute(renamed.values(seats=_with_player_renamed(seats, player, new_name)))
            holders = seat_holders.update().where(seat_holders.c.player == player)
            connection.execute(holders.values(player=new_name))
        return len(rows)

    # -- copies of matches in play

    def live_versions(self) -> dict[str, int]:
        """By live match: the version up to which it is copied."""
        query = (
            sa.select(live_matches.c.match_id, sa.func.count(live_entries.c.version))
            .join(live_entries, live_matches.c.match_id == live_entries.c.match_id, isouter=True)
            .group_by(live_matches.c.match_id)
        )
        with self._engine.connect() as connection:
            return {row[0]: row[1] for row in connection.execute(query)}

    def copy_live(self, updates: Sequence[LiveUpdate]) -> None:
        """Add to the copies what they lack.

        What is there already stays: a log only grows, so another who copied it has copied the same."""
        with self._engine.begin() as connection:
            for match_id, meta, version, entries in updates:
                if meta is not None:
                    connection.execute(self._insert(live_matches).values(match_id=match_id, meta=meta))
                if entries:
                    rows = [
                        {"match_id": match_id, "version": version + number, "entry": entry}
                        for number, entry in enumerate(entries, 1)
                    ]
                    connection.execute(self._insert(live_entries), rows)

    def drop_live(self, match_ids: Sequence[str]) -> None:
        """Delete the copies of matches."""
        with self._engine.begin() as connection:
            for table in (live_entries, live_matches):
                connection.execute(table.delete().where(table.c.match_id.in_(match_ids)))

    def live_copies(self) -> Iterator[tuple[str, bytes, list[bytes]]]:
        """The copies of all live matches: id, meta, entries."""
        with self._engine.connect() as connection:
            for match_id, meta in connection.execute(sa.select(live_matches)).all():
                query = (
                    sa.select(live_entries.c.entry)
                    .where(live_entries.c.match_id == match_id)
                    .order_by(live_entries.c.version)
                )
                yield match_id, meta, list(connection.execute(query).scalars())

    def _insert(self, table: sa.Table) -> Any:
        """An insertion that leaves a row that exists as it is."""
        return insert(self._engine, table).on_conflict_do_nothing()


def _bot_at(seat: Seat) -> str:
    """The bot that held the seat when the match ended. A person's seat only names the bot that would have."""
    return seat.bot if seat.holder == HOLDER_BOT else ""


def _with_player_renamed(seats_data: bytes, player: str, new_name: str) -> bytes:
    """Stored seats in which a player has another name."""
    seats = [Seat.FromString(seat) for seat in _decode_seats(seats_data).seats]
    for seat in seats:
        if seat.player == player:
            seat.player = new_name
    return _encode(_Seats([seat.SerializeToString() for seat in seats]))


def _matching(criteria: pb.Filter, query: "sa.Select[Any]") -> "sa.Select[Any]":
    """The query, for records that fit the criteria."""
    if criteria.game:
        query = query.where(records.c.game == criteria.game)
    if criteria.scenario:
        query = query.where(records.c.scenario == criteria.scenario)
    if criteria.side:
        query = query.where(records.c.side == ("" if criteria.side == NO_SIDE else criteria.side))
    if criteria.finished_after_ms:
        query = query.where(records.c.finished_ms > criteria.finished_after_ms)
    if criteria.finished_before_ms:
        query = query.where(records.c.finished_ms < criteria.finished_before_ms)
    for column, name in ((seat_holders.c.player, criteria.player), (seat_holders.c.bot, criteria.bot)):
        if name:
            query = query.where(records.c.match_id.in_(sa.select(seat_holders.c.match_id).where(column == name)))
    return _labelled(criteria.labels, query)


def _labelled(wanted: Mapping[str, str], query: "sa.Select[Any]") -> "sa.Select[Any]":
    """The query, for records that have all of these labels."""
    for name, value in wanted.items():
        having = sa.select(labels.c.match_id).where(labels.c.name == name, labels.c.value == value)
        query = query.where(records.c.match_id.in_(having))
    return query


def _visible_to(reader: Caller, query: "sa.Select[Any]") -> "sa.Select[Any]":
    """The query, for records that the reader may see: none that is sealed, and of private matches only those in which
    they had a seat, or that their token is for."""
    return query if reader.trusted else _without_privacy(reader, query.where(sa.not_(records.c.sealed)))


def _without_privacy(reader: Caller, query: "sa.Select[Any]") -> "sa.Select[Any]":
    """The query, for records that no privacy keeps from the reader."""
    if reader.trusted:
        return query
    theirs = records.c.match_id == reader.match_id
    if reader.kind == "player":
        seats = sa.select(seat_holders.c.match_id).where(seat_holders.c.player == reader.name)
        theirs = records.c.match_id.in_(seats)
    return query.where(sa.or_(sa.not_(records.c.private), theirs))


def _page_rows(
    connection: Connection, criteria: pb.Filter, reader: Caller, size: int, after: Position | None
) -> list[Any]:
    query = _visible_to(reader, _matching(criteria, sa.select(records)))
    if after is not None:
        query = query.where(
            sa.or_(
                records.c.finished_ms < after.finished_ms,
                sa.and_(records.c.finished_ms == after.finished_ms, records.c.match_id < after.match_id),
            )
        )
    query = query.order_by(records.c.finished_ms.desc(), records.c.match_id.desc()).limit(size)
    return [row._mapping for row in connection.execute(query)]


def _full_records(connection: Connection, rows: Sequence[Any]) -> list[pb.ArchivedRecord]:
    summaries = _summaries(connection, rows)
    for record, row in zip(summaries, rows, strict=True):
        record.record = row["record"]
        record.history = row["history"] or b""
    return summaries


def _summaries(connection: Connection, rows: Sequence[Any]) -> list[pb.ArchivedRecord]:
    """Records without what is to be replayed."""
    summaries = [_summary(row) for row in rows]
    by_id = {record.match_id: record for record in summaries}
    query = sa.select(labels).where(labels.c.match_id.in_(by_id))
    for match_id, name, value in connection.execute(query):
        by_id[match_id].labels[name] = value
    return summaries


def _summary(row: Any) -> pb.ArchivedRecord:
    return pb.ArchivedRecord(
        match_id=row["match_id"],
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
        sealed=row["sealed"],
        unrated=row["unrated"],
    )
