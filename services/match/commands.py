"""Commands to a hosted match: small values, each of which says which entry it adds to the log, or refuses.

`entry` is pure: the same command on the same match gives the same entry. It is None where the match is so already,
which the caller hears of as a success."""

from typing import Protocol

import msgspec

from engine.core.errors import CannotUndo, IllegalChoice, MatchOver, NotYourTurn
from engine.core.words import Words
from services.api.errors_pb2 import ErrorReason
from services.match.hosted import HostedMatch
from services.match.log import (
    ABANDON,
    ABSENCE,
    ANNUL,
    CHOOSE,
    CLOCK,
    CONCEDE,
    FORFEIT,
    HAND_OVER,
    ILLEGAL,
    RETURN,
    TAKE_SEAT,
    UNDO,
    UNJOINED,
    WISH,
    Entry,
)
from services.match.refusals import WordedRefusal, sentence
from services.process.refusals import Refused

MOST_UNDOS = 1_000
MOST_HANDOVERS = 1_000
"""How many choices a seat may undo in one match, and how often it may be handed over: each adds to the log."""
_BOT_HOLDS = Words(
    "A bot holds seat {seat}; take the seat again before you undo anything.",
    "Miejsce {seat} zajmuje bot; wróć na nie, zanim coś cofniesz.",
)
_UNDONE_ENOUGH = Words(
    "Seat {seat} has undone {most} choices, which is the most.",
    "Z miejsca {seat} cofnięto już {most} wyborów; więcej nie wolno.",
)


class IllegalIndex(Refused):
    """A choice answers the open decision with what is not offered."""


class Command(Protocol):
    """A command to a hosted match for one of its seats."""

    @property
    def seat(self) -> int:
        """The seat it is about."""

    def entry(self, hosted: HostedMatch, at: int, nonce: str) -> Entry | None:
        """The entry that carries it out at this time, or None; Refused where it cannot be."""


class Choose(msgspec.Struct, frozen=True):
    """Answer the seat's open decision. A person who does so has the seat again if a bot held it.

    What is not offered is refused, or forfeits a match of which that was said."""

    seat: int
    version: int
    """The version the decision came with."""
    index: int
    by: str
    """The kind of caller: a `seat` token is its person's, a `turn` or a `service` plays for bots, an `admin` for
    anybody."""
    request_id: str = ""
    """Where set: the same choice again changes nothing, and another under the same id is refused."""

    def entry(self, hosted: HostedMatch, at: int, nonce: str) -> Entry | None:
        seat = hosted.seats[self.seat]
        if (answered := seat.answers.get(self.request_id)) is not None:
            self._check_same(hosted, *answered)
            return None
        cause = ""
        if self.by == "seat":
            if seat.held_by_bot:
                _check_may_return(hosted, self.seat)
                cause = RETURN
        elif self.by != "admin" and not seat.held_by_bot:
            raise _refused(hosted, ErrorReason.ERROR_REASON_FORBIDDEN, f"A person holds seat {self.seat}.")
        try:
            _check_choice(hosted, self)
        except IllegalIndex:
            if self.by != "seat" or not hosted.meta.forfeits:
                raise
            return Entry(FORFEIT, self.seat, at, nonce, cause=ILLEGAL)
        return Entry(CHOOSE, self.seat, at, self.request_id or nonce, self.index, "", cause, bool(self.request_id))

    def _check_same(self, hosted: HostedMatch, version: int, index: int) -> None:
        """Refuse an id that another choice of the seat had, which answered this version with this index."""
        if (version, index) == (self.version, self.index):
            return
        if version == self.version:
            why = f"Version {version} was answered with option {index} under this request_id."
            raise _refused(hosted, ErrorReason.ERROR_REASON_STALE_VERSION, why)
        why = f"The request_id was used to answer version {version}; each choice needs one of its own."
        raise _refused(hosted, ErrorReason.ERROR_REASON_INVALID_ARGUMENT, why)


class Undo(msgspec.Struct, frozen=True):
    """Undo the seat's last choice."""

    seat: int

    def entry(self, hosted: HostedMatch, at: int, nonce: str) -> Entry | None:
        seat = hosted.seats[self.seat]
        if seat.held_by_bot:
            why = _BOT_HOLDS.filled(seat=self.seat)
        elif seat.undos >= MOST_UNDOS:
            why = _UNDONE_ENOUGH.filled(seat=self.seat, most=MOST_UNDOS)
        else:
            return Entry(UNDO, self.seat, at, nonce)
        raise WordedRefusal(ErrorReason.ERROR_REASON_UNDO_REFUSED, why, hosted.version)


