"""Follows the live log: copies what was appended, keeps matches that ended, then lets the store forget them.

One process of a release follows at a time, by a lease in the store. Two following at once would do no harm. Matches
made under other rules are left to the release that plays by them."""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import engine
from services.api.archive_pb2 import ArchivedRecord
from services.archive import records
from services.archive.database import Database
from services.match.editions import edition
from services.match.hosted import HostedMatch
from services.match.log import decode_entry, decode_meta, decode_waiting, encode
from services.process import metrics
from services.process.chunks import chunks
from services.process.logs import logger
from services.process.settings import Settings
from services.store.connection import UNREACHABLE, Store, load_functions, note_away
from services.store.lease import Lease
from services.store.matchlog import PARTS, key, live_key

CHUNK = 500
LEASE_ROUNDS = 3
"""Rounds that a follower may miss before another takes over."""
MAKING_MS = 60_000
"""A match is listed a moment before it is stored: one that is not there after so long is gone."""


class Follower:
    """Copies the log into the database."""

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
        """By match: the version its copy has; None: the database is to be asked."""
        self._ended: dict[str, float] = {}
        """Matches that have ended and are not kept yet, and when they ended."""
        self._faulty: set[str] = set()
        """Those among them that cannot be kept, which was said once."""
        for game in self._editions:
            metrics.ARCHIVE_FAULTS.labels(game)  # an alert sees the first fault only if it saw none before

    async def run(self) -> None:
        """Follow until cancelled."""
        while True:
            try:
                if await self._lease.held():
                    await self.follow()
                else:
                    self._forget()
            except UNREACHABLE as error:
                note_away("archive", error)
            except Exception as error:
                logger().error("following failed", exc_info=error)
            await asyncio.sleep(self._settings.clocks.follow_seconds)

    async def follow(self) -> int:
        """One round over every live match. How many records were kept."""
        try:
            if self._copied is None:
                self._copied = await asyncio.to_thread(self._database.live_versions)
                await self._name_strangers()
            kept = 0
            for game in self._editions:
                for some in chunks(await self._live(game), CHUNK):
                    kept += await self._follow_some(game, dict(some), self._copied)
            metrics.ARCHIVE_LIVE.set(len(self._copied))
        except Exception:
            self._copied = None  # another may have copied, or we have and were not told
            with contextlib.suppress(*UNREACHABLE):
                await self._note_ended()
            raise
        finally:
            self._show_lag()
        return kept

    async def _live(self, game: str) -> list[tuple[str, float]]:
        """The live matches of a game, and when each was made, in milliseconds."""
        listed = await self._store.zrange(live_key(self._editions[game]), 0, -1, withscores=True)
        return [(raw.decode(), made) for raw, made in listed]

    async def _name_strangers(self) -> None:
        """Say which matches of other rules the store holds: if no release plays by them, they wait for ever."""
        known = {live_key(name) for name in self._editions.values()}
        async for raw in self._store.scan_iter(match=live_key("*")):
            if (name := raw.decode()) not in known:
                logger().warning("matches of other rules", list=name, matches=await self._store.zcard(name))

    async def _note_ended(self) -> None:
        """Look for matches that wait to be kept, so that the lag is known also while nothing can be."""
        for game in self._editions:
            for some in chunks(await self._live(game), CHUNK):
                asked = self._store.pipeline(transaction=False)
                for match_id, _ in some:
                    asked.get(key(match_id, "waiting"))
                for (match_id, _), turn in zip(some, await asked.execute(), strict=True):
                    if turn is not None and (state := decode_waiting(turn)).over:
                        self._ended[match_id] = state.at / 1000

    async def _follow_some(self, game: str, made: dict[str, float], copied: dict[str, int]) -> int:
        asked = self._store.pipeline(transaction=False)
        for match_id in made:
            new = match_id not in copied
            asked.execute_command("GET" if new else "EXISTS", key(match_id, "meta"))
            asked.lrange(key(match_id, "log"), copied.get(match_id, 0), -1)
            asked.get(key(match_id, "waiting"))
        found = await asked.execute()
        news, ended, gone = [], [], []
        for number, match_id in enumerate(made):
            meta, entries, turn = found[3 * number : 3 * number + 3]
            if not meta:
                if self._clock() * 1000 - made[match_id] > MAKING_MS:
                    gone.append(match_id)
                continue
            new = match_id not in copied
            if new or entries:
                news.append((match_id, meta if new else None, copied.get(match_id, 0), entries))
            if turn is not None and (state := decode_waiting(turn)).over:
                ended.append(match_id)
                self._ended[match_id] = state.at / 1000
        await asyncio.to_thread(self._database.copy_live, news)
        for match_id, _, version, entries in news:
            copied[match_id] = version + len(entries)
        kept = [record for match_id in ended if (record := await self._record_of(game, match_id)) is not None]
        done = [record.match_id for record in kept]
        if kept:
            await asyncio.to_thread(self._database.put, kept)
            metrics.ARCHIVE_STORED.labels(game).inc(len(kept))
        await self._let_go(game, done, gone)
        for match_id in done:
            copied.pop(match_id, None)
        return len(done)

    async def _record_of(self, game: str, match_id: str) -> ArchivedRecord | None:
        """The record of a match that ended; None for one that cannot be played again, lest it be in others' way."""
        if match_id in self._faulty:
            return None
        meta, entries = await asyncio.gather(
            self._store.get(key(match_id, "meta")), self._store.lrange(key(match_id, "log"), 0, -1)
        )
        try:
            return records.of_sitting(await asyncio.to_thread(_fold, meta, entries))
        except Exception as error:
            self._faulty.add(match_id)
            logger().error("a match cannot be archived", match=match_id, exc_info=error)
            metrics.ARCHIVE_FAULTS.labels(game).inc()
            return None

    async def _let_go(self, game: str, kept: Sequence[str], gone: Sequence[str]) -> None:
        """Let the store forget matches that are kept, and the list of live ones those that are gone."""
        if kept:
            await asyncio.to_thread(self._database.drop_live, kept)
        forget = self._store.pipeline(transaction=False)
        for match_id in kept:
            for part in PARTS:
                forget.expire(key(match_id, part), self._settings.store.keep_finished_seconds)
        if kept or gone:
            forget.zrem(live_key(self._editions[game]), *kept, *gone)
            await forget.execute()
        for match_id in (*kept, *gone):
            self._ended.pop(match_id, None)
            self._faulty.discard(match_id)

    def _forget(self) -> None:
        """Another follows: what we knew grows old."""
        self._copied = None
        self._ended.clear()
        self._show_lag()

    def _show_lag(self) -> None:
        now = self._clock()
        metrics.ARCHIVE_LAG.set(max((now - when for when in self._ended.values()), default=0.0))


