"""People, each on a line of their own: they come, follow seats and matches on it, leave for a while and come back."""

import asyncio
import itertools
import time
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any, Protocol

import grpc

from benchmarks.load.lines import DONE, NO_DECISION, Heard, Line, OpenLine
from benchmarks.load.tally import JOIN, Tally

FIRST_PAUSE_SECONDS = 0.1
LONGEST_PAUSE_SECONDS = 2.0
REFUSED_PAUSE_SECONDS = 0.2
TRANSIENT = ("UNAVAILABLE", "RATE_LIMITED", "INTERNAL")
"""Why something is refused that is tried again."""
OPEN_ERRORS = (OSError, TimeoutError, grpc.RpcError)
OnAnswer = Callable[[str], None]


class Follower(Protocol):
    """What is followed on one slot of a person's line."""

    token: str
    match_id: str
    version: int | None
    """The last version that was told; None: nothing was."""

    def on_update(self, heard: Heard) -> None:
        """Hear of a change."""

    def on_break(self) -> None:
        """Hear that nothing more comes until the person has joined again."""


class Person:
    """Somebody on a line, with any number of slots."""

    def __init__(self, open_line: OpenLine, tally: Tally) -> None:
        self._open_line = open_line
        self._tally = tally
        self._line: Line | None = None
        self._followed: dict[int, Follower] = {}
        self._joined_at: dict[int, float] = {}
        """By slot that has not heard anything yet: since when it waits."""
        self._slots, self._ids = itertools.count(), itertools.count(1)
        self._awaited: dict[int, OnAnswer] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_connecting = False
        self._pause = 0.0
        """Before the next attempt to open a line."""
        self.is_here = False
        """Whether the person is there, or would be if the server let them."""
        self.came_at = 0.0

    @property
    def is_connected(self) -> bool:
        """Whether there is a line."""
        return self._line is not None

    def follow(self, follower: Follower) -> int:
        """Follow a seat or a match from now on, under a slot that is answered."""
        slot = next(self._slots)
        self._followed[slot] = follower
        self._joined_at[slot] = time.monotonic()
        if self._line is not None:
            self._join(slot)
        return slot

    def unfollow(self, slot: int) -> None:
        """Follow a slot no longer."""
        self._followed.pop(slot, None)
        self._joined_at.pop(slot, None)
        if self._line is not None:
            self._line.leave(self._await(_ignore), slot)

    def choose(self, slot: int, version: int, index: int, request_id: str, on_answer: OnAnswer) -> None:
        """Choose at a slot; the answer comes unless the line breaks."""
        assert self._line is not None
        self._line.choose(self._await(on_answer), slot, version, index, request_id)

    def come(self) -> None:
        """Be there from now on."""
        self.is_here, self.came_at = True, time.monotonic()
        for slot in self._followed:
            self._joined_at[slot] = self.came_at
        self._run(self._connect())

    def go(self) -> None:
        """Hang up, to come back later."""
        self.is_here = False
        if self._line is not None:
            self._run(self._line.close())
        self._lose_line()

    # -- benchmarks.load.lines.Listener

    def on_update(self, heard: Heard) -> None:
        """Hand an update to what is followed there."""
        follower = self._followed.get(heard.slot)
        if follower is None:
            return
        self._pause = 0.0
        if (joined_at := self._joined_at.pop(heard.slot, None)) is not None:
            self._tally.waits[JOIN].add((time.monotonic() - joined_at) * 1000)
        if follower.version is not None and heard.version < follower.version:
            self._tally.errors["version went back"] += 1
        follower.version = heard.version
        follower.on_update(heard)

    def on_answer(self, id: int, reason: str) -> None:
        """Hand an answer to who waits for it."""
        self._awaited.pop(id, self._count_refusal)(reason)

    def on_broken(self, reason: str) -> None:
        """Come back at once from a line that was lost."""
        if self.is_here:
            self._tally.errors[reason] += 1
            self._lose_line()
            self._run(self._connect())

    # -- the line

    async def _connect(self) -> None:
        """Open a line and join everything on it, unless somebody is at it already."""
        if self._is_connecting:
            return
        self._is_connecting = True
        try:
            while self.is_here and self._line is None:
                await asyncio.sleep(self._pause)
                self._pause = min(max(2 * self._pause, FIRST_PAUSE_SECONDS), LONGEST_PAUSE_SECONDS)
                await self._try_to_connect()
        finally:
            self._is_connecting = False

    async def _try_to_connect(self) -> None:
        try:
            line = await self._open_line(self)
        except OPEN_ERRORS as error:
            self._tally.errors[f"connect {type(error).__name__}"] += 1
            return
        if not self.is_here:
            await line.close()
            return
        self._line = line
        for slot in self._followed:
            self._join(slot)

    def _join(self, slot: int) -> None:
        assert self._line is not None
        follower = self._followed[slot]

        def on_answer(reason: str) -> None:
            if reason == DONE:
                return
            self._tally.errors[f"join {reason}"] += 1
            if reason in TRANSIENT:
                self._run(self._join_later(slot))
            else:
                self._followed.pop(slot, None)

        self._line.join(self._await(on_answer), slot, follower.token, follower.match_id, follower.version)

    async def _join_later(self, slot: int) -> None:
        line = self._line
        await asyncio.sleep(REFUSED_PAUSE_SECONDS)
        if line is not None and self._line is line and slot in self._followed:
            self._join(slot)

    def _lose_line(self) -> None:
        self._line = None
        self._awaited.clear()
        now = time.monotonic()
        for slot, follower in self._followed.items():
            self._joined_at[slot] = now
            follower.on_break()

    def _await(self, on_answer: OnAnswer) -> int:
        id = next(self._ids)
        self._awaited[id] = on_answer
        return id

    def _count_refusal(self, reason: str) -> None:
        if reason != DONE:
            self._tally.errors[reason] += 1

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _ignore(_reason: str) -> None:
    """Take no notice that a slot could not be left: it was not joined yet, or is not any more."""


