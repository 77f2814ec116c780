"""The matches a worker has in memory, and how one comes there from the store."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from services.engine.replica import Replica
from services.match.hosted import HostedMatch
from services.match.log import Entry, decode_entry, decode_meta
from services.process import metrics
from services.process.logs import logger
from services.process.refusals import Refused
from services.store.matchlog import MatchLog, StoredMatch

EVICTION_TRIES = 16
"""Matches tried to make room for one more. Several, for the least recently used may be in use."""


class MatchCache:
    """Keeps so many replicas, and evicts those not used for longest."""

    def __init__(self, log: MatchLog, size: int, on_evicted: Callable[[Replica], None]) -> None:
        self._log = log
        self._size = size
        self._on_evicted = on_evicted
        self._replicas: OrderedDict[str, Replica] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Replica]] = {}

    def all(self) -> list[Replica]:
        """Every match in memory."""
        return list(self._replicas.values())

    def find(self, match_id: str) -> Replica | None:
        """A match, if it is in memory."""
        return self._replicas.get(match_id)

    async def get(self, match_id: str) -> Replica:
        """A match, from memory or from the store; it may be behind the store."""
        replica = self._replicas.get(match_id)
        if replica is not None:
            self._replicas.move_to_end(match_id)
            metrics.CACHE_READS.labels(replica.hosted.meta.game, "hit").inc()
            return replica
        loading = self._loading.get(match_id)
        if loading is None:
            loading = asyncio.create_task(self._load(match_id))
            self._loading[match_id] = loading
            loading.add_done_callback(lambda _: self._loading.pop(match_id, None))
        return await asyncio.shield(loading)

    def put(self, replica: Replica) -> None:
        """Keep a match. To make room for it, others go; those in use only go to the end of the line."""
        self._replicas[replica.match_id] = replica
        for _ in range(EVICTION_TRIES):
            if len(self._replicas) <= self._size:
                return
            old_id, old = next(iter(self._replicas.items()))
            if old.subscribers or old.lock.locked or old is replica:
                self._replicas.move_to_end(old_id)
                continue
            del self._replicas[old_id]
            self._on_evicted(old)

    async def restore(self, stored: StoredMatch, latest: int | None = None) -> tuple[HostedMatch, list[Entry]]:
        """A stored match at its snapshot, unless that is after the `latest` version, and the entries since.

        A snapshot is only a cache: one that cannot be read is passed over."""
        meta = decode_meta(stored.meta)
        if stored.snapshot and (latest is None or stored.snapshot_version <= latest):
            try:
                return HostedMatch.restore(meta, stored.snapshot), list(map(decode_entry, stored.entries))
            except Refused:
                raise
            except Exception as error:
                logger().warning("a snapshot cannot be read", match=meta.match_id, error=str(error))
        hosted = HostedMatch.new(meta)
        entries = await self._log.entries(meta.match_id) if stored.snapshot else stored.entries
        return hosted, list(map(decode_entry, entries))

    async def _load(self, match_id: str) -> Replica:
        hosted, entries = await self.restore(await self._log.load(match_id))
        for entry in entries:
            hosted.apply(entry)
        replica = Replica(hosted)
        metrics.CACHE_READS.labels(hosted.meta.game, "miss").inc()
        self.put(replica)
        return replica
