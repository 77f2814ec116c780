"""The way to a table: a ticket, the wait, and the seat it leads to."""

import asyncio
import contextlib
import math
import time
from types import TracebackType
from typing import Any

import grpc

from services.api import matchmaking_pb2 as pb
from services.api.errors_pb2 import ErrorDetail, ErrorReason
from services.api.matchmaking_pb2_grpc import MatchmakingServiceStub
from services.client.channel import open_channel
from services.client.seat import FIRST_PAUSE, LONGEST_PAUSE, Refusal, Seat, is_lost, refusals


class Lobby:
    """Matchmaking, as a player meets it."""

    def __init__(self, address: str, token: str = "", *, credentials: grpc.ChannelCredentials | None = None) -> None:
        self._channel = open_channel(address, credentials)
        self._stub: Any = MatchmakingServiceStub(self._channel)
        self._auth = _bearer(token)

    async def __aenter__(self) -> "Lobby":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._channel.close(None)

    async def find(self, game: str, player: str, **search: Any) -> pb.Assignment:
        """Wait for a match of a game; `search` holds the other fields of the API's Search."""
        wanted = pb.Search(game=game, players=[player], **search)
        with refusals():
            made = await self._stub.CreateTicket(pb.CreateTicketRequest(search=wanted), metadata=self._auth)
            return await self._assigned(made)

    async def open_table(self, game: str, player: str, **search: Any) -> pb.CreateTableResponse:
        """A private table; others join by its code. `seat_at` waits for them."""
        wanted = pb.Search(game=game, players=[player], **search)
        with refusals():
            opened: pb.CreateTableResponse = await self._stub.CreateTable(
                pb.CreateTableRequest(search=wanted), metadata=self._auth
            )
            return opened

    async def join_table(self, code: str, player: str) -> pb.Assignment:
        """Join a private table and wait until it is full."""
        request = pb.JoinTableRequest(code=code, players=[player])
        with refusals():
            return await self._assigned(await self._stub.JoinTable(request, metadata=self._auth))

    async def seat_at(self, opened: pb.CreateTableResponse) -> pb.Assignment:
        """Wait until a table one has opened is full."""
        with refusals():
            return await self._assigned(opened)

    async def _assigned(self, made: Any) -> pb.Assignment:
        """Wait for the seat; who stops waiting gives the ticket back, lest others be seated with nobody."""
        auth = _bearer(made.ticket_token)
        try:
            ticket = await self._closed(made.ticket, auth)
        except asyncio.CancelledError:
            with contextlib.suppress(grpc.RpcError):
                await self._stub.CancelTicket(pb.CancelTicketRequest(ticket_id=made.ticket.ticket_id), metadata=auth)
            raise
        if ticket.state == pb.TICKET_STATE_MATCHED:
            return ticket.assignment
        word = pb.TicketState.Name(ticket.state).removeprefix("TICKET_STATE_").lower()
        raise Refusal(ErrorDetail(reason=ErrorReason.ERROR_REASON_TICKET_CLOSED, message=f"The ticket is {word}."))

    async def _closed(self, ticket: pb.Ticket, auth: tuple[tuple[str, str], ...]) -> pb.Ticket:
        """The ticket once it waits no longer.

        A lost connection is made again, for as long as the ticket lives while nobody watches it."""
        request = pb.WatchTicketRequest(ticket_id=ticket.ticket_id)
        life = (ticket.expires_ms - ticket.created_ms) / 1000
        pause, until = FIRST_PAUSE, math.inf
        while True:
            try:
                async for response in self._stub.WatchTicket(request, metadata=auth):
                    ticket = response.ticket
                    pause, until = FIRST_PAUSE, math.inf
                return ticket
            except grpc.RpcError as error:
                until = min(until, time.monotonic() + life)
                if not is_lost(error) or time.monotonic() > until:
                    raise
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)


def seat_of(assignment: pb.Assignment, place: int = 0, **wanted: Any) -> Seat:
    """The seat an assignment leads to; `wanted` is passed on to it."""
    return Seat(assignment.engine_address, assignment.seats[place].token, **wanted)


def _bearer(token: str) -> tuple[tuple[str, str], ...]:
    return (("authorization", f"Bearer {token}"),) if token else ()