class Concede(msgspec.Struct, frozen=True):
    """Concede the match for the seat."""

    seat: int

    def entry(self, hosted: HostedMatch, at: int, nonce: str) -> Entry | None:
        _check_in_play(hosted)
        return None if hosted.seats[self.seat].conceded else Entry(CONCEDE, self.seat, at, nonce)


class HandOver(msgspec.Struct, frozen=True):
    """Let a bot hold the seat, as its person wishes."""

    seat: int
    bot: str = ""
    """Empty: the bot that the seat has already."""

    def entry(self, hosted: HostedMatch, at: int, nonce: str) -> Entry | None:
        _check_in_play(hosted)
        if hosted.meta.forfeits:
            why = "No bot plays for anybody in this match; concede it to leave."
            raise _refused(hosted, ErrorReason.ERROR_REASON_FORBIDDEN, why)
        seat = hosted.seats[self.seat]
        if seat.held_by_bot and self.bot in ("", seat.bot):
            return None
        if seat.handovers >= MOST_HANDOVERS:  # one more, by a clock or an absence, and the bot keeps it
            why = f"Seat {self.seat} has changed hands {MOST_HANDOVERS} times, which is the most."
            raise _refused(hosted, ErrorReason.ERROR_REASON_FORBIDDEN, why)
        return Entry(HAND_OVER, self.seat, at, nonce, bot=self.bot, cause=WISH)


class TakeSeat(msgspec.Struct, frozen=True):
    """Give the seat back to its person, who asks for it."""

    seat: int

    def entry(self, hosted: HostedMatch, at: int, nonce: str) -> Entry | None:
        _check_in_play(hosted)
        _check_may_return(hosted, self.seat)
        return Entry(TAKE_SEAT, self.seat, at, nonce) if hosted.seats[self.seat].held_by_bot else None


class ComeBack(msgspec.Struct, frozen=True):
    """Give the seat back to a person who reconnects, if a bot holds it because they were gone."""

    seat: int

    def entry(self, hosted: HostedMatch, at: int, nonce: str) -> Entry | None:
        was_gone = hosted.seats[self.seat].away in (CLOCK, ABSENCE) and not hosted.match.is_over
        return Entry(TAKE_SEAT, self.seat, at, nonce) if was_gone and not _why_bot_keeps(hosted, self.seat) else None


class TimeOut(msgspec.Struct, frozen=True):
    """Let a bot hold the seat of a person whose clock has run out, or have the match forfeited."""

    seat: int

    def entry(self, hosted: HostedMatch, at: int, nonce: str) -> Entry | None:
        seat = hosted.seats[self.seat]
        if seat.held_by_bot or not seat.has_decision or seat.time_left(at) > 0:
            return None
        return _left(hosted, self.seat, at, nonce, CLOCK)


class ReplaceAbsent(msgspec.Struct, frozen=True):
    """Let a bot hold the seat of a person who has been gone for too long, if it still has that decision; or have the
    match forfeited."""

    seat: int
    decision_version: int

    def entry(self, hosted: HostedMatch, at: int, nonce: str) -> Entry | None:
        seat = hosted.seats[self.seat]
        if seat.held_by_bot or seat.decision_version != self.decision_version:
            return None
        return _left(hosted, self.seat, at, nonce, ABSENCE)


class Abandon(msgspec.Struct, frozen=True):
    """End a match that none of its people has joined in time."""

    seat: int = 0
    """No seat in particular."""

    def entry(self, hosted: HostedMatch, at: int, nonce: str) -> Entry | None:
        is_due = hosted.join_by and at >= hosted.join_by and not hosted.match.is_over
        return Entry(ABANDON, self.seat, at, nonce, cause=UNJOINED) if is_due else None


class Annul(msgspec.Struct, frozen=True):
    """End the match without a winner, as an operator says."""

    reason: str
    """Told to the seats, and kept with the record."""
    seat: int = 0
    """No seat in particular."""

    def entry(self, hosted: HostedMatch, at: int, nonce: str) -> Entry | None:
        _check_in_play(hosted)
        return Entry(ANNUL, self.seat, at, nonce, cause=self.reason)


