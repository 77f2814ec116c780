"""Tables: two people who play one match after the other, with choices that are due by the clock.

When a choice is due does not depend on the server. One that it is too slow for waits, and the wait counts from when it
was due. Only where who has to choose has left, the choice is due when they are back."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from benchmarks.load.lines import DONE, NO_DECISION, Heard
from benchmarks.load.makers import Maker, NewMatch, NotMade
from benchmarks.load.people import TRANSIENT, Person, SeatFollower
from benchmarks.load.tally import CHOICE, LATENESS, MATCH, TOLD, Tally

RETRY_SECONDS = 0.2


@dataclass
class Pending:
    """A choice that was sent and has no answer yet."""

    seat: SeatFollower
    version: int
    index: int
    due: float
    request_id: str
    is_sent: bool = True


class Table:
    """Two people, and the match that they play now."""

    def __init__(
        self, people: list[Person], maker: Maker, tally: Tally, rng: Random, interval: Callable[[], float]
    ) -> None:
        """`interval` says how many seconds are between two choices now, on average."""
        self.people = people
        self._maker = maker
        self._tally = tally
        self._rng = rng
        self._interval = interval
        self._seats: list[SeatFollower] = []
        self._due: deque[float] = deque()
        """When choices were due that are not sent yet."""
        self._put_off = 0
        """Choices that wait for somebody to come back."""
        self._pending: Pending | None = None
        self._hearers: set[object] = set()
        """Who was told of the last choice."""
        self._last: tuple[int, float] | None = None
        """The version after the last choice, and when it was due."""
        self._timer: asyncio.TimerHandle | None = None
        self._next_due = 0.0
        self._making: asyncio.Task[None] | None = None
        self.match_id = ""
        self.is_live = False

    def open(self) -> None:
        """Look for the first match."""
        self._making = asyncio.create_task(self._begin_match())

    def close(self) -> None:
        """Play no more."""
        for one in (self._timer, self._making):
            if one is not None:
                one.cancel()

    def keep_pace(self) -> None:
        """Let the next choice be due by the pace that holds now."""
        if self._timer is not None:
            self._timer.cancel()
        self._next_due = time.monotonic()
        self._set_timer()

    @property
    def is_waiting(self) -> bool:
        """Whether a choice has no answer yet, for which people stay."""
        return self._pending is not None

    # -- the match

    async def _begin_match(self) -> None:
        began = time.monotonic()
        match = await self._make()
        self._tally.waits[MATCH].add((time.monotonic() - began) * 1000)
        self.match_id, self.is_live = match.match_id, True
        self._last = None
        self._seats = [
            SeatFollower(person, token, self._on_change, self._on_lost)
            for person, token in zip(self.people, match.tokens, strict=True)
        ]
        if self._timer is None:
            self.keep_pace()

    async def _make(self) -> NewMatch:
        players = [f"p{self._rng.getrandbits(40):x}" for _ in self.people]
        while True:
            try:
                return await self._maker.make(players)
            except NotMade as error:
                self._tally.errors[f"match {error}"] += 1
                await asyncio.sleep(RETRY_SECONDS)

    def _on_change(self, seat: SeatFollower, heard: Heard) -> None:
        if seat.was_joined:
            self.note_told(heard.version, seat)
        if heard.is_over:
            self._end(seat)
        elif self._pending is not None and self._pending.seat is seat and not self._pending.is_sent:
            self._send(self._pending)
        else:
            self._choose_if_due()

    def _end(self, seat: SeatFollower) -> None:
        """Leave a match that is over, and look for the next one unless the other has begun to."""
        seat.person.unfollow(seat.slot)
        if self._pending is not None and self._pending.seat is seat and not self._pending.is_sent:
            self._give_up(self._pending)  # a break was in the way of its answer, and it was the last
        if self.is_live and seat in self._seats:
            self.is_live = False
            self._making = asyncio.create_task(self._begin_match())

    def note_told(self, version: int, who: object) -> None:
        """Note that somebody has been told of everything up to a version."""
        if self._last is not None and version >= self._last[0] and who not in self._hearers:
            self._hearers.add(who)
            self._tally.waits[TOLD].add((time.monotonic() - self._last[1]) * 1000)

    # -- the clock

    def _set_timer(self) -> None:
        loop = asyncio.get_running_loop()
        self._next_due += self._rng.expovariate(1 / self._interval())
        self._timer = loop.call_later(max(0.0, self._next_due - time.monotonic()), self._on_time)

    def _on_time(self) -> None:
        self._tally.waits[LATENESS].add((time.monotonic() - self._next_due) * 1000)
        self._tally.offered += 1
        self._due.append(self._next_due)
        self._set_timer()
        self._choose_if_due()

    def on_return(self, person: Person) -> None:
        """Somebody has come back: what waited for them is due now."""
        self._tally.offered += self._put_off
        self._due.extend([person.came_at] * self._put_off)
        self._put_off = 0

    def _choose_if_due(self) -> None:
        if self._pending is not None or not self._due or not self.is_live:
            return
        seat = next((seat for seat in self._seats if seat.has_decision), None)
        if seat is not None:
            self._choose(seat)
        elif not all(person.is_here for person in self.people):
            self._tally.offered -= len(self._due)
            self._put_off += len(self._due)
            self._due.clear()

    def _choose(self, seat: SeatFollower) -> None:
        version, index = seat.decision, self._rng.randrange(seat.options)
        self._pending = Pending(seat, version, index, self._due.popleft(), f"{seat.slot}.{version}")
        seat.decision = NO_DECISION
        self._last, self._hearers = (version + 1, self._pending.due), {seat}
        self._send(self._pending)

    def _send(self, pending: Pending) -> None:
        """Send a choice, for the first time or once more after a break."""
        pending.is_sent = True
        seat = pending.seat

        def on_answer(reason: str) -> None:
            self._finish(pending, reason)

        seat.person.choose(seat.slot, pending.version, pending.index, pending.request_id, on_answer)

    def _on_lost(self, seat: SeatFollower) -> None:
        """Know that a choice has to be sent once more that was under way on a line that was lost."""
        if self._pending is not None and self._pending.seat is seat:
            self._pending.is_sent = False

    def _finish(self, pending: Pending, reason: str) -> None:
        if pending is not self._pending:
            return
        if reason == DONE:
            self._tally.served += 1
            self._tally.waits[CHOICE].add((time.monotonic() - pending.due) * 1000)
            self._pending = None
            self._choose_if_due()
            return
        self._tally.errors[f"choice {reason}"] += 1
        if reason in TRANSIENT:
            pending.is_sent = False
            asyncio.get_running_loop().call_later(RETRY_SECONDS, self._try_again, pending)
        else:
            self._give_up(pending)

    def _give_up(self, pending: Pending) -> None:
        """Choose something else in place of a choice that cannot be made any more."""
        self._pending = None
        self._due.appendleft(pending.due)
        self._choose_if_due()

    def _try_again(self, pending: Pending) -> None:
        if pending is self._pending and not pending.is_sent and pending.seat.is_joined:
            self._send(pending)
