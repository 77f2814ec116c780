"""Matches: those in play, one of them, what a seat or a spectator sees, and its record once it has ended."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, get
from litestar.params import FromQuery, PathParameter, QueryParameter

from services.api import archive_pb2, engine_pb2, match_pb2
from services.gateway.calls import Calls, ClientCalls
from services.gateway.updates import (
    End,
    Index,
    Language,
    Seat,
    Update,
    Version,
    end_of,
    language_of,
    raw_json,
    seat_of,
    update_of,
)

MatchId = Annotated[str, PathParameter(description="The id of a match.", max_length=64)]
Limit = Annotated[int, QueryParameter(ge=1, le=100)]
RECORD_TYPE = "application/json"


class ClockRules(msgspec.Struct):
    """Time allowed to each seat: a bank, and an increment for each choice."""

    bank_ms: Version = 0
    """0: no clock."""
    increment_ms: Version = 0
    absence_ms: Version = 0
    """A bot takes the seat of a person with a decision who was gone for so long; 0: as the server has it."""


class Match(msgspec.Struct):
    """What anybody may know about a match."""

    match_id: str
    game: str
    rules_version: int
    scenario: str
    options: dict[str, Any]
    seats: list[Seat]
    clock: ClockRules
    private: bool
    version: int
    created_ms: int
    commitment: str
    """SHA-256 of the seed, hexadecimal."""
    waiting_for: list[int]
    end: End | None


class LiveMatch(msgspec.Struct):
    """A match in play, in a list."""

    match_id: str
    game: str
    scenario: str
    created_ms: int
    version: int
    waiting_since_ms: int
    players: list[str]
    """By seat; empty for a bot's."""


class LiveMatches(msgspec.Struct):
    """Matches in play that anybody may watch, the newest first."""

    matches: list[LiveMatch]


class Verification(msgspec.Struct):
    """Whether a record leads where it says."""

    ok: bool
    faults: list[str]
    digest: str


def _match(info: match_pb2.MatchInfo) -> Match:
    clock = info.clock
    return Match(
        info.match_id,
        info.game,
        info.rules_version,
        info.scenario,
        {name: raw_json(value) for name, value in sorted(info.options.items())},
        [seat_of(seat) for seat in info.seats],
        ClockRules(clock.bank_ms, clock.increment_ms, clock.absence_ms),
        info.private,
        info.version,
        info.created_ms,
        info.commitment,
        list(info.waiting_for),
        end_of(info.end) if info.HasField("end") else None,
    )


async def live_matches(calls: ClientCalls, game: str, player: str, limit: int, before_ms: int) -> LiveMatches:
    """Matches in play that anybody may watch, of one game or of all."""
    request = engine_pb2.ListLiveMatchesRequest(game=game, player=player, limit=limit, before_ms=before_ms)
    stubs = [calls.upstream.engine(game)] if game else calls.upstream.engines()
    answers = await asyncio.gather(*(calls.make(stub.ListLiveMatches, request) for stub in stubs))
    found = sorted((one for answer in answers for one in answer.matches), key=lambda one: -one.created_ms)
    return LiveMatches(
        [
            LiveMatch(
                one.match_id,
                one.game,
                one.scenario,
                one.created_ms,
                one.version,
                one.waiting_since_ms,
                list(one.players),
            )
            for one in found[:limit]
        ]
    )


class MatchesController(Controller):
    """Operations on matches, for whoever may see them."""

    path = "/matches"
    tags = ("matches",)

    @get("/", operation_id="listMatches")
    async def list_matches(
        self,
        calls: Calls,
        game: FromQuery[str] = "",
        player: FromQuery[str] = "",
        limit: Limit = 50,
        before_ms: Annotated[int, QueryParameter(ge=0, le=2**53)] = 0,
    ) -> LiveMatches:
        """Matches in play that anybody may watch, the newest first; `before_ms` leads to the next page."""
        return await live_matches(calls, game, player, limit, before_ms)

    @get("/{match_id:str}", operation_id="getMatch")
    async def get_match(self, calls: Calls, match_id: MatchId) -> Match:
        """What anybody may know about a match that is in play, or has ended within some minutes."""
        stub = await calls.engine_of(match_id)
        request = engine_pb2.GetMatchRequest(match_id=match_id)
        return _match((await calls.make(stub.GetMatch, request)).match)

    @get("/{match_id:str}/observation", operation_id="observe")
    async def observe(
        self,
        calls: Calls,
        match_id: MatchId,
        seat: FromQuery[Index | None] = None,
        version: FromQuery[Version | None] = None,
        language: FromQuery[Language | None] = None,
    ) -> Update:
        """What a seat, or without one a spectator, sees now, or saw at an earlier version."""
        stub = await calls.engine_of(match_id)
        request = engine_pb2.ObserveRequest(
            match_id=match_id, seat=seat, version=version, language=language_of(language)
        )
        return update_of((await calls.make(stub.Observe, request)).update)

    @get("/{match_id:str}/record", operation_id="getRecord", media_type=RECORD_TYPE)
    async def get_record(self, calls: Calls, match_id: MatchId) -> Response[bytes]:
        """The record of a match that has ended: settings, seed and choices, from which anyone can replay it."""
        request = archive_pb2.GetRequest(match_id=match_id)
        answer = await calls.make(calls.upstream.archive().Get, request)
        return Response(answer.record.record, media_type=RECORD_TYPE)

    @get("/{match_id:str}/verification", operation_id="verifyRecord")
    async def verify(self, calls: Calls, match_id: MatchId) -> Verification:
        """Replay the record of a match and say what does not fit."""
        request = archive_pb2.VerifyRequest(match_id=match_id)
        answer = await calls.make(calls.upstream.archive().Verify, request)
        return Verification(answer.ok, list(answer.faults), answer.digest)
