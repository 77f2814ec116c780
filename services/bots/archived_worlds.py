"""Worlds of matches that have ended: what a seat saw after some choices of a record, for a hint on a replay."""

import random

from engine import Record
from engine.core.errors import EngineError, NoWorldFits, RulesChanged
from services.api.archive_pb2 import ArchivedRecord
from services.api.engine_pb2 import DealWorldsResponse
from services.api.errors_pb2 import ErrorReason
from services.process.refusals import Refused, invalid
from services.rpc.tokens import Caller


def check_may_read(record: ArchivedRecord, who: Caller) -> None:
    """Refuse a record that the archive would not show to the caller."""
    if who.trusted:
        return
    if record.sealed:
        raise Refused(ErrorReason.ERROR_REASON_FORBIDDEN, "The record is sealed while its deal is played elsewhere.")
    had_a_seat = who.kind == "player" and who.name in [seat.player for seat in record.seats]
    if record.private and not had_a_seat and who.match_id != record.match_id:
        message = f"No record of match {record.match_id!r} is kept."
        raise Refused(ErrorReason.ERROR_REASON_UNKNOWN_RECORD, message)


def world_of(record: ArchivedRecord, step: int, seat: int) -> DealWorldsResponse:
    """A world that a seat may have thought itself in after some choices; refused where it had nothing to decide."""
    kept = Record.load(record.record)
    if not 0 <= step <= len(kept.choices):
        raise invalid(f"The record has steps 0 to {len(kept.choices)}, not {step}.")
    try:
        match = kept.replay(step)
    except RulesChanged as error:
        raise Refused(ErrorReason.ERROR_REASON_RULES_VERSION, str(error)) from error
    except EngineError as error:
        raise Refused(ErrorReason.ERROR_REASON_BAD_RECORD, str(error)) from error
    if not 0 <= seat < match.seats:
        raise invalid(f"The match has seats 0 to {match.seats - 1}, not {seat}.")
    decision = match.decision(seat)
    if decision is None:
        raise Refused(ErrorReason.ERROR_REASON_NOT_YOUR_TURN, "The seat had nothing to decide then.", version=step)
    try:
        worlds = [match.worlds(seat).deal(random.SystemRandom()).snapshot()]
    except NoWorldFits:
        worlds = []
    return DealWorldsResponse(
        version=step,
        worlds=worlds,
        game=record.game,
        has_decision=True,
        decision_version=step,
        option_count=len(decision.options),
    )
