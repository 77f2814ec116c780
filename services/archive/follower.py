"""Follows live matches: copies what their logs gain, archives those that ended, and lets the store drop them.

It reads only the matches that the index says have changed or ended, and a few of all the others in every round, for
what the index has missed. One process of a release follows at a time, by a lease in the store. Two following at once
would do no harm. Matches made under other rules are left to the release that plays by them."""

import asyncio
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
from services.store.live_index import LiveIndex, LiveScan, live_key
from services.store.matchlog import PARTS, key

MATCHES_PER_READ = 500
LEASE_ROUNDS = 3
"""Rounds that a follower may miss before another takes over."""
CREATION_MS = 60_000
"""A match is listed just before it is stored: one that is not there after this long is gone."""


@dataclass
class _Reading:
    """What the store has of some live matches."""

    updates: list[LiveUpdate] = field(default_factory=list)
    ended: dict[str, float] = field(default_factory=dict)
    """When each match that has ended did, in seconds."""
    missing: list[str] = field(default_factory=list)
    """Matches that are not stored: not yet, or no longer."""


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
        self._indexes = {game: LiveIndex(store, name) for game, name in self._editions.items()}
        self._scans = self._new_scans()
        self._copied: dict[str, int] | None = None
        """By live match: the version up to which it is copied; None: to be read from the database."""
        self._ended_at: dict[str, dict[str, float]] = {game: {} for game in self._editions}
        """By game and match that has ended and is not archived yet: when it ended, in seconds."""
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
        """One round over the matches that have changed or ended. How many were archived."""
        try:
            await self._note_ended()
            if self._copied is None:
                self._copied = await asyncio.to_thread(self._database.live_versions)
                self._scans = self._new_scans()
                await self._log_other_editions()
            archived = 0
            for game in self._editions:
                archived += await self._follow_game(game, self._copied)
            metrics.ARCHIVE_LIVE.set(len(self._copied))
        except Exception:
            self._copied = None  # another may have copied, or we have and do not know
            raise
        finally:
            self._export_lag()
        return archived

    async def _follow_game(self, game: str, copied: dict[str, int]) -> int:
        """Follow the matches of a game that have changed or ended, and some of the others. How many were archived."""
        changed = [one.match_id for one in await self._indexes[game].all("changed")]
        others = await self._scans[game].page()
        archived = 0
        for some in chunks(list(dict.fromkeys((*changed, *self._ended_at[game], *others))), MATCHES_PER_READ):
            archived += await self._follow_some(game, some, copied)
        await self._indexes[game].drop_changed({id: copied[id] for id in changed if id in copied})
        return archived

    def _new_scans(self) -> dict[str, LiveScan]:
        """A scan of the live matches of each game, from the start."""
        rest = self._settings.clocks.scan_seconds
        return {game: LiveScan(self._store, name, rest, self._clock) for game, name in self._editions.items()}

    async def _log_other_editions(self) -> None:
        """Say which matches of other rules the store holds: if no release plays by them, they wait for ever."""
        ours = {live_key(name) for name in self._editions.values()}
        async for raw in self._store.scan_iter(match=live_key("*")):
            if (name := raw.decode()) not in ours:
                logger().warning("matches of other rules", list=name, matches=await self._store.zcard(name))

    async def _note_ended(self) -> None:
        """Note which matches have ended, so that the lag is known also while nothing can be archived."""
        for game, index in self._indexes.items():
            self._ended_at[game] = {match_id: ended_ms / 1000 for match_id, ended_ms in await index.all("ended")}

    # -- some matches of one game

    async def _follow_some(self, game: str, match_ids: Sequence[str], copied: dict[str, int]) -> int:
        """Copy these matches and archive those that ended. How many were archived."""
        reading = await self._read(match_ids, copied)
        self._ended_at[game].update(reading.ended)
        await asyncio.to_thread(self._database.copy_live, reading.updates)
        for match_id, _, version, entries in reading.updates:
            copied[match_id] = version + len(entries)
        archived = await self._archive(game, reading.ended)
        await self._drop(game, archived, await self._gone(game, reading.missing))
        for match_id in archived:
            copied.pop(match_id, None)
        return len(archived)

    async def _read(self, match_ids: Sequence[str], copied: dict[str, int]) -> _Reading:
        """Read what the copies of these matches lack, and which of them have ended or are missing."""
        pipeline = self._store.pipeline(transaction=False)
        for match_id in match_ids:
            pipeline.execute_command("EXISTS" if match_id in copied else "GET", key(match_id, "meta"))
            pipeline.lrange(key(match_id, "log"), copied.get(match_id, 0), -1)
            pipeline.get(key(match_id, "waiting"))
        answers = await pipeline.execute()
        reading = _Reading()
        for number, match_id in enumerate(match_ids):
            meta, entries, waiting_data = answers[3 * number : 3 * number + 3]
            if not meta:
                reading.missing.append(match_id)
                continue
            is_new = match_id not in copied
            if is_new or entries:
                update = LiveUpdate(match_id, meta if is_new else None, copied.get(match_id, 0), entries)
                reading.updates.append(update)
            if waiting_data is not None and (waiting := decode_waiting(waiting_data)).over:
                reading.ended[match_id] = waiting.at / 1000
        return reading

    async def _gone(self, game: str, missing: Sequence[str]) -> list[str]:
        """Which of these matches are not being made just now."""
        created = await self._indexes[game].created(missing)
        before = self._clock() * 1000 - CREATION_MS
        return [match_id for match_id, when in zip(missing, created, strict=True) if when is None or when < before]

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
            return record_of(await asyncio.to_thread(replay, meta, entries), entries)
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
            await pipeline.execute()
        await self._indexes[game].drop([*archived, *gone])
        for match_id in (*archived, *gone):
            self._ended_at[game].pop(match_id, None)
            self._faulty.discard(match_id)

    # -- the state of the follower

    def _reset(self) -> None:
        """Forget what is known of live matches, for another process follows them."""
        self._copied = None
        for ended_at in self._ended_at.values():
            ended_at.clear()
        self._export_lag()

    def _export_lag(self) -> None:
        now = self._clock()
        times = [when for ended_at in self._ended_at.values() for when in ended_at.values()]
        metrics.ARCHIVE_LAG.set(now - min(times, default=now))
