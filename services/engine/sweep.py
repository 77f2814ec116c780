"""Looks after live matches: what is due in them is seen to, and turns of bots that were lost are asked for again.

It reads only what the index of live matches says is due; a few of all the others in every round, for what the index has
missed. One worker of a pool sweeps at a time, by a lease in the store. Two sweeping at once would do no harm."""

import asyncio
import time
from collections.abc import Iterable, Mapping

from services.engine.ai_turns import AiTurns
from services.engine.committer import Committer
from services.engine.overdue import RETRY_MS, Overdue
from services.engine.presence import Presence
from services.match.editions import edition
from services.match.log import Waiting, decode_waiting
from services.process import metrics
from services.process.chunks import chunks
from services.process.clock import Clock, now_ms
from services.process.logs import logger
from services.process.refusals import Refused, is_unavailable
from services.process.settings import Settings
from services.store.connection import UNREACHABLE, Store, note_failure, note_unreachable
from services.store.lease import Lease
from services.store.live_index import IndexCounts, Indexed, LiveIndex, LiveScan
from services.store.matchlog import key
from services.store.task_queues import QUEUES, turn_queue

CHUNK = 500
"""Matches read at once."""
FAULTY_RETRY_MS = 60_000
"""A match that cannot be swept is tried again after this long."""
LEASE_ROUNDS = 3
"""Rounds that a sweeper may miss before another takes over."""
NOTHING = IndexCounts(0, 0, 0, None)


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
        self._settings = settings
        self._clock = clock
        self._presence = Presence(committer, store, settings, clock)
        overdue = Overdue(committer, self._presence, clock)
        self._games = {game: _GameSweep(game, overdue, ai_turns, store, settings, clock) for game in games}
        life = LEASE_ROUNDS * settings.clocks.sweep_seconds
        self._leases = {game: Lease(store, f"sweeper:{edition(game)}", worker, life) for game in games}

    async def run(self) -> None:
        """Sweep until cancelled."""
        while True:
            await asyncio.sleep(self._settings.clocks.sweep_seconds)
            try:
                await self._presence.note()
                for game, lease in self._leases.items():
                    if await lease.acquire():
                        await self.sweep(game)
                    else:
                        _set_metrics(game, NOTHING, 0.0, {})
            except (Refused, *UNREACHABLE) as error:
                note_unreachable("sweep", error)
            except Exception as error:
                note_failure("sweep", error)

    async def sweep(self, game: str) -> None:
        """One round over the matches of a game that are due."""
        await self._games[game].sweep()


