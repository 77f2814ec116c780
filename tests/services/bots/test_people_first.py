"""Pairs of ladders wait for people: for turns that are queued beside them, and for those that come while they play."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass

import grpc
import pytest

from services.api import bots_pb2 as pb
from services.api.bots_pb2_grpc import BotsServiceStub
from services.bots.__main__ import setup as bots_setup
from services.engine.__main__ import setup as engine_setup
from services.match.editions import edition
from services.process.settings import Settings
from services.rpc.serving import serving
from services.store.connection import Store
from services.store.task_queues import ladder_queue
from tests.services import endless_bot  # noqa: F401  # makes the slow bot known here
from tests.services.bots.test_bots import over, start_worker
from tests.services.bots.test_pairs import pairs
from tests.services.conftest import eventually, narrow_broker
from tests.services.engine.conftest import Engine


@dataclass
class Services:
    """An engine, bots that play pairs, and the settings of a worker with one process."""

    engine: Engine
    bots: BotsServiceStub
    worker: Settings
    store: Store
    auth: tuple[tuple[str, str], ...]

    @contextlib.asynccontextmanager
    async def playing_pairs(self, count: int) -> AsyncIterator["asyncio.Task[None]"]:
        """Pairs of bots that take their time, for as long as the block runs."""
        request = pb.PlayPairsRequest(game="barrow", scenario="duel", pairs=pairs(*range(count), first="slow"))
        call = self.bots.PlayPairs(request, metadata=self.auth)

        async def wait() -> None:
            async for _ in call:
                return

        first_result = asyncio.create_task(wait())
        try:
            await eventually(self.waiting_pairs)
            yield first_result
        finally:
            call.cancel()
            await asyncio.gather(first_result, return_exceptions=True)

    async def waiting_pairs(self) -> int:
        """How many tasks with pairs no worker has taken."""
        return await self.store.llen(ladder_queue(edition("barrow")))


@pytest.fixture
async def services(settings, store, admin, service) -> AsyncIterator[Services]:
    async with contextlib.AsyncExitStack() as stack:
        unswept = settings.having(sweep_seconds=3600.0)  # what is lost or held up stays so
        engine = await stack.enter_async_context(serving(engine_setup, unswept))
        bots = await stack.enter_async_context(serving(bots_setup, settings))
        to_engine = await stack.enter_async_context(grpc.aio.insecure_channel(engine.address))
        to_bots = await stack.enter_async_context(grpc.aio.insecure_channel(bots.address))
        with_engine = settings.having(engines=f"*={engine.address}", bot_processes=1)
        worker = await narrow_broker(with_engine, store)
        yield Services(Engine(to_engine, admin), BotsServiceStub(to_bots), worker, store, service)


async def test_turns_come_before_pairs_that_were_queued_first(services: Services) -> None:
    async with services.playing_pairs(20):
        match = await services.engine.new_match(0, 2)
        async with start_worker(services.worker):
            assert await eventually(lambda: over(services.engine, match.id))
            assert await services.waiting_pairs()


async def test_a_pair_that_takes_long_holds_up_no_turn(services: Services) -> None:
    """The only process there is plays it; between two of its decisions it does what people wait for."""
    async with services.playing_pairs(1) as first_result, start_worker(services.worker):

        async def is_played() -> bool:
            return not await services.waiting_pairs()

        await eventually(is_played)
        match = await services.engine.new_match(1, 1)

        async def has_begun() -> bool:
            return (await services.engine.see(match)).version > 0

        assert await eventually(has_begun)
        await asyncio.sleep(0.5)  # had the turn waited for the pair, its result would be here by now
        assert not first_result.done()
