"""Tournaments in memory: each is folded from its events, catches up with the database, and is changed by appending."""

import asyncio
import functools
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import TypeAlias, TypeVar

from services.competition.competition import Competition
from services.competition.events import AnyEvent, Logged
from services.competition.seating import Seating
from services.process.clock import Clock, now_ms
from services.tournaments.database import EVENTS_PER_READ, Conflict, Database
from services.tournaments.model import SeatRow, TournamentRow, is_tournament_id

MOST_KEPT = 200
"""Tournaments that are kept in memory although nobody asks for them just now."""
T = TypeVar("T")
Announce: TypeAlias = Callable[[str], None]


class UnknownTournament(LookupError):
    """There is no tournament of that id."""


class Change:
    """Something that is to happen: the event, by whom and why."""

    __slots__ = ("actor", "event", "why")

    def __init__(self, actor: str, event: AnyEvent, why: str = "") -> None:
        self.actor = actor
        self.event = event
        self.why = why


class Replica:
    """One tournament in memory. It is used by whoever has its lock."""

    def __init__(self, database: Database, row: TournamentRow, clock: Clock, announce: Announce) -> None:
        self._database = database
        self._clock = clock
        self._announce = announce
        self.id = row.tournament_id
        self.host = row.host
        self.competition = Competition(row.secret)
        self.lock = asyncio.Lock()
        self.is_broken = False
        """Whether a change was interrupted: what is in memory may be half of it."""
        self._seating: Seating | None = None

    @property
    def seating(self) -> Seating:
        """Who sits where, by the plan as it is now."""
        plan = self.competition.rules
        if self._seating is None or self._seating.plan is not plan:
            self._seating = Seating(plan)
        return self._seating

    async def catch_up(self) -> None:
        """Fold in what others have appended."""
        with self._unbroken():
            while await asyncio.to_thread(self._fold_next) == EVENTS_PER_READ:
                pass

    @contextmanager
    def _unbroken(self) -> Iterator[None]:
        try:
            yield
        except Conflict:
            raise
        except BaseException:
            self.is_broken = True
            raise

    def _fold_next(self) -> int:
        logged = self._database.events_after(self.id, self.competition.version)
        for one in logged:
            self.competition.apply(one)
        return len(logged)

    async def append(
        self,
        changes: Sequence[Change],
        *,
        fence: int | None = None,
        cursor: int | None = None,
        new_seats: Sequence[SeatRow] = (),
    ) -> list[Logged]:
        """Let things happen: stored first, and then folded in. Conflict where another was first; then this has caught
        up, and nothing has happened."""
        if not changes:
            return []
        at, number = self._clock() / 1000, self.competition.version
        logged = [
            Logged(number + index, at, one.actor, one.event, one.why) for index, one in enumerate(changes, start=1)
        ]
        store = functools.partial(self._database.append, fence=fence, cursor=cursor, new_seats=new_seats)
        try:
            with self._unbroken():
                await asyncio.to_thread(store, self.id, logged)
                await asyncio.to_thread(self._fold, logged)
        except Conflict:
            await self.catch_up()
            raise
        self._announce(self.id)
        return logged

    def _fold(self, logged: Sequence[Logged]) -> None:
        for one in logged:
            self.competition.apply(one)

    async def compute(self, function: Callable[[Competition], T]) -> T:
        """What a function gives that may take its time, in a thread of its own."""
        return await asyncio.to_thread(function, self.competition)


class Replicas:
    """The tournaments that this process knows."""

    def __init__(self, database: Database, clock: Clock = now_ms, announce: Announce = lambda _: None) -> None:
        """`announce` is called with a tournament to which something has happened here."""
        self._database = database
        self._clock = clock
        self._announce = announce
        self._kept: OrderedDict[str, Replica] = OrderedDict()

    @asynccontextmanager
    async def current(self, tournament_id: str) -> AsyncIterator[Replica]:
        """A tournament as the database has it, locked while the block runs; UnknownTournament where there is
        none."""
        replica = self._kept.get(tournament_id)
        if replica is None:
            is_id = is_tournament_id(tournament_id)
            row = await asyncio.to_thread(self._database.find, tournament_id) if is_id else None
            if row is None:
                raise UnknownTournament(tournament_id)
            replica = self._kept.setdefault(tournament_id, Replica(self._database, row, self._clock, self._announce))
        self._kept.move_to_end(tournament_id)
        self._drop_old()
        async with replica.lock:
            try:
                await replica.catch_up()
                yield replica
            finally:
                if replica.is_broken and self._kept.get(tournament_id) is replica:
                    del self._kept[tournament_id]

    def kept(self, tournament_id: str) -> Replica | None:
        """A tournament as it is in memory just now, for who only reads what does not change any more."""
        return self._kept.get(tournament_id)

    def _drop_old(self) -> None:
        for tournament_id, replica in list(self._kept.items()):
            if len(self._kept) <= MOST_KEPT:
                return
            if not replica.lock.locked():
                del self._kept[tournament_id]

    def open_tables(self, tournament_id: str) -> int:
        """How many tables of a tournament that is kept here have no result."""
        replica = self._kept.get(tournament_id)
        state = None if replica is None else replica.competition.round
        return 0 if state is None else len(state.open)
