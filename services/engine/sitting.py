"""One match with the people around it: who holds each seat, whose clock runs, and what the log made of it.

A sitting is a fold over the entries of the log. It does no I/O, so every worker comes to the same one."""

from dataclasses import dataclass, field
from typing import Any

import msgspec

import engine
from engine import Decision, Event, Game, Match
from engine.core.errors import CannotUndo, IllegalChoice, MatchOver, NotYourTurn, RulesChanged
from services.api.errors_pb2 import ErrorReason
from services.common.errors import Refused
from services.common.matchlog import CHOOSE, CONCEDE, HAND, TAKE, UNDO, Entry, Meta, Turn

ASKED = "asked"
CLOCK = "clock"
ABSENCE = "absence"
"""Why a bot was let hold a person's seat: they wished it, their time was up, or they were gone."""
RETURN = "return"
"""Why a choice changes who holds the seat: its person made it, while a bot sat in for them."""
RETURNING_SHARE = 10
"""A person who comes back after their clock ran out has at least this part of the bank: one tenth."""
MOST_CHANGES = 1_000
"""How often a seat may take a choice back in one match, and how often it may change hands."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What one entry brought about."""

    version: int
    entry: Entry | None
    events: list[Event] = field(default_factory=list)

    @property
    def table_changed(self) -> bool:
        """Whether somebody sat down, left or gave up."""
        return self.entry is None or self.entry.kind in (CONCEDE, HAND, TAKE) or self.entry.cause == RETURN

    @property
    def undone(self) -> bool:
        """Whether a choice was taken back."""
        return self.entry is not None and self.entry.kind == UNDO


class _Saved(msgspec.Struct, array_like=True, frozen=True):
    """A sitting as bytes."""

    match: bytes
    version: int
    bots: list[str]
    held: list[bool]
    away: list[str]
    conceded: list[bool]
    nonces: list[str]
    asked: dict[int, int]
    since: dict[int, int]
    left: list[int]
    earned: list[int]
    undos: list[int]
    handovers: list[int]
    last_at: int


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Saved).decode


