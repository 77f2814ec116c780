"""The look around the tables: clocks that ran out, people who left, bots that were not called, ended matches.

One worker of a pool sweeps at a time, by a lease in the store. Two sweeping at once would do no harm."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial

from services.common import metrics
from services.common.batched import batched
from services.common.errors import Refused, is_unavailable
from services.common.games import edition
from services.common.lease import Lease
from services.common.logs import logger
from services.common.matchlog import Turn, decode_turn, key, live_key
from services.common.settings import Settings
from services.common.store import UNREACHABLE, Store, note_away
from services.common.tasks import QUEUES, turn_queue
from services.engine.live import Live
from services.engine.matches import Matches
from services.engine.presence import Presence
from services.engine.sitting import ABSENCE, CLOCK, Sitting
from services.engine.turns import TurnCaller

CHUNK = 1_000
GRACE_MS = 600_000
"""While no engine ran, nobody could be there. So for this long after a start nobody counts as gone; for less in a
match that allows less."""
CLOCK_GRACE_MS = 30_000
"""For so long after a start a clock is let be that ran out before it."""
LEASE_ROUNDS = 3
"""Rounds that a sweeper may miss before another takes over."""


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
        self._games = games
        self._presence = Presence(matches.tables, store, settings)
        self._began = matches.tables.clock()
        self._leases = {
            game: Lease(store, f"sweeper:{edition(game)}", worker, LEASE_ROUNDS * settings.sweep_seconds)
            for game in games
        }
        self._called: dict[str, dict[str, tuple[int, float]]] = {game: {} for game in games}
        """By game and match: the version a bot was last called for by the sweep, and when."""
        self._faulty: dict[str, set[str]] = {game: set() for game in games}
        """By game: matches that cannot be looked at, which was said once."""

    async def run(self) -> None:
        """Sweep until cancelled."""
        while True:
            await asyncio.sleep(self._settings.sweep_seconds)
            try:
                await self._presence.note()
                for game in self._games:
                    if await self._leases[game].held():
                        await self.sweep(game)
                    else:
                        _show(game, Counter(), 0.0, {})
            except (Refused, *UNREACHABLE) as error:
                note_away("sweep", error)
            except Exception as error:
                logger().error("sweep failed", exc_info=error)

    async def sweep(self, game: str) -> None:
        """Look at every live match of a game."""
        ids = [raw.decode() for raw in await self._store.zrange(live_key(edition(game)), 0, -1)]
        waiting: Counter[str] = Counter()
        turns: list[tuple[str, Turn]] = []
        for some in batched(ids, CHUNK):
            asked = self._store.pipeline(transaction=False)
            for match_id in some:
                asked.get(key(match_id, "turn"))
            for match_id, raw in zip(some, await asked.execute(), strict=True):
                if raw is None:
                    continue
                turn = decode_turn(raw)
                waiting[_state(turn)] += 1
                if turn.bots and not turn.over:
                    turns.append((match_id, turn))
                await self._look_at_one(game, match_id, turn)
        live = set(ids)
        self._called[game] = {id: called for id, called in self._called[game].items() if id in live}
        self._faulty[game] &= live
        queued = {queue: await self._turns.waiting_in(queue) for queue in _queues(game)}
        self._call_again(game, turns, queued[turn_queue(edition(game))])
        _show(game, waiting, max((self._age(turn) for _, turn in turns), default=0.0), queued)

    def _call_again(self, game: str, turns: list[tuple[str, Turn]], queued: int) -> None:
        """Ask again for turns that were lost: as many as bots wait for and the queue does not hold.

        Which they are it does not say. But first come is first served, so they are those that wait longest."""
        missing = sum(len(turn.bots) for _, turn in turns) - queued
        now, patience = time.monotonic(), self._settings.stuck_seconds
        for match_id, turn in sorted(turns, key=lambda one: one[1].at):
            if missing <= 0 or self._age(turn) <= patience:
                return
            version, when = self._called[game].get(match_id, (-1, 0.0))
            if version != turn.version or now - when > patience:
                self._called[game][match_id] = (turn.version, now)
                self._turns.call(game, match_id, turn.version, turn.bots)
                missing -= len(turn.bots)

    async def _look_at_one(self, game: str, match_id: str, turn: Turn) -> None:
        """Look at a match. One that cannot be loaded, or whose rules are at fault, is not in the way of others."""
        try:
            await self._look_at(game, match_id, turn)
        except UNREACHABLE:
            raise
        except Exception as error:
            if is_unavailable(error):
                raise
            if match_id not in self._faulty[game]:
                self._faulty[game].add(match_id)
                logger().error("a match cannot be swept", match=match_id, exc_info=error)

    async def _look_at(self, game: str, match_id: str, turn: Turn) -> None:
        if turn.over:
            return
        now = self._matches.tables.clock()
        if turn.due and now >= self._due(turn):
            await self._clock_ran_out(game, match_id)
        elif turn.people and self._had_time(turn, now):
            await self._if_gone(game, match_id, turn)

    def _due(self, turn: Turn) -> int:
        """When a clock is over: one that ran out while nobody served leaves a moment to come back and choose."""
        return turn.due if turn.due > self._began else self._began + CLOCK_GRACE_MS

    def _had_time(self, turn: Turn, now: int) -> bool:
        """Whether a match has waited for as long as people may be gone, and they could have come."""
        allowed = turn.absence_ms
        return bool(allowed) and now - turn.at > allowed and now - self._began > min(allowed, GRACE_MS)

    async def _clock_ran_out(self, game: str, match_id: str) -> None:
        async with self._matches.tables.current(match_id) as live:
            asked = list(live.sitting.asked)
        for seat in asked:
            await self._stand_in(game, live, seat, CLOCK, partial(self._is_late, seat))

    def _is_late(self, seat: int, sitting: Sitting) -> bool:
        return seat in sitting.asked and sitting.time_left(seat, self._matches.tables.clock()) <= 0

    async def _if_gone(self, game: str, match_id: str, turn: Turn) -> None:
        gone = await self._presence.gone(match_id, turn)
        if not gone:
            return
        async with self._matches.tables.current(match_id) as live:
            asked = live.sitting.asked if live.sitting.version == turn.version else {}
        for seat in gone:
            if seat in asked:
                await self._stand_in(game, live, seat, ABSENCE, partial(_still_asked, seat, asked[seat]))

    async def _stand_in(
        self, game: str, live: Live, seat: int, cause: str, called_for: Callable[[Sitting], bool]
    ) -> None:
        if await self._matches.stand_in(live, seat, cause, called_for):
            metrics.SEATS_HANDED.labels(game, cause).inc()
            logger().info("seat handed to a bot", match=live.sitting.meta.match_id, seat=seat, cause=cause)

    def _age(self, turn: Turn) -> float:
        return (self._matches.tables.clock() - turn.at) / 1000


def _still_asked(seat: int, version: int, sitting: Sitting) -> bool:
    return sitting.asked.get(seat) == version


def _show(game: str, waiting: Counter[str], oldest: float, queued: Mapping[str, int]) -> None:
    """What the sweep has found, for the metrics; nothing where another worker sweeps."""
    for state in ("person", "bot", "over"):
        metrics.MATCHES_LIVE.labels(game, state).set(waiting[state])
    metrics.AI_QUEUE_AGE.labels(game).set(oldest)
    for queue in _queues(game):
        metrics.AI_QUEUE_DEPTH.labels(game, queue.split(".")[0]).set(queued.get(queue, 0))


def _queues(game: str) -> list[str]:
    return [queue_of(edition(game)) for queue_of in QUEUES]


def _state(turn: Turn) -> str:
    if turn.over:
        return "over"
    return "person" if turn.people else "bot"
