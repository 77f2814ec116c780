"""Matches that everybody left: bots play them out, so that every match ends and is archived."""

import contextlib

import grpc

from services.api import archive_pb2
from services.api import engine_pb2 as pb
from services.api.archive_pb2_grpc import ArchiveServiceStub
from services.api.match_pb2 import ClockRules
from services.archive.__main__ import setup as archive_setup
from services.engine.__main__ import setup
from services.rpc.serving import serving
from tests.services.bots.test_bots import start_worker
from tests.services.conftest import channel_to, eventually
from tests.services.engine.conftest import Engine

A_SECOND = 1 / 3600


async def test_a_match_without_clocks_that_nobody_comes_to_ends_in_the_archive(settings, store, admin) -> None:
    settings = settings.having(longest_absence_hours=A_SECOND)
    async with contextlib.AsyncExitStack() as stack:
        process = await stack.enter_async_context(serving(setup, settings))
        worker = Engine(await stack.enter_async_context(grpc.aio.insecure_channel(process.address)), admin)
        archive = ArchiveServiceStub(await stack.enter_async_context(channel_to(archive_setup, settings)))
        with_engine = settings.having(engines=f"*={process.address}")
        await stack.enter_async_context(start_worker(with_engine))
        match = await worker.new_match()

        async def archived():
            with contextlib.suppress(grpc.RpcError):
                return await archive.Verify(archive_pb2.VerifyRequest(match_id=match.id), metadata=admin)

        assert (await eventually(archived, 60)).ok


async def test_a_match_says_how_long_its_people_may_be_gone(worker) -> None:
    for absence_ms, allowed in ((0, 72 * 3_600_000), (5_000, 5_000)):
        match = await worker.new_match(clock=ClockRules(absence_ms=absence_ms))
        info = (await worker.stub.GetMatch(pb.GetMatchRequest(match_id=match.id), metadata=worker.admin)).match
        assert info.clock.absence_ms == allowed
