"""Matches: those in play, one of them, what a seat or a spectator sees, and its record once it has ended."""

import asyncio
from contextlib import ExitStack
from typing import Annotated, Any

import msgspec
from litestar import Controller, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, PathParameter, QueryParameter

from services.api import admin_pb2, archive_pb2, engine_pb2, match_pb2
from services.gateway.calls import Calls, ClientCalls
from services.gateway.clients import Client
from services.gateway.shapes import (
    UPDATE,
    IndexOrNone,
    JsonAnswer,
    Language,
    Version,
    VersionOrNone,
    end_of,
    json_answer,
    language_of,
    raw_json,
    seat_of,
)
from services.gateway.upstream import Upstream
from services.match.log import TOURNAMENT
from services.match.updates import End, Seat, StoryPart

MatchId = Annotated[str, PathParameter(description="The id of a match.", max_length=64)]
MOST_LISTED = 100
Limit = Annotated[int, QueryParameter(ge=1, le=MOST_LISTED)]


class ClockRules(msgspec.Struct):
    """Time allowed to each seat: a bank, and an increment for each choice."""

    bank_ms: Version = 0
    """0: no clock."""
    increment_ms: Version = 0
    """What each choice adds to the bank."""
    absence_ms: Version = 0
    """A bot takes the seat of a person with a decision who was gone for so long; 0: as the server has it."""


class Match(msgspec.Struct):
    """What anybody may know about a match."""

    match_id: str
    """Its id."""
    game: str
    """The id of its game."""
    rules_version: int
    """The version of the rules that it is played by."""
    scenario: str
    """The id of its scenario."""
    options: dict[str, Any]
    """The options of the game, by name."""
    seats: list[Seat]
    """All seats, in the order of their numbers."""
    clock: ClockRules
    """The time that people have."""
    private: bool
    """Whether spectators need a token."""
    version: int
    """The length of its log: every choice, undo, concession and change of a holder adds one."""
    created_ms: int
    """When it was made."""
    commitment: str
    """SHA-256 of the seed, hexadecimal."""
    waiting_for: list[int]
    """The numbers of the seats that have a decision now."""
    end: End | None
    """How it ended; null while it goes on."""
    tournament: str
    """The id of the tournament at a table of which it is played, where nobody gets hints or hands a seat over; empty
    for none."""


class LiveMatch(msgspec.Struct):
    """A match in play, in a list."""

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
    players: list[str]
    """By seat; empty for a bot's."""


class LiveMatches(msgspec.Struct):
    """Matches in play that anybody may watch, the newest first."""

    matches: list[LiveMatch]
    """As many as were asked for, at most."""


class Verification(msgspec.Struct):
    """Whether a record leads where it says."""

    ok: bool
    """Whether everything fits."""
    faults: list[str]
    """What does not."""
    digest: str
    """Of the last state, as the replay came to it."""


class Story(msgspec.Struct):
    """What has happened in a match."""

    parts: list[StoryPart]
    """One for each change in which there was something to tell, in their order."""


class MatchRecord(msgspec.Struct):
    """All that a match was made of, with two seals: the seed's commitment, and the digest of the last state."""

    game: str
    """The id of its game."""
    rules_version: int
    """The version of the rules that it was played by."""
    scenario: str
    """The id of its scenario."""
    seats: int
    """The number of its seats."""
    options: dict[str, Any]
    """The options of the game, by name."""
    seed: str
    """Hexadecimal: what decided all chance."""
    commitment: str
    """SHA-256 of the seed, hexadecimal, as it was published when the match began."""
    choices: list[list[int]]
    """Each a seat and the index of the option that it chose; -1: it conceded, -2: nobody came, -3: it was annulled."""
    digest: str
    """Of the last state."""


RECORD = {200: ResponseSpec(MatchRecord, description="The record.", generate_examples=False)}
STORY = {200: ResponseSpec(Story, description="What has happened.", generate_examples=False)}


