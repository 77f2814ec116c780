"""Records of matches: how one is made of a match that ended, checked before it is archived, and verified later."""

from collections.abc import Iterator, Sequence

import sqlalchemy as sa

import engine
from engine import Record
from engine.core.errors import EngineError, RulesChanged, UnknownGame
from services.api import archive_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.archive import schema
from services.match import wire
from services.match.hosted import HostedMatch
from services.match.log import decode_entry, decode_meta
from services.match.story import history_of
from services.process.refusals import Refused
from services.rpc import requests


def replay(meta: bytes, entries: Sequence[bytes]) -> HostedMatch:
    """The hosted match that a whole log amounts to."""
    hosted = HostedMatch.new(decode_meta(meta))
    for entry in entries:
        hosted.apply(decode_entry(entry))
    return hosted


def record_of(hosted: HostedMatch, entries: Sequence[bytes]) -> pb.ArchivedRecord:
    """The record of a match that has ended, and of the log that led there."""
    meta = hosted.meta
    outcome = hosted.match.outcome
    assert outcome is not None, "only matches that have ended are archived"
    record = hosted.match.record
    return pb.ArchivedRecord(
        match_id=meta.match_id,
        record=record.dump(),
        game=meta.game,
        scenario=meta.scenario,
        rules_version=meta.rules_version,
        seats=wire.seats(hosted),
        outcome=wire.outcome(outcome, hosted.end_note),
        started_ms=meta.created_ms,
        finished_ms=hosted.last_at,
        decisions=len(record.choices),
        commitment=record.commitment,
        digest=record.digest,
        private=meta.private,
        labels=meta.labels,
        sealed=meta.sealed,
        unrated=meta.unrated,
        history=history_of(entries, record),
    )


def verify(record: pb.ArchivedRecord) -> list[str]:
    """Replay a record and say what does not fit; nothing where all does.

    Refused where these rules cannot tell: the record is of other ones, or of a game that is not here."""
    try:
        inner = Record.load(record.record)
        match = inner.verify()
    except RulesChanged as error:
        raise Refused(ErrorReason.ERROR_REASON_RULES_VERSION, str(error)) from error
    except UnknownGame as error:
        raise Refused(ErrorReason.ERROR_REASON_UNKNOWN_GAME, str(error), allowed=tuple(engine.game_ids())) from error
    except EngineError as error:
        return [str(error)]
    faults = []
    if inner.digest != record.digest:
        faults.append("the archive's digest is not the record's")
    if inner.commitment != record.commitment:
        faults.append("the archive's commitment is not the record's")
    if match.outcome is None:
        faults.append("the record stops before the match ended")
    elif wire.outcome(match.outcome, record.outcome.note) != record.outcome:
        faults.append("the archive's outcome is not the one the record leads to")
    return faults


def check_record(record: pb.ArchivedRecord) -> None:
    """Refuse a record that is not of the match it names, or does not fit into the tables. It is not replayed."""
    try:
        inner = Record.load(record.record)
    except EngineError as error:
        raise _bad_record(str(error)) from error
    requests.check_match_id(record.match_id)
    requests.check_labels(record.labels)
    claims = (record.game, record.scenario, record.rules_version, record.commitment, record.digest)
    if claims != (inner.game, inner.scenario, inner.rules_version, inner.commitment, inner.digest):
        raise _bad_record(f"Record {record.match_id!r} is not of what it says.")
    _check_seats([seat.seat for seat in record.seats], inner.seats)
    for column, text in _texts(record):
        most = schema.max_length(column)
        if len(text) > most or "\0" in text:
            raise _bad_record(f"The {column.name} in a record has at most {most} characters, and none is NUL.")


def _check_seats(numbers: Sequence[int], count: int) -> None:
    """Refuse seats that the match does not have, or that are named twice."""
    if len(set(numbers)) < len(numbers) or not all(0 <= number < count for number in numbers):
        raise _bad_record(
            f"A record of {count} seats names each of 0 to {count - 1} once at most, not {list(numbers)}."
        )


def _texts(record: pb.ArchivedRecord) -> Iterator[tuple["sa.Column[str]", str]]:
    """Every text of a record that has a column of its own, with that column."""
    columns, holders = schema.records.c, schema.seat_holders.c
    yield columns.game, record.game
    yield columns.scenario, record.scenario
    yield columns.side, record.outcome.side
    yield columns.commitment, record.commitment
    yield columns.digest, record.digest
    for seat in record.seats:
        yield holders.player, seat.player
        yield holders.bot, seat.bot


def _bad_record(message: str) -> Refused:
    return Refused(ErrorReason.ERROR_REASON_BAD_RECORD, message)
