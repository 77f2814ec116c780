"""Rematches: the people of a match that has ended play one like it, with each other's seats."""

import msgspec
from litestar import get, post
from litestar.status_codes import HTTP_201_CREATED

from services.api import matchmaking_pb2 as pb
from services.gateway.calls import Calls
from services.gateway.resources.matches import MatchId
from services.gateway.resources.tickets import NewTicket, ticket_of


class Rematch(msgspec.Struct):
    """Who wants a match that has ended played again."""

    seats: list[int]
    """Their seats in it."""


@post("/matches/{match_id:str}/rematch", operation_id="createRematch", status_code=HTTP_201_CREATED, tags=["tickets"])
async def create_rematch(calls: Calls, match_id: MatchId) -> NewTicket:
    """Ask for a match like one that has ended, in which its people have each other's seats; it begins once all of them
    have asked. Guests bring the token of their seat, an account its session or API token. Asked twice, the ticket is
    the same."""
    answer = await calls.make(calls.upstream.matchmaking().CreateRematch, pb.CreateRematchRequest(match_id=match_id))
    return NewTicket(ticket_of(answer.ticket), answer.ticket_token)


@get("/matches/{match_id:str}/rematch", operation_id="getRematch", tags=["tickets"])
async def get_rematch(calls: Calls, match_id: MatchId) -> Rematch:
    """Who wants a match that has ended played again. For who had a seat in it, as above."""
    answer = await calls.make(calls.upstream.matchmaking().GetRematch, pb.GetRematchRequest(match_id=match_id))
    return Rematch(list(answer.seats))
