"""Looks over live matches: clocks that ran out, people who left, turns of bots that were lost.

One worker of a pool sweeps at a time, by a lease in the store. Two sweeping at once would do no harm."""

import asyncio
import time
from collections import Counter
from collections.abc import Mapping

from services.engine.ai_turns import AiTurns
from services.engine.committer import Committer
from services.engine.presence import Presence
from services.engine.replica import Replica
from services.match.commands import Abandon, ReplaceAbsent, TimeOut
from services.match.editions import edition
from services.match.log import UNJOINED, Waiting, decode_waiting
from services.process import metrics
from services.process.chunks import chunks
from services.process.clock import Clock, now_ms
from services.process.logs import logger
from services.process.refusals import Refused, is_unavailable
from services.process.settings import Settings
from services.store.connection import UNREACHABLE, Store, note_failure, note_unreachable
from services.store.lease import Lease
from services.store.matchlog import key, live_key
from services.store.task_queues import QUEUES, turn_queue

CHUNK = 1_000
GRACE_MS = 600_000
"""For this long after a start nobody counts as gone, since nobody could be there while no engine ran; for less in a
match that allows less."""
CLOCK_GRACE_MS = 30_000
"""For this long after a start, clocks that ran out before it are left alone."""
LEASE_ROUNDS = 3
"""Rounds that a sweeper may miss before another takes over."""


