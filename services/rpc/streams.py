"""A stream as its servicer sees it: messages go through, and the server can end it with a reason."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, TypeAlias

import grpc

from services.api.errors_pb2 import ErrorReason
from services.process.refusals import Refused

Context: TypeAlias = grpc.aio.ServicerContext[Any, Any]
"""The gRPC context of a call."""


class StreamEnded(Refused):
    """The server ended a stream that its client can resume, here or at another server. That is no error."""

    def __init__(self, message: str) -> None:
        super().__init__(ErrorReason.ERROR_REASON_UNAVAILABLE, message)


class ServerStream:
    """Reads and writes the messages of one stream, and ends it between two of them: during a write no status can be
    sent."""

    def __init__(self, context: Context, task: "asyncio.Task[Any]") -> None:
        self._context = context
        self._task = task
        self._writing = False
        self.read = context.read
        self.ended_by: StreamEnded | None = None
        """Why the server has ended the stream, if it has."""

    async def write(self, message: Any) -> None:
        """Send a message; the last one, if the stream was ended meanwhile."""
        self._writing = True
        try:
            await self._context.write(message)
        finally:
            self._writing = False
        if self.ended_by is not None:
            raise self.ended_by

    def end(self, why: StreamEnded) -> None:
        """End the stream with this reason, as soon as it can be sent to the client."""
        self.ended_by = why
        if not self._writing:
            self._task.cancel()


async def write_all(messages: AsyncGenerator[Any, None], stream: ServerStream) -> None:
    """Write what a generator yields. However that ends, the generator is closed and lets go of what it holds."""
    async with aclosing(messages):
        async for message in messages:
            await stream.write(message)
