"""One match with the people around it: who holds each seat, whose clock runs, and where the log has led it.

A hosted match is a fold over the entries of its log. It does no I/O, so every worker comes to the same one."""

from typing import Any

import msgspec

import engine
from engine import Decision, Event, Game, Match
from engine.core.errors import RulesChanged
from services.api.errors_pb2 import ErrorReason
from services.match.log import (
    ABANDON,
    ANNUL,
    CHOOSE,
    CONCEDE,
    FORFEIT,
    HAND_OVER,
    RETURN,
    TAKE_SEAT,
    UNDO,
    Entry,
    Meta,
    Waiting,
)
from services.match.seats import SeatState, seats_of
from services.process.refusals import Refused


class Change(msgspec.Struct, frozen=True):
    """What one entry of the log brought about. The setup of the match is the change to version 0, and has no entry."""

    version: int
    entry: Entry | None
    events: list[Event] = []

    @property
    def of_holders(self) -> bool:
        """Whether somebody took a seat, left it, conceded or forfeited."""
        kinds = (CONCEDE, FORFEIT, HAND_OVER, TAKE_SEAT)
        return self.entry is None or self.entry.kind in kinds or self.entry.cause == RETURN

    @property
    def is_undo(self) -> bool:
        """Whether a choice was undone."""
        return self.entry is not None and self.entry.kind == UNDO


class _Snapshot(msgspec.Struct, array_like=True, frozen=True):
    """A hosted match as bytes."""

    match: bytes
    version: int
    seats: list[SeatState]
    earned: list[int]
    last_at: int


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Snapshot).decode