class Sitting:
    """A match at some version of its log."""

    def __init__(self, meta: Meta, match: Match) -> None:
        self.meta = meta
        self.match = match
        self.version = 0
        self.bots = list(meta.bots)
        """By seat: the bot that holds it, or would."""
        self.held_by_bot = [not player for player in meta.players]
        self.away = [""] * len(meta.players)
        """By seat: why a bot sits in for the person; empty while they are there."""
        self.conceded = [False] * len(meta.players)
        self.nonces = [""] * len(meta.players)
        """By seat: the nonce of its last choice, by which a repeated call is known."""
        self.asked: dict[int, int] = {}
        """By seat: the version its open decision came with."""
        self.since: dict[int, int] = {}
        """By seat: when it was asked."""
        self.left = [meta.bank_ms] * len(meta.players)
        self.earned: list[int] = []
        """By choice of the match: the increment it earned, for when it is taken back; empty without clocks."""
        self.undos = [0] * len(meta.players)
        self.handovers = [0] * len(meta.players)
        """By seat: how often it was let to a bot."""
        self.last_at = meta.created_ms
        self._asked_decisions: dict[int, Decision] = {}
        self._note_asked()

    @classmethod
    def new(cls, meta: Meta) -> "Sitting":
        """The match as it is set up, before any entry."""
        game = _game_of(meta)
        return cls(meta, game.begin(game.setting(meta.scenario, len(meta.players), meta.options), meta.seed))

    @classmethod
    def restore(cls, meta: Meta, data: bytes) -> "Sitting":
        """The sitting a snapshot was taken of."""
        _game_of(meta)
        saved = _decode(data)
        sitting = cls(meta, engine.restore(saved.match))
        sitting.version = saved.version
        sitting.bots, sitting.held_by_bot, sitting.away = saved.bots, saved.held, saved.away
        sitting.conceded, sitting.nonces = saved.conceded, saved.nonces
        sitting.asked, sitting.since, sitting.left = saved.asked, saved.since, saved.left
        sitting.earned, sitting.undos, sitting.handovers = saved.earned, saved.undos, saved.handovers
        sitting.last_at = saved.last_at
        return sitting

    def snapshot(self) -> bytes:
        """The sitting as bytes, secrets included."""
        return _encode(
            _Saved(
                self.match.snapshot(),
                self.version,
                self.bots,
                self.held_by_bot,
                self.away,
                self.conceded,
                self.nonces,
                self.asked,
                self.since,
                self.left,
                self.earned,
                self.undos,
                self.handovers,
                self.last_at,
            )
        )

    # -- what is refused, and why

    def check_choice(self, seat: int, version: int, index: int) -> None:
        """Refuse a choice that does not answer this seat's open decision."""
        decision = self.match.decision(seat)
        if decision is None:
            raise self._no_decision(seat, version)
        if version != self.asked[seat]:
            raise Refused(
                ErrorReason.ERROR_REASON_STALE_VERSION,
                f"The choice answers version {version}; the open decision came with {self.asked[seat]}.",
                version=self.version,
            )
        if not 0 <= index < len(decision.options):
            raise Refused(
                ErrorReason.ERROR_REASON_ILLEGAL_ACTION,
                f"There is no option {index}; options are 0 to {len(decision.options) - 1}.",
                version=self.version,
            )

    def check_seat(self, seat: int) -> None:
        """Refuse a seat the match does not have."""
        if not 0 <= seat < len(self.meta.players):
            raise Refused(
                ErrorReason.ERROR_REASON_INVALID_ARGUMENT,
                f"There is no seat {seat}; seats are 0 to {len(self.meta.players) - 1}.",
            )

    def kept_by_bot(self, seat: int) -> str:
        """Why a seat stays its bot's whatever a person wishes; empty where it does not."""
        if not self.meta.players[seat] or self.conceded[seat]:
            return f"Seat {seat} has no person to return to it."
        if self.handovers[seat] > MOST_CHANGES:
            return f"Seat {seat} has changed hands too often; the bot plays it to the end."
        return ""

    def check_return(self, seat: int) -> None:
        """Refuse to give a seat back that stays its bot's."""
        if why := self.kept_by_bot(seat):
            raise Refused(ErrorReason.ERROR_REASON_FORBIDDEN, why, version=self.version)

    def check_hand(self, seat: int) -> None:
        """Refuse to hand a seat over too often, for each adds to the log; a clock or an absence may do so once more."""
        if self.handovers[seat] >= MOST_CHANGES:
            message = f"Seat {seat} has changed hands {MOST_CHANGES} times, which is the most."
            raise Refused(ErrorReason.ERROR_REASON_FORBIDDEN, message, version=self.version)

    def check_undo(self, seat: int) -> None:
        """Refuse to take back a bot's choices, or to do so too often: each adds to a log that others must read."""
        if self.held_by_bot[seat]:
            message = f"A bot holds seat {seat}; sit down there again before you take anything back."
            raise Refused(ErrorReason.ERROR_REASON_UNDO_REFUSED, message, version=self.version)
        if self.undos[seat] >= MOST_CHANGES:
            message = f"Seat {seat} has taken back {MOST_CHANGES} choices, which is the most."
            raise Refused(ErrorReason.ERROR_REASON_UNDO_REFUSED, message, version=self.version)

    def check_in_play(self) -> None:
        """Refuse once the match is over."""
        if self.match.is_over:
            raise Refused(ErrorReason.ERROR_REASON_MATCH_OVER, "The match is over.", version=self.version)

    def _no_decision(self, seat: int, version: int) -> Refused:
        if self.match.is_over:
            return Refused(ErrorReason.ERROR_REASON_MATCH_OVER, "The match is over.", version=self.version)
        self.check_seat(seat)
        if version < self.version:
            return Refused(
                ErrorReason.ERROR_REASON_STALE_VERSION,
                f"The choice answers version {version}; the match is at {self.version}.",
                version=self.version,
            )
        waiting = ", ".join(str(decision.seat) for decision in self.match.pending)
        return Refused(
            ErrorReason.ERROR_REASON_NOT_YOUR_TURN,
            f"Seat {seat} has nothing to decide; the match waits for seat {waiting}.",
            version=self.version,
        )

    # -- the fold

    def apply(self, entry: Entry) -> Moment:
        """Take one entry. What is refused leaves the sitting as it was."""
        events = _APPLY[entry.kind](self, entry)
        self.version += 1
        self.last_at = max(self.last_at, entry.at)
        self._note_asked(entry)
        return Moment(self.version, entry, events)

    def turn(self) -> Turn:
        """Who is asked now, for the sweep."""
        bots: list[int] = []
        people: list[int] = []
        for seat in self.asked:
            (bots if self.held_by_bot[seat] else people).append(seat)
        due = 0
        if self.meta.bank_ms:
            due = min((self.since[seat] + self.left[seat] for seat in people), default=0)
        over = self.match.is_over
        return Turn(self.version, self.last_at, bots, people, due, self.meta.absence_ms, over)

    def time_left(self, seat: int, now: int) -> int:
        """What is left on a seat's clock."""
        if seat in self.since and not self.held_by_bot[seat]:
            return max(0, self.left[seat] - max(0, now - self.since[seat]))
        return self.left[seat]

    def _choose(self, entry: Entry) -> list[Event]:
        events = self.match.choose(entry.seat, entry.index)
        if entry.cause == RETURN:
            self._take(entry)
        self.nonces[entry.seat] = entry.nonce
        if self.meta.bank_ms:
            earned = 0 if self.held_by_bot[entry.seat] else self.meta.increment_ms
            self.left[entry.seat] = self.time_left(entry.seat, entry.at) + earned
            self.earned.append(earned)
        return events

    def _undo(self, entry: Entry) -> list[Event]:
        """Take a choice back, and with it the increment it earned; the time it took stays spent."""
        self.match.undo(entry.seat)
        self.undos[entry.seat] += 1
        if self.meta.bank_ms:
            self.left[entry.seat] = max(0, self.time_left(entry.seat, entry.at) - self.earned.pop())
        return self.match.events

    def _concede(self, entry: Entry) -> list[Event]:
        roles = self.match.setting.roles
        mates = [
            seat
            for seat, role in enumerate(roles)
            if role.side == roles[entry.seat].side and self.meta.players[seat] and seat != entry.seat
        ]
        last = all(self.conceded[mate] for mate in mates)
        if last:
            self.match.concede(entry.seat)
        self.conceded[entry.seat] = True
        if last:
            return self.match.events
        self._stop_clock(entry)
        self.held_by_bot[entry.seat] = True
        return []

    def _hand(self, entry: Entry) -> list[Event]:
        """A bot holds the seat. Where one did before, the person is away for the reason they were."""
        self._stop_clock(entry)
        self.handovers[entry.seat] += 1
        self.away[entry.seat] = self.away[entry.seat] or entry.cause
        self.held_by_bot[entry.seat] = True
        self.bots[entry.seat] = entry.bot or self.bots[entry.seat]
        return []

    def _take(self, entry: Entry) -> list[Event]:
        if self.away[entry.seat] in (CLOCK, ABSENCE):
            self.left[entry.seat] = max(self.left[entry.seat], self.meta.bank_ms // RETURNING_SHARE)
        self.held_by_bot[entry.seat] = False
        self.away[entry.seat] = ""
        if entry.seat in self.since:
            self.since[entry.seat] = entry.at
        return []

    def _stop_clock(self, entry: Entry) -> None:
        if self.meta.bank_ms and entry.seat in self.since:
            self.left[entry.seat] = self.time_left(entry.seat, entry.at)

    def _note_asked(self, entry: Entry | None = None) -> None:
        """Remember when each open decision was asked; one that was open before keeps its version.

        An undo builds decisions anew: those of the other seats are the same if they look the same."""
        asked: dict[int, int] = {}
        since: dict[int, int] = {}
        decisions: dict[int, Decision] = {}
        undone_by = entry.seat if entry is not None and entry.kind == UNDO else None
        for decision in self.match.pending:
            seat = decision.seat
            before = self._asked_decisions.get(seat)
            same = before is decision or (undone_by not in (None, seat) and before == decision)
            asked[seat] = self.asked[seat] if same else self.version
            since[seat] = self.since[seat] if same else self.last_at
            decisions[seat] = decision
        self.asked, self.since, self._asked_decisions = asked, since, decisions


def _game_of(meta: Meta) -> "Game[Any]":
    """The game of a match, if it is still played by the same rules."""
    game = engine.load(meta.game)
    try:
        game.check_rules(meta.rules_version, "match")
    except RulesChanged as error:
        raise Refused(ErrorReason.ERROR_REASON_RULES_VERSION, str(error)) from error
    return game


_APPLY = {
    CHOOSE: Sitting._choose,
    UNDO: Sitting._undo,
    CONCEDE: Sitting._concede,
    HAND: Sitting._hand,
    TAKE: Sitting._take,
}

_REASONS: list[tuple[type[Exception], "ErrorReason.ValueType"]] = [
    (IllegalChoice, ErrorReason.ERROR_REASON_ILLEGAL_ACTION),
    (NotYourTurn, ErrorReason.ERROR_REASON_NOT_YOUR_TURN),
    (MatchOver, ErrorReason.ERROR_REASON_MATCH_OVER),
    (CannotUndo, ErrorReason.ERROR_REASON_UNDO_REFUSED),
]
REFUSALS = tuple(kind for kind, _ in _REASONS)
"""What the engine refuses and leaves no trace of; anything else that it raises is a fault."""


def refusal(error: Exception, version: int | None = None) -> Refused:
    """What the engine refused, as the API says it."""
    text = str(error)
    reason = next(reason for kind, reason in _REASONS if isinstance(error, kind))
    return Refused(reason, text[:1].upper() + text[1:] + ".", version=version)
