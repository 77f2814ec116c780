"""Messages on their way to one client: bounded, and whole again for one who reads slowly.

Updates wait until the client reads. Are there too many, all of them are dropped, and when the client reads again it is
given one update for each seat, with everything since the last that it got."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from services.api import engine_pb2 as pb
from services.api.errors_pb2 import ErrorDetail
from services.api.match_pb2 import Update
from services.gateway.clients import Client
from services.gateway.play_link import Joined, OnAnswer, PlayLink
from services.gateway.play_streams import PlayStreams
from services.process import metrics


@dataclass(frozen=True, slots=True)
class Left:
    """A seat that is followed no longer, and why."""

    joined: Joined
    why: ErrorDetail


class Told(NamedTuple):
    """An update for a seat that is followed."""

    joined: Joined
    version: int
    version_before: int | None
    """The version of the update before it; None: it is the first."""
    json: bytes
    is_last: bool
    """Whether the match has ended with it."""


Item: TypeAlias = Told | Left | bytes
"""An update, the end of a subscription, or a message as its owner put it in."""


class Feed:
    """What is to be sent to one client, from all the seats that it follows."""

    def __init__(self, play_streams: PlayStreams, most_updates: int, wake: Callable[[], None]) -> None:
        """`wake` is called when there is something to take."""
        self._play_streams = play_streams
        self._most = most_updates
        self._wake = wake
        self._items: deque[Item] = deque()
        self._updates = 0
        self._behind: set[Joined] = set()
        """Seats whose updates were dropped."""
        self._links: dict[Joined, PlayLink] = {}
        self._closed = False

    # -- following

    async def join(self, join: pb.Join, client: Client, on_answer: OnAnswer) -> Joined:
        """Follow a seat or a match."""
        link, joined = await self._play_streams.join(join, client, self, on_answer)
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
        self.put(Told(joined, update.version, joined.version, update.json, update.HasField("end")))
        joined.version = update.version

    def on_left(self, joined: Joined, why: ErrorDetail) -> None:
        """Queue a word that a seat is followed no longer."""
        self._links.pop(joined, None)
        self._behind.discard(joined)
        self.put(Left(joined, why))

    def put(self, item: Item) -> None:
        """Queue what is never dropped."""
        self._items.append(item)
        self._wake()

    # -- reading

    @property
    def unread(self) -> int:
        """How much waits to be read."""
        return len(self._items)

    def peek(self) -> Item | None:
        """The next item, if there is one; it stays."""
        return self._items[0] if self._items else None

    def take(self) -> Item | None:
        """The next item, if there is one. To ask for it means that the one before was sent; who has taken everything
        follows again what was dropped."""
        if self._items:
            item = self._items.popleft()
            if type(item) is Told:
                self._updates -= 1
            return item
        if self._behind:
            behind, self._behind = self._behind, set()
            for joined in behind:
                self._links[joined].rejoin(joined)
        return None

    def _drop(self, last: Joined) -> None:
        """Drop all updates that wait; their readers have what came before."""
        metrics.GATEWAY_RESYNCS.inc()
        for item in reversed(self._items):
            if isinstance(item, Told):
                item.joined.version = item.version_before
                self._behind.add(item.joined)
        self._behind.add(last)
        self._items = deque(item for item in self._items if not isinstance(item, Told))
        self._updates = 0