class _GameSweep:
    """Sweeps one game."""

    def __init__(
        self, game: str, overdue: Overdue, ai_turns: AiTurns, store: Store, settings: Settings, clock: Clock
    ) -> None:
        self._game = game
        self._overdue = overdue
        self._ai_turns = ai_turns
        self._store = store
        self._stuck_seconds = settings.clocks.stuck_seconds
        self._clock = clock
        self._index = LiveIndex(store, edition(game))
        self._scan = LiveScan(store, edition(game), settings.clocks.scan_seconds, time.monotonic)
        self._repeats: dict[str, tuple[int, float]] = {}
        """By match: the version for which a turn was last asked for again, and when."""
        self._faulty: set[str] = set()
        """Matches that cannot be swept, which was logged once."""

    async def sweep(self) -> None:
        """One round."""
        await self._enter_missed()
        for some in chunks(await self._index.due(self._clock(), CHUNK), CHUNK):
            await self._see_to(some)
        counts = await self._index.counts()
        queued = {queue: await self._ai_turns.queue_length(queue) for queue in _queues(self._game)}
        age = 0.0 if counts.oldest_bots is None else self._age(counts.oldest_bots)
        if counts.bots and age > self._stuck_seconds:
            age = await self._ask_again(queued[turn_queue(edition(self._game))])
        else:
            self._repeats.clear()
        _set_metrics(self._game, counts, age, queued)

    async def _enter_missed(self) -> None:
        """Enter some matches into the index, in case it has missed them or they are of a release that had none."""
        waiting = await self._read(await self._scan.page())
        await self._index.enter({match_id: waits.index_note() for match_id, waits in waiting.items()})

    async def _see_to(self, due: Iterable[Indexed]) -> None:
        """See to matches that are due, and set when each is to be looked at again."""
        due = list(due)
        waiting_by_match = await self._read(one.match_id for one in due)
        notes = {match_id: waits.index_note()._replace(due=0) for match_id, waits in waiting_by_match.items()}
        await self._index.enter(notes)  # what made it due may have been all that was noted
        times = {}
        for one in due:
            waiting = waiting_by_match.get(one.match_id)
            times[one] = 0 if waiting is None else await self._see_to_safely(one.match_id, waiting)
        await self._index.move_due(times)

    async def _see_to_safely(self, match_id: str, waiting: Waiting) -> int:
        """See to a match. One that cannot be loaded, or whose rules are at fault, is not in the way of others."""
        try:
            time_ms = await self._overdue.see_to(match_id, waiting)
        except UNREACHABLE:
            raise
        except Exception as error:
            if is_unavailable(error):
                raise
            if match_id not in self._faulty:
                self._faulty.add(match_id)
                logger().error("a match cannot be swept", match=match_id, exc_info=error)
            return self._clock() + FAULTY_RETRY_MS
        self._faulty.discard(match_id)
        return max(time_ms, self._clock() + RETRY_MS) if time_ms else 0

    async def _ask_again(self, queued: int) -> float:
        """Ask again for turns that were lost: as many as bots wait for and the queue does not hold. How long the oldest
        turn has waited, in seconds.

        Which turns were lost the queue does not say. But first come is first served, so they wait longest."""
        entries = await self._index.all("bots")
        waiting_by_match = await self._read(one.match_id for one in entries)
        for_bots = {id: waiting for id, waiting in waiting_by_match.items() if waiting.bots and not waiting.over}
        await self._index.drop_from("bots", [one for one in entries if one.match_id not in for_bots])
        self._repeats = {id: last for id, last in self._repeats.items() if id in for_bots}
        missing = sum(len(waiting.bots) for waiting in for_bots.values()) - queued
        now = time.monotonic()
        oldest_first = sorted(for_bots.items(), key=lambda one: one[1].at)
        for match_id, waiting in oldest_first:
            if missing <= 0 or self._age(waiting.at) <= self._stuck_seconds:
                break
            version, when = self._repeats.get(match_id, (-1, 0.0))
            if version != waiting.version or now - when > self._stuck_seconds:
                self._repeats[match_id] = (waiting.version, now)
                self._ai_turns.ask(self._game, match_id, waiting.version, waiting.bots)
                missing -= len(waiting.bots)
        return self._age(oldest_first[0][1].at) if oldest_first else 0.0

    async def _read(self, match_ids: Iterable[str]) -> dict[str, Waiting]:
        """Whom matches wait for; those that the store has not are left out."""
        waiting_by_match = {}
        for some in chunks(list(match_ids), CHUNK):
            reads = self._store.pipeline(transaction=False)
            for match_id in some:
                reads.get(key(match_id, "waiting"))
            for match_id, raw in zip(some, await reads.execute(), strict=True):
                if raw is not None:
                    waiting_by_match[match_id] = decode_waiting(raw)
        return waiting_by_match

    def _age(self, time_ms: float) -> float:
        return (self._clock() - time_ms) / 1000


def _set_metrics(game: str, counts: IndexCounts, oldest: float, queued: Mapping[str, int]) -> None:
    """Export what the sweep has counted; nothing where another worker sweeps."""
    for_people = max(0, counts.live - counts.bots - counts.ended)
    for state, count in (("person", for_people), ("bot", counts.bots), ("over", counts.ended)):
        metrics.MATCHES_LIVE.labels(game, state).set(count)
    metrics.AI_QUEUE_AGE.labels(game).set(oldest)
    for queue in _queues(game):
        metrics.AI_QUEUE_DEPTH.labels(game, queue.split(".")[0]).set(queued.get(queue, 0))


def _queues(game: str) -> list[str]:
    return [queue_of(edition(game)) for queue_of in QUEUES]
