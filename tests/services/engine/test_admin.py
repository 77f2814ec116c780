"""AdminService: what operators see of live matches, how they end one, and that nobody else is let in."""

import contextlib

import grpc
import pytest

from services.api import admin_pb2 as pb
from services.api import archive_pb2, engine_pb2
from services.api.admin_pb2_grpc import AdminServiceStub
from services.api.archive_pb2_grpc import ArchiveServiceStub
from services.api.match_pb2 import HOLDER_BOT, HOLDER_PERSON, ClockRules
from services.archive.__main__ import setup as archive_setup
from services.engine import notices
from services.engine.__main__ import setup
from services.match.log import decode_meta
from services.process.refusals import detail_of
from services.rpc.serving import serving
from services.store.matchlog import key
from tests.services.conftest import bearer, channel_to, eventually
from tests.services.engine.conftest import Engine

CALLS = {
    "ListAllMatches": pb.ListAllMatchesRequest(),
    "GetMatchDetail": pb.GetMatchDetailRequest(match_id="some-match"),
    "AnnulMatch": pb.AnnulMatchRequest(match_id="some-match", reason="a fault"),
    "ListQueues": pb.ListQueuesRequest(),
    "GetPool": pb.GetPoolRequest(),
    "GetStore": pb.GetStoreRequest(),
    "Drain": pb.DrainRequest(),
}


@pytest.fixture
async def process(settings, store):
    async with serving(setup, settings.having(games="barrow")) as process:
        yield process


@pytest.fixture
async def channel(process):
    async with grpc.aio.insecure_channel(process.address) as channel:
        yield channel


@pytest.fixture
def worker(channel, admin) -> Engine:
    return Engine(channel, admin)


@pytest.fixture
def ask(channel, admin):
    """Calls AdminService as an operator."""

    async def call(method: str, request, auth=admin):
        return await getattr(AdminServiceStub(channel), method)(request, metadata=auth, timeout=20)

    return call


async def refusal(call) -> tuple[grpc.StatusCode, str]:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    return caught.value.code(), detail_of(caught.value).message


async def test_operators_alone_are_let_in(ask, worker, keyring, service, process) -> None:
    match = await worker.new_match(match_id="some-match")
    for method, request in CALLS.items():
        for auth in (service, match.auth(0), bearer(keyring.mint("player", "ann", 60))):
            assert (await refusal(ask(method, request, auth)))[0] == grpc.StatusCode.PERMISSION_DENIED
        assert (await refusal(ask(method, request, ())))[0] == grpc.StatusCode.UNAUTHENTICATED
    assert not process.stop.is_set()
    assert not (await worker.see(match)).HasField("end")


async def test_the_pool_and_its_store_are_shown(ask, worker, store) -> None:
    await worker.new_match(people=1, bots=1)
    await store.hset("unacked", "a-task", b"{}")

    async def listens() -> pb.GetPoolResponse | None:
        answer = await ask("GetPool", pb.GetPoolRequest())
        return answer if answer.worker in answer.workers else None

    pool = await eventually(listens)
    assert (list(pool.games), pool.live, pool.held, pool.tasks_at_work) == (["barrow"], 1, 1, 1)
    [node] = (await ask("GetStore", pb.GetStoreRequest())).nodes
    assert (node.role, node.append_only, node.last_write_ok) == ("master", True, True)
    assert node.keys == await store.dbsize()
    assert min(node.used_bytes, node.clients, len(node.address), len(node.version)) > 0


async def test_matches_are_listed_by_age_and_by_whom_they_wait_for(ask, worker, store) -> None:
    old, of_bots = await worker.new_match(), await worker.new_match(people=0, bots=2)
    mixed = await worker.new_match(people=1, bots=1)
    await store.zadd("live:barrow.1", {old.id: 1})

    async def ids(**fields) -> set[str]:
        return {one.match_id for one in (await ask("ListAllMatches", pb.ListAllMatchesRequest(**fields))).matches}

    assert await ids() == {old.id, of_bots.id, mixed.id}
    assert await ids(waiting_for=HOLDER_BOT) == {of_bots.id, mixed.id}
    assert await ids(waiting_for=HOLDER_PERSON) == {old.id, mixed.id}
    assert await ids(older_than_ms=60_000) == {old.id}
    assert await ids(player="p1") == {old.id}
    assert await ids(game="barrow", limit=1) == {old.id}
    listed = await ask("ListAllMatches", pb.ListAllMatchesRequest(limit=1))
    assert listed.live == 3
    assert (list(listed.matches[0].people), list(listed.matches[0].bots)) == ([0, 1], [])
    assert list(listed.matches[0].players) == ["p0", "p1"]


