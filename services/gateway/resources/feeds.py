"""Public feeds of server-sent events, which any page can open: live and finished matches, queues, and one match."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from functools import partial
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import Controller, Response, get
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, HeaderParameter
from litestar.response import Stream
from litestar.status_codes import HTTP_204_NO_CONTENT

from services.gateway.calls import Calls
from services.gateway.joins import join_of, subscription_of
from services.gateway.live_list import Difference, LiveLists
from services.gateway.middleware import IS_STREAM
from services.gateway.resources.archive import ArchivedMatch
from services.gateway.resources.matches import LiveMatch, MatchId
from services.gateway.resources.tickets import Queue
from services.gateway.shapes import Language
from services.gateway.streams import SSE, FollowedMatch, Streams, server_sent_event
from services.process.refusals import invalid

LastEventId = Annotated[
    str | None,
    HeaderParameter(
        name="last-event-id",
        description="The id of the last event that the client has; browsers send it by themselves.",
    ),
]
EVENTS = {200: ResponseSpec(str, media_type=SSE, description="Server-sent events.", generate_examples=False)}
T = TypeVar("T")
_encode = msgspec.json.Encoder().encode


class FeedsController(Controller):
    """Feeds for pages that only look."""

    path = "/feeds"
    tags = ("feeds",)
    opt = {IS_STREAM: True}

    @get("/matches", operation_id="feedMatches", media_type=SSE, responses=EVENTS)
    async def feed_matches(
        self,
        calls: Calls,
        streams: NamedDependency[Streams],
        lists: NamedDependency[LiveLists[LiveMatch]],
        game: FromQuery[str] = "",
    ) -> Stream:
        """The newest live matches that anybody may watch, of one game or of all: an event `match` for each that is
        there, is new or stands otherwise, and `gone` with the `match_id` of one that has ended. It is looked every
        second."""
        return streams.server_sent(calls, _list_events(await lists.follow(game), _match_told, _match_gone))

    @get("/archive", operation_id="feedArchive", media_type=SSE, responses=EVENTS)
    async def feed_archive(
        self,
        calls: Calls,
        streams: NamedDependency[Streams],
        finished: NamedDependency[LiveLists[ArchivedMatch]],
        game: FromQuery[str] = "",
    ) -> Stream:
        """Matches that have ended and that anybody may see, of one game or of all: an event `match` for each of the
        last, the oldest first, and then as they end."""
        return streams.server_sent(calls, _list_events(await finished.follow(game), _match_told, lambda match: b""))

    @get("/queues", operation_id="feedQueues", media_type=SSE, responses=EVENTS)
    async def feed_queues(
        self,
        calls: Calls,
        streams: NamedDependency[Streams],
        queues: NamedDependency[LiveLists[Queue]],
        game: FromQuery[str] = "",
    ) -> Stream:
        """Who waits for a match of one game or of all: an event `queue` for each queue that is there or has changed,
        and `gone` with one that nobody waits in any longer."""
        events = _list_events(await queues.follow(game), partial(_told, "queue"), partial(_told, "gone"))
        return streams.server_sent(calls, events)

    @get("/matches/{match_id:str}", operation_id="feedMatch", media_type=SSE, responses=EVENTS)
    async def feed_match(
        self,
        calls: Calls,
        streams: NamedDependency[Streams],
        match_id: MatchId,
        language: FromQuery[Language | None] = None,
        observations: FromQuery[bool] = False,
        last_event_id: LastEventId = None,
    ) -> Response[Any]:
        """A match as a spectator sees it: an event `update` for each change, with its version as id, until it has
        ended. A browser that comes again after the end is told that there is no more (204)."""
        version = version_of(last_event_id)
        join = await join_of(
            calls.upstream, calls.client, match_id, None, subscription_of(version, language, observations)
        )
        followed = await streams.follow(calls, join)
        if version is not None and followed.has_ended_by(version):
            return Response(None, status_code=HTTP_204_NO_CONTENT)
        return streams.server_sent(calls, _match_events(followed))


def version_of(last_event_id: str | None) -> int | None:
    """The version, or the number of the last event, that a client has by its Last-Event-ID; refused where that is
    none."""
    if not last_event_id:
        return None
    if not (last_event_id.isdecimal() and last_event_id.isascii() and len(last_event_id) < 16):
        raise invalid("Last-Event-ID is the id of an event of this feed: a whole number.")
    return int(last_event_id)


async def _match_events(followed: FollowedMatch) -> AsyncGenerator[bytes, None]:
    async for item in followed.items():
        yield server_sent_event("update", item.json, item.version)


async def _list_events(
    differences: AsyncGenerator[Difference[T], None], tell: Callable[[T], bytes], tell_gone: Callable[[T], bytes]
) -> AsyncGenerator[bytes, None]:
    async with aclosing(differences):
        async for one in differences:
            if events := b"".join([*map(tell_gone, one.gone), *map(tell, one.new)]):
                yield events


def _told(name: str, item: msgspec.Struct) -> bytes:
    return server_sent_event(name, _encode(item))


def _match_told(match: LiveMatch | ArchivedMatch) -> bytes:
    return _told("match", match)


def _match_gone(match: LiveMatch) -> bytes:
    return server_sent_event("gone", _encode({"match_id": match.match_id}))
