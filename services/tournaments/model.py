"""What is kept of tournaments beside their events: rows, states and ids."""

import re
import secrets
from typing import NamedTuple

import msgspec

from services.competition import events
from services.competition.events import AnyEvent
from services.competition.plan import Plan

OPEN, RUNNING, PAUSED, FINISHED, CANCELLED = "open", "running", "paused", "finished", "cancelled"

_TOURNAMENT_ID = re.compile(r"t[0-9a-f]{12}")

encode_event = msgspec.json.Encoder().encode
decode_event = msgspec.json.Decoder(AnyEvent).decode
encode_plan = msgspec.json.Encoder().encode
decode_plan = msgspec.json.Decoder(Plan).decode

_STATES: dict[tuple[type, str], str] = {
    (events.Started, OPEN): RUNNING,
    (events.Paused, RUNNING): PAUSED,
    (events.Resumed, PAUSED): RUNNING,
    **{(events.Finished, before): FINISHED for before in (RUNNING, PAUSED)},
    **{(events.Cancelled, before): CANCELLED for before in (OPEN, RUNNING, PAUSED)},
}
"""By event and the state before it: the state after it. One that is paused before its start is open all the same."""


class TournamentRow(NamedTuple):
    """A tournament, as the columns of its table."""

    tournament_id: str
    host: str
    game: str
    state: str
    plan: bytes
    secret: bytes
    created_ms: int
    starts_ms: int | None
    entrants: int = 0
    version: int = 0
    """The number of its last event."""
    fence: int = 0
    """The number of its last director."""
    cursor: int = 0
    """How far the archive's feed is read."""
    settled: bool = False
    """Whether it needs a director no more."""


class SeatRow(NamedTuple):
    """A person's seat at a match that is being played, with its token."""

    match_id: str
    seat: int
    tournament_id: str
    stage: int
    round: int
    table_number: int
    player: str
    token: str


def new_tournament_id() -> str:
    """A random id; those of its matches begin with it."""
    return f"t{secrets.token_hex(6)}"


def is_tournament_id(text: str) -> bool:
    """Whether the text can be the id of a tournament."""
    return _TOURNAMENT_ID.fullmatch(text) is not None


def state_after(event: AnyEvent, before: str) -> str:
    """The state of a tournament after an event."""
    return _STATES.get((type(event), before), before)
