"""This worker's copy of a hosted match: with a lock, its last changes and those who subscribe to them."""

from collections import deque
from typing import Protocol

from services.engine.lock import FairLock
from services.match.hosted import Change, HostedMatch
from services.match.wire import Updates

RECENT_CHANGES = 64
"""Changes a replica keeps for those who reconnect; older ones are replayed from the log."""


class Subscriber(Protocol):
    """Follows a match: called with every change, in order, and the match as it stands after it."""

    seat: int | None
    """The seat whose view it has; None: a spectator's."""

    def on_change(self, hosted: HostedMatch, change: Change, updates: Updates) -> None:
        """Handle a change without blocking; `updates` has what it is told in."""

    def on_reset(self, hosted: HostedMatch) -> None:
        """Forget earlier changes, which the store has lost."""


class Replica:
    """One match in this worker's memory; it may be behind the store."""

    def __init__(self, hosted: HostedMatch) -> None:
        self.hosted = hosted
        self.lock = FairLock()
        self.subscribers: list[Subscriber] = []
        self.recent: deque[Change] = deque(maxlen=RECENT_CHANGES)
        self.gets_notices = False
        """Whether other workers send us notices of their commits."""
        self.has_notice = False
        """Whether a notice has come that was not followed yet."""
        self.saved_version = hosted.version
        """The version of the last snapshot."""
        self.joined = False
        """Whether one of its people has joined it here."""
        self.doubt_after: int | None = None
        """Set while memory and store may differ, as during a commit: the last version that is certain."""

    @property
    def match_id(self) -> str:
        """The id of the match."""
        return self.hosted.meta.match_id

    def publish(self, change: Change, now: int) -> None:
        """Call subscribers with a change that is stored."""
        self.recent.append(change)
        updates = Updates(self.hosted, [change], now)
        for subscriber in tuple(self.subscribers):
            subscriber.on_change(self.hosted, change, updates)

    def publish_reset(self) -> None:
        """Call subscribers with the match after it was set back."""
        self.recent.clear()
        for subscriber in tuple(self.subscribers):
            subscriber.on_reset(self.hosted)
