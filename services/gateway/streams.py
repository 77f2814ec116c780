"""Streams of lines and of server-sent events: answers that go on for as long as there is something to tell.

What is to be told comes as bytes from a source; a quiet stream gets a sign of life, so that both ends notice when the
other has gone, and all streams end when the process drains."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from functools import partial
from typing import Any, TypeAlias

import msgspec
from anyio import CancelScope
from litestar.response import Stream

from services.api import engine_pb2 as pb
from services.api.errors_pb2 import ErrorDetail
from services.gateway.calls import ClientCalls
from services.gateway.clients import Allowances
from services.gateway.feed import Feed, Left, Told
from services.gateway.play_streams import PlayStreams
from services.gateway.problems import Problem, problem_of, refusal_of
from services.process.settings import Settings
from services.rpc.failures import as_refusal

NDJSON, SSE = "application/x-ndjson", "text/event-stream"
EMPTY_LINE, EMPTY_COMMENT = b"\n", b":\n\n"
"""Signs of life: what readers of lines, and of server-sent events, take for nothing."""
HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}
"""Nobody on the way is to keep a stream, or to hold it back."""


Source: TypeAlias = AsyncGenerator[bytes, None]
_encode = msgspec.json.Encoder().encode


class LeftLine(msgspec.Struct, tag="left", tag_field="type"):
    """The last line of a stream that the server cannot go on with."""

    problem: Problem
    """Why."""


class Streams:
    """The open streams of a gateway process."""

    def __init__(self, play_streams: PlayStreams, allowances: Allowances, settings: Settings) -> None:
        self._play_streams = play_streams
        self._allowances = allowances
        self._most_unsent = settings.gateway.max_unsent
        self._pause_seconds = settings.gateway.keep_alive_seconds
        self._is_draining = asyncio.Event()

    def drain(self) -> None:
        """End all streams; their readers go elsewhere."""
        self._is_draining.set()

    def ndjson(self, calls: ClientCalls, source: Source) -> Stream:
        """An answer of lines, each a JSON object."""
        return self._answer(calls, source, NDJSON, EMPTY_LINE, lambda problem: _encode(LeftLine(problem)) + b"\n")

    def server_sent(self, calls: ClientCalls, source: Source) -> Stream:
        """An answer of server-sent events."""
        leave = partial(server_sent_event, "left")
        return self._answer(calls, source, SSE, EMPTY_COMMENT, lambda problem: leave(_encode(problem)))

    def _answer(
        self, calls: ClientCalls, source: Source, kind: str, sign: bytes, left: Callable[[Problem], bytes]
    ) -> Stream:
        calls.held.enter_context(self._allowances.open_stream(calls.client))
        return Stream(self._kept_alive(source, sign, left), media_type=kind, headers=HEADERS)

    async def follow(self, calls: ClientCalls, join: pb.Join) -> "FollowedMatch":
        """Follow a seat, or a match, until the request is over; refused where the client may not."""
        followed = FollowedMatch(self._play_streams, self._most_unsent)
        calls.held.callback(followed.close)
        await followed.join(join, calls)
        return followed

    async def _kept_alive(self, source: Source, sign: bytes, left: Callable[[Problem], bytes]) -> Source:
        """What a source gives, and signs of life, until it ends or the process drains; if it cannot go on, why."""
        draining = asyncio.ensure_future(self._is_draining.wait())
        following: asyncio.Future[bytes] | None = None
        try:
            yield sign  # so that the headers go out, whenever the first word comes
            while True:
                following = following or asyncio.ensure_future(anext(source))
                awaited: set[asyncio.Future[Any]] = {following, draining}
                await asyncio.wait(awaited, timeout=self._pause_seconds, return_when=asyncio.FIRST_COMPLETED)
                if following.done():
                    yield following.result()
                    following = None
                elif draining.done():
                    return
                else:
                    yield sign
        except StopAsyncIteration:
            return
        except Exception as error:
            yield left(problem_of(as_refusal(error).detail()))
        finally:
            with CancelScope(shield=True):  # who hangs up cancels whatever is awaited here, too
                draining.cancel()
                if following is not None:
                    following.cancel()
                    await asyncio.wait({following})
                await source.aclose()


class FollowedMatch:
    """A seat, or a match as a spectator, that one stream follows."""

    def __init__(self, play_streams: PlayStreams, most_unsent: int) -> None:
        self._is_ready = asyncio.Event()
        self._feed = Feed(play_streams, most_unsent, self._is_ready.set)

    async def join(self, join: pb.Join, calls: ClientCalls) -> None:
        """Begin to follow; refused where that is not allowed."""
        answered: asyncio.Future[ErrorDetail | None] = asyncio.get_running_loop().create_future()

        def on_answer(error: ErrorDetail | None) -> None:
            if not answered.done():
                answered.set_result(error)

        await self._feed.join(join, calls.client, on_answer)
        error = await asyncio.wait_for(answered, calls.upstream.settings.limits.unary_seconds)
        if error is not None:
            raise refusal_of(error)

    async def items(self) -> AsyncIterator[Told]:
        """Updates until the match has ended; refused where it can be followed no longer."""
        while True:
            self._is_ready.clear()
            while (item := self._feed.take()) is not None:
                assert not isinstance(item, bytes), "nobody puts messages into the feed of a stream"
                if isinstance(item, Left):
                    raise refusal_of(item.why)
                yield item
                if item.is_last:
                    return
            await self._is_ready.wait()

    def has_ended_by(self, version: int) -> bool:
        """Whether the match had ended at this version, as the first update says, which came with the answer."""
        first = self._feed.peek()
        return isinstance(first, Told) and first.is_last and first.version <= version

    def close(self) -> None:
        """Follow no longer."""
        self._feed.close()


def server_sent_event(name: str, data: bytes, id: int | None = None) -> bytes:
    """A server-sent event, whose data is JSON and so has no line breaks."""
    number = b"" if id is None else b"id: %d\n" % id
    return b"event: %b\n%bdata: %b\n\n" % (name.encode(), number, data)
