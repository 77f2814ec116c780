"""Messages on their way to one client: bounded, and whole again for one who reads slowly.

Updates wait until the client reads. Are there too many, all of them are dropped, and when the client reads again it is
given one update for each seat, with everything since the last that it got."""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from services.api import engine_pb2 as pb
from services.api.errors_pb2 import ErrorDetail
from services.api.match_pb2 import Update
from services.gateway.clients import Client
from services.gateway.hub import Hub
from services.gateway.play_link import Joined, OnAnswer, PlayLink
from services.process import metrics


@dataclass(frozen=True, slots=True)
class Left:
    """A seat that is followed no longer, and why."""

    joined: Joined
    why: ErrorDetail


Item: TypeAlias = "tuple[Joined, Update] | Left | Any"
"""An update, the end of a subscription, or an answer as its owner put it in."""


class Feed:
    """What is to be sent to one client, from all the seats that it follows."""

    def __init__(self, hub: Hub, most_updates: int) -> None:
        self._hub = hub
        self._most = most_updates
        self._items: deque[Item] = deque()
        self._updates = 0
        self._behind: set[Joined] = set()
        """Seats whose updates were dropped."""
        self._links: dict[Joined, PlayLink] = {}
        self._waiter: asyncio.Future[None] | None = None
        self._closed = False

    # -- following

    async def join(self, join: pb.Join, client: Client, on_answer: OnAnswer) -> Joined:
        """Follow a seat or a match."""
        link, joined = await self._hub.join(join, client, self, on_answer)
        if self._closed:
            link.leave(joined)
        self._links[joined] = link
        return joined

    def send(self, joined: Joined, command: pb.PlayCommand, on_answer: OnAnswer) -> None:
        """Send a command for a seat."""
        self._links[joined].send(joined, command, on_answer)

    def leave(self, joined: Joined) -> None:
        """Follow a seat no longer."""
        self._behind.discard(joined)
        link = self._links.pop(joined, None)
        if link is not None:
            link.leave(joined)

    def close(self) -> None:
        """Follow nothing any longer."""
        self._closed = True
        for joined in list(self._links):
            self.leave(joined)

    # -- what the links say

    def on_update(self, joined: Joined, update: Update) -> None:
        """Queue an update; too many, and the reader gets the whole view later."""
        if joined in self._behind:
            return
        if self._updates >= self._most:
            self._drop(joined)
            return
        self._updates += 1
        self.put((joined, update))

    def on_left(self, joined: Joined, why: ErrorDetail) -> None:
        """Queue a word that a seat is followed no longer."""
        self._links.pop(joined, None)
        self._behind.discard(joined)
        self.put(Left(joined, why))

    def put(self, item: Item) -> None:
        """Queue what is never dropped."""
        self._items.append(item)
        self._notify()

    # -- reading

    @property
    def unread(self) -> int:
        """How much waits to be read."""
        return len(self._items)

    async def take(self) -> Item:
        """The next item, when there is one. Asking for it means that the one before was read."""
        while True:
            if self._items:
                item = self._items.popleft()
                if isinstance(item, tuple):
                    self._updates -= 1
                    joined, update = item
                    joined.note_version(update.version)
                return item
            if self._behind:
                behind, self._behind = self._behind, set()
                for joined in behind:
                    self._links[joined].rejoin(joined)
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter

    def _drop(self, last: Joined) -> None:
        """Drop all updates that wait."""
        metrics.GATEWAY_RESYNCS.inc()
        self._behind.add(last)
        self._behind.update(item[0] for item in self._items if isinstance(item, tuple))
        self._items = deque(item for item in self._items if not isinstance(item, tuple))
        self._updates = 0

    def _notify(self) -> None:
        if self._waiter is not None:
            if not self._waiter.done():
                self._waiter.set_result(None)
            self._waiter = None


def settled(future: "asyncio.Future[ErrorDetail | None]") -> Callable[[ErrorDetail | None], None]:
    """What settles a future with an answer, if somebody still waits for it."""

    def settle(answer: ErrorDetail | None) -> None:
        if not future.done():
            future.set_result(answer)

    return settle
