"""Matches that everybody left, or nobody came to: bots play them out, or they end, and every match is archived."""

import asyncio
import contextlib

import grpc

from services.api import archive_pb2
from services.api import engine_pb2 as pb
from services.api.archive_pb2_grpc import ArchiveServiceStub
from services.api.match_pb2 import ClockRules
from services.archive.__main__ import setup as archive_setup
from services.engine.__main__ import setup
from services.match.log import ABANDON, UNJOINED, decode_entry
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

        assert (await eventually(archived)).ok


async def test_a_match_says_how_long_its_people_may_be_gone(worker) -> None:
    for absence_ms, allowed in ((0, 72 * 3_600_000), (5_000, 5_000)):
        match = await worker.new_match(clock=ClockRules(absence_ms=absence_ms))
        info = (await worker.stub.GetMatch(pb.GetMatchRequest(match_id=match.id), metadata=worker.admin)).match
        assert info.clock.absence_ms == allowed


async def test_a_match_that_none_of_its_people_joins_in_time_ends_without_a_winner(worker, store) -> None:
    match = await worker.new_match(people=1, bots=1, join_within_ms=100)

    async def ended():
        info = (await worker.stub.GetMatch(pb.GetMatchRequest(match_id=match.id), metadata=worker.admin)).match
        return info.end if info.HasField("end") else None

    end = await eventually(ended)
    assert (end.outcome.reason, list(end.outcome.winners)) == ("abandoned", [])
    last = decode_entry((await store.lrange(f"{{m:{match.id}}}:log", -1, -1))[0])
    assert (last.kind, last.cause) == (ABANDON, UNJOINED)


async def test_a_match_is_not_abandoned_that_was_joined_or_has_no_such_time(worker, store) -> None:
    watched = await worker.new_match(join_within_ms=200)
    call = worker.stub.Watch(pb.WatchRequest(match_id=watched.id, seat=1), metadata=watched.auth(1))
    await call.read()
    call.cancel()
    looked_at = await worker.new_match(join_within_ms=200)
    await worker.see(looked_at, 0)
    played = await worker.new_match(join_within_ms=200)
    await worker.choose(played, 0, version=0)
    await store.delete(f"{{m:{played.id}}}:seen")  # as after a rebuild of the store: its log tells
    without = await worker.new_match()
    unjoined = await worker.new_match(join_within_ms=200)
    await worker.stub.Observe(pb.ObserveRequest(match_id=unjoined.id))  # who only looks on has not joined

    async def is_over(match) -> bool:
        info = await worker.stub.GetMatch(pb.GetMatchRequest(match_id=match.id), metadata=worker.admin)
        return info.match.HasField("end")

    await eventually(lambda: is_over(unjoined))
    await asyncio.sleep(0.3)  # several sweeps
    assert not [match for match in (watched, looked_at, played, without) if await is_over(match)]


async def test_an_archived_match_that_was_abandoned_is_true(settings, store, admin) -> None:
    async with (
        channel_to(setup, settings) as engine_channel,
        channel_to(archive_setup, settings) as archive_channel,
    ):
        worker, archive = Engine(engine_channel, admin), ArchiveServiceStub(archive_channel)
        match = await worker.new_match(people=1, bots=1, join_within_ms=50)

        async def archived():
            with contextlib.suppress(grpc.RpcError):
                return await archive.Verify(archive_pb2.VerifyRequest(match_id=match.id), metadata=admin)

        assert (await eventually(archived)).ok
