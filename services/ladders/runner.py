"""Plays the ladders: chooses pairs, hands them to the bots, and stores what comes back before it counts.

One process plays at a time, by a lease in the store. Two at once would do no harm: pairs are numbered by the database,
and each result is stored once. Whatever was open when a process died is played again under its number."""

import asyncio
import contextlib
import secrets
from collections import Counter
from collections.abc import Coroutine, Sequence
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from services.ladders.database import Database
from services.ladders.model import PAUSED, RUNNING, LadderRow, PairResult, PairRow, now_ms
from services.ladders.outside_player import OutsidePlayer
from services.ladders.player import Player
from services.ladders.ratings_cache import RatingsCache
from services.ladders.running_ladder import RunningLadder
from services.ladders.scheduling import Load, least_served
from services.match.editions import served_games
from services.process import metrics
from services.process.background import cancel_and_wait
from services.process.logs import logger
from services.process.settings import Settings
from services.rpc.clients import ServiceClients
from services.store.connection import UNREACHABLE, Store, note_unreachable
from services.store.lease import Lease

LEASE_SECONDS = 10.0
ROUND_SECONDS = 0.2
"""How often results are stored, and pairs handed out."""
RELOAD_SECONDS = 1.0
"""How often ladders are read anew: what people have changed."""
WAIT_SECONDS = 1.0
"""Pause where another process plays, or where something is away."""


