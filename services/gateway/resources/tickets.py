"""Tickets and private tables: how people come into a match."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from typing import Annotated, Any

import msgspec
from litestar import Controller, delete, get, post
from litestar.params import FromQuery, JSONBody, PathParameter
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from services.api import match_pb2
from services.api import matchmaking_pb2 as pb
from services.gateway.calls import Calls, ClientCalls
from services.gateway.resources.games import options_of
from services.gateway.resources.matches import ClockRules
from services.gateway.updates import Index, Version

Name = Annotated[str, msgspec.Meta(max_length=64)]
TicketId = Annotated[str, PathParameter(description="The id of a ticket.", max_length=100)]
Code = Annotated[str, PathParameter(description="The code of a private table.", max_length=32)]
LONGEST_WAIT_SECONDS = 15.0
"""How long a request waits for a ticket that still waits."""


class Search(msgspec.Struct, forbid_unknown_fields=True):
    """What a party is looking for."""

    game: Name
    players: Annotated[list[Name], msgspec.Meta(max_length=16)]
    """The people of the party, who play one match."""
    scenario: Name = ""
    """Empty: the first."""
    sides: Annotated[list[Name], msgspec.Meta(max_length=16)] = []
    """Sides the party is content with; empty: any."""
    roles: Annotated[list[Name], msgspec.Meta(max_length=16)] = []
    """Roles wanted, in the order of players; empty: any."""
    seats: Index = 0
    """The number of seats of the match; 0: whatever the scenario offers."""
    rating: Annotated[float, msgspec.Meta(ge=-10_000, le=10_000)] = 0.0
    bots_after_ms: Version | None = None
    """After this wait, empty seats go to bots; null: never."""
    bot: Name = ""
    """The bot that fills seats; empty: the server's default."""
    options: dict[str, Any] = {}
    clock: ClockRules = msgspec.field(default_factory=ClockRules)
    ttl_ms: Version = 0
    """How long the ticket lives unwatched; 0: the server's default."""


class Party(msgspec.Struct, forbid_unknown_fields=True):
    """Who joins a private table."""

    players: Annotated[list[Name], msgspec.Meta(max_length=16)]
    sides: Annotated[list[Name], msgspec.Meta(max_length=16)] = []
    roles: Annotated[list[Name], msgspec.Meta(max_length=16)] = []


class SeatAssignment(msgspec.Struct):
    """The seat of one player of the party."""

    player: str
    seat: int
    token: str
    """The seat token, with which everything is done there."""


class Assignment(msgspec.Struct):
    """The match that a ticket has led to."""

    match_id: str
    seats: list[SeatAssignment]
    """One for each player of the party, in their order."""
    spectator_token: str
    """Lets friends watch a private match; empty where anybody may."""
    engine_address: str
    """Where the match is played over gRPC."""


class Ticket(msgspec.Struct):
    """A search for a match."""

    ticket_id: str
    state: str
    """`waiting`, `matched`, `cancelled` or `expired`."""
    created_ms: int
    expires_ms: int
    """When it expires unless somebody looks at it."""
    assignment: Assignment | None


class NewTicket(msgspec.Struct):
    """A ticket, and the token with which it is looked at."""

    ticket: Ticket
    ticket_token: str


class NewTable(msgspec.Struct):
    """A private table: its code, and the ticket of who opened it."""

    code: str
    ticket: Ticket
    ticket_token: str


class Queue(msgspec.Struct):
    """How many wait for matches of a scenario, and for how long others waited."""

    game: str
    scenario: str
    tickets: int
    players: int
    oldest_wait_ms: int
    matched: int
    median_wait_ms: int


class Queues(msgspec.Struct):
    """All queues in which somebody waits or waited."""

    queues: list[Queue]


def ticket_of(ticket: pb.Ticket) -> Ticket:
    """A ticket as JSON has it."""
    assignment = None
    if ticket.HasField("assignment"):
        found = ticket.assignment
        seats = [SeatAssignment(one.player, one.seat, one.token) for one in found.seats]
        assignment = Assignment(found.match_id, seats, found.spectator_token, found.engine_address)
    state = pb.TicketState.Name(ticket.state).removeprefix("TICKET_STATE_").lower()
    return Ticket(ticket.ticket_id, state, ticket.created_ms, ticket.expires_ms, assignment)


