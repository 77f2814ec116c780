"""The matches a worker has in memory, and how one comes there from the store."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from services.common import metrics
from services.common.errors import Refused
from services.common.logs import logger
from services.common.matchlog import Entry, Loaded, MatchLog
from services.engine.live import Live
from services.engine.sitting import Sitting

LOOKS = 16
"""Matches looked at to make room for one more. Several, for those at the front of the line may be in use."""


class Shelf:
    """Holds so many matches, and lets go of those not used for longest."""

    def __init__(self, log: MatchLog, room: int, let_go: Callable[[Live], None]) -> None:
        self._log = log
        self._room = room
        self._let_go = let_go
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Live]] = {}

    def held(self) -> list[Live]:
        """Every match in memory."""
        return list(self._live.values())

    def find(self, match_id: str) -> Live | None:
        """A match, if it is in memory."""
        return self._live.get(match_id)

    async def get(self, match_id: str) -> Live:
        """A match, from memory or from the store; it may be behind the store."""
        live = self._live.get(match_id)
        if live is not None:
            self._live.move_to_end(match_id)
            metrics.CACHE_READS.labels(live.sitting.meta.game, "hit").inc()
            return live
        loading = self._loading.get(match_id)
        if loading is None:
            loading = asyncio.create_task(self._load(match_id))
            self._loading[match_id] = loading
            loading.add_done_callback(lambda _: self._loading.pop(match_id, None))
        return await asyncio.shield(loading)

    def keep(self, live: Live) -> None:
        """Hold a match. To make room for it, what is in use goes to the end of the line, and others go."""
        self._live[live.sitting.meta.match_id] = live
        for _ in range(LOOKS):
            if len(self._live) <= self._room:
                return
            old_id, old = next(iter(self._live.items()))
            if old.followers or old.lock.taken or old is live:
                self._live.move_to_end(old_id)
                continue
            del self._live[old_id]
            self._let_go(old)

    async def begin(self, found: Loaded, latest: int | None = None) -> tuple[Sitting, list[Entry]]:
        """A stored match at its snapshot, unless that is after the latest version asked for, and the entries since.

        A snapshot is only a cache: one that cannot be read is passed over."""
        match_id = found.meta.match_id
        if found.snapshot and (latest is None or found.snapshot_version <= latest):
            try:
                return Sitting.restore(found.meta, found.snapshot), found.entries
            except Refused:
                raise
            except Exception as error:
                logger().warning("a snapshot cannot be read", match=match_id, error=str(error))
        sitting = Sitting.new(found.meta)
        return sitting, await self._log.tail(match_id, 0) if found.snapshot else found.entries

    async def _load(self, match_id: str) -> Live:
        sitting, entries = await self.begin(await self._log.load(match_id))
        for entry in entries:
            sitting.apply(entry)
        live = Live(sitting)
        metrics.CACHE_READS.labels(sitting.meta.game, "miss").inc()
        self.keep(live)
        return live