def _fold(meta: bytes, entries: Sequence[bytes]) -> HostedMatch:
    """The sitting that a whole log amounts to."""
    sitting = HostedMatch.new(decode_meta(meta))
    for entry in entries:
        sitting.apply(decode_entry(entry))
    return sitting


@dataclass
class Rebuilt:
    """What a rebuild has done."""

    matches: int = 0
    """Live matches put back."""
    unplayed: dict[str, str] = field(default_factory=dict)
    """Those among them that these rules cannot play, and why: nobody is called for them until somebody acts."""


async def rebuild(store: Store, database: Database) -> Rebuilt:
    """Put our functions and live matches back into a store that lost them. Those that are there stay as they are."""
    await load_functions(store)
    done = Rebuilt()
    for match_id, meta, entries in database.live_copies():
        if await store.exists(key(match_id, "meta")):
            continue
        made = decode_meta(meta)
        pipeline = store.pipeline(transaction=True)
        pipeline.set(key(match_id, "meta"), meta)
        pipeline.delete(key(match_id, "log"))
        if entries:
            pipeline.rpush(key(match_id, "log"), *entries)
        try:
            pipeline.set(key(match_id, "waiting"), encode(_fold(meta, entries).waiting()))
        except Exception as error:
            done.unplayed[match_id] = f"{type(error).__name__}: {error}"
        await pipeline.execute()
        await store.zadd(live_key(made.edition), {match_id: made.created_ms}, nx=True)
        done.matches += 1
    return done
