"""Tickets and private tables: how people come into a match."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import ExitStack, aclosing, suppress
from typing import Annotated, Any

import msgspec
from litestar import Controller, delete, get, post
from litestar.params import FromQuery, JSONBody, PathParameter
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED, HTTP_204_NO_CONTENT

from services.api import match_pb2
from services.api import matchmaking_pb2 as pb
from services.gateway.calls import Calls, ClientCalls
from services.gateway.clients import Client
from services.gateway.resources.games import options_of
from services.gateway.resources.matches import ClockRules
from services.gateway.shapes import Index, Version
from services.gateway.translation import translate_all
from services.gateway.upstream import Upstream
from services.process.refusals import invalid

Name = Annotated[str, msgspec.Meta(max_length=64)]
TicketId = Annotated[str, PathParameter(description="The id of a ticket.", max_length=100)]
Code = Annotated[str, PathParameter(description="The code of a private table.", max_length=32)]
LONGEST_WAIT_SECONDS = 15.0
"""How long a request waits for a ticket that still waits."""


class Search(msgspec.Struct, forbid_unknown_fields=True):
    """What a party is looking for."""

    game: Name
    """The id of the game."""
    players: Annotated[list[Name], msgspec.Meta(max_length=16)] = []
    """The people of the party, who play one match; empty: who is signed in, alone."""
    scenario: Name = ""
    """Empty: the first."""
    sides: Annotated[list[Name], msgspec.Meta(max_length=16)] = []
    """Sides the party is content with; empty: any."""
    roles: Annotated[list[Name], msgspec.Meta(max_length=16)] = []
    """Roles wanted, in the order of players; empty: any."""
    seats: Index = 0
    """The number of seats of the match; 0: whatever the scenario offers."""
    rating: Annotated[float, msgspec.Meta(ge=-10_000, le=10_000)] = 0.0
    """How strong a guest claims to be; for an account the rating counts that is kept."""
    bots_after_ms: Version | None = None
    """After this wait, empty seats go to bots; null: never."""
    bot: Name = ""
    """The bot that fills seats; empty: the server's default."""
    options: dict[str, Any] = {}
    """The options of the game, by name; those that are left out have their defaults."""
    clock: ClockRules = msgspec.field(default_factory=ClockRules)
    """The time that people are to have."""
    people: Index = 0
    """Bots take no seat before so many people are there; 0: whoever is there."""
    ttl_ms: Version = 0
    """How long the ticket lives unwatched; 0: the server's default."""


class TableSearch(Search, forbid_unknown_fields=True):
    """What a party wants to play at a private table, and with whom."""

    challenged: Annotated[list[Name], msgspec.Meta(max_length=7)] = []
    """Players with an account who are told of the table, by their streams of events, and may join it."""


class Party(msgspec.Struct, forbid_unknown_fields=True):
    """Who joins a private table."""

    players: Annotated[list[Name], msgspec.Meta(max_length=16)] = []
    """Empty: who is signed in, alone."""
    sides: Annotated[list[Name], msgspec.Meta(max_length=16)] = []
    """Sides the party is content with; empty: any."""
    roles: Annotated[list[Name], msgspec.Meta(max_length=16)] = []
    """Roles wanted, in the order of players; empty: any."""


class SeatAssignment(msgspec.Struct):
    """The seat of one player of the party."""

    player: str
    """Who has it."""
    seat: int
    """Its number."""
    token: str
    """The seat token, with which everything is done there."""


class Assignment(msgspec.Struct):
    """The match that a ticket has led to."""

    match_id: str
    """The match."""
    seats: list[SeatAssignment]
    """One for each player of the party, in their order."""
    spectator_token: str
    """Lets friends watch a private match; empty where anybody may."""
    engine_address: str
    """Where the match is played over gRPC."""


class Ticket(msgspec.Struct):
    """A search for a match."""

    ticket_id: str
    """Its id."""
    state: str
    """`waiting`, `matched`, `cancelled` or `expired`."""
    created_ms: int
    """When it was made."""
    expires_ms: int
    """When it expires unless somebody looks at it."""
    assignment: Assignment | None
    """The match that was found; null while there is none."""


class NewTicket(msgspec.Struct):
    """A ticket, and the token with which it is looked at."""

    ticket: Ticket
    """As it stands."""
    ticket_token: str
    """Proves that later calls about it come from its maker."""


class NewTable(msgspec.Struct):
    """A private table: its code, and the ticket of who opened it."""

    code: str
    """By which others join."""
    ticket: Ticket
    """As it stands."""
    ticket_token: str
    """Proves that later calls about it come from its maker."""


