"""The wire form of a match: its settings, the last checkpoint and what happened since."""

from typing import Any

import msgspec

from engine.core.errors import BadSnapshot
from engine.core.record import Choice
from engine.core.state import Chance

encode = msgspec.msgpack.Encoder().encode
UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError)
"""What is raised for bytes that are no snapshot, or that hold no state."""


class Snapshot(msgspec.Struct, array_like=True, frozen=True):
    """A match as it is stored; secrets included."""

    game: str
    rules_version: int
    scenario: str
    seats: int
    options: dict[str, Any]
    checkpoint: bytes
    choices: list[Choice]
    since: int
    chances: list[Chance]
    version: int
    has_record: bool
    barriers: bytes = b""


_decode = msgspec.msgpack.Decoder(Snapshot).decode


def decode(data: bytes) -> Snapshot:
    """Read a snapshot. Raises BadSnapshot."""
    try:
        return _decode(data)
    except (*UNREADABLE, TypeError) as fault:
        raise BadSnapshot(f"not a snapshot: {fault}") from None