def search_of(search: Search) -> pb.Search:
    """A search as matchmaking has it."""
    clock = search.clock
    return pb.Search(
        game=search.game,
        scenario=search.scenario,
        players=search.players,
        sides=search.sides,
        roles=search.roles,
        seats=search.seats,
        rating=search.rating,
        bots_after_ms=search.bots_after_ms,
        bot=search.bot,
        options=options_of(search.options),
        clock=match_pb2.ClockRules(bank_ms=clock.bank_ms, increment_ms=clock.increment_ms, absence_ms=clock.absence_ms),
    )


async def states_of_ticket(calls: ClientCalls, ticket_id: str) -> AsyncGenerator[Ticket, None]:
    """The states of a ticket until it waits no longer."""
    request = pb.WatchTicketRequest(ticket_id=ticket_id)
    async for message in calls.stream(calls.upstream.matchmaking().WatchTicket, request):
        yield ticket_of(message.ticket)


class TicketsController(Controller):
    """Operations on searches for a match."""

    path = "/tickets"
    tags = ("tickets",)

    @post("/", operation_id="createTicket", status_code=HTTP_201_CREATED)
    async def create_ticket(self, calls: Calls, data: JSONBody[Search]) -> NewTicket:
        """Look for a match."""
        request = pb.CreateTicketRequest(search=search_of(data), ttl_ms=data.ttl_ms)
        answer = await calls.make(calls.upstream.matchmaking().CreateTicket, request)
        return NewTicket(ticket_of(answer.ticket), answer.ticket_token)

    @get("/{ticket_id:str}", operation_id="getTicket")
    async def get_ticket(
        self,
        calls: Calls,
        ticket_id: TicketId,
        wait: FromQuery[bool] = False,
    ) -> Ticket:
        """A ticket, by its own token. With `wait` the answer comes when it waits no longer, or after 15 seconds."""
        async with aclosing(states_of_ticket(calls, ticket_id)) as states:
            ticket = await anext(states)
            if wait and ticket.state == "waiting":
                with suppress(TimeoutError):
                    ticket = await asyncio.wait_for(anext(states), LONGEST_WAIT_SECONDS)
        return ticket

    @delete("/{ticket_id:str}", operation_id="cancelTicket", status_code=HTTP_200_OK)
    async def cancel_ticket(self, calls: Calls, ticket_id: TicketId) -> Ticket:
        """Look no longer."""
        request = pb.CancelTicketRequest(ticket_id=ticket_id)
        return ticket_of((await calls.make(calls.upstream.matchmaking().CancelTicket, request)).ticket)


class TablesController(Controller):
    """Operations on private tables."""

    path = "/tables"
    tags = ("tickets",)

    @post("/", operation_id="createTable", status_code=HTTP_201_CREATED)
    async def create_table(self, calls: Calls, data: JSONBody[Search]) -> NewTable:
        """Open a table that only those who know its code can join."""
        request = pb.CreateTableRequest(search=search_of(data), ttl_ms=data.ttl_ms)
        answer = await calls.make(calls.upstream.matchmaking().CreateTable, request)
        return NewTable(answer.code, ticket_of(answer.ticket), answer.ticket_token)

    @post("/{code:str}/tickets", operation_id="joinTable", status_code=HTTP_201_CREATED)
    async def join_table(self, calls: Calls, code: Code, data: JSONBody[Party]) -> NewTicket:
        """Join a table by its code."""
        request = pb.JoinTableRequest(code=code, players=data.players, sides=data.sides, roles=data.roles)
        answer = await calls.make(calls.upstream.matchmaking().JoinTable, request)
        return NewTicket(ticket_of(answer.ticket), answer.ticket_token)


@get("/queues", operation_id="listQueues", tags=["tickets"])
async def list_queues(calls: Calls, game: FromQuery[str] = "") -> Queues:
    """Who waits for which scenario, and for how long others waited within the last hour."""
    request = pb.QueueStatsRequest(game=game)
    answer = await calls.make(calls.upstream.matchmaking().QueueStats, request)
    return Queues(
        [
            Queue(
                one.game,
                one.scenario,
                one.tickets,
                one.players,
                one.oldest_wait_ms,
                one.matched,
                one.median_wait_ms,
            )
            for one in answer.queues
        ]
    )
