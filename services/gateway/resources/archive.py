"""The archive: matches that have ended, found by who played and how it ended; and the bots that there are."""

import asyncio
from contextlib import ExitStack
from typing import Annotated

import msgspec
from litestar import Controller, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, PathParameter, QueryParameter

from services.api import archive_pb2 as pb
from services.api import bots_pb2
from services.api.errors_pb2 import ErrorReason
from services.gateway.calls import Calls, ClientCalls
from services.gateway.clients import Client
from services.gateway.resources.matches import STORY, MatchId, story_answer
from services.gateway.shapes import (
    IndexOrNone,
    JsonAnswer,
    Language,
    VersionOrNone,
    json_answer,
    language_of,
    outcome_of,
    seat_of,
)
from services.gateway.upstream import Upstream
from services.match.positions import MatchPosition
from services.match.updates import Outcome, Seat
from services.process.refusals import Refused

Time = Annotated[int, QueryParameter(ge=0, le=2**53, description="Milliseconds since 1970; 0: any time.")]
Step = Annotated[int, PathParameter(ge=0, le=2**31 - 1, description="How many choices were made.")]
PAUSE_SECONDS = 0.5
MOST_PAUSES = 20
"""How often the archive is asked again for a match that somebody waits for."""
MOST_FOLLOWED = 50
"""Matches that have ended which a feed begins with."""
POSITION = {200: ResponseSpec(MatchPosition, description="How it stood then.", generate_examples=False)}


class ArchivedMatch(msgspec.Struct):
    """A match that has ended."""

    match_id: str
    """Its id."""
    game: str
    """The id of its game."""
    scenario: str
    """The id of its scenario."""
    rules_version: int
    """The version of the rules that it was played by."""
    seats: list[Seat]
    """All seats, as they were held at the end."""
    outcome: Outcome
    """Who won, and why."""
    started_ms: int
    """When it was made."""
    finished_ms: int
    """When it ended."""
    decisions: int
    """How many choices were made."""
    commitment: str
    """SHA-256 of the seed, hexadecimal, published when it began."""
    digest: str
    """Of the last state."""
    private: bool
    """Whether only those who were in it may see it."""


class ArchivePage(msgspec.Struct):
    """Matches that have ended, the newest first."""

    matches: list[ArchivedMatch]
    """The matches of this page."""
    next_page_token: str
    """Leads to the next page; empty on the last."""


class SideStatistics(msgspec.Struct):
    """How often a side has won."""

    game: str
    """The id of the game."""
    scenario: str
    """The id of the scenario."""
    side: str
    """`-`: nobody."""
    matches: int
    """How many it has won."""
    mean_decisions: float
    """How many choices these had on average."""


class ArchiveStatistics(msgspec.Struct):
    """What the archive adds up to."""

    matches: int
    """How many there are in all."""
    sides: list[SideStatistics]
    """By game, scenario and side."""


class ServerBot(msgspec.Struct):
    """A bot that can hold a seat."""

    name: str
    """By which it is asked for."""
    description: str
    """How it plays."""


class Bots(msgspec.Struct):
    """All bots of the server."""

    bots: list[ServerBot]
    """All of them, or those of the game."""


def _archived(record: pb.ArchivedRecord) -> ArchivedMatch:
    return ArchivedMatch(
        record.match_id,
        record.game,
        record.scenario,
        record.rules_version,
        [seat_of(seat) for seat in record.seats],
        outcome_of(record.outcome),
        record.started_ms,
        record.finished_ms,
        record.decisions,
        record.commitment,
        record.digest,
        record.private,
    )


async def newest_archived(upstream: Upstream, game: str) -> list[ArchivedMatch]:
    """The matches that anybody may see and that have ended last, for the gateway's own lists."""
    calls = ClientCalls(upstream, Client(""), ExitStack())
    request = pb.ListRequest(filter=pb.Filter(game=game), page_size=MOST_FOLLOWED)
    answer = await calls.make(calls.upstream.archive().List, request)
    return [_archived(record) for record in answer.records]


