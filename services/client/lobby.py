"""The lobby: a ticket for a match or a private table, the wait for it, and the seat that it leads to."""

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
from services.client.channel import FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS, bearer, open_channel
from services.client.refusal import Refusal, is_connection_lost, raising_refusals
from services.client.seat import Seat


class Lobby:
    """Matchmaking for one player, as an async context manager."""

    def __init__(self, address: str, token: str = "", *, credentials: grpc.ChannelCredentials | None = None) -> None:
        """`token` is a player token, for servers that want one; `credentials` are for a server with TLS."""
        self._channel = open_channel(address, credentials)
        self._stub: Any = MatchmakingServiceStub(self._channel)
        self._auth = bearer(token)

    async def __aenter__(self) -> "Lobby":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._channel.close(None)

    async def find(self, game: str, player: str, **fields: Any) -> pb.Assignment:
        """Wait for a match of a game; `fields` are the other fields of the API's Search."""
        search = pb.Search(game=game, players=[player], **fields)
        with raising_refusals():
            ticket = await self._stub.CreateTicket(pb.CreateTicketRequest(search=search), metadata=self._auth)
            return await self._assignment(ticket)

    async def open_table(self, game: str, player: str, **fields: Any) -> pb.CreateTableResponse:
        """Open a private table, which others join by its code; `seat_at` waits for them."""
        search = pb.Search(game=game, players=[player], **fields)
        with raising_refusals():
            table: pb.CreateTableResponse = await self._stub.CreateTable(
                pb.CreateTableRequest(search=search), metadata=self._auth
            )
            return table

    async def join_table(self, code: str, player: str) -> pb.Assignment:
        """Join a private table and wait until it is full."""
        request = pb.JoinTableRequest(code=code, players=[player])
        with raising_refusals():
            return await self._assignment(await self._stub.JoinTable(request, metadata=self._auth))

    async def play_again(self, match_id: str, token: str = "") -> pb.Assignment:
        """Ask for a rematch of a match that has ended, and wait until all of its people have.

        `token` is the seat token of a guest; an account asks with its own."""
        auth = bearer(token) if token else self._auth
        with raising_refusals():
            request = pb.CreateRematchRequest(match_id=match_id)
            return await self._assignment(await self._stub.CreateRematch(request, metadata=auth))

    async def seat_at(self, table: pb.CreateTableResponse) -> pb.Assignment:
        """Wait until a table that this player opened is full."""
        with raising_refusals():
            return await self._assignment(table)

    async def _assignment(
        self,
        response: pb.CreateTicketResponse | pb.CreateTableResponse | pb.JoinTableResponse | pb.CreateRematchResponse,
    ) -> pb.Assignment:
        """Wait for the assignment of a ticket; a wait that is cancelled cancels the ticket as well."""
        auth = bearer(response.ticket_token)
        try:
            ticket = await self._closed_ticket(response.ticket, auth)
        except asyncio.CancelledError:
            with contextlib.suppress(grpc.RpcError):
                request = pb.CancelTicketRequest(ticket_id=response.ticket.ticket_id)
                await self._stub.CancelTicket(request, metadata=auth)
            raise
        if ticket.state == pb.TICKET_STATE_MATCHED:
            return ticket.assignment
        state = pb.TicketState.Name(ticket.state).removeprefix("TICKET_STATE_").lower()
        raise Refusal(ErrorDetail(reason=ErrorReason.ERROR_REASON_TICKET_CLOSED, message=f"The ticket is {state}."))

    async def _closed_ticket(self, ticket: pb.Ticket, auth: tuple[tuple[str, str], ...]) -> pb.Ticket:
        """Watch a ticket until it waits no longer; the ticket as it is then.

        A lost connection is made again, for as long as a ticket lives that nobody watches."""
        request = pb.WatchTicketRequest(ticket_id=ticket.ticket_id)
        life = (ticket.expires_ms - ticket.created_ms) / 1000
        pause, until = FIRST_PAUSE_SECONDS, math.inf
        while True:
            try:
                async for response in self._stub.WatchTicket(request, metadata=auth):
                    ticket = response.ticket
                    pause, until = FIRST_PAUSE_SECONDS, math.inf
                return ticket
            except grpc.RpcError as error:
                until = min(until, time.monotonic() + life)
                if not is_connection_lost(error) or time.monotonic() > until:
                    raise
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)


def seat_of(assignment: pb.Assignment, index: int = 0, **options: Any) -> Seat:
    """The seat that an assignment gives to the player at this index of the party; `options` are those of Seat."""
    seat = assignment.seats[index]
    return Seat(assignment.engine_address, seat.token, seat.seat, **options)
