"""The one way to change a match: tried in memory, committed to the store, and only then told to anybody."""

import asyncio
import functools
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from prometheus_client import Counter, Histogram

from services.common import metrics
from services.common.background import Background
from services.common.clock import now_ms
from services.common.errors import Refused, is_unavailable
from services.common.logs import logger
from services.common.matchlog import CHOOSE, Entry, MatchLog, Meta
from services.common.settings import Settings
from services.engine.live import Follower, Live
from services.engine.past import Pasts
from services.engine.shelf import Shelf
from services.engine.sitting import REFUSALS, Moment, Sitting, refusal

RETRY_SECONDS = 0.2

Make = Callable[[Sitting], Entry | None]
"""Builds the entry to append; None: nothing is to be done."""


Show = Callable[[Sitting, list[Moment]], None]
"""Looks at the sitting after a change, and at what the change brought about, before anything else happens."""


Settled = Callable[[Exception | None], None]
"""Told once that a change was made, or why it was not."""


def look_away(_sitting: Sitting, _moments: list[Moment]) -> None:
    """For those who hear of a change in another way."""


class Tables:
    """The matches this worker has, and the one way to change them."""

    def __init__(
        self,
        log: MatchLog,
        settings: Settings,
        committed: Callable[[Sitting, Entry | None], None],
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self.log = log
        self.clock = clock
        self._settings = settings
        self._committed = committed
        self._shelf = Shelf(log, settings.cached_matches, self._let_go)
        self._pasts = Pasts(log)
        self._background = Background()

    def held(self) -> list[Live]:
        """Every match in memory."""
        return self._shelf.held()

    async def get(self, match_id: str) -> Live:
        """A match, from memory or from the store; it may be behind the store."""
        return await self._shelf.get(match_id)

    async def create(self, meta: Meta) -> Live:
        """Set a match up and store it; a match that has the id already is given instead."""
        sitting = Sitting.new(meta)
        stored = await self.log.create(meta, sitting.turn())
        if stored is not meta:
            return await self.get(meta.match_id)
        live = Live(sitting)
        self._shelf.keep(live)
        metrics.MATCHES_CREATED.labels(meta.game).inc()
        logger().info("match made", match=meta.match_id, game=meta.game, scenario=meta.scenario)
        self._committed(sitting, None)
        return live

    @asynccontextmanager
    async def current(self, match_id: str) -> AsyncIterator[Live]:
        """A match as it stands in the store, locked while the block runs."""
        live = await self.get(match_id)
        async with self._locked(live):
            await self._catch_up(live)
            yield live

    async def change(self, live: Live, make: Make, show: Show = look_away) -> None:
        """Append the entry that `make` builds from the sitting. It may refuse, or find that nothing is to be done.

        When another worker was first, `make` is asked again on the sitting as it stands then; so it is before anything
        is refused or left undone, for we may be behind."""
        began = time.perf_counter()
        async with self._locked(live):
            while True:
                try:
                    entry = make(live.sitting)
                    moment = None if entry is None else self._try(live, entry)
                except Refused:
                    if not await self._catch_up(live):
                        raise
                    continue
                if entry is None or moment is None:
                    if not await self._catch_up(live):
                        show(live.sitting, [])
                        return
                elif await self._commit(live, entry, moment):
                    self._count(live, entry, began)
                    show(live.sitting, [moment])
                    return
                else:
                    metrics.COMMIT_CONFLICTS.labels(live.sitting.meta.game).inc()

    def change_at_once(self, live: Live, make: Make, settled: Settled) -> bool:
        """`change` for the common case, without a task: nobody else is at the match, it is followed here, and nothing
        speaks against it.

        False: not now; nothing was done."""
        if not live.watched or live.doubted is not None or not live.lock.try_enter():
            return False
        began = time.perf_counter()
        sitting = live.sitting
        try:
            entry = make(sitting)
            moment = None if entry is None else self._try(live, entry)
        except Refused:
            live.lock.leave()
            return False
        except Exception as error:
            live.lock.leave()
            settled(error)
            return True
        if entry is None or moment is None:
            live.lock.leave()
            settled(None)
            return True

        def stored(answer: bool | Exception) -> None:
            if answer is True:
                try:
                    self._settle(live, entry, moment)
                    self._count(live, entry, began)
                finally:
                    live.lock.leave()
                    settled(None)
                return
            live.doubted = moment.version - 1
            live.lock.leave()
            if answer is False:
                metrics.COMMIT_CONFLICTS.labels(sitting.meta.game).inc()
                self._background.start(self._again(live, make, settled))
            else:
                settled(answer)

        self.log.commit(sitting.meta.match_id, moment.version - 1, entry, sitting.turn(), stored)
        return True

    async def _again(self, live: Live, make: Make, settled: Settled) -> None:
        try:
            await self.change(live, make)
        except Exception as error:
            settled(error)
        else:
            settled(None)

    async def follow(self, live: Live, follower: Follower) -> None:
        """Tell the follower of everything from now on. The match must be locked."""
        if not live.watched:
            await self.log.watch(live.sitting.meta.match_id)
            await self._catch_up(live)
            live.watched = True
        live.followers.append(follower)

    def unfollow(self, live: Live, follower: Follower) -> None:
        """Stop telling."""
        if follower in live.followers:
            live.followers.remove(follower)

    def notice(self, match_id: str) -> None:
        """Another worker has committed to a match: look at it as soon as nobody is at it here."""
        live = self._shelf.find(match_id)
        if live is not None and not live.noticed:
            live.noticed = True
            self._background.start(self._heed(live))

    def notice_all(self) -> None:
        """Notices may have been missed: look at every match that is watched."""
        for live in self.held():
            if live.watched:
                self.notice(live.sitting.meta.match_id)

    async def past(self, live: Live, after: int) -> list[Moment]:
        """Every moment after a version. The match must be locked."""
        sitting = live.sitting
        missing = sitting.version - after
        if missing <= 0:
            return []
        if missing <= len(live.moments):
            return list(live.moments)[-missing:]
        return [moment for moment in await self._pasts.of(sitting) if moment.version > after]

    # -- inside

    @asynccontextmanager
    async def _locked(self, live: Live) -> AsyncIterator[None]:
        await live.lock.enter()
        try:
            if live.doubted is not None:
                await self._reload(live, live.doubted)
            yield
        finally:
            live.lock.leave()

    async def _heed(self, live: Live) -> None:
        """Catch up with others, as soon as the store can be asked."""
        while True:
            try:
                async with self._locked(live):
                    live.noticed = False
                    await self._catch_up(live)
                return
            except Exception as error:
                if is_unavailable(error):
                    await asyncio.sleep(RETRY_SECONDS)
                    continue
                live.noticed = False
                logger().error("a match cannot be followed", match=live.sitting.meta.match_id, exc_info=error)
                return

    async def _commit(self, live: Live, entry: Entry, moment: Moment) -> bool:
        """Store an entry that was tried, and tell. False: another worker was first, and we have caught up."""
        sitting = live.sitting
        done: asyncio.Future[bool | Exception] = asyncio.get_running_loop().create_future()
        self.log.commit(sitting.meta.match_id, moment.version - 1, entry, sitting.turn(), done.set_result)
        live.doubted = moment.version - 1
        answer = await asyncio.shield(done)
        if isinstance(answer, Exception):
            raise answer
        if not answer:
            await self._reload(live, moment.version - 1)
            return False
        live.doubted = None
        self._settle(live, entry, moment)
        return True

    def _try(self, live: Live, entry: Entry) -> Moment:
        """Apply an entry in memory. What the rules refuse leaves no trace; after a fault nothing is certain."""
        sitting = live.sitting
        certain = sitting.version
        try:
            return sitting.apply(entry)
        except REFUSALS as error:
            raise refusal(error, certain) from error
        except Exception:
            live.doubted = certain
            raise

    def _replay(self, live: Live, entry: Entry) -> None:
        """Apply an entry of the log, and tell. One that does not fit means that what is in memory is wrong."""
        live.doubted = live.sitting.version
        moment = live.sitting.apply(entry)
        live.doubted = None
        live.tell(moment)

    def _settle(self, live: Live, entry: Entry, moment: Moment) -> None:
        """The entry is stored: say so to everybody concerned."""
        sitting = live.sitting
        live.tell(moment)
        self._committed(sitting, entry)
        if sitting.match.is_over:
            metrics.MATCHES_ENDED.labels(sitting.meta.game).inc()
            logger().info("match ended", match=sitting.meta.match_id, game=sitting.meta.game, version=sitting.version)
        elif sitting.version - live.saved >= self._settings.snapshot_every:
            live.saved = sitting.version
            self._background.start(self.log.save_snapshot(sitting.meta.match_id, sitting.version, sitting.snapshot()))

    def _count(self, live: Live, entry: Entry, began: float) -> None:
        if entry.kind == CHOOSE:
            seconds, by_bot, by_person = _meters(live.sitting.meta.game)
            seconds.observe(time.perf_counter() - began)
            (by_bot if live.sitting.held_by_bot[entry.seat] else by_person).inc()

    async def _reload(self, live: Live, certain: int) -> None:
        """Throw the sitting away for the store's, and tell what came after the last certain version."""
        live.doubted = certain
        sitting, entries = await self._shelf.begin(await self.log.load(live.sitting.meta.match_id), certain)
        untold = certain - sitting.version
        for entry in entries[:untold]:
            sitting.apply(entry)
        live.sitting, live.doubted = sitting, None
        if sitting.version < certain:
            logger().error("the store has lost choices", match=sitting.meta.match_id, had=certain, has=sitting.version)
            live.tell_anew()
        for entry in entries[untold:]:
            self._replay(live, entry)

    def _let_go(self, live: Live) -> None:
        """A match is no longer in memory: we need not hear of it."""
        if live.watched:
            self._background.start(self.log.unwatch(live.sitting.meta.match_id))

    async def _catch_up(self, live: Live) -> bool:
        """Apply what others have appended. Whether there was anything."""
        entries = await self.log.tail(live.sitting.meta.match_id, live.sitting.version)
        for entry in entries:
            self._replay(live, entry)
        return bool(entries)


@functools.cache
def _meters(game: str) -> tuple[Histogram, Counter, Counter]:
    """What is counted for every choice, looked up once for each game."""
    return (
        metrics.DECISION_SECONDS.labels(game),
        metrics.MOVES.labels(game, "bot"),
        metrics.MOVES.labels(game, "person"),
    )
