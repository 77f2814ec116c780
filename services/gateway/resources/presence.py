"""Which people of a match are there."""

import msgspec
from litestar import get

from services.api import engine_pb2
from services.gateway.calls import Calls
from services.gateway.resources.matches import MatchId
from services.gateway.translation import translate


class SeatPresence(msgspec.Struct):
    """Whether the person of a seat is there."""

    seat: int
    """The number of the seat."""
    present: bool
    """Whether they have a stream open, or had one a minute or two ago."""
    seen_ms: int
    """When they were last noted to have one; 0: never."""


class MatchPresence(msgspec.Struct):
    """The people of a match."""

    seats: list[SeatPresence]
    """Seats that belong to people, in their order."""


@get("/matches/{match_id:str}/presence", operation_id="getPresence", tags=["matches"])
async def get_presence(calls: Calls, match_id: MatchId) -> MatchPresence:
    """Which people of a match are there. Who may watch the match may ask."""
    stub = await calls.engine_of(match_id)
    return translate(
        MatchPresence, await calls.make(stub.GetPresence, engine_pb2.GetPresenceRequest(match_id=match_id))
    )
