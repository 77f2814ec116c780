"""This worker's copy of a hosted match: with a lock, its last changes and those who subscribe to them."""

from collections import deque
from typing import Protocol

from services.api.match_pb2 import Update
from services.engine.lock import FairLock
from services.match.hosted import Change, HostedMatch

RECENT_CHANGES = 64
"""Changes a replica keeps for those who reconnect; older ones are replayed from the log."""

SharedUpdates = dict[str, Update]
"""The updates made of one change, by whose eyes they are for and their format."""


class Subscriber(Protocol):
    """Somebody who is told of every change, in order, with the match as it stands after it."""

    seat: int | None
    """The seat whose eyes it sees with; None: a spectator's."""

    def on_change(self, hosted: HostedMatch, change: Change, updates: SharedUpdates) -> None:
        """Take note; must not block. An update made for another with the same eyes and format can be sent again."""

    def on_reset(self, hosted: HostedMatch) -> None:
        """Forget what was told before: the store has lost it."""


class Replica:
    """One match in this worker's memory; it may be behind the store."""

    def __init__(self, hosted: HostedMatch) -> None:
        self.hosted = hosted
        self.lock = FairLock()
        self.subscribers: list[Subscriber] = []
        self.recent: deque[Change] = deque(maxlen=RECENT_CHANGES)
        self.gets_notices = False
        """Whether other workers give us notice of their commits."""
        self.noticed = False
        """Whether they have, and it was not looked at yet."""
        self.saved_version = hosted.version
        """The version of the last snapshot."""
        self.doubt_after: int | None = None
        """Set while memory and store may differ, as during a commit: the last version that is certain."""

    @property
    def match_id(self) -> str:
        """The id of the match."""
        return self.hosted.meta.match_id

    def publish(self, change: Change) -> None:
        """Tell subscribers of a change that is stored."""
        self.recent.append(change)
        updates: SharedUpdates = {}
        for subscriber in tuple(self.subscribers):
            subscriber.on_change(self.hosted, change, updates)

    def publish_reset(self) -> None:
        """Tell subscribers where the match stands after it was set back."""
        self.recent.clear()
        for subscriber in tuple(self.subscribers):
            subscriber.on_reset(self.hosted)