async def story_answer(calls: ClientCalls, method: Any, request: Any) -> JsonAnswer:
    """The whole of a story that a service tells in pieces."""
    parts = [one.json async for some in calls.stream(method, request) for one in some.updates]
    return json_answer(b'{"parts":[%b]}' % b",".join(parts))


def match_of(info: match_pb2.MatchInfo) -> Match:
    """What anybody may know about a match, as JSON has it."""
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
        info.labels.get(TOURNAMENT, ""),
    )


async def live_matches(calls: ClientCalls, game: str, player: str, limit: int, before_ms: int) -> LiveMatches:
    """Matches in play that anybody may watch, of one game or of all."""
    request = engine_pb2.ListLiveMatchesRequest(game=game, player=player, limit=limit, before_ms=before_ms)
    stubs = [calls.upstream.engine(game)] if game else calls.upstream.engines()
    answers = await asyncio.gather(*(calls.make(stub.ListLiveMatches, request) for stub in stubs))
    matches = sorted((one for answer in answers for one in answer.matches), key=lambda one: -one.created_ms)
    return LiveMatches([_live_match(one) for one in matches[:limit]])


async def newest_matches(upstream: Upstream, game: str) -> list[LiveMatch]:
    """The newest matches in play that anybody may watch, for the gateway's own lists."""
    calls = ClientCalls(upstream, Client(""), ExitStack())
    return (await live_matches(calls, game, "", MOST_LISTED, 0)).matches


def _live_match(match: admin_pb2.LiveMatch) -> LiveMatch:
    return LiveMatch(
        match.match_id,
        match.game,
        match.scenario,
        match.created_ms,
        match.version,
        match.waiting_since_ms,
        list(match.players),
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
        return match_of((await calls.make(stub.GetMatch, request)).match)

    @get("/{match_id:str}/observation", operation_id="observe", responses=UPDATE)
    async def observe(
        self,
        calls: Calls,
        match_id: MatchId,
        seat: IndexOrNone = None,
        version: VersionOrNone = None,
        language: FromQuery[Language | None] = None,
    ) -> JsonAnswer:
        """What a seat, or without one a spectator, sees now, or saw at an earlier version."""
        stub = await calls.engine_of(match_id)
        request = engine_pb2.ObserveRequest(
            match_id=match_id, seat=seat, version=version, language=language_of(language), as_json=True
        )
        return json_answer((await calls.make(stub.Observe, request)).update.json)

    @get("/{match_id:str}/story", operation_id="getStory", responses=STORY)
    async def get_story(
        self,
        calls: Calls,
        match_id: MatchId,
        seat: IndexOrNone = None,
        after_version: VersionOrNone = None,
        language: FromQuery[Language | None] = None,
    ) -> JsonAnswer:
        """What a seat, or without one a spectator, was told since a version, or since the setup, in the same words."""
        stub = await calls.engine_of(match_id)
        request = engine_pb2.GetStoryRequest(
            match_id=match_id, seat=seat, after_version=after_version, language=language_of(language), as_json=True
        )
        return await story_answer(calls, stub.GetStory, request)

    @get("/{match_id:str}/record", operation_id="getRecord", responses=RECORD)
    async def get_record(self, calls: Calls, match_id: MatchId) -> JsonAnswer:
        """The record of a match that has ended: settings, seed and choices, from which anyone can replay it."""
        request = archive_pb2.GetRequest(match_id=match_id)
        answer = await calls.make(calls.upstream.archive().Get, request)
        return json_answer(answer.record.record)

    @get("/{match_id:str}/verification", operation_id="verifyRecord")
    async def verify(self, calls: Calls, match_id: MatchId) -> Verification:
        """Replay the record of a match and say what does not fit."""
        request = archive_pb2.VerifyRequest(match_id=match_id)
        answer = await calls.make(calls.upstream.archive().Verify, request)
        return Verification(answer.ok, list(answer.faults), answer.digest)
