"""A stream as its servicer sees it: messages go through, and the server can end it with a reason."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import aclosing
from typing import Any, TypeAlias

import grpc

from services.api.errors_pb2 import ErrorReason
from services.process.logs import logger
from services.process.refusals import Refused

Context: TypeAlias = grpc.aio.ServicerContext[Any, Any]
"""The gRPC context of a call."""


class StreamEnded(Refused):
    """The server ended a stream that its client can resume, here or at another server. That is no error."""

    def __init__(self, message: str) -> None:
        super().__init__(ErrorReason.ERROR_REASON_UNAVAILABLE, message)


TOO_SLOW = StreamEnded("Updates are read too slowly; resume the stream.")


class ServerStream:
    """Reads and writes the messages of one stream, and ends it between two of them: during a write no status can be
    sent."""

    def __init__(self, context: Context, task: "asyncio.Task[Any]", write_seconds: float) -> None:
        self._context = context
        self._task = task
        self._loop = task.get_loop()
        self._write_seconds = write_seconds
        self._writing_since: float | None = None
        self._watch: asyncio.TimerHandle | None = None
        """Looks whether the write under way takes too long. One for many writes: most take no time."""
        self._letting_go: asyncio.Task[None] | None = None
        self.let_go: Callable[[], Coroutine[Any, Any, None]] | None = None
        """Set by whoever serves the stream: lets go of all that it holds. Called when its reader does not read."""
        self.on_dropped: Callable[[], None] | None = None
        """Called when the stream is dropped, before it lets go."""
        self.read = context.read
        self.ended_by: StreamEnded | None = None
        """Why the server has ended the stream, if it has."""

    async def write(self, message: Any) -> None:
        """Send a message; the last one, if the stream was ended meanwhile."""
        self._writing_since = self._loop.time()
        if self._watch is None:
            self._watch = self._loop.call_later(self._write_seconds, self._look_at_write)
        try:
            await self._context.write(message)
        finally:
            self._writing_since = None
        if self.ended_by is not None:
            raise self.ended_by

    def end(self, why: StreamEnded) -> None:
        """End the stream with this reason, as soon as it can be sent to the client."""
        self.ended_by = why
        if self._writing_since is None:
            self._task.cancel()

    def close(self) -> None:
        """Watch no more writes."""
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None

    def _look_at_write(self) -> None:
        """Drop the stream if one write has taken too long: let go of all but the write, and end it after that. The
        transport can neither take a write back nor send a status before it."""
        self._watch = None
        if self._writing_since is None or self._letting_go is not None:
            return
        left = self._writing_since + self._write_seconds - self._loop.time()
        if left > 0:
            self._watch = self._loop.call_later(left, self._look_at_write)
            return
        logger().info("a stream was dropped", cause="its reader does not read", seconds=self._write_seconds)
        self.end(TOO_SLOW)
        if self.on_dropped is not None:
            self.on_dropped()
        if self.let_go is not None:
            self._letting_go = self._loop.create_task(self.let_go())


async def write_all(messages: AsyncGenerator[Any, None], stream: ServerStream) -> None:
    """Write what a generator yields. However that ends, the generator is closed and lets go of what it holds."""
    stream.let_go = messages.aclose
    async with aclosing(messages):
        async for message in messages:
            await stream.write(message)
