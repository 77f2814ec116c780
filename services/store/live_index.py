"""The index of live matches: which are due, wait for bots, have changed or have ended, so that nobody reads the others.

It is sorted sets, in a few partitions for each edition. The sets of a partition are in one hash slot, the partitions
in several, for a cluster to place. A match's own keys are in another slot, so that an entry of its log and the index
cannot be written at once: the index is noted just before the entry, in the same write, and whoever finds a match there
looks at the match itself. What is lost all the same is found by a scan of all live matches, now and then."""

import functools
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from services.store.connection import Store, call_function

PARTITIONS = 8
"""Of one edition. A match is in one of them for good, so this cannot be changed while matches are in play."""
SETS = ("due", "bots", "changed", "ended")
"""The sets of a partition, by what their scores are: when somebody has to look at a match; since when it waits for a
bot; its version, while the archive lacks it; when it ended, until it is archived. Times are in milliseconds."""
PAGE = 200
"""Matches of one step of a scan: few enough that no choice waits for it."""


class IndexNote(NamedTuple):
    """Where a match stands in the index: a score for each set, and 0 where it is not in it."""

    version: int
    due: int = 0
    bots: int = 0
    ended: int = 0


class Indexed(NamedTuple):
    """A match in one set of the index."""

    match_id: str
    score: float


class IndexCounts(NamedTuple):
    """How many matches are in play, how many of them wait for bots and since when, and how many have ended."""

    live: int
    bots: int
    ended: int
    oldest_bots: float | None


def live_key(edition: str) -> str:
    """The store's key of the matches of an edition that are not archived yet, sorted by when they were created."""
    return f"live:{edition}"


@functools.lru_cache(4096)
def index_keys(match_id: str, edition: str) -> tuple[str, ...]:
    """The store's keys of the sets that a match is in, in the order of SETS; remembered, for each choice needs them."""
    return _partition_keys(edition, _partition(match_id))


@functools.cache
def _partition_keys(edition: str, partition: int) -> tuple[str, ...]:
    return tuple(f"{{live:{edition}:{partition}}}:{name}" for name in SETS)


def _partition(match_id: str) -> int:
    return zlib.crc32(match_id.encode()) % PARTITIONS


class LiveIndex:
    """Reads the index of one edition, and takes out of it what was seen to."""

    def __init__(self, store: Store, edition: str) -> None:
        self._store = store
        self._edition = edition

    async def counts(self) -> IndexCounts:
        """How many matches there are, by what they wait for."""
        reads = self._store.pipeline(transaction=False)
        reads.zcard(live_key(self._edition))
        for bots, ended in zip(self._keys("bots"), self._keys("ended"), strict=True):
            reads.zcard(bots)
            reads.zcard(ended)
            reads.zrange(bots, 0, 0, withscores=True)
        live, *answers = await reads.execute()
        oldest = [since for first in answers[2::3] for _, since in first]
        return IndexCounts(live, sum(answers[::3]), sum(answers[1::3]), min(oldest, default=None))

    async def due(self, now_ms: int, most: int) -> list[Indexed]:
        """Matches that have to be looked at by now, so many of a partition at most."""
        reads = self._store.pipeline(transaction=False)
        for name in self._keys("due"):
            reads.zrangebyscore(name, "-inf", now_ms, 0, most, withscores=True)
        return _matches(await reads.execute())

    async def all(self, name: str) -> list[Indexed]:
        """Every match of one of the sets."""
        reads = self._store.pipeline(transaction=False)
        for partition in self._keys(name):
            reads.zrange(partition, 0, -1, withscores=True)
        return _matches(await reads.execute())

    async def created(self, match_ids: Sequence[str]) -> list[float | None]:
        """When matches were created, in milliseconds; None for those that are not on the live list."""
        if not match_ids:
            return []
        times: list[float | None] = await self._store.zmscore(live_key(self._edition), match_ids)
        return times

    async def enter(self, notes: Mapping[str, IndexNote]) -> None:
        """Enter matches that may be missing. One that is there stays as it is, or is due earlier: what was noted
        meanwhile is not undone."""
        await self._call("index_enter", {id: (note.due, note.bots, note.ended) for id, note in notes.items()})

    async def move_due(self, times: Mapping[Indexed, int]) -> None:
        """Set when matches are to be looked at again, and 0 for not at all; those noted meanwhile stay as they are."""
        await self._move("due", times)

    async def drop_from(self, name: str, matches: Iterable[Indexed]) -> None:
        """Take matches out of one of the sets, but for those noted meanwhile."""
        await self._move(name, dict.fromkeys(matches, 0))

    async def drop_changed(self, versions: Mapping[str, int]) -> None:
        """Note up to which version matches were copied: those that have not changed since are taken out."""
        await self._call("index_copied", {id: (version,) for id, version in versions.items()})

    async def drop(self, match_ids: Sequence[str]) -> None:
        """Take matches off the live list and out of the index."""
        if not match_ids:
            return
        pipeline = self._store.pipeline(transaction=False)
        pipeline.zrem(live_key(self._edition), *match_ids)
        for match_id in match_ids:
            for name in index_keys(match_id, self._edition):
                pipeline.zrem(name, match_id)
        await pipeline.execute()

    async def _move(self, name: str, times: Mapping[Indexed, int]) -> None:
        await self._call("index_move", {one.match_id: (one.score, time) for one, time in times.items()}, name)

    async def _call(self, function: str, args_of: Mapping[str, tuple[Any, ...]], *names: str) -> None:
        """Call a function for these matches, once for each partition; with the keys of these sets, or of all."""
        args: dict[int, list[Any]] = {}
        for match_id, values in args_of.items():
            args.setdefault(_partition(match_id), []).extend((match_id, *values))
        for partition, some in args.items():
            keys = dict(zip(SETS, _partition_keys(self._edition, partition), strict=True))
            await call_function(self._store, function, [keys[name] for name in names or SETS], some)

    def _keys(self, name: str) -> list[str]:
        """The keys of one set in all partitions."""
        return [_partition_keys(self._edition, number)[SETS.index(name)] for number in range(PARTITIONS)]


class LiveScan:
    """Goes through all live matches of an edition page by page, and then rests."""

    def __init__(self, store: Store, edition: str, rest_seconds: float, clock: Callable[[], float]) -> None:
        """`clock` is in seconds."""
        self._store = store
        self._key = live_key(edition)
        self._rest_seconds = rest_seconds
        self._clock = clock
        self._cursor = 0
        self._rests_until = 0.0

    async def page(self) -> dict[str, float]:
        """The next matches, and when each was created, in milliseconds; none while it rests."""
        if not self._cursor and self._clock() < self._rests_until:
            return {}
        cursor, listed = await self._store.zscan(self._key, self._cursor, count=PAGE)
        self._cursor = int(cursor)
        if not self._cursor:
            self._rests_until = self._clock() + self._rest_seconds
        return {raw.decode(): created_ms for raw, created_ms in listed}


def _matches(ranges: Iterable[Iterable[tuple[bytes, float]]]) -> list[Indexed]:
    return [Indexed(raw.decode(), score) for partition in ranges for raw, score in partition]
