"""Updates and refusals on their way to one client, gathered into messages.

Updates for who chose or is to choose are sent at once. Who only looks on gets them a little later, often of several
choices in one message; so does everybody while a write is under way."""

import asyncio
from collections import deque

from services.api import engine_pb2 as pb
from services.api.match_pb2 import Update
from services.process.refusals import Refused
from services.rpc.streams import TOO_SLOW

MOST_TOGETHER = 100
"""Updates in one message, which may not grow beyond what the transport takes."""
MOST_UNSENT = 20
"""Messages that may wait for a slow reader; then the stream ends and the reader resumes."""
ONLOOKER_DELAY_SECONDS = 0.05
"""How much later somebody who only looks on may hear of a choice, so that several travel together."""


class Outbox:
    """The messages of one stream that are not sent yet; updates are written into them in place."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._unsent: deque[pb.PlayResponse] = deque()
        self.overrun = False
        """Whether the reader is too slow: nothing more is queued, and the stream ends with the write under way."""
        self._due = False
        """Whether what is unsent should go now."""
        self._delayed = False
        """Whether it will be due after the onlookers' delay."""
        self._sender: asyncio.Future[None] | None = None
        """Wakes `take` when there is something to send."""
        self._closed = False

    def add(self, slot: int, at_once: bool = True) -> Update:
        """A fresh update, to be filled in right away, and to be sent at once or after the onlookers' delay."""
        message = self._message()
        if at_once:
            self._send_now()
        elif not (self._due or self._delayed):
            self._delayed = True
            self._loop.call_later(ONLOOKER_DELAY_SECONDS, self._delay_is_over)
        return message.updates.add(slot=slot)

    def discard_last(self) -> None:
        """Drop the update just added, which could not be filled in."""
        if self._unsent:
            del self._unsent[-1].updates[-1]

    def refuse(self, slot: int, refusal: Refused, command_id: int = 0) -> None:
        """Queue a refusal."""
        self._message().refusals.add(slot=slot, error=refusal.detail(), id=command_id)
        self._send_now()

    def confirm(self, slot: int, command_id: int) -> None:
        """Queue a word that a command was carried out."""
        self._message().confirmations.add(slot=slot, id=command_id)
        self._send_now()

    def drop(self) -> None:
        """Queue nothing more, and forget what was not sent: the reader does not read."""
        self.overrun = True
        self._unsent.clear()
        self._send_now()

    def close(self) -> None:
        """Add nothing more; `take` gives None after the last message."""
        self._closed = True
        self._send_now()

    async def take(self) -> pb.PlayResponse | None:
        """The next message, once it should go; None: there will be no other."""
        while not self._due:
            self._sender = self._loop.create_future()
            await self._sender
        if self.overrun:
            raise TOO_SLOW
        if not self._unsent:
            return None
        message = self._unsent.popleft()
        self._due = bool(self._unsent) or self._closed
        return message

    def _message(self) -> pb.PlayResponse:
        """The message that is being written; once the reader is too slow, one that nobody will read."""
        last = self._unsent[-1] if self._unsent else None
        if last is not None and len(last.updates) + len(last.refusals) + len(last.confirmations) < MOST_TOGETHER:
            return last
        if len(self._unsent) == MOST_UNSENT:
            self.drop()
        fresh = pb.PlayResponse()
        if not self.overrun:
            self._unsent.append(fresh)
        return fresh

    def _send_now(self) -> None:
        self._due = True
        if self._sender is not None:
            if not self._sender.done():
                self._sender.set_result(None)
            self._sender = None

    def _delay_is_over(self) -> None:
        self._delayed = False
        if self._unsent:
            self._send_now()