@pytest.mark.parametrize("fields", [{"limit": 501}, {"limit": -1}, {"waiting_for": 7}, {"older_than_ms": -1}])
async def test_a_list_that_makes_no_sense_is_refused(ask, fields) -> None:
    assert (await refusal(ask("ListAllMatches", pb.ListAllMatchesRequest(**fields))))[
        0
    ] == grpc.StatusCode.INVALID_ARGUMENT


async def test_a_match_is_shown_in_full_without_its_secrets(ask, worker, store) -> None:
    match = await worker.new_match(clock=ClockRules(bank_ms=60_000))
    await worker.stub.HandOverSeat(engine_pb2.HandOverSeatRequest(match_id=match.id, seat=1), metadata=match.auth(1))
    shown = await ask("GetMatchDetail", pb.GetMatchDetailRequest(match_id=match.id))
    assert (shown.match.version, [seat.away for seat in shown.seats]) == (1, ["", "wish"])
    assert [clock.running for clock in shown.clocks] == [True, False]
    assert shown.seats[0].deciding_since_ms > 0
    seed = decode_meta(await store.get(key(match.id, "meta"))).seed
    assert seed not in shown.SerializeToString()
    assert not shown.match.HasField("end")


async def test_a_match_that_is_ended_is_told_and_archived_with_the_reason(ask, worker, settings, admin) -> None:
    match = await worker.new_match()
    await worker.choose(match, 0)
    watching = worker.stub.Watch(engine_pb2.WatchRequest(match_id=match.id, seat=1), metadata=match.auth(1))
    assert (await watching.read()).update.version == 1
    ended = await ask("AnnulMatch", pb.AnnulMatchRequest(match_id=match.id, reason="cheating at the table"))
    assert (ended.match.end.outcome.reason, ended.match.version) == ("annulled", 2)
    told = (await watching.read()).update
    assert [event.kind for event in told.events] == ["annulled"]
    assert (told.end.outcome.reason, told.end.outcome.note) == ("annulled", "cheating at the table")
    async with channel_to(archive_setup, settings) as channel:
        archive = ArchiveServiceStub(channel)

        async def archived():
            with contextlib.suppress(grpc.RpcError):
                return (await archive.Get(archive_pb2.GetRequest(match_id=match.id), metadata=admin)).record

        record = await eventually(archived)
        assert (record.outcome.reason, record.outcome.note) == ("annulled", "cheating at the table")
        assert record.decisions == 2  # the choice, and the end
        assert (await archive.Verify(archive_pb2.VerifyRequest(match_id=match.id), metadata=admin)).ok


async def test_what_cannot_be_ended_stays_as_it_is(ask, worker) -> None:
    match = await worker.new_match()
    for reason in ("", " ", "two\nlines", "x" * 201):
        refused = await refusal(ask("AnnulMatch", pb.AnnulMatchRequest(match_id=match.id, reason=reason)))
        assert refused == (grpc.StatusCode.INVALID_ARGUMENT, "A reason has 1 to 200 printable characters, in one line.")
    assert (await worker.see(match)).version == 0
    await worker.play_out(match)
    refused = await refusal(ask("AnnulMatch", pb.AnnulMatchRequest(match_id=match.id, reason="too late")))
    assert refused == (grpc.StatusCode.FAILED_PRECONDITION, "The match is over.")
    unknown = await refusal(ask("AnnulMatch", pb.AnnulMatchRequest(match_id="nothing-here", reason="why not")))
    assert unknown[0] == grpc.StatusCode.NOT_FOUND


async def test_queues_have_their_sizes_and_ages(ask, worker) -> None:
    await worker.new_match(people=0, bots=2)

    async def queued():
        answer = await ask("ListQueues", pb.ListQueuesRequest())
        queues = {queue.kind: queue for queue in answer.queues}
        return queues if queues["ai"].tasks == 2 and queues["ai"].oldest_ms > 0 else None

    queues = await eventually(queued)
    assert [queues[kind].tasks for kind in ("hint", "batch")] == [0, 0]
    assert queues["ai"].oldest_ms < 60_000


async def test_a_worker_is_drained_by_its_name_through_another(ask, process, settings, store) -> None:
    async with serving(setup, settings.having(games="barrow")) as other:

        async def both():
            return len(await notices.workers(store)) == 2

        await eventually(both)
        names = await notices.workers(store)
        for name in names:
            assert (await ask("Drain", pb.DrainRequest(worker=name))).worker == name

        async def drained():
            return process.stop.is_set() and other.stop.is_set()

        assert await eventually(drained)
        code, _ = await refusal(ask("Drain", pb.DrainRequest(worker="nobody")))
        assert code == grpc.StatusCode.INVALID_ARGUMENT
