"""Events of tournaments for those who watch: read once for all of them, and kept for a while."""

import asyncio
import contextlib
from collections import deque

from services.competition.events import Logged
from services.tournaments.database import Database

MOST_REMEMBERED = 2_000
"""Events of a tournament that are kept in memory."""
MOST_TAILS = 500


class Tail:
    """The last events of one tournament."""

    def __init__(self, database: Database, tournament_id: str, number: int) -> None:
        self._database = database
        self._tournament_id = tournament_id
        self._first = number
        """All events after this are here, unless too many have come since."""
        self._events: deque[Logged] = deque(maxlen=MOST_REMEMBERED)
        self._lock = asyncio.Lock()
        self._read_at = 0.0
        """When the last reading of the database began."""

    async def after(self, number: int) -> list[Logged]:
        """Events from after a number on; all of them, or as many as are read at a time."""
        await self._refresh()
        known_from = self._events[0].number - 1 if len(self._events) == MOST_REMEMBERED else self._first
        if number < known_from:
            return await asyncio.to_thread(self._database.events_after, self._tournament_id, number)
        return [one for one in self._events if one.number > number]

    async def _refresh(self) -> None:
        """Read what is new, unless somebody has begun to since this was called: many watchers wake at once."""
        clock = asyncio.get_running_loop().time
        called_at = clock()
        async with self._lock:
            if self._read_at > called_at:
                return
            self._read_at = clock()
            last = self._events[-1].number if self._events else self._first
            self._events.extend(await asyncio.to_thread(self._database.events_after, self._tournament_id, last))


class Tails:
    """The tails of tournaments that are watched."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._tails: dict[str, Tail] = {}

    def of(self, tournament_id: str, number: int) -> Tail:
        """The tail of a tournament; one that is new here begins after an event of this number."""
        if tournament_id not in self._tails:
            while len(self._tails) >= MOST_TAILS:
                del self._tails[next(iter(self._tails))]
            self._tails[tournament_id] = Tail(self._database, tournament_id, number)
        return self._tails[tournament_id]


async def wait(notice: asyncio.Event, seconds: float) -> None:
    """Wait for a notice, though not for longer."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await notice.wait()
