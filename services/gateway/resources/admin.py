"""What operators do with live matches and engines. Every call needs an admin token; `westmarch token` makes one."""

import asyncio
from typing import Annotated, Literal

import msgspec
from litestar import Controller, get, post
from litestar.params import FromQuery, JSONBody, QueryParameter
from litestar.status_codes import HTTP_200_OK

from services.api import admin_pb2 as pb
from services.api import match_pb2
from services.gateway.calls import Calls
from services.gateway.resources.matches import Match, MatchId, match_of
from services.gateway.translation import number_of, translate, translate_all

Reason = Annotated[str, msgspec.Meta(max_length=200)]


class WatchedMatch(msgspec.Struct):
    """A match that is in play or not archived yet, as operators see it."""

    match_id: str
    """Its id."""
    game: str
    """The id of its game."""
    scenario: str
    """The id of its scenario."""
    created_ms: int
    """When it was made."""
    version: int
    """Its version."""
    waiting_since_ms: int
    """When its last entry was made."""
    people: list[int]
    """The seats that are waited for and that people hold."""
    bots: list[int]
    """The seats that are waited for and that bots hold."""
    players: list[str]
    """By seat; empty for a bot's."""
    over: bool
    """Whether it has ended and is not archived yet."""


class WatchedMatches(msgspec.Struct):
    """Matches in play, the oldest first."""

    matches: list[WatchedMatch]
    """As many as were asked for, at most."""
    live: int
    """How many there are in all."""


class SeatClock(msgspec.Struct):
    """The clock of a seat."""

    seat: int
    """The number of the seat."""
    left_ms: int
    """What is left of its bank."""
    running: bool
    """Whether it runs."""


class SeatDetail(msgspec.Struct):
    """What only operators are shown of a seat."""

    seat: int
    """The number of the seat."""
    away: str
    """Why a bot holds a person's seat: wish, clock or absence."""
    seen_ms: int
    """When its person was last noted to have a stream open; 0: never."""
    deciding_since_ms: int
    """When its open decision came; 0: it has none."""
    undos: int
    """How often its person took a choice back."""
    handovers: int
    """How often it changed hands."""


class MatchDetail(msgspec.Struct):
    """One live match in full; neither its seed nor what its seats hide from each other."""

    match: Match
    """What anybody may know."""
    clocks: list[SeatClock]
    """One for each seat, where there are clocks."""
    seats: list[SeatDetail]
    """One for each seat."""
    last_entry_ms: int
    """When its last entry was made."""
    workers: list[str]
    """Workers that have somebody who follows it."""


class Annulment(msgspec.Struct, forbid_unknown_fields=True):
    """A request to end a match without a winner."""

    reason: Reason
    """Told to the seats and kept with the record; 1 to 200 characters."""


class TaskQueue(msgspec.Struct):
    """Tasks that wait for bot workers."""

    game: str
    """The id of the game."""
    kind: str
    """`ai`, `hint` or `batch`."""
    tasks: int
    """How many wait."""
    oldest_ms: int
    """How long the oldest of them has waited."""


class TaskQueues(msgspec.Struct):
    """All queues of all games."""

    queues: list[TaskQueue]
    """By game and kind."""


class DrainOrder(msgspec.Struct, forbid_unknown_fields=True):
    """A request to stop a worker, as a SIGTERM does."""

    game: Annotated[str, msgspec.Meta(max_length=64)]
    """A game of the pool that it belongs to."""
    worker: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """Empty: the worker that answers."""


class Drained(msgspec.Struct):
    """The worker that stops."""

    worker: str
    """Its name."""


class AdminController(Controller):
    """Operations of operators."""

    path = "/admin"
    tags = ("admin",)

    @get("/matches", operation_id="listAllMatches")
    async def list_matches(
        self,
        calls: Calls,
        game: FromQuery[str] = "",
        waiting_for: FromQuery[Literal["person", "bot"] | None] = None,
        older_than_ms: Annotated[int, QueryParameter(ge=0, le=2**53)] = 0,
        player: FromQuery[str] = "",
        limit: Annotated[int, QueryParameter(ge=1, le=500)] = 50,
    ) -> WatchedMatches:
        """Matches that are in play or not archived yet, private ones too, the oldest first."""
        holder = number_of(match_pb2.Holder.DESCRIPTOR, waiting_for) if waiting_for else 0
        request = pb.ListAllMatchesRequest(
            game=game,
            waiting_for=holder,  # type: ignore[arg-type]
            older_than_ms=older_than_ms,
            player=player,
            limit=limit,
        )
        stubs = [calls.upstream.operations(game)] if game else calls.upstream.all_operations()
        answers = await asyncio.gather(*(calls.make(stub.ListAllMatches, request) for stub in stubs))
        matches = [translate(WatchedMatch, one) for answer in answers for one in answer.matches]
        matches.sort(key=lambda one: one.created_ms)
        return WatchedMatches(matches[:limit], sum(answer.live for answer in answers))

    @get("/matches/{match_id:str}", operation_id="showMatch")
    async def show_match(self, calls: Calls, match_id: MatchId) -> MatchDetail:
        """One live match in full."""
        stub = calls.upstream.operations(await calls.upstream.game_of(match_id, calls.client))
        answer = await calls.make(stub.GetMatchDetail, pb.GetMatchDetailRequest(match_id=match_id))
        return MatchDetail(
            match_of(answer.match),
            translate_all(SeatClock, answer.clocks),
            translate_all(SeatDetail, answer.seats),
            answer.last_entry_ms,
            list(answer.workers),
        )

    @post("/matches/{match_id:str}/annulment", operation_id="annulMatch", status_code=HTTP_200_OK)
    async def annul(self, calls: Calls, match_id: MatchId, data: JSONBody[Annulment]) -> Match:
        """End a live match without a winner. Its seats are told, and it is archived as any other."""
        stub = calls.upstream.operations(await calls.upstream.game_of(match_id, calls.client))
        request = pb.AnnulMatchRequest(match_id=match_id, reason=data.reason)
        return match_of((await calls.make(stub.AnnulMatch, request)).match)

    @get("/queues", operation_id="listTaskQueues")
    async def queues(self, calls: Calls) -> TaskQueues:
        """Tasks that wait for bot workers."""
        stubs = calls.upstream.all_operations()
        answers = await asyncio.gather(*(calls.make(stub.ListQueues, pb.ListQueuesRequest()) for stub in stubs))
        return TaskQueues([translate(TaskQueue, one) for answer in answers for one in answer.queues])

    @post("/drain", operation_id="drain", status_code=HTTP_200_OK)
    async def drain(self, calls: Calls, data: JSONBody[DrainOrder]) -> Drained:
        """Let a worker stop: those who play there go on elsewhere from the version they have."""
        stub = calls.upstream.operations(data.game)
        return translate(Drained, await calls.make(stub.Drain, pb.DrainRequest(worker=data.worker)))
