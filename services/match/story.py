"""The story of a match, told again to those who come late: the events of its changes, in the words of then.

The changes come from the log of a match that goes on, or from a record by which it is played again, once."""

from collections.abc import Iterable, Iterator

import msgspec

from engine import Match, Record
from engine.core.errors import BadRecord, EngineError, RulesChanged
from services.api import match_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.match import wire
from services.match.hosted import Change
from services.match.log import ABANDON, ANNUL, CHOOSE, CONCEDE, FORFEIT, UNDO, Entry, decode_entry
from services.match.update_format import UpdateFormat
from services.process.refusals import Refused, invalid

BEFORE_SETUP = -1
"""The version that somebody has who knows nothing of a match."""
CHANGES_AT_ONCE = 64
"""Changes that are told in one message, before other matches of the worker have their turn."""
UNDONE = -4
"""The index that stands for an undo in a history."""
Step = tuple[int, int, int]
"""A version, the seat whose choice or undo led to it, and the index that it chose."""

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[Step]).decode


def story(changes: Iterable[tuple[Match, Change]], seat: int | None, form: UpdateFormat) -> Iterator[list[pb.Update]]:
    """What a seat, or a spectator, was told of these changes, some at a time; nothing of those that told nothing.

    With each comes the match in which its events can be named."""
    updates: list[pb.Update] = []
    for count, (match, change) in enumerate(changes, 1):
        if any(event.seen_by(seat) for event in change.events):
            updates.append(pb.Update.FromString(wire.story_update(match, seat, change, form)))
        if updates and count % CHANGES_AT_ONCE == 0:
            yield updates
            updates = []
    if updates:
        yield updates


def history_of(entries: Iterable[bytes], record: Record) -> bytes:
    """Which version each choice and undo of a log led to; empty where that can be counted by the record alone."""
    steps: list[Step] = []
    ended = 0
    for version, entry in enumerate(map(decode_entry, entries), 1):
        if entry.kind in (CHOOSE, UNDO):
            steps.append((version, entry.seat, entry.index if entry.kind == CHOOSE else UNDONE))
        elif entry.kind in (CONCEDE, FORFEIT, ABANDON, ANNUL):
            ended = version
    if record.choices and record.choices[-1][1] < 0:  # ended from outside the rules, by the last of these
        steps.append((ended, *record.choices[-1]))
    return b"" if steps == _counted(record) else _encode(steps)


def version_after(history: bytes, step: int) -> int:
    """The version that so many choices of a record led to; 0 for the setup."""
    standing: list[int] = []
    for version, _, index in _decode(history) if history else ():
        if index == UNDONE:
            del standing[-1:]
        else:
            standing.append(version)
    return standing[step - 1] if history and step else step


def retold(data: bytes, history: bytes, seat: int | None, after: int) -> Iterator[tuple[Match, Change]]:
    """The changes of a record after a version, each with the match as it stood then; refused where the record has no
    such seat, or is of other rules."""
    try:
        record = Record.load(data)
        steps = _decode(history) if history else _counted(record)
        match = record.replay(0)
        if seat is not None and not 0 <= seat < match.seats:
            raise invalid(f"The match has seats 0 to {match.seats - 1}, not {seat}.")
        if after < 0:
            yield match, Change(0, None, match.events)
        for version, chooser, index in steps:
            change = _change(match, version, chooser, index)
            if version > after:
                yield match, change
    except RulesChanged as error:
        raise Refused(ErrorReason.ERROR_REASON_RULES_VERSION, str(error)) from error
    except (EngineError, msgspec.MsgspecError) as error:
        raise Refused(ErrorReason.ERROR_REASON_BAD_RECORD, str(error)) from error


def _counted(record: Record) -> list[Step]:
    """The history of a match in which there was nothing but the choices of its record."""
    return [(version, seat, index) for version, (seat, index) in enumerate(record.choices, 1)]


def _change(match: Match, version: int, seat: int, index: int) -> Change:
    """Make a choice, or an undo, again."""
    if index == UNDONE:
        match.undo(seat)
    elif index < UNDONE:
        raise BadRecord(f"the history has an index {index}")
    else:
        match.repeat(seat, index)
    return Change(version, Entry(UNDO if index == UNDONE else CHOOSE, seat, 0, ""), match.events)
