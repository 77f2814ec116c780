"""Positions of a record: a match that has ended, as a seat, a spectator or everybody saw it after so many choices."""

from typing import Any

import msgspec

from engine import Lang, Match, Record
from engine.core.errors import BadSeats, EngineError, RulesChanged
from services.api.errors_pb2 import ErrorReason
from services.match.story import version_after
from services.match.updates import Decision, Event, decision_json, events_json
from services.process.refusals import Refused, invalid


class AnsweredDecision(msgspec.Struct):
    """A decision that stood open, and how it was answered."""

    seat: int
    """The number of the seat that was asked."""
    decision: Decision
    """What it was asked; its version is the number of choices that were made before."""
    chosen: int | None
    """The index of the option that was chosen next; null where another seat chose first, or the match was ended."""


class MatchPosition(msgspec.Struct):
    """A match after some of its choices."""

    step: int
    """How many choices were made."""
    steps: int
    """How many there are in all."""
    version: int
    """The version that the last of them led to, by which the story of the match goes."""
    options: dict[str, Any]
    """The options of the setting, with which its layout is asked for."""
    events: list[Event]
    """What the last of these choices brought about; at step 0, the setup."""
    decisions: list[AnsweredDecision]
    """What the seat was asked then, or with `everybody` all seats; a spectator is asked nothing."""
    observation: Any
    """What the seat, or a spectator, saw then."""
    everybody: list[Any] | None
    """What each seat saw then, by its number, with all hands; null where that was not asked for."""
    explanation: str
    """The outcome in words and numbers, after the last choice; empty before."""


def position_of(
    record: bytes, step: int, seat: int | None, lang: Lang, everybody: bool = False, history: bytes = b""
) -> bytes:
    """A position as JSON; refused where the record has no such step or seat, or is of other rules."""
    kept = Record.load(record)
    if not 0 <= step <= len(kept.choices):
        raise invalid(f"The record has steps 0 to {len(kept.choices)}, not {step}.")
    try:
        match = kept.replay(step)
        observation = match.observation(seat)
    except RulesChanged as error:
        raise Refused(ErrorReason.ERROR_REASON_RULES_VERSION, str(error)) from error
    except BadSeats as error:
        raise invalid(str(error)) from error
    except EngineError as error:
        raise Refused(ErrorReason.ERROR_REASON_BAD_RECORD, str(error)) from error
    position = MatchPosition(
        step=step,
        steps=len(kept.choices),
        version=version_after(history, step),
        options=kept.options,
        events=[msgspec.json.decode(one, type=Event) for one in events_json(match, seat, match.events, lang)],
        decisions=_decisions(match, kept, [d.seat for d in match.pending if everybody or d.seat == seat], lang),
        observation=observation,
        everybody=[match.observation(number) for number in range(match.seats)] if everybody else None,
        explanation=match.explain(lang) if match.is_over else "",
    )
    return msgspec.json.encode(position)


def _decisions(match: Match, record: Record, seats: list[int], lang: Lang) -> list[AnsweredDecision]:
    """The open decisions of these seats, and which of them the next choice of the record answered."""
    step = len(match.choices)
    chooser, index = record.choices[step] if step < len(record.choices) else (-1, -1)
    return [
        AnsweredDecision(
            seat,
            msgspec.json.decode(decision_json(match, seat, step, lang), type=Decision),
            index if seat == chooser and index >= 0 else None,
        )
        for seat in seats
    ]