def _left(hosted: HostedMatch, seat: int, at: int, nonce: str, cause: str) -> Entry:
    """What happens where a person does not play on."""
    return Entry(FORFEIT if hosted.meta.forfeits else HAND_OVER, seat, at, nonce, cause=cause)


def check_seat(hosted: HostedMatch, seat: int) -> None:
    """Refuse a seat the match does not have."""
    if not 0 <= seat < len(hosted.seats):
        why = f"There is no seat {seat}; seats are 0 to {len(hosted.seats) - 1}."
        raise Refused(ErrorReason.ERROR_REASON_INVALID_ARGUMENT, why)


def _check_choice(hosted: HostedMatch, choice: Choose) -> None:
    """Refuse a choice that does not answer the seat's open decision."""
    decision = hosted.match.decision(choice.seat)
    if decision is None:
        raise _no_decision(hosted, choice)
    open_version = hosted.seats[choice.seat].decision_version
    if choice.version != open_version:
        why = f"The choice answers version {choice.version}; the open decision came with {open_version}."
        raise _refused(hosted, ErrorReason.ERROR_REASON_STALE_VERSION, why)
    if not 0 <= choice.index < len(decision.options):
        why = f"There is no option {choice.index}; options are 0 to {len(decision.options) - 1}."
        raise IllegalIndex(ErrorReason.ERROR_REASON_ILLEGAL_CHOICE, why, version=hosted.version)


def _no_decision(hosted: HostedMatch, choice: Choose) -> Refused:
    """Why a seat without an open decision may not choose."""
    if hosted.match.is_over:
        return _refused(hosted, ErrorReason.ERROR_REASON_MATCH_OVER, "The match is over.")
    if choice.version < hosted.version:
        why = f"The choice answers version {choice.version}; the match is at {hosted.version}."
        return _refused(hosted, ErrorReason.ERROR_REASON_STALE_VERSION, why)
    waiting = ", ".join(map(str, hosted.waiting_for))
    why = f"Seat {choice.seat} has nothing to decide; the match waits for seat {waiting}."
    return _refused(hosted, ErrorReason.ERROR_REASON_NOT_YOUR_TURN, why)


def _check_in_play(hosted: HostedMatch) -> None:
    """Refuse once the match is over."""
    if hosted.match.is_over:
        raise _refused(hosted, ErrorReason.ERROR_REASON_MATCH_OVER, "The match is over.")


def _why_bot_keeps(hosted: HostedMatch, seat: int) -> str:
    """Why a seat stays its bot's whatever a person wishes; empty where it does not."""
    if not hosted.meta.players[seat] or hosted.seats[seat].conceded:
        return f"Seat {seat} has no person to return to it."
    if hosted.seats[seat].handovers > MOST_HANDOVERS:
        return f"Seat {seat} has changed hands too often; the bot plays it to the end."
    return ""


def _check_may_return(hosted: HostedMatch, seat: int) -> None:
    """Refuse to give a seat back that stays its bot's."""
    if why := _why_bot_keeps(hosted, seat):
        raise _refused(hosted, ErrorReason.ERROR_REASON_FORBIDDEN, why)


def _refused(hosted: HostedMatch, reason: "ErrorReason.ValueType", why: str) -> Refused:
    return Refused(reason, why, version=hosted.version)


_REASONS: list[tuple[type[Exception], "ErrorReason.ValueType"]] = [
    (IllegalChoice, ErrorReason.ERROR_REASON_ILLEGAL_CHOICE),
    (NotYourTurn, ErrorReason.ERROR_REASON_NOT_YOUR_TURN),
    (MatchOver, ErrorReason.ERROR_REASON_MATCH_OVER),
    (CannotUndo, ErrorReason.ERROR_REASON_UNDO_REFUSED),
]
RULES_REFUSALS = tuple(kind for kind, _ in _REASONS)
"""What the rules refuse and leave no trace of; anything else that they raise is a fault."""


def rules_refusal(error: Exception, version: int) -> Refused:
    """What the rules refused, as the API says it."""
    why = error.why if isinstance(error, CannotUndo) else Words(str(error))
    reason = next(reason for kind, reason in _REASONS if isinstance(error, kind))
    return WordedRefusal(reason, sentence(why), version)