class Queue(msgspec.Struct):
    """How many wait for matches of a scenario, and for how long others waited."""

    game: str
    """The id of the game."""
    scenario: str
    """The id of the scenario."""
    tickets: int
    """How many wait."""
    players: int
    """How many people these are."""
    oldest_wait_ms: int
    """How long the oldest has waited."""
    matched: int
    """How many were matched within the last hour, of a thousand at most."""
    median_wait_ms: int
    """How long half of them waited at most."""


class Queues(msgspec.Struct):
    """All queues in which somebody waits or waited."""

    queues: list[Queue]
    """By game and scenario."""


def ticket_of(ticket: pb.Ticket) -> Ticket:
    """A ticket as JSON has it."""
    assignment = _assignment(ticket.assignment) if ticket.HasField("assignment") else None
    state = pb.TicketState.Name(ticket.state).removeprefix("TICKET_STATE_").lower()
    return Ticket(ticket.ticket_id, state, ticket.created_ms, ticket.expires_ms, assignment)


def _assignment(assignment: pb.Assignment) -> Assignment:
    seats = [SeatAssignment(one.player, one.seat, one.token) for one in assignment.seats]
    return Assignment(assignment.match_id, seats, assignment.spectator_token, assignment.engine_address)


async def party_of(calls: ClientCalls, players: list[str]) -> list[str]:
    """The people of a party: those who are named, or who is signed in."""
    if players:
        return players
    player = await calls.player()
    if not player:
        raise invalid('Who is not signed in says who plays, by any name: `"players": ["ann"]`.')
    return [player]


def search_of(search: Search, players: list[str]) -> pb.Search:
    """A search of these people, as matchmaking has it."""
    clock = search.clock
    return pb.Search(
        game=search.game,
        scenario=search.scenario,
        players=players,
        sides=search.sides,
        roles=search.roles,
        seats=search.seats,
        rating=search.rating,
        bots_after_ms=search.bots_after_ms,
        bot=search.bot,
        people=search.people,
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
        search = search_of(data, await party_of(calls, data.players))
        request = pb.CreateTicketRequest(search=search, ttl_ms=data.ttl_ms)
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
    async def create_table(self, calls: Calls, data: JSONBody[TableSearch]) -> NewTable:
        """Open a table that only those who know its code can join, and those who are challenged."""
        search = search_of(data, await party_of(calls, data.players))
        request = pb.CreateTableRequest(search=search, ttl_ms=data.ttl_ms, challenged=data.challenged)
        answer = await calls.make(calls.upstream.matchmaking().CreateTable, request)
        return NewTable(answer.code, ticket_of(answer.ticket), answer.ticket_token)

    @post("/{code:str}/tickets", operation_id="joinTable", status_code=HTTP_201_CREATED)
    async def join_table(self, calls: Calls, code: Code, data: JSONBody[Party]) -> NewTicket:
        """Join a table by its code."""
        players = await party_of(calls, data.players)
        request = pb.JoinTableRequest(code=code, players=players, sides=data.sides, roles=data.roles)
        answer = await calls.make(calls.upstream.matchmaking().JoinTable, request)
        return NewTicket(ticket_of(answer.ticket), answer.ticket_token)


@delete("/challenges/{code:str}", operation_id="declineChallenge", status_code=HTTP_204_NO_CONTENT, tags=["tickets"])
async def decline_challenge(calls: Calls, code: Code) -> None:
    """Turn a challenge to the account down. It is taken by joining the table of its code."""
    request = pb.DeclineChallengeRequest(code=code)
    await calls.make(calls.upstream.matchmaking().DeclineChallenge, request)


async def queues_of(calls: ClientCalls, game: str) -> list[Queue]:
    """Who waits for a game, or for any."""
    answer = await calls.make(calls.upstream.matchmaking().QueueStats, pb.QueueStatsRequest(game=game))
    return translate_all(Queue, answer.queues)


async def present_queues(upstream: Upstream, game: str) -> list[Queue]:
    """Who waits, for the gateway's own lists."""
    return await queues_of(ClientCalls(upstream, Client(""), ExitStack()), game)


@get("/queues", operation_id="listQueues", tags=["tickets"])
async def list_queues(calls: Calls, game: FromQuery[str] = "") -> Queues:
    """Who waits for which scenario, and for how long others waited within the last hour."""
    return Queues(await queues_of(calls, game))