class Sweep:
    """Sweeps the games of one pool."""

    def __init__(
        self,
        committer: Committer,
        ai_turns: AiTurns,
        store: Store,
        settings: Settings,
        worker: str,
        games: tuple[str, ...],
        clock: Clock = now_ms,
    ) -> None:
        self._committer = committer
        self._store = store
        self._ai_turns = ai_turns
        self._settings = settings
        self._games = games
        self._clock = clock
        self._presence = Presence(committer, store, settings, clock)
        self._began = clock()
        self._leases = {
            game: Lease(store, f"sweeper:{edition(game)}", worker, LEASE_ROUNDS * settings.clocks.sweep_seconds)
            for game in games
        }
        self._repeats: dict[str, dict[str, tuple[int, float]]] = {game: {} for game in games}
        """By game and match: the version for which a turn was last asked for again, and when."""
        self._joined: dict[str, set[str]] = {game: set() for game in games}
        """By game: matches that were joined, though nobody has chosen yet."""
        self._faulty: dict[str, set[str]] = {game: set() for game in games}
        """By game: matches that cannot be swept, which was logged once."""

    async def run(self) -> None:
        """Sweep until cancelled."""
        while True:
            await asyncio.sleep(self._settings.clocks.sweep_seconds)
            try:
                await self._presence.note()
                for game in self._games:
                    if await self._leases[game].acquire():
                        await self.sweep(game)
                    else:
                        _set_metrics(game, Counter(), 0.0, {})
            except (Refused, *UNREACHABLE) as error:
                note_unreachable("sweep", error)
            except Exception as error:
                note_failure("sweep", error)

    async def sweep(self, game: str) -> None:
        """Sweep every live match of a game."""
        ids = [raw.decode() for raw in await self._store.zrange(live_key(edition(game)), 0, -1)]
        states: Counter[str] = Counter()
        for_bots: list[tuple[str, Waiting]] = []
        for some in chunks(ids, CHUNK):
            reads = self._store.pipeline(transaction=False)
            for match_id in some:
                reads.get(key(match_id, "waiting"))
            for match_id, raw in zip(some, await reads.execute(), strict=True):
                if raw is None:
                    continue
                waiting = decode_waiting(raw)
                states[_state(waiting)] += 1
                if waiting.bots and not waiting.over:
                    for_bots.append((match_id, waiting))
                await self._sweep_match_safely(game, match_id, waiting)
        live = set(ids)
        self._repeats[game] = {id: last for id, last in self._repeats[game].items() if id in live}
        self._joined[game] &= live
        self._faulty[game] &= live
        queued = {queue: await self._ai_turns.queue_length(queue) for queue in _queues(game)}
        self._ask_again(game, for_bots, queued[turn_queue(edition(game))])
        _set_metrics(game, states, max((self._age(waiting) for _, waiting in for_bots), default=0.0), queued)

    def _ask_again(self, game: str, for_bots: list[tuple[str, Waiting]], queued: int) -> None:
        """Ask again for turns that were lost: as many as bots wait for and the queue does not hold.

        Which they are it does not say. But first come is first served, so they are those that wait longest."""
        missing = sum(len(waiting.bots) for _, waiting in for_bots) - queued
        now, stuck_seconds = time.monotonic(), self._settings.clocks.stuck_seconds
        for match_id, waiting in sorted(for_bots, key=lambda one: one[1].at):
            if missing <= 0 or self._age(waiting) <= stuck_seconds:
                return
            version, when = self._repeats[game].get(match_id, (-1, 0.0))
            if version != waiting.version or now - when > stuck_seconds:
                self._repeats[game][match_id] = (waiting.version, now)
                self._ai_turns.ask(game, match_id, waiting.version, waiting.bots)
                missing -= len(waiting.bots)

    async def _sweep_match_safely(self, game: str, match_id: str, waiting: Waiting) -> None:
        """Sweep a match. One that cannot be loaded, or whose rules are at fault, is not in the way of others."""
        try:
            await self._sweep_match(game, match_id, waiting)
        except UNREACHABLE:
            raise
        except Exception as error:
            if is_unavailable(error):
                raise
            if match_id not in self._faulty[game]:
                self._faulty[game].add(match_id)
                logger().error("a match cannot be swept", match=match_id, exc_info=error)

    async def _sweep_match(self, game: str, match_id: str, waiting: Waiting) -> None:
        if waiting.over:
            return
        now = self._clock()
        if waiting.join_by and now >= self._due(waiting.join_by) and not await self._is_joined(game, match_id):
            await self._abandon(match_id)
        elif waiting.due and now >= self._due(waiting.due):
            await self._time_out(game, match_id)
        elif waiting.people and self._had_time(waiting, now):
            await self._replace_gone(game, match_id, waiting)

    def _due(self, time_ms: int) -> int:
        """When a time is up; one that was up while nobody served leaves time to come back and choose."""
        return time_ms if time_ms > self._began else self._began + CLOCK_GRACE_MS

    async def _is_joined(self, game: str, match_id: str) -> bool:
        """Whether one of its people has ever joined a match, which is looked up until one has."""
        if match_id not in self._joined[game] and await self._presence.is_joined(match_id):
            self._joined[game].add(match_id)
        return match_id in self._joined[game]

    async def _abandon(self, match_id: str) -> None:
        replica = await self._committer.get(match_id)
        if await self._committer.commit(replica, Abandon()) is not None:
            logger().info("match abandoned", match=match_id, cause=UNJOINED)

    def _had_time(self, waiting: Waiting, now: int) -> bool:
        """Whether a match has waited for as long as people may be gone, and they could have come."""
        allowed = waiting.absence_ms
        return bool(allowed) and now - waiting.at > allowed and now - self._began > min(allowed, GRACE_MS)

    async def _time_out(self, game: str, match_id: str) -> None:
        async with self._committer.current(match_id) as replica:
            seats = replica.hosted.waiting_for
        for seat in seats:
            await self._hand_over(game, replica, TimeOut(seat), "clock")

    async def _replace_gone(self, game: str, match_id: str, waiting: Waiting) -> None:
        gone = await self._presence.gone(match_id, waiting)
        if not gone:
            return
        async with self._committer.current(match_id) as replica:
            hosted = replica.hosted
            versions = {seat: hosted.seats[seat].decision_version for seat in hosted.waiting_for}
            if hosted.version != waiting.version:
                return
        for seat in gone:
            if seat in versions:
                await self._hand_over(game, replica, ReplaceAbsent(seat, versions[seat]), "absence")

    async def _hand_over(self, game: str, replica: Replica, command: TimeOut | ReplaceAbsent, cause: str) -> None:
        if await self._committer.commit(replica, command) is not None:
            metrics.HANDOVERS.labels(game, cause).inc()
            logger().info("seat handed over", match=replica.match_id, seat=command.seat, cause=cause)

    def _age(self, waiting: Waiting) -> float:
        return (self._clock() - waiting.at) / 1000


def _set_metrics(game: str, states: Counter[str], oldest: float, queued: Mapping[str, int]) -> None:
    """Export what the sweep has counted; nothing where another worker sweeps."""
    for state in ("person", "bot", "over"):
        metrics.MATCHES_LIVE.labels(game, state).set(states[state])
    metrics.AI_QUEUE_AGE.labels(game).set(oldest)
    for queue in _queues(game):
        metrics.AI_QUEUE_DEPTH.labels(game, queue.split(".")[0]).set(queued.get(queue, 0))


def _queues(game: str) -> list[str]:
    return [queue_of(edition(game)) for queue_of in QUEUES]


def _state(waiting: Waiting) -> str:
    if waiting.over:
        return "over"
    return "person" if waiting.people else "bot"
