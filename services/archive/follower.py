"""Follows the live log: copies what was appended, keeps matches that ended, then lets the store forget them."""

import asyncio
import time
from collections.abc import Callable, Sequence

import engine
from services.archive import records
from services.archive.database import Database
from services.common import metrics
from services.common.batched import batched
from services.common.errors import Refused
from services.common.logs import logger
from services.common.matchlog import decode_entry, decode_meta, decode_turn, encode, key, live_key
from services.common.settings import Settings
from services.common.store import UNREACHABLE, Store
from services.engine.sitting import Sitting

CHUNK = 500
PARTS = ("meta", "log", "turn", "snapshot", "watch")


class Follower:
    """Copies the log into the database."""

    def __init__(
        self, store: Store, database: Database, settings: Settings, clock: Callable[[], float] = time.time
    ) -> None:
        self._store = store
        self._database = database
        self._settings = settings
        self._clock = clock
        self._copied: dict[str, int] | None = None

    async def run(self) -> None:
        """Follow until cancelled."""
        while True:
            try:
                await self.follow()
            except UNREACHABLE as error:
                logger().warning("following interrupted", error=str(error))
            except Exception as error:
                logger().error("following failed", exc_info=error)
            await asyncio.sleep(self._settings.follow_seconds)

    async def follow(self) -> int:
        """One round over every live match. How many records were kept."""
        if self._copied is None:
            self._copied = await asyncio.to_thread(self._database.live_versions)
        kept = 0
        oldest = 0.0
        for game in engine.game_ids():
            ids = [raw.decode() for raw in await self._store.zrange(live_key(game), 0, -1)]
            for some in batched(ids, CHUNK):
                done, age = await self._follow_some(game, some)
                kept += done
                oldest = max(oldest, age)
        metrics.ARCHIVE_LAG.set(oldest)
        metrics.ARCHIVE_LIVE.set(len(self._copied))
        return kept

    async def _follow_some(self, game: str, ids: Sequence[str]) -> tuple[int, float]:
        assert self._copied is not None
        asked = self._store.pipeline(transaction=False)
        for match_id in ids:
            new = match_id not in self._copied
            asked.execute_command("GET" if new else "EXISTS", key(match_id, "meta"))
            asked.lrange(key(match_id, "log"), self._copied.get(match_id, 0), -1)
            asked.get(key(match_id, "turn"))
        found = await asked.execute()
        news, ended, gone = [], [], []
        oldest = 0.0
        for number, match_id in enumerate(ids):
            meta, entries, turn = found[3 * number : 3 * number + 3]
            if not meta:
                gone.append(match_id)
                continue
            new = match_id not in self._copied
            if new or entries:
                news.append((match_id, meta if new else None, self._copied.get(match_id, 0), entries))
            if turn is not None and (state := decode_turn(turn)).over:
                ended.append(match_id)
                oldest = max(oldest, self._clock() - state.at / 1000)
        await asyncio.to_thread(self._database.copy_live, news)
        for match_id, _, version, entries in news:
            self._copied[match_id] = version + len(entries)
        kept = await self._keep(game, ended)
        if gone:
            await self._store.zrem(live_key(game), *gone)
        return kept, oldest

    async def _keep(self, game: str, ended: list[str]) -> int:
        """Store the records of matches that ended, then let their keys expire."""
        assert self._copied is not None
        done = []
        for match_id in ended:
            meta, entries = await asyncio.gather(
                self._store.get(key(match_id, "meta")), self._store.lrange(key(match_id, "log"), 0, -1)
            )
            try:
                record = records.of_sitting(await asyncio.to_thread(_fold, meta, entries))
            except (Refused, ValueError) as error:
                logger().error("a match cannot be archived", match=match_id, error=str(error))
                metrics.ARCHIVE_FAULTS.labels(game).inc()
                continue
            await asyncio.to_thread(self._database.put, [record])
            metrics.ARCHIVE_STORED.labels(game).inc()
            done.append(match_id)
        if done:
            await asyncio.to_thread(self._database.drop_live, done)
            forget = self._store.pipeline(transaction=False)
            for match_id in done:
                self._copied.pop(match_id, None)
                for part in PARTS:
                    forget.expire(key(match_id, part), self._settings.keep_finished_seconds)
            forget.zrem(live_key(game), *done)
            await forget.execute()
        return len(done)


def _fold(meta: bytes, entries: list[bytes]) -> Sitting:
    """The sitting that a whole log amounts to."""
    sitting = Sitting.new(decode_meta(meta))
    for entry in entries:
        sitting.apply(decode_entry(entry))
    return sitting


async def rebuild(store: Store, database: Database) -> int:
    """Put live matches back into a store that lost them. Those that are there stay as they are. How many."""
    restored = 0
    for match_id, meta, entries in database.live_copies():
        if await store.exists(key(match_id, "meta")):
            continue
        sitting = _fold(meta, entries)
        pipeline = store.pipeline(transaction=True)
        pipeline.set(key(match_id, "meta"), meta)
        pipeline.delete(key(match_id, "log"))
        if entries:
            pipeline.rpush(key(match_id, "log"), *entries)
        pipeline.set(key(match_id, "turn"), encode(sitting.turn()))
        await pipeline.execute()
        await store.zadd(live_key(sitting.meta.game), {match_id: sitting.meta.created_ms}, nx=True)
        restored += 1
    return restored
