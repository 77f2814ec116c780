"""From a sitting to the record that is kept, and the proof that a kept record is true."""

from collections.abc import Iterator, Sequence

import sqlalchemy as sa

import engine
from engine import Record
from engine.core.errors import EngineError, RulesChanged, UnknownGame
from services.api import archive_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.archive import database
from services.match import wire
from services.match.hosted import HostedMatch
from services.process.refusals import Refused
from services.rpc import requests


def of_sitting(sitting: HostedMatch) -> pb.ArchivedRecord:
    """The record of a match that has ended."""
    meta = sitting.meta
    outcome = sitting.match.outcome
    assert outcome is not None, "only ended matches are kept"
    record = sitting.match.record
    return pb.ArchivedRecord(
        match_id=meta.match_id,
        record=record.dump(),
        game=meta.game,
        scenario=meta.scenario,
        rules_version=meta.rules_version,
        seats=wire.seats(sitting),
        outcome=wire.outcome(outcome),
        started_ms=meta.created_ms,
        finished_ms=sitting.last_at,
        decisions=len(record.choices),
        commitment=record.commitment,
        digest=record.digest,
        private=meta.private,
    )


def faults(kept: pb.ArchivedRecord) -> list[str]:
    """Replay a record and say what does not fit; nothing when all is true.

    Refused where these rules cannot tell: the record is of other ones, or of a game that is not here."""
    try:
        record = Record.load(kept.record)
        match = record.verify()
    except RulesChanged as error:
        raise Refused(ErrorReason.ERROR_REASON_RULES_VERSION, str(error)) from error
    except UnknownGame as error:
        raise Refused(ErrorReason.ERROR_REASON_UNKNOWN_GAME, str(error), allowed=tuple(engine.game_ids())) from error
    except EngineError as error:
        return [str(error)]
    found = []
    if record.digest != kept.digest:
        found.append("the archive's digest is not the record's")
    if record.commitment != kept.commitment:
        found.append("the archive's commitment is not the record's")
    if match.outcome is None:
        found.append("the record stops before the match ended")
    elif wire.outcome(match.outcome) != kept.outcome:
        found.append("the archive's outcome is not the one the record leads to")
    return found


def check_shape(kept: pb.ArchivedRecord) -> None:
    """Refuse to keep what is not a record of what it says, or does not fit into the archive."""
    try:
        record = Record.load(kept.record)
    except EngineError as error:
        raise _bad(str(error)) from error
    requests.check_match_id(kept.match_id)
    said = (kept.game, kept.scenario, kept.rules_version, kept.commitment, kept.digest)
    if said != (record.game, record.scenario, record.rules_version, record.commitment, record.digest):
        raise _bad(f"Record {kept.match_id!r} is not of what it says.")
    _check_seats([seat.seat for seat in kept.seats], record.seats)
    for column, text in _texts(kept):
        most = database.longest(column)
        if len(text) > most or "\0" in text:
            raise _bad(f"The {column.name} in a record has at most {most} characters, and none is NUL.")


def _check_seats(named: Sequence[int], seats: int) -> None:
    """Refuse seats that are not at the table, or are named twice."""
    if len(set(named)) < len(named) or not all(0 <= seat < seats for seat in named):
        raise _bad(f"A record of {seats} seats names each of 0 to {seats - 1} once at most, not {list(named)}.")


def _texts(kept: pb.ArchivedRecord) -> Iterator[tuple["sa.Column[str]", str]]:
    """Every text of a record that is kept by itself, and the column that is to hold it."""
    columns = database.records.c
    yield from ((columns.game, kept.game), (columns.scenario, kept.scenario), (columns.side, kept.outcome.side))
    yield from ((columns.commitment, kept.commitment), (columns.digest, kept.digest))
    for seat in kept.seats:
        yield from ((database.sitters.c.player, seat.player), (database.sitters.c.bot, seat.bot))


def _bad(message: str) -> Refused:
    return Refused(ErrorReason.ERROR_REASON_BAD_RECORD, message)
