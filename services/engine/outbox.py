"""Updates and refusals on their way to one client, gathered into messages.

Updates for who chose or is to choose are sent at once. Who only looks on gets them a little later, often of several
choices in one message; so does everybody while a write is under way."""

import asyncio
from collections import deque
from functools import lru_cache

from services.api import engine_pb2 as pb
from services.api.match_pb2 import Update
from services.match.encoding import field, tag_of
from services.process.refusals import Refused
from services.rpc.streams import TOO_SLOW

MOST_TOGETHER = 100
"""Updates in one message, which may not grow beyond what the transport takes."""
MOST_UNSENT = 20
"""Messages that may wait for a slow reader; then the stream ends and the reader resumes."""
ONLOOKER_DELAY_SECONDS = 0.05
"""How much later somebody who only looks on may hear of a choice, so that several travel together."""


_UPDATES = tag_of(pb.PlayResponse(updates=[Update()]))


class Outbox:
    """The messages of one stream that are not sent yet, each as the encoded fields of a PlayResponse."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._unsent: deque[list[bytes]] = deque()
        self.overrun = False
        """Whether the reader is too slow: nothing more is queued, and the stream ends with the write under way."""
        self._due = False
        """Whether what is unsent should go now."""
        self._delayed = False
        """Whether it will be due after the onlookers' delay."""
        self._sender: asyncio.Future[None] | None = None
        """Wakes `take` when there is something to send."""
        self._closed = False

    def add(self, slot: int, update: bytes, at_once: bool = True) -> None:
        """Queue an encoded update for a slot, to be sent at once or after the onlookers' delay."""
        self._message().append(field(_UPDATES, _slot(slot) + update))
        if at_once:
            self._send_now()
        elif not (self._due or self._delayed):
            self._delayed = True
            self._loop.call_later(ONLOOKER_DELAY_SECONDS, self._delay_is_over)

    def refuse(self, slot: int, refusal: Refused, command_id: int = 0) -> None:
        """Queue a refusal."""
        message = pb.Refusal(slot=slot, error=refusal.detail(), id=command_id)
        self._message().append(pb.PlayResponse(refusals=[message]).SerializeToString())
        self._send_now()

    def confirm(self, slot: int, command_id: int) -> None:
        """Queue a word that a command was carried out."""
        message = pb.Confirmation(slot=slot, id=command_id)
        self._message().append(pb.PlayResponse(confirmations=[message]).SerializeToString())
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

    async def take(self) -> bytes | None:
        """The next message, encoded, once it should go; None: there will be no other."""
        while not self._due:
            self._sender = self._loop.create_future()
            await self._sender
        if self.overrun:
            raise TOO_SLOW
        if not self._unsent:
            return None
        message = self._unsent.popleft()
        self._due = bool(self._unsent) or self._closed
        return b"".join(message)

    def _message(self) -> list[bytes]:
        """The message that is being written; once the reader is too slow, one that nobody will read."""
        last = self._unsent[-1] if self._unsent else None
        if last is not None and len(last) < MOST_TOGETHER:
            return last
        if len(self._unsent) == MOST_UNSENT:
            self.drop()
        fresh: list[bytes] = []
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


@lru_cache(4096)
def _slot(number: int) -> bytes:
    """The slot of an update, as it is encoded."""
    return Update(slot=number).SerializeToString()
