"""One match as a worker holds it: the sitting, a lock, the last moments and those who follow them."""

from collections import deque
from typing import Protocol

from services.api.match_pb2 import Update
from services.engine.sitting import Moment, Sitting
from services.engine.turnstile import Turnstile

REMEMBERED = 64
"""Moments a live match keeps for those who reconnect; older ones are replayed from the log."""

Seen = dict[str, Update]
"""What a moment looks like, by who looks and how they want to be told."""


class Follower(Protocol):
    """Somebody who is told of every moment, in order, with the sitting as it stands after it."""

    seat: int | None
    """The seat whose eyes it sees with; None: a spectator's."""

    def see(self, sitting: Sitting, moment: Moment, seen: Seen) -> None:
        """Take note; must not block. What others with the same eyes and wishes were told can be told again."""

    def see_anew(self, sitting: Sitting) -> None:
        """Forget what was seen before: the store has lost it."""


class Live:
    """One match in this worker's memory."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.lock = Turnstile()
        self.followers: list[Follower] = []
        self.moments: deque[Moment] = deque(maxlen=REMEMBERED)
        self.watched = False
        """Whether other workers tell us of their commits."""
        self.noticed = False
        """Whether they have, and it was not looked at yet."""
        self.saved = sitting.version
        """The version of the last snapshot."""
        self.doubted: int | None = None
        """Set when memory and store may differ, as after a commit without answer: the last version that is certain."""

    def tell(self, moment: Moment) -> None:
        """Pass a stored moment on."""
        self.moments.append(moment)
        seen: Seen = {}
        for follower in tuple(self.followers):
            follower.see(self.sitting, moment, seen)

    def tell_anew(self) -> None:
        """The match was set back: tell everybody where it stands."""
        self.moments.clear()
        for follower in tuple(self.followers):
            follower.see_anew(self.sitting)