class Runner:
    """Plays all ladders that are to be played."""

    def __init__(
        self, store: Store, database: Database, ratings: RatingsCache, clients: ServiceClients, settings: Settings
    ) -> None:
        self._database = database
        self._ratings = ratings
        self._games = served_games(settings)
        self._in_flight_seconds = settings.bots.ladder_seconds
        self._lease = Lease(store, "ladders", secrets.token_hex(6), LEASE_SECONDS)
        self._player = Player(clients)
        self._outside_player = OutsidePlayer(clients)
        self._running: dict[str, RunningLadder] = {}
        """By id: ladders that are played here."""
        self._calls: set[asyncio.Task[None]] = set()
        self._following: dict[str, asyncio.Task[None]] = {}
        """By ladder: the call that looks after its pairs with outside bots."""
        self._reload_at = 0.0

    async def run(self) -> None:
        """Play until cancelled."""
        try:
            while True:
                await asyncio.sleep(ROUND_SECONDS if await self._try_round() else WAIT_SECONDS)
        finally:
            await self._let_go()

    async def _try_round(self) -> bool:
        """Play a round if it is this process's turn; False where it is not, or something does not answer."""
        try:
            if not await self._lease.acquire():
                await self._let_go()
                return False
            await self.play_round()
        except UNREACHABLE as error:
            note_unreachable("ladders", error)
            return False
        except SQLAlchemyError as error:
            logger().warning("the database of the ladders is away", error=str(error))
            return False
        return True

    async def play_round(self) -> None:
        """Store what has come back, look after ladders that have changed, and hand out new pairs."""
        clock = asyncio.get_running_loop().time
        for ladder in self._running.values():
            await self._store(ladder)
        if clock() >= self._reload_at:
            await self._reload()
            self._follow_outside()
            self._reload_at = clock() + RELOAD_SECONDS
        for game in {ladder.row.game for ladder in self._running.values()}:
            await self._hand_out(game)
        self._set_metrics()

    async def _reload(self) -> None:
        """Read which ladders are to be played, and rate them anew."""
        rows = await asyncio.to_thread(self._database.in_state, RUNNING)
        wanted = {row.ladder_id: row for row in rows if row.game in self._games}
        for ladder_id in [one for one, ladder in self._running.items() if one not in wanted and ladder.is_idle]:
            del self._running[ladder_id]
        for ladder in self._running.values():
            ladder.is_wanted = ladder.row.ladder_id in wanted
        for row in wanted.values():
            try:
                await self._look_after(row)
            except (*UNREACHABLE, SQLAlchemyError):
                raise
            except Exception as error:  # a fault with one ladder does not stop the others
                logger().error("a ladder cannot be looked after", ladder=row.name, exc_info=error)
                self._running.pop(row.ladder_id, None)

    async def _look_after(self, row: LadderRow) -> None:
        """Bring what is known of a ladder up to date; one that is new here begins with its open pairs."""
        ladder = self._running.get(row.ladder_id)
        entrants = await asyncio.to_thread(self._database.entrants, row.ladder_id)
        if ladder is None:
            served = min((one.served_seconds for one in self._running.values()), default=0.0)
            open_pairs = await asyncio.to_thread(self._database.open_pairs, row.ladder_id)
            ladder = RunningLadder(row, entrants, open_pairs, served)
            self._running[row.ladder_id] = ladder
        at_least = row.pairs if RunningLadder.is_complete(row) else 0  # the last standings are of all pairs
        rated = await self._ratings.rated(row, entrants, at_least)
        ladder.update(row, entrants, rated)
        await asyncio.to_thread(ladder.save_progress, self._database)

    async def _store(self, ladder: RunningLadder) -> None:
        """Store the results of a ladder that have come back."""
        results = ladder.take_results()
        if not results:
            return
        try:
            new = await asyncio.to_thread(self._database.store, ladder.row.ladder_id, results, now_ms())
        except SQLAlchemyError:
            ladder.put_back(results)
            raise
        ladder.stored(results)
        _count(ladder.row.game, results, new)
        if ladder.only_void:
            logger().error("a ladder is paused: its pairs cannot be played", ladder=ladder.row.name)
            await asyncio.to_thread(self._database.set_state, ladder.row.ladder_id, PAUSED)
            ladder.is_wanted = False

    async def _hand_out(self, game: str) -> None:
        """Keep the workers of a game busy for some seconds: ladder by ladder, who had least first."""
        ladders = [one for one in self._running.values() if one.row.game == game]
        waiting = {one.row.ladder_id: one for one in ladders if one.is_wanted}
        while waiting and sum(one.in_flight_seconds for one in ladders) < self._in_flight_seconds:
            loads = [Load(name, one.served_seconds + one.in_flight_seconds) for name, one in waiting.items()]
            ladder = waiting[least_served(loads)]
            pairs = ladder.take_lost() or await self._new_pairs(ladder)
            if not pairs:
                del waiting[ladder.row.ladder_id]
                continue
            if ours := ladder.hand_out(pairs):
                self._start(self._player.play(ladder, ours))

    def _follow_outside(self) -> None:
        """Look after pairs with outside bots, ladder by ladder, one call at a time for each."""
        self._following = {name: call for name, call in self._following.items() if not call.done()}
        for name, ladder in self._running.items():
            if ladder.outside.open and name not in self._following:
                self._following[name] = self._start(self._outside_player.follow(ladder))

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        call = asyncio.create_task(work)
        self._calls.add(call)
        call.add_done_callback(self._calls.discard)
        return call

    async def _new_pairs(self, ladder: RunningLadder) -> list[PairRow]:
        meetings = await asyncio.to_thread(ladder.next_meetings)
        if not meetings:
            return []
        return await asyncio.to_thread(self._database.allocate, ladder.row.ladder_id, meetings)

    async def _let_go(self) -> None:
        """Forget everything: another process plays, or this one ends. What is open is played again by whoever comes."""
        await cancel_and_wait(*self._calls)
        with contextlib.suppress(SQLAlchemyError):
            for ladder in self._running.values():
                await self._store(ladder)
        self._running.clear()
        self._reload_at = 0.0

    def _set_metrics(self) -> None:
        now = asyncio.get_running_loop().time()
        for game in self._games:
            ladders = [one for one in self._running.values() if one.row.game == game]
            metrics.LADDERS_RUNNING.labels(game).set(len(ladders))
            metrics.LADDER_IN_FLIGHT.labels(game).set(sum(one.in_flight for one in ladders))
            busy = [now - one.last_result for one in ladders if one.in_flight or one.outside.open]
            metrics.LADDER_AGE.labels(game).set(min(busy, default=0.0))


def _count(game: str, results: Sequence[PairResult], new: Sequence[PairResult]) -> None:
    """Count what was stored, and what had been before."""
    counts = Counter("void" if result.is_void else "counted" for result in new)
    counts["repeated"] = len(results) - len(new)
    for name, count in counts.items():
        metrics.LADDER_PAIRS.labels(game, name).inc(count)