class ArchiveController(Controller):
    """Operations on finished matches."""

    path = "/archive"
    tags = ("archive",)

    @get("/", operation_id="searchArchive")
    async def search(
        self,
        calls: Calls,
        game: FromQuery[str] = "",
        scenario: FromQuery[str] = "",
        player: FromQuery[str] = "",
        bot: FromQuery[str] = "",
        side: FromQuery[str] = "",
        finished_after_ms: Time = 0,
        finished_before_ms: Time = 0,
        page_size: Annotated[int, QueryParameter(ge=1, le=500)] = 50,
        page_token: FromQuery[str] = "",
    ) -> ArchivePage:
        """Matches that have ended, the newest first. `side` is one that won; `-` for matches nobody won."""
        criteria = pb.Filter(
            game=game,
            scenario=scenario,
            player=player,
            bot=bot,
            side=side,
            finished_after_ms=finished_after_ms,
            finished_before_ms=finished_before_ms,
        )
        request = pb.ListRequest(filter=criteria, page_size=page_size, page_token=page_token)
        answer = await calls.make(calls.upstream.archive().List, request)
        return ArchivePage([_archived(record) for record in answer.records], answer.next_page_token)

    @get("/statistics", operation_id="getStatistics")
    async def statistics(
        self,
        calls: Calls,
        game: FromQuery[str] = "",
        scenario: FromQuery[str] = "",
    ) -> ArchiveStatistics:
        """How often each side has won, by scenario."""
        request = pb.StatsRequest(filter=pb.Filter(game=game, scenario=scenario))
        answer = await calls.make(calls.upstream.archive().Stats, request)
        return ArchiveStatistics(
            answer.matches,
            [SideStatistics(one.game, one.scenario, one.side, one.matches, one.mean_decisions) for one in answer.sides],
        )

    @get("/{match_id:str}", operation_id="getArchived")
    async def get_archived(self, calls: Calls, match_id: MatchId, wait: FromQuery[bool] = False) -> ArchivedMatch:
        """One match that has ended. It comes here a moment after its end; with `wait`, as soon as it has."""
        request = pb.GetRequest(match_id=match_id)
        for _ in range(MOST_PAUSES if wait else 0):
            try:
                return _archived((await calls.make(calls.upstream.archive().Get, request)).record)
            except Refused as refused:
                if refused.reason != ErrorReason.ERROR_REASON_UNKNOWN_RECORD:
                    raise
            await asyncio.sleep(PAUSE_SECONDS)
        return _archived((await calls.make(calls.upstream.archive().Get, request)).record)

    @get("/{match_id:str}/positions/{step:int}", operation_id="getPosition", responses=POSITION)
    async def get_position(
        self,
        calls: Calls,
        match_id: MatchId,
        step: Step,
        seat: IndexOrNone = None,
        everybody: FromQuery[bool] = False,
        language: FromQuery[Language] = "en",
    ) -> JsonAnswer:
        """The match as it stood after so many choices, as a seat, or without one a spectator, saw it; and as everybody
        saw it, where that is asked for."""
        request = pb.GetPositionRequest(
            match_id=match_id, step=step, seat=seat, everybody=everybody, language=language_of(language)
        )
        return json_answer((await calls.make(calls.upstream.archive().GetPosition, request)).position)

    @get("/{match_id:str}/story", operation_id="getArchivedStory", responses=STORY)
    async def get_story(
        self,
        calls: Calls,
        match_id: MatchId,
        seat: IndexOrNone = None,
        after_version: VersionOrNone = None,
        language: FromQuery[Language | None] = None,
    ) -> JsonAnswer:
        """What a seat, or without one a spectator, was told in it since a version, or since the setup."""
        request = pb.GetArchivedStoryRequest(
            match_id=match_id, seat=seat, after_version=after_version, language=language_of(language), as_json=True
        )
        return await story_answer(calls, calls.upstream.archive().GetArchivedStory, request)


@get("/bots", operation_id="listBots", tags=["games"])
async def list_bots(calls: Calls, game: FromQuery[str] = "") -> Bots:
    """The bots that can hold seats, of one game or of all."""
    answer = await calls.make(calls.upstream.bots().ListBots, bots_pb2.ListBotsRequest(game=game))
    return Bots([ServerBot(one.name, one.description) for one in answer.bots])
