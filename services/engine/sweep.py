"""The look around the tables: clocks that ran out, people who left, bots that were not called, ended matches.

One worker of a pool sweeps at a time, by a lease in the store. Two sweeping at once would do no harm."""

import asyncio
import time
from collections import Counter

from services.common import metrics
from services.common.batched import batched
from services.common.errors import Refused
from services.common.logs import logger
from services.common.matchlog import Turn, decode_turn, key, live_key, seen_key
from services.common.settings import Settings
from services.common.store import UNREACHABLE, Store
from services.common.tasks import batch_queue, turn_queue
from services.engine.matches import ABSENCE, CLOCK, Matches
from services.engine.turns import TurnCaller

CHUNK = 1_000


class Sweep:
    """Sweeps the games of one pool."""

    def __init__(
        self,
        matches: Matches,
        turns: TurnCaller,
        store: Store,
        settings: Settings,
        worker: str,
        games: tuple[str, ...],
    ) -> None:
        self._matches = matches
        self._store = store
        self._turns = turns
        self._settings = settings
        self._worker = worker
        self._games = games
        self._called: dict[str, tuple[int, float]] = {}
        """By match: the version a bot was last called for by the sweep, and when."""

    async def run(self) -> None:
        """Sweep until cancelled."""
        while True:
            await asyncio.sleep(self._settings.sweep_seconds)
            try:
                await self._note_presence()
                for game in self._games:
                    if await self._leads(game):
                        await self.sweep(game)
            except (Refused, *UNREACHABLE) as error:
                logger().warning("sweep interrupted", error=str(error))
            except Exception as error:
                logger().error("sweep failed", exc_info=error)

    async def sweep(self, game: str) -> None:
        """Look at every live match of a game."""
        ids = [raw.decode() for raw in await self._store.zrange(live_key(game), 0, -1)]
        waiting: Counter[str] = Counter()
        oldest = 0.0
        for some in batched(ids, CHUNK):
            asked = self._store.pipeline(transaction=False)
            for match_id in some:
                asked.get(key(match_id, "turn"))
            for match_id, raw in zip(some, await asked.execute(), strict=True):
                if raw is None:
                    continue
                turn = decode_turn(raw)
                waiting[_state(turn)] += 1
                if turn.bots:
                    oldest = max(oldest, self._age(turn))
                await self._look_at(game, match_id, turn)
        self._called = {id: called for id, called in self._called.items() if id in set(ids)}
        for state in ("person", "bot", "over"):
            metrics.MATCHES_LIVE.labels(game, state).set(waiting[state])
        metrics.AI_QUEUE_AGE.labels(game).set(oldest)
        for queue in (turn_queue(game), batch_queue(game)):
            metrics.AI_QUEUE_DEPTH.labels(game, queue.split(".")[0]).set(await self._turns.waiting_in(queue))

    async def _look_at(self, game: str, match_id: str, turn: Turn) -> None:
        if turn.over:
            return
        now = self._matches.tables.clock()
        if turn.bots and self._age(turn) > self._settings.stuck_seconds:
            version, when = self._called.get(match_id, (-1, 0.0))
            if version != turn.version or time.monotonic() - when > self._settings.stuck_seconds:
                self._called[match_id] = (turn.version, time.monotonic())
                self._turns.call(game, match_id, turn.version, turn.bots)
        if turn.due and now >= turn.due:
            await self._clock_ran_out(game, match_id)
        elif turn.people and turn.absence_ms and now - turn.at > turn.absence_ms:
            await self._if_gone(game, match_id, turn)

    async def _clock_ran_out(self, game: str, match_id: str) -> None:
        async with self._matches.tables.current(match_id) as live:
            now = self._matches.tables.clock()
            sitting = live.sitting
            late = [
                seat for seat in sitting.asked if not sitting.held_by_bot[seat] and sitting.time_left(seat, now) <= 0
            ]
        for seat in late:
            await self._matches.hand(live, seat, "", CLOCK)
            metrics.SEATS_HANDED.labels(game, CLOCK).inc()

    async def _if_gone(self, game: str, match_id: str, turn: Turn) -> None:
        for seat in turn.people:
            if not await self._store.exists(seen_key(match_id, seat)):
                live = await self._matches.tables.get(match_id)
                await self._matches.hand(live, seat, "", ABSENCE)
                metrics.SEATS_HANDED.labels(game, ABSENCE).inc()

    async def _note_presence(self) -> None:
        """Say which people have a stream open here."""
        present = {
            (live.sitting.meta.match_id, seat, live.sitting.meta.absence_ms)
            for live in self._matches.tables.held()
            if live.sitting.meta.absence_ms
            for follower in live.followers
            if (seat := getattr(follower, "seat", None)) is not None
        }
        for match_id, seat, life in sorted(present):
            await self._store.execute_command("SET", seen_key(match_id, seat), "1", "PX", life)

    async def _leads(self, game: str) -> bool:
        name, life = f"sweeper:{game}", int(self._settings.sweep_seconds * 3000)
        if await self._store.set(name, self._worker, nx=True, px=life):
            return True
        if await self._store.get(name) == self._worker.encode():
            await self._store.pexpire(name, life)
            return True
        return False

    def _age(self, turn: Turn) -> float:
        return (self._matches.tables.clock() - turn.at) / 1000


def _state(turn: Turn) -> str:
    if turn.over:
        return "over"
    return "person" if turn.people else "bot"
