"""Follows live matches: copies what their logs gain, archives those that ended, and lets the store drop them.

One process of a release follows at a time, by a lease in the store. Two following at once would do no harm. Matches
made under other rules are left to the release that plays by them."""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import engine
from services.api.archive_pb2 import ArchivedRecord
from services.archive.database import Database, LiveUpdate
from services.archive.records import record_of, replay
from services.match.editions import edition
from services.match.log import decode_waiting
from services.process import metrics
from services.process.chunks import chunks
from services.process.logs import logger
from services.process.settings import Settings
from services.store.connection import UNREACHABLE, Store, note_failure, note_unreachable
from services.store.lease import Lease
from services.store.matchlog import PARTS, key, live_key

MATCHES_PER_READ = 500
LEASE_ROUNDS = 3
"""Rounds that a follower may miss before another takes over."""
CREATION_MS = 60_000
"""A match is listed just before it is stored: one that is not there after this long is gone."""


@dataclass
class _Reading:
    """What the store has of some live matches."""

    updates: list[LiveUpdate] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    """Matches that are listed but not stored."""


class Follower:
    """Copies live matches into the database, and archives those that ended."""

    def __init__(
        self, store: Store, database: Database, settings: Settings, clock: Callable[[], float] = time.time
    ) -> None:
        self._store = store
        self._database = database
        self._settings = settings
        self._clock = clock
        self._editions = {game: edition(game) for game in engine.game_ids()}
        name = f"archive:{'+'.join(self._editions.values())}"
        self._lease = Lease(store, name, secrets.token_hex(6), LEASE_ROUNDS * max(settings.clocks.follow_seconds, 1.0))
        self._copied: dict[str, int] | None = None
        """By live match: the version up to which it is copied; None: to be read from the database."""
        self._ended_at: dict[str, float] = {}
        """By match that has ended and is not archived yet: when it ended, in seconds."""
        self._faulty: set[str] = set()
        """Those among them that cannot be archived, which was logged once."""
        for game in self._editions:
            metrics.ARCHIVE_FAULTS.labels(game)  # an alert sees the first fault only if it saw none before

    async def run(self) -> None:
        """Follow until cancelled."""
        while True:
            try:
                if await self._lease.acquire():
                    await self.follow()
                else:
                    self._reset()
            except UNREACHABLE as error:
                note_unreachable("archive", error)
            except Exception as error:
                note_failure("archive", error)
            await asyncio.sleep(self._settings.clocks.follow_seconds)

    async def follow(self) -> int:
        """One round over every live match. How many were archived."""
        try:
            if self._copied is None:
                self._copied = await asyncio.to_thread(self._database.live_versions)
                await self._log_other_editions()
            archived = 0
            for game in self._editions:
                for chunk in chunks(await self._live_matches(game), MATCHES_PER_READ):
                    archived += await self._follow_some(game, dict(chunk), self._copied)
            metrics.ARCHIVE_LIVE.set(len(self._copied))
        except Exception:
            self._copied = None  # another may have copied, or we have and do not know
            with contextlib.suppress(*UNREACHABLE):
                await self._note_ended()
            raise
        finally:
            self._export_lag()
        return archived

    async def _live_matches(self, game: str) -> list[tuple[str, float]]:
        """The live matches of a game, and when each was created, in milliseconds."""
        listed = await self._store.zrange(live_key(self._editions[game]), 0, -1, withscores=True)
        return [(raw.decode(), created_ms) for raw, created_ms in listed]

    async def _log_other_editions(self) -> None:
        """Say which matches of other rules the store holds: if no release plays by them, they wait for ever."""
        ours = {live_key(name) for name in self._editions.values()}
        async for raw in self._store.scan_iter(match=live_key("*")):
            if (name := raw.decode()) not in ours:
                logger().warning("matches of other rules", list=name, matches=await self._store.zcard(name))

    async def _note_ended(self) -> None:
        """Note which matches have ended, so that the lag is known also while nothing can be archived."""
        for game in self._editions:
            for chunk in chunks(await self._live_matches(game), MATCHES_PER_READ):
                pipeline = self._store.pipeline(transaction=False)
                for match_id, _ in chunk:
                    pipeline.get(key(match_id, "waiting"))
                for (match_id, _), waiting in zip(chunk, await pipeline.execute(), strict=True):
                    self._note_if_ended(match_id, waiting)

    def _note_if_ended(self, match_id: str, waiting_data: bytes | None) -> bool:
        """Note when a match ended, and whether it has, by what the store says that it waits for."""
        if waiting_data is None or not (waiting := decode_waiting(waiting_data)).over:
            return False
        self._ended_at[match_id] = waiting.at / 1000
        return True

    # -- some matches of one game

    async def _follow_some(self, game: str, created_ms: dict[str, float], copied: dict[str, int]) -> int:
        """Copy these matches and archive those that ended. How many were archived."""
        reading = await self._read(created_ms, copied)
        await asyncio.to_thread(self._database.copy_live, reading.updates)
        for match_id, _, version, entries in reading.updates:
            copied[match_id] = version + len(entries)
        archived = await self._archive(game, reading.ended)
        await self._drop(game, archived, reading.gone)
        for match_id in archived:
            copied.pop(match_id, None)
        return len(archived)

    async def _read(self, created_ms: dict[str, float], copied: dict[str, int]) -> _Reading:
        """Read what the copies of these matches lack, and which of them have ended or are gone."""
        pipeline = self._store.pipeline(transaction=False)
        for match_id in created_ms:
            pipeline.execute_command("EXISTS" if match_id in copied else "GET", key(match_id, "meta"))
            pipeline.lrange(key(match_id, "log"), copied.get(match_id, 0), -1)
            pipeline.get(key(match_id, "waiting"))
        answers = await pipeline.execute()
        reading = _Reading()
        for number, match_id in enumerate(created_ms):
            meta, entries, waiting = answers[3 * number : 3 * number + 3]
            if not meta:
                if self._clock() * 1000 - created_ms[match_id] > CREATION_MS:
                    reading.gone.append(match_id)
                continue
            is_new = match_id not in copied
            if is_new or entries:
                update = LiveUpdate(match_id, meta if is_new else None, copied.get(match_id, 0), entries)
                reading.updates.append(update)
            if self._note_if_ended(match_id, waiting):
                reading.ended.append(match_id)
        return reading

    async def _archive(self, game: str, ended: Iterable[str]) -> list[str]:
        """Put the records of matches that ended into the database. The matches whose records are there."""
        records = [record for match_id in ended if (record := await self._record_of(game, match_id)) is not None]
        if records:
            await asyncio.to_thread(self._database.put, records)
            metrics.ARCHIVE_STORED.labels(game).inc(len(records))
        return [record.match_id for record in records]

    async def _record_of(self, game: str, match_id: str) -> ArchivedRecord | None:
        """The record of a match that ended; None where it cannot be replayed, so that the others are archived."""
        if match_id in self._faulty:
            return None
        meta, entries = await asyncio.gather(
            self._store.get(key(match_id, "meta")), self._store.lrange(key(match_id, "log"), 0, -1)
        )
        try:
            return record_of(await asyncio.to_thread(replay, meta, entries))
        except Exception as error:
            self._faulty.add(match_id)
            logger().error("a match cannot be archived", match=match_id, exc_info=error)
            metrics.ARCHIVE_FAULTS.labels(game).inc()
            return None

    async def _drop(self, game: str, archived: Sequence[str], gone: Sequence[str]) -> None:
        """Delete the copies of archived matches, let the store drop them, and take both kinds off the live list."""
        if archived:
            await asyncio.to_thread(self._database.drop_live, archived)
        pipeline = self._store.pipeline(transaction=False)
        for match_id in archived:
            for part in PARTS:
                pipeline.expire(key(match_id, part), self._settings.store.keep_finished_seconds)
        if archived or gone:
            pipeline.zrem(live_key(self._editions[game]), *archived, *gone)
            await pipeline.execute()
        for match_id in (*archived, *gone):
            self._ended_at.pop(match_id, None)
            self._faulty.discard(match_id)

    # -- the state of the follower

    def _reset(self) -> None:
        """Forget what is known of live matches, for another process follows them."""
        self._copied = None
        self._ended_at.clear()
        self._export_lag()

    def _export_lag(self) -> None:
        now = self._clock()
        metrics.ARCHIVE_LAG.set(max((now - when for when in self._ended_at.values()), default=0.0))
