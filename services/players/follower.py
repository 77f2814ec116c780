"""Follows the archive: rates matches that were finished, and gives records of deleted accounts their pseudonyms.

One process follows at a time, by a lease in the store. Two following at once would do no harm."""

import asyncio
import secrets
import time

from services.api.archive_pb2 import ListFinishedRequest, RenamePlayerRequest
from services.players.database import Database
from services.players.rating_table import RatingTable
from services.process import metrics
from services.process.clock import Clock, now_ms
from services.process.settings import Settings
from services.rpc.clients import ServiceClients
from services.store.connection import UNREACHABLE, Store, note_failure, note_unreachable
from services.store.lease import Lease

PAGE = 200
CALL_SECONDS = 10.0
LEASE_SECONDS = 30.0
LOOK_AGAIN_SECONDS = 10.0
"""How often records that came in are looked through for names of accounts that were deleted before."""


class Follower:
    """Reads what the archive has of finished matches."""

    def __init__(
        self, store: Store, database: Database, clients: ServiceClients, settings: Settings, clock: Clock = now_ms
    ) -> None:
        self._database = database
        self._ratings = RatingTable(database.engine)
        self._clients = clients
        self._pause = settings.clocks.follow_seconds
        self._clock = clock
        self._lease = Lease(store, "players", secrets.token_hex(6), max(LEASE_SECONDS, 3 * self._pause))
        self._names_seen: set[str] = set()
        """Names of deleted accounts that all records were looked through for."""
        self._look_again_at = 0.0
        metrics.RATING_FAULTS.inc(0)

    async def run(self) -> None:
        """Follow until cancelled."""
        while True:
            try:
                if await self._lease.acquire():
                    while await self.rate_page():
                        await self._lease.acquire()
                    await self.rename_deleted()
            except UNREACHABLE as error:
                note_unreachable("players", error)
            except Exception as error:
                metrics.RATING_FAULTS.inc()
                note_failure("players", error)
            await asyncio.sleep(self._pause)

    async def rate_page(self) -> bool:
        """Rate the next matches that were finished. Whether there may be more."""
        cursor = await asyncio.to_thread(self._ratings.cursor)
        request = ListFinishedRequest(cursor=cursor, page_size=PAGE)
        page = await self._clients.archive().ListFinished(
            request, metadata=self._clients.metadata(), timeout=CALL_SECONDS
        )
        if not page.records:
            return False
        rated = await asyncio.to_thread(self._ratings.apply, page.records, cursor, page.cursor)
        if rated is not None:
            metrics.RATED_MATCHES.labels("rated").inc(rated)
            metrics.RATED_MATCHES.labels("unrated").inc(len(page.records) - rated)
        return len(page.records) == PAGE

    async def rename_deleted(self) -> None:
        """Have the archive give records the pseudonyms of deleted accounts: at once, and again and again while matches
        of theirs may end. Names are forgotten after that time."""
        now, names = time.monotonic(), await asyncio.to_thread(self._database.open_pseudonyms)
        if now >= self._look_again_at:
            self._names_seen.clear()
            self._look_again_at = now + LOOK_AGAIN_SECONDS
        for name, pseudonym, until_ms in names:
            if name in self._names_seen:
                continue
            request = RenamePlayerRequest(player=name, new_name=pseudonym)
            await self._clients.archive().RenamePlayer(request, metadata=self._clients.metadata(), timeout=CALL_SECONDS)
            if until_ms <= self._clock():
                await asyncio.to_thread(self._database.forget_name, name)
            self._names_seen.add(name)