class Onlooker:
    """Somebody who looks on at one match after the other."""

    def __init__(self, person: Person, tally: Tally, rng: Random, watched: "Callable[[], Watched | None]") -> None:
        """`watched` says which match is worth looking at now."""
        self._person = person
        self._tally = tally
        self._rng = rng
        self._pick = watched
        self._watched: Watched | None = None
        self._slot = -1
        self._over = asyncio.Event()
        self._has_joined = False
        self.token = ""
        self.match_id = ""
        self.version: int | None = None

    async def look_on(self, seconds: float) -> None:
        """Look on at matches, each for so long on average, or until it is over."""
        self._person.come()
        while True:
            self._watched = self._pick()
            if self._watched is None:
                await asyncio.sleep(REFUSED_PAUSE_SECONDS)
                continue
            self.match_id, self.version, self._has_joined = self._watched.match_id, None, False
            self._over = asyncio.Event()
            self._slot = self._person.follow(self)
            try:
                async with asyncio.timeout(self._rng.expovariate(1 / seconds)):
                    await self._over.wait()
            except TimeoutError:
                pass
            self._person.unfollow(self._slot)

    def on_update(self, heard: Heard) -> None:
        """Note how long it took to be told of the last choice."""
        if self._watched is not None and self._has_joined:
            self._watched.note_told(heard.version, self)
        self._has_joined = True
        if heard.is_over:
            self._over.set()

    def on_break(self) -> None:
        """Wait for the first update, which is no news."""
        self._has_joined = False


class Watched(Protocol):
    """A match that can be looked on at."""

    match_id: str

    def note_told(self, version: int, who: object) -> None:
        """Note that somebody has been told of everything up to a version."""


class SeatFollower:
    """A person's seat at a table, as long as one match lasts."""

    def __init__(
        self,
        person: Person,
        token: str,
        on_change: Callable[["SeatFollower", Heard], None],
        on_lost: Callable[["SeatFollower"], None],
    ) -> None:
        self.person = person
        self.token = token
        self.match_id = ""
        self.version: int | None = None
        self.decision, self.options = NO_DECISION, 0
        self.is_joined = False
        """Whether it has been told how the match stands since the line was last opened."""
        self.was_joined = False
        """Whether it was before the last update, so that this one was news."""
        self._on_change = on_change
        self._on_lost = on_lost
        self.slot = person.follow(self)

    @property
    def has_decision(self) -> bool:
        """Whether it can answer an open decision now."""
        return self.decision != NO_DECISION and self.is_joined and self.person.is_connected

    def on_update(self, heard: Heard) -> None:
        """See what is asked now."""
        self.was_joined, self.is_joined = self.is_joined, True
        self.decision, self.options = heard.decision, heard.options
        self._on_change(self, heard)

    def on_break(self) -> None:
        """Know nothing for certain until told again."""
        self.is_joined = False
        self._on_lost(self)
