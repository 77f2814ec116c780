"""The one way to change a match: tried in memory, committed to the store, and only then published."""

import asyncio
import functools
import itertools
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

from prometheus_client import Counter, Histogram

from services.engine.cache import MatchCache
from services.engine.history import Histories
from services.engine.replica import Replica, Subscriber
from services.match.commands import RULES_REFUSALS, Command, rules_refusal
from services.match.hosted import Change, HostedMatch
from services.match.log import CHOOSE, Entry, Meta, decode_entry, encode
from services.process import metrics
from services.process.background import Background
from services.process.clock import Clock, now_ms
from services.process.logs import logger
from services.process.refusals import Refused, is_unavailable
from services.process.settings import Settings
from services.rpc.tokens import Caller, accounts_in
from services.store.matchlog import MatchLog, OnStored

RETRY_SECONDS = 0.2

OnCommitted = Callable[[HostedMatch, Entry | None], None]
"""Called with every match that was made (no entry) and with every entry that is stored."""
OnDone = Callable[[Exception | None], None]
"""Called once: with None when a command was carried out, or with why it was not."""


class Attempt(NamedTuple):
    """A command carried out in memory, and not yet in the store."""

    entry: Entry
    change: Change
    began: float


class Committer:
    """Changes the matches of one worker."""

    def __init__(
        self, log: MatchLog, settings: Settings, worker: str, on_committed: OnCommitted, clock: Clock = now_ms
    ) -> None:
        self._log = log
        self._clock = clock
        self._settings = settings
        self._on_committed = on_committed
        self._nonces = (f"{worker}.{number}" for number in itertools.count())
        self._cache = MatchCache(log, settings.store.cached_matches, self._unwatch)
        self._histories = Histories(log)
        self._background = Background()

    def replicas(self) -> list[Replica]:
        """Every match in memory."""
        return self._cache.all()

    async def get(self, match_id: str) -> Replica:
        """A match, from memory or from the store; it may be behind the store."""
        return await self._cache.get(match_id)

    @asynccontextmanager
    async def current(self, match_id: str) -> AsyncIterator[Replica]:
        """A match as it stands in the store, locked while the block runs."""
        replica = await self.get(match_id)
        async with self._locked(replica):
            await self._catch_up(replica)
            yield replica

    async def create(self, meta: Meta) -> Replica:
        """Set a match up and store it; a match that has the id already is given instead."""
        hosted = HostedMatch.new(meta)
        waiting = hosted.waiting()
        is_new = await self._log.create(
            meta.match_id,
            meta.edition,
            meta.created_ms,
            encode(meta),
            encode(waiting),
            waiting.index_note(),
            accounts_in(meta.players),
        )
        if not is_new:
            return await self.get(meta.match_id)
        replica = Replica(hosted)
        self._cache.put(replica)
        metrics.MATCHES_CREATED.labels(meta.game).inc()
        logger().info("match made", match=meta.match_id, game=meta.game, scenario=meta.scenario)
        self._on_committed(hosted, None)
        return replica

    # -- changing

    async def commit(self, replica: Replica, command: Command) -> Change | None:
        """Carry a command out: what changed, or None where nothing had to change.

        When another worker was first, the command is tried again on the match as it stands then. Before it is refused,
        or nothing has to change, the store is asked for what others have appended: this worker may be behind."""
        began = time.perf_counter()
        async with self._locked(replica):
            while True:
                refusal = attempt = None
                try:
                    attempt = self._attempt(replica, command, began)
                except Refused as error:
                    refusal = error
                if attempt is not None:
                    if await self._store(replica, attempt):
                        return attempt.change
                elif not await self._catch_up(replica):
                    if refusal is not None:
                        raise refusal
                    return None

    def try_commit(self, replica: Replica, command: Command, on_done: OnDone) -> bool:
        """Carry a command out without a task, in the common case: the lock is free, this worker is given notice of
        others' commits, memory equals the store, and the command is neither refused nor at fault. Otherwise False:
        nothing is stored, and `commit` has to be called, which says why."""
        if not replica.gets_notices or replica.doubt_after is not None or not replica.lock.try_acquire():
            return False
        try:
            attempt = self._attempt(replica, command, time.perf_counter())
        except Exception:
            attempt = None
        if attempt is None:
            replica.lock.release()
            return False

        def on_stored(answer: bool | Exception) -> None:
            try:
                if answer is True:
                    self._accept(replica, attempt)
            finally:
                replica.lock.release()
                if answer is False:
                    self._conflict(replica)
                    self._background.start(self._commit_later(replica, command, on_done))
                else:
                    on_done(answer if isinstance(answer, Exception) else None)

        self._append(replica, attempt, on_stored)
        return True

    async def _commit_later(self, replica: Replica, command: Command, on_done: OnDone) -> None:
        try:
            await self.commit(replica, command)
        except Exception as error:
            on_done(error)
        else:
            on_done(None)

    def _attempt(self, replica: Replica, command: Command, began: float) -> Attempt | None:
        """Carry a command out in memory. What is refused leaves no trace; after a fault nothing is certain."""
        hosted = replica.hosted
        entry = command.entry(hosted, max(self._clock(), hosted.last_at), next(self._nonces))
        if entry is None:
            return None
        certain = hosted.version
        try:
            return Attempt(entry, hosted.apply(entry), began)
        except RULES_REFUSALS as error:
            raise rules_refusal(error, certain) from error
        except Exception:
            replica.doubt_after = certain
            raise

    def _append(self, replica: Replica, attempt: Attempt, on_stored: OnStored) -> None:
        """Send an attempt to the store. Until it is accepted, memory is ahead of what is certain."""
        hosted = replica.hosted
        replica.doubt_after = attempt.change.version - 1
        meta, waiting = hosted.meta, hosted.waiting()
        self._log.append(
            meta.match_id,
            meta.edition,
            replica.doubt_after,
            encode(attempt.entry),
            encode(waiting),
            waiting.index_note(),
            on_stored,
        )

    async def _store(self, replica: Replica, attempt: Attempt) -> bool:
        """Store an attempt and publish it. False: another worker was first, and we have caught up."""
        future: asyncio.Future[bool | Exception] = asyncio.get_running_loop().create_future()
        self._append(replica, attempt, future.set_result)
        answer = await asyncio.shield(future)
        if isinstance(answer, Exception):
            raise answer
        if answer:
            self._accept(replica, attempt)
        else:
            self._conflict(replica)
            await self._reload(replica)
        return answer

    def _accept(self, replica: Replica, attempt: Attempt) -> None:
        """Publish an attempt that is stored, and count it."""
        replica.doubt_after = None
        hosted, entry = replica.hosted, attempt.entry
        replica.publish(attempt.change, self._clock())
        self._on_committed(hosted, entry)
        if hosted.match.is_over:
            metrics.MATCHES_ENDED.labels(hosted.meta.game).inc()
            self._log.note_ended(hosted.meta.match_id, accounts_in(hosted.meta.players))
            logger().info("match ended", match=hosted.meta.match_id, game=hosted.meta.game, version=hosted.version)
        elif hosted.version - replica.saved_version >= self._settings.store.snapshot_every:
            replica.saved_version = hosted.version
            self._background.start(self._log.save_snapshot(replica.match_id, hosted.version, hosted.snapshot()))
        if entry.kind == CHOOSE:
            seconds, by_bot, by_person = _choice_metrics(hosted.meta.game)
            seconds.observe(time.perf_counter() - attempt.began)
            (by_bot if hosted.seats[entry.seat].held_by_bot else by_person).inc()

    def _conflict(self, replica: Replica) -> None:
        metrics.COMMIT_CONFLICTS.labels(replica.hosted.meta.game).inc()

    def note_joined(self, replica: Replica, caller: Caller) -> None:
        """Note that a match has been joined, if the caller is one of its people and it would be abandoned otherwise."""
        if replica.hosted.meta.join_ms and caller.kind == "seat" and not replica.joined:
            replica.joined = True
            self._log.note_joined(replica.match_id, self._clock())

    # -- following

    async def subscribe(self, replica: Replica, subscriber: Subscriber) -> None:
        """Publish every change from now on to the subscriber too. The match must be locked."""
        if not replica.gets_notices:
            await self._log.watch(replica.match_id)
            await self._catch_up(replica)
            replica.gets_notices = True
        replica.subscribers.append(subscriber)

    def unsubscribe(self, replica: Replica, subscriber: Subscriber) -> None:
        """Publish no more changes to the subscriber."""
        if subscriber in replica.subscribers:
            replica.subscribers.remove(subscriber)

    async def changes_after(self, replica: Replica, version: int) -> list[Change]:
        """Every change after a version. The match must be locked."""
        missing = replica.hosted.version - version
        if missing <= 0:
            return []
        if missing <= len(replica.recent):
            return list(replica.recent)[-missing:]
        return [change for change in await self._histories.of(replica.hosted) if change.version > version]

    async def earlier(self, replica: Replica, version: int) -> HostedMatch:
        """The match as it was at an earlier version. The match must be locked."""
        return await self._histories.earlier(replica.hosted, version)

    def notice(self, match_id: str) -> None:
        """Catch up with another worker that has committed to a match, as soon as its lock is free here."""
        replica = self._cache.find(match_id)
        if replica is not None and not replica.has_notice:
            replica.has_notice = True
            self._background.start(self._follow_others(replica))

    def notice_all(self) -> None:
        """Catch up with every match that is watched, for notices may have been missed."""
        for replica in self.replicas():
            if replica.gets_notices:
                self.notice(replica.match_id)

    async def _follow_others(self, replica: Replica) -> None:
        """Catch up with other workers, as soon as the store can be asked."""
        while True:
            try:
                async with self._locked(replica):
                    replica.has_notice = False
                    await self._catch_up(replica)
                return
            except Exception as error:
                if is_unavailable(error):
                    await asyncio.sleep(RETRY_SECONDS)
                    continue
                replica.has_notice = False
                logger().error("a match cannot be followed", match=replica.match_id, exc_info=error)
                return

    # -- memory and store

    @asynccontextmanager
    async def _locked(self, replica: Replica) -> AsyncIterator[None]:
        """Hold a match alone; what memory is not certain of is loaded anew first."""
        await replica.lock.acquire()
        try:
            if replica.doubt_after is not None:
                await self._reload(replica)
            yield
        finally:
            replica.lock.release()

    async def _catch_up(self, replica: Replica) -> bool:
        """Apply what others have appended. Whether there was anything, or the store has lost what is in memory."""
        entries = await self._log.entries_after(replica.match_id, replica.hosted.version)
        if entries is None:
            replica.doubt_after = replica.hosted.version
            await self._reload(replica)
            return True
        for entry in entries:
            self._replay(replica, decode_entry(entry))
        return bool(entries)

    def _replay(self, replica: Replica, entry: Entry) -> None:
        """Apply an entry of the log and publish it. If it does not fit, memory is wrong: the match stays in doubt."""
        replica.doubt_after = replica.hosted.version
        change = replica.hosted.apply(entry)
        replica.doubt_after = None
        replica.publish(change, self._clock())

    async def _reload(self, replica: Replica) -> None:
        """Replace what is in memory by what is in the store, and publish what came after the last certain version."""
        certain = replica.doubt_after
        assert certain is not None, "only what is in doubt is loaded anew"
        hosted, entries = await self._cache.restore(await self._log.load(replica.match_id), certain)
        known_entries = certain - hosted.version
        for entry in entries[:known_entries]:
            hosted.apply(entry)
        replica.hosted, replica.doubt_after = hosted, None
        if hosted.version < certain:
            logger().error("the store has lost choices", match=replica.match_id, had=certain, has=hosted.version)
            replica.publish_reset()
        for entry in entries[known_entries:]:
            self._replay(replica, entry)

    def _unwatch(self, replica: Replica) -> None:
        """Have no more notices sent of a match that is no longer in memory."""
        if replica.gets_notices:
            self._background.start(self._log.unwatch(replica.match_id))


@functools.cache
def _choice_metrics(game: str) -> tuple[Histogram, Counter, Counter]:
    """What is counted for every choice, looked up once for each game."""
    return (
        metrics.DECISION_SECONDS.labels(game),
        metrics.CHOICES.labels(game, "bot"),
        metrics.CHOICES.labels(game, "person"),
    )
