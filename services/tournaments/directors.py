"""Directors of all tournaments that are under way: one for each, by a lease in the store, in whichever process has it.

The lease says who should direct; the fence in the database sees to it that nobody else does."""

import asyncio
import secrets

import grpc
from sqlalchemy.exc import SQLAlchemyError

from services.process import metrics
from services.process.background import cancel_and_wait
from services.process.clock import Clock, now_ms
from services.process.logs import logger
from services.process.refusals import Refused, detail_of
from services.rpc.clients import ServiceClients
from services.store.connection import UNREACHABLE, Store, note_failure, note_unreachable
from services.store.lease import Lease
from services.store.notices import Notices
from services.tournaments.database import Conflict, Database, Fenced
from services.tournaments.director import Director
from services.tournaments.replica import Replicas
from services.tournaments.watching import wait

LOOK_SECONDS = 1.0
"""How often a process looks for tournaments that nobody directs."""
STEP_SECONDS = 0.5
"""How often a tournament is looked after, if nothing happens to it."""
PAUSE_SECONDS = 1.0
"""Pause where something that is needed does not answer."""
LEASE_SECONDS = 8.0
RENEWAL_SECONDS = 2.0


class Directors:
    """The directors of one process."""

    def __init__(
        self,
        store: Store,
        database: Database,
        replicas: Replicas,
        clients: ServiceClients,
        notices: Notices,
        clock: Clock = now_ms,
    ) -> None:
        self._store = store
        self._database = database
        self._replicas = replicas
        self._clients = clients
        self._notices = notices
        self._clock = clock
        self._holder = secrets.token_hex(6)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._last_step: dict[str, float] = {}
        """By tournament that is directed here: when it was last looked after."""
        metrics.TOURNAMENT_FAULTS.inc(0)
        metrics.TOURNAMENT_RESULTS.labels("refused")  # an alert sees the first only if it saw none before

    async def run(self) -> None:
        """Direct until cancelled."""
        try:
            while True:
                try:
                    await self._look()
                except SQLAlchemyError as error:
                    logger().warning("the database of the tournaments is away", error=str(error))
                self._set_metrics()
                await asyncio.sleep(LOOK_SECONDS)
        finally:
            await cancel_and_wait(*self._tasks.values())

    async def _look(self) -> None:
        """Begin to direct tournaments that nobody directs here."""
        self._tasks = {one: task for one, task in self._tasks.items() if not task.done()}
        for tournament_id in await asyncio.to_thread(self._database.to_direct, self._clock()):
            if tournament_id not in self._tasks:
                self._tasks[tournament_id] = asyncio.create_task(self._try_direct(tournament_id))

    async def _try_direct(self, tournament_id: str) -> None:
        """Direct a tournament, if nobody else does."""
        lease = Lease(self._store, f"tournament:{tournament_id}", self._holder, LEASE_SECONDS)
        try:
            if await lease.acquire():
                try:
                    await self._direct_while_leased(tournament_id, lease)
                finally:
                    await lease.release()
        except UNREACHABLE as error:
            note_unreachable("tournaments", error)
        except Exception as error:
            note_failure("tournaments", error)

    async def _direct_while_leased(self, tournament_id: str, lease: Lease) -> None:
        directing = asyncio.create_task(self._direct(tournament_id))
        try:
            while not directing.done():
                await asyncio.wait([directing], timeout=RENEWAL_SECONDS)
                if not directing.done() and not await lease.acquire():
                    logger().warning("another directs the tournament", tournament=tournament_id)
                    return
            directing.result()
        finally:
            await cancel_and_wait(directing)
            self._last_step.pop(tournament_id, None)

    async def _direct(self, tournament_id: str) -> None:
        """Direct a tournament until it is settled, or another has taken over."""
        director = Director(tournament_id, self._database, self._replicas, self._clients, self._clock)
        self._last_step[tournament_id] = asyncio.get_running_loop().time()
        is_ready = False
        try:
            with self._notices.watch(tournament_id) as notice:
                while True:
                    notice.clear()
                    try:
                        if not is_ready:
                            await director.take_over()
                            is_ready = True
                        if not await director.step():
                            return
                        self._last_step[tournament_id] = asyncio.get_running_loop().time()
                    except Fenced:
                        logger().warning("another directs the tournament", tournament=tournament_id)
                        return
                    except Conflict:
                        continue
                    except (grpc.RpcError, Refused, SQLAlchemyError) as error:
                        await self._wait_for(tournament_id, error)
                    except Exception as error:
                        metrics.TOURNAMENT_FAULTS.inc()
                        logger().error("a tournament cannot be directed", tournament=tournament_id, exc_info=error)
                        await asyncio.sleep(PAUSE_SECONDS)
                    else:
                        await wait(notice, STEP_SECONDS)
        finally:
            await director.close()

    async def _wait_for(self, tournament_id: str, error: Exception) -> None:
        """Wait for something that does not answer."""
        message = detail_of(error).message if isinstance(error, grpc.RpcError) else str(error)
        logger().warning("a tournament waits", tournament=tournament_id, error=message)
        await asyncio.sleep(PAUSE_SECONDS)

    def _set_metrics(self) -> None:
        now = asyncio.get_running_loop().time()
        metrics.TOURNAMENTS_DIRECTED.set(len(self._last_step))
        metrics.TOURNAMENT_AGE.set(max((now - when for when in self._last_step.values()), default=0.0))
        metrics.TOURNAMENT_TABLES.set(sum(self._replicas.open_tables(one) for one in self._last_step))
