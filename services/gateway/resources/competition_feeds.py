"""Tournaments and ladders as they go on: lines for programs, server-sent events for pages."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

import msgspec
from litestar import Controller, get
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery
from litestar.response import Stream

from services.api import ladders_pb2, tournaments_pb2
from services.gateway.calls import Calls, ClientCalls
from services.gateway.middleware import IS_STREAM
from services.gateway.resources.feeds import EVENTS, LastEventId, version_of
from services.gateway.resources.ladder_shapes import LadderUpdate
from services.gateway.resources.ladders import LadderId
from services.gateway.resources.tournament_shapes import TournamentEvent
from services.gateway.resources.tournaments import TournamentId
from services.gateway.shapes import Language, VersionOrNone, language_of
from services.gateway.streams import NDJSON, SSE, Streams, server_sent_event
from services.gateway.translation import translate

LINES = {200: ResponseSpec(TournamentEvent, media_type=NDJSON, description="Lines.", generate_examples=False)}
_encode = msgspec.json.Encoder().encode


class CompetitionFeedsController(Controller):
    """Operations that answer for as long as there is something to tell."""

    path = "/"
    opt = {IS_STREAM: True}

    @get(
        "/streams/tournaments/{tournament_id:str}",
        operation_id="streamTournament",
        media_type=NDJSON,
        responses=LINES,
        tags=["streams"],
    )
    async def stream_tournament(
        self,
        calls: Calls,
        streams: NamedDependency[Streams],
        tournament_id: TournamentId,
        after: VersionOrNone = None,
        language: FromQuery[Language | None] = None,
    ) -> Stream:
        """What happens in a tournament, an event in each line, until it is over. `after` is the last event that is
        known, 0 for all of them; without it, from now on."""
        events = await _events(calls, tournament_id, after, language)
        return streams.ndjson(calls, _tournament_lines(events))

    @get(
        "/feeds/tournaments/{tournament_id:str}",
        operation_id="feedTournament",
        media_type=SSE,
        responses=EVENTS,
        tags=["feeds"],
    )
    async def feed_tournament(
        self,
        calls: Calls,
        streams: NamedDependency[Streams],
        tournament_id: TournamentId,
        language: FromQuery[Language | None] = None,
        last_event_id: LastEventId = None,
    ) -> Stream:
        """What happens in a tournament from now on, or after the last event that a browser has: an event `event` for
        each, with its number as id."""
        events = await _events(calls, tournament_id, version_of(last_event_id), language)
        return streams.server_sent(calls, _tournament_events(events))

    @get("/feeds/ladders/{ladder_id:str}", operation_id="feedLadder", media_type=SSE, responses=EVENTS, tags=["feeds"])
    async def feed_ladder(self, calls: Calls, streams: NamedDependency[Streams], ladder_id: LadderId) -> Stream:
        """A ladder and its standings now, and again whenever they have changed: an event `ladder` for each."""
        request = ladders_pb2.WatchLadderRequest(ladder_id=ladder_id)
        return streams.server_sent(calls, _ladder_events(calls.stream(calls.upstream.ladders().WatchLadder, request)))


async def _events(
    calls: ClientCalls, tournament_id: str, after: int | None, language: str | None
) -> AsyncGenerator[tournaments_pb2.WatchTournamentResponse, None]:
    """What happens in a tournament; refused where there is none such."""
    stub, known = calls.upstream.tournaments(), tournaments_pb2.GetTournamentRequest(tournament_id=tournament_id)
    await calls.make(stub.GetTournament, known)
    request = tournaments_pb2.WatchTournamentRequest(
        tournament_id=tournament_id, after=after, language=language_of(language)
    )
    return calls.stream(stub.WatchTournament, request)


async def _tournament_lines(events: AsyncGenerator[Any, None]) -> AsyncGenerator[bytes, None]:
    async with aclosing(events):
        async for some in events:
            for event in some.events:
                yield _encode(translate(TournamentEvent, event)) + b"\n"


async def _tournament_events(events: AsyncGenerator[Any, None]) -> AsyncGenerator[bytes, None]:
    async with aclosing(events):
        async for some in events:
            for event in some.events:
                yield server_sent_event("event", _encode(translate(TournamentEvent, event)), event.number)


async def _ladder_events(updates: AsyncGenerator[Any, None]) -> AsyncGenerator[bytes, None]:
    async with aclosing(updates):
        async for update in updates:
            yield server_sent_event("ladder", _encode(translate(LadderUpdate, update)))