class HostedMatch:
    """A match at some version of its log."""

    def __init__(self, meta: Meta, match: Match) -> None:
        self.meta = meta
        self.match = match
        self.version = 0
        self.seats = seats_of(meta)
        self.earned: list[int] = []
        """By choice of the match: the increment it earned, for when it is undone; empty without clocks."""
        self.last_at = meta.created_ms
        self.end_note = ""
        """What an operator said who annulled the match."""
        self._decisions: dict[int, Decision] = {}
        """By seat: the open decision, by which one that stays open is known."""
        self._note_decisions()

    @classmethod
    def new(cls, meta: Meta) -> "HostedMatch":
        """The match as it is set up, before any entry."""
        game = _game_of(meta)
        return cls(meta, game.begin(game.setting(meta.scenario, len(meta.players), meta.options), meta.seed))

    @classmethod
    def restore(cls, meta: Meta, data: bytes) -> "HostedMatch":
        """The hosted match a snapshot was taken of."""
        _game_of(meta)
        snapshot = _decode(data)
        hosted = cls(meta, engine.restore(snapshot.match))
        hosted.version, hosted.seats = snapshot.version, snapshot.seats
        hosted.earned, hosted.last_at = snapshot.earned, snapshot.last_at
        return hosted

    def snapshot(self) -> bytes:
        """The hosted match as bytes, secrets included."""
        return _encode(_Snapshot(self.match.snapshot(), self.version, self.seats, self.earned, self.last_at))

    @property
    def waiting_for(self) -> list[int]:
        """The seats that have a decision."""
        return [decision.seat for decision in self.match.pending]

    def waiting(self) -> Waiting:
        """Whom the match waits for, to be stored beside its log."""
        bots: list[int] = []
        people: list[int] = []
        for decision in self.match.pending:
            (bots if self.seats[decision.seat].held_by_bot else people).append(decision.seat)
        due = 0
        if self.meta.bank_ms:
            due = min((self.seats[seat].waiting_since + self.seats[seat].left_ms for seat in people), default=0)
        over = self.match.is_over
        return Waiting(self.version, self.last_at, bots, people, due, self.meta.absence_ms, over, self.join_by)

    @property
    def join_by(self) -> int:
        """When the match is abandoned if none of its people has joined it; 0: never, or one has chosen."""
        if not self.meta.join_ms or any(seat.has_played for seat in self.seats):
            return 0
        return self.meta.created_ms + self.meta.join_ms

    # -- the fold

    def apply(self, entry: Entry) -> Change:
        """Apply one entry. What the rules refuse leaves the match as it was."""
        events = _APPLY[entry.kind](self, entry)
        self.version += 1
        self.last_at = max(self.last_at, entry.at)
        self._note_decisions(entry.seat if entry.kind == UNDO else None)
        return Change(self.version, entry, events)

    def _choose(self, entry: Entry) -> list[Event]:
        events = self.match.choose(entry.seat, entry.index)
        seat = self.seats[entry.seat]
        if entry.has_request_id:
            seat.answers[entry.nonce] = (seat.decision_version, entry.index)
        if entry.cause == RETURN:
            seat.return_to_person(self.meta.bank_ms, entry.at)
        seat.has_played = seat.has_played or not seat.held_by_bot
        if self.meta.bank_ms:
            earned = 0 if seat.held_by_bot else self.meta.increment_ms
            seat.left_ms = seat.time_left(entry.at) + earned
            self.earned.append(earned)
        return events

    def _undo(self, entry: Entry) -> list[Event]:
        """Undo a choice, and with it the increment it earned; the time it took stays spent."""
        self.match.undo(entry.seat)
        seat = self.seats[entry.seat]
        seat.undos += 1
        if self.meta.bank_ms:
            seat.left_ms = max(0, seat.time_left(entry.at) - self.earned.pop())
        return self.match.events

    def _concede(self, entry: Entry) -> list[Event]:
        """Concede for a seat: the match ends once every person of the side has; until then a bot plays on there. Where
        none may, it ends at once."""
        roles = self.match.setting.roles
        mates = [
            seat
            for seat, role in enumerate(roles)
            if role.side == roles[entry.seat].side and self.meta.players[seat] and seat != entry.seat
        ]
        last = self.meta.forfeits or all(self.seats[mate].conceded for mate in mates)
        if last:
            self.match.concede(entry.seat)
        seat = self.seats[entry.seat]
        seat.conceded = True
        if last:
            return self.match.events
        seat.left_ms = seat.time_left(entry.at)
        seat.held_by_bot = True
        return []

    def _forfeit(self, entry: Entry) -> list[Event]:
        """Concede at once for the whole side of a seat, and note why."""
        self.match.concede(entry.seat)
        self.seats[entry.seat].conceded = True
        self.seats[entry.seat].forfeit = entry.cause
        return self.match.events

    def _abandon(self, entry: Entry) -> list[Event]:
        self.match.abandon()
        return self.match.events

    def _annul(self, entry: Entry) -> list[Event]:
        self.match.annul()
        self.end_note = entry.cause
        return self.match.events

    def _hand_over(self, entry: Entry) -> list[Event]:
        self.seats[entry.seat].hand_over(entry.cause, entry.bot, entry.at)
        return []

    def _take_seat(self, entry: Entry) -> list[Event]:
        self.seats[entry.seat].return_to_person(self.meta.bank_ms, entry.at)
        return []

    def _note_decisions(self, undone_by: int | None = None) -> None:
        """Note which decisions are open and since when; one that was open before keeps its version.

        An undo builds decisions anew: those of seats other than the one that undid are old if they are equal."""
        before, self._decisions = self._decisions, {}
        for decision in self.match.pending:
            number = decision.seat
            old = before.pop(number, None)
            if not (old is decision or (undone_by not in (None, number) and old == decision)):
                seat = self.seats[number]
                seat.decision_version, seat.waiting_since = self.version, self.last_at
            self._decisions[number] = decision
        for number in before:
            self.seats[number].decision_version = -1


def _game_of(meta: Meta) -> "Game[Any]":
    """The game of a match, if it is still played by the same rules."""
    game = engine.load(meta.game)
    try:
        game.check_rules(meta.rules_version, "match")
    except RulesChanged as error:
        raise Refused(ErrorReason.ERROR_REASON_RULES_VERSION, str(error)) from error
    return game


_APPLY = {
    CHOOSE: HostedMatch._choose,
    UNDO: HostedMatch._undo,
    CONCEDE: HostedMatch._concede,
    FORFEIT: HostedMatch._forfeit,
    ABANDON: HostedMatch._abandon,
    ANNUL: HostedMatch._annul,
    HAND_OVER: HostedMatch._hand_over,
    TAKE_SEAT: HostedMatch._take_seat,
}
