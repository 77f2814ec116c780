"""Updates as JSON: what a seat or a spectator learns of a match. JSON that the engine wrote is passed on as it is."""

from typing import Annotated, Any, Literal

import msgspec

from services.api import match_pb2 as pb
from services.process.refusals import invalid

Language = Literal["en", "pl"]
LANGUAGES: dict[str | None, pb.Language.ValueType] = {
    None: pb.LANGUAGE_UNSPECIFIED,
    "en": pb.LANGUAGE_ENGLISH,
    "pl": pb.LANGUAGE_POLISH,
}
HOLDERS = {pb.HOLDER_PERSON: "person", pb.HOLDER_BOT: "bot"}
Index = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
Version = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
"""A version of a match, or anything else that is counted or timed: a whole number that JavaScript has exactly."""


class Seat(msgspec.Struct):
    """One seat of a match, and who holds it."""

    seat: int
    role: str
    """The role the scenario gives this seat."""
    side: str
    """The side it fights for."""
    holder: str
    """`person` or `bot`: who answers for it now."""
    player: str
    """The person the seat belongs to; empty for a seat that only ever had a bot."""
    bot: str
    """The bot that holds the seat now, or would on the person's behalf."""
    conceded: bool


class Option(msgspec.Struct):
    """One thing a seat may do. Its index is its place in the list."""

    data: list[Any]
    """The rules' own name for it: a verb and what it concerns."""
    label: str
    """In words, where a language was asked for."""


class Decision(msgspec.Struct):
    """What a seat is asked."""

    kind: str
    prompt: str
    version: int
    """The version to answer with."""
    options: list[Option]


class Event(msgspec.Struct):
    """Something that happened, as far as the seat may see it."""

    kind: str
    data: list[Any]
    text: str


class Outcome(msgspec.Struct):
    """How a match ended."""

    winners: list[int]
    side: str
    """Empty where no one side won."""
    reason: str
    scores: dict[str, int]
    note: str
    """What an operator said who ended the match."""


class End(msgspec.Struct):
    """The end of a match, and the seed that may now be known."""

    outcome: Outcome
    seed: str
    """Hexadecimal; its SHA-256 was published when the match began."""
    digest: str


class Clock(msgspec.Struct):
    """The time that a seat has left."""

    seat: int
    left_ms: int
    running: bool


class Update(msgspec.Struct):
    """What one seat, or a spectator, learns of a change of a match."""

    match_id: str
    version: int
    events: list[Event]
    """What happened since the version before, or since the one that was asked for."""
    decision: Decision | None
    """This seat's open decision, if any."""
    waiting_for: list[int]
    """Every seat that has a decision now."""
    clocks: list[Clock]
    observation: dict[str, Any] | None
    """What the seat sees; only where it was asked for."""
    seats: list[Seat] | None
    """All seats: in a first update, and when one changed hands."""
    end: End | None
    """Set in the last update of a match."""
    undone: bool
    """A choice was undone since the version before, or the match was set back."""


def language_of(text: str | None) -> "pb.Language.ValueType":
    """The language of a request; refused where there is none such."""
    try:
        return LANGUAGES[text]
    except KeyError:
        raise invalid(f"No language {text!r}.", allowed=("en", "pl")) from None


def raw_json(text: str) -> Any:
    """JSON text that is put into an answer as it is."""
    return msgspec.Raw(text)


def seat_of(seat: pb.Seat) -> Seat:
    """A seat as JSON has it."""
    return Seat(seat.seat, seat.role, seat.side, HOLDERS[seat.holder], seat.player, seat.bot, seat.conceded)


def outcome_of(outcome: pb.Outcome) -> Outcome:
    """An outcome as JSON has it."""
    return Outcome(
        list(outcome.winners), outcome.side, outcome.reason, dict(sorted(outcome.scores.items())), outcome.note
    )


def end_of(end: pb.End) -> End:
    """An end as JSON has it."""
    return End(outcome_of(end.outcome), end.seed.hex(), end.digest)


def _decision_of(decision: pb.Decision) -> Decision:
    raw = msgspec.Raw
    options = [Option(raw(option.data), option.label) for option in decision.options]  # type: ignore[arg-type]
    return Decision(decision.kind, decision.prompt, decision.version, options)


def update_of(update: pb.Update) -> Update:
    """An update as JSON has it."""
    return Update(
        update.match_id,
        update.version,
        [Event(event.kind, raw_json(event.data), event.text) for event in update.events],
        _decision_of(update.decision) if update.HasField("decision") else None,
        list(update.waiting_for),
        [Clock(clock.seat, clock.left_ms, clock.running) for clock in update.clocks],
        raw_json(update.observation) if update.observation else None,
        [seat_of(seat) for seat in update.seats] if update.seats else None,
        end_of(update.end) if update.HasField("end") else None,
        update.undone,
    )
