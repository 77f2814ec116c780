"""Commands find their primary in a real cluster, wherever it is by now, and what is acknowledged stays."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from redis.crc import key_slot

from services.process.refusals import Refused
from services.process.settings import Settings
from services.store.address import Endpoint, endpoints
from services.store.cluster import ClusterConnection
from services.store.connection import connect, connect_multiplexed, load_functions
from services.store.live_index import IndexNote
from services.store.matchlog import MatchLog
from tests.services.conftest import eventually
from tests.services.store.servers import Servers, cluster_of

NOTE = IndexNote(version=0)


def settings_of(url: str) -> Settings:
    return Settings().having(redis_url=url, broker_url="redis://127.0.0.1:1/0")


@pytest.fixture
async def primaries(tmp_path) -> AsyncIterator[Servers]:
    """Three primaries without replicas."""
    async with cluster_of(tmp_path, 3, 0) as servers:
        yield servers


@pytest.fixture
async def replicated(tmp_path) -> AsyncIterator[Servers]:
    """Three primaries with a replica each."""
    async with cluster_of(tmp_path, 3, 1) as servers:
        yield servers


def test_an_address_names_nodes_and_how_to_log_in() -> None:
    assert endpoints("redis+cluster://ann:secret@a:7000,b") == [
        Endpoint("a", 7000, user="ann", password="secret"),
        Endpoint("b", 6379, user="ann", password="secret"),
    ]
    for bad in ("redis+cluster://", "redis+cluster://a/3"):
        with pytest.raises(ValueError, match="a cluster"):
            endpoints(bad)


def test_a_cluster_without_a_broker_is_refused(monkeypatch) -> None:
    monkeypatch.setenv("REDIS_URL", "redis+cluster://a:1")
    with pytest.raises(ValueError, match="WESTMARCH_BROKER_URL"):
        Settings()


async def test_commands_go_to_the_primary_of_their_slot(primaries: Servers) -> None:
    connection = ClusterConnection(endpoints(primaries.url)[:1], lambda: asyncio.sleep(0))
    await asyncio.gather(*(connection.send("SET", f"key-{number}", number) for number in range(300)))
    assert await connection.send("GET", "key-7") == b"7"
    sizes = [primaries.command(number, "DBSIZE") for number in range(3)]
    assert sum(sizes) == 300
    assert min(sizes) > 60
    moved = [primaries.command(number, "INFO", "errorstats") for number in range(3)]
    assert not any("MOVED" in str(errors) for errors in moved)
    await connection.close()


async def test_a_slot_that_moves_is_followed(primaries: Servers) -> None:
    """First asked for at its new place, then moved for good."""
    connection = ClusterConnection(endpoints(primaries.url), lambda: asyncio.sleep(0))
    await connection.send("SET", "key", "old")
    slot = key_slot(b"key")
    ids = [primaries.command(number, "CLUSTER", "MYID").decode() for number in range(3)]
    owner = next(number for number in range(3) if slot * 3 // 16384 == number)
    other = (owner + 1) % 3
    primaries.command(other, "CLUSTER", "SETSLOT", slot, "IMPORTING", ids[owner])
    primaries.command(owner, "CLUSTER", "SETSLOT", slot, "MIGRATING", ids[other])
    primaries.command(owner, "MIGRATE", "127.0.0.1", primaries.ports[other], "key", 0, 1000)
    assert await connection.send("GET", "key") == b"old"
    for number in (other, owner):
        primaries.command(number, "CLUSTER", "SETSLOT", slot, "NODE", ids[other])
    assert await connection.send("APPEND", "key", "er") == 5
    assert await connection.send("GET", "key") == b"older"
    await connection.close()


async def test_the_match_log_works_on_a_cluster(primaries: Servers) -> None:
    store = connect(settings_of(primaries.url))
    await load_functions(store)
    connection = connect_multiplexed(store, primaries.url)
    log = MatchLog(connection, "worker")
    await asyncio.gather(*(log.create(f"m-{n}", "toy.1", n, b"meta", b"waiting", NOTE) for n in range(30)))
    await asyncio.gather(*(append(log, f"m-{n}", 0) for n in range(30)))
    assert await log.entries_after("m-3", 0) == [b"entry-0"]
    assert await log.entries_after("m-3", 5) is None
    assert await store.zcard("live:toy.1") == 30
    await connection.close()
    await store.aclose()


async def append(log: MatchLog, match_id: str, expected: int) -> bool:
    """Append an entry; whether it is in the log. Raises what the store refuses."""
    stored: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def on_stored(answer) -> None:
        if isinstance(answer, Exception):
            stored.set_exception(answer)
        else:
            stored.set_result(answer)

    log.append(match_id, "toy.1", expected, f"entry-{expected}".encode(), b"", NOTE, on_stored)
    return await stored


async def test_what_is_acknowledged_survives_its_primary(replicated: Servers) -> None:
    """Fifty matches are written without a pause while a primary is killed; its replica takes over."""
    changes: list[int] = []
    store = connect(settings_of(replicated.url))
    await load_functions(store)
    connection = connect_multiplexed(store, replicated.url, replicas=1, on_change=lambda: changes.append(1))
    log = MatchLog(connection, "worker")
    ids = [f"match-{number}" for number in range(50)]
    await asyncio.gather(*(log.create(id, "toy.1", 1, b"meta", b"", NOTE) for id in ids))
    acknowledged = dict.fromkeys(ids, 0)
    stop = asyncio.Event()

    async def play(match_id: str) -> None:
        while not stop.is_set():
            assert await append(log, match_id, acknowledged[match_id])
            acknowledged[match_id] += 1

    players = [asyncio.create_task(play(id)) for id in ids]
    await asyncio.sleep(0.5)
    replicated.kill(0)
    await eventually(lambda: asyncio.sleep(0, bool(changes)), 30)
    replicated.start_again(0)  # as the replica of the one that took over, which must have one
    before = dict(acknowledged)
    await eventually(lambda: asyncio.sleep(0, all(acknowledged[id] > before[id] for id in ids)), 30)
    stop.set()
    await asyncio.gather(*players)
    for id in ids:
        entries = await log.entries(id)
        assert entries == [f"entry-{number}".encode() for number in range(acknowledged[id])]
    await connection.close()
    await store.aclose()


async def test_what_no_replica_has_is_not_acknowledged(replicated: Servers) -> None:
    connection = ClusterConnection(endpoints(replicated.url), lambda: asyncio.sleep(0), give_up_seconds=1.5, replicas=1)
    assert await connection.send("SET", "key", "kept") == b"OK"
    owner = key_slot(b"key") * 3 // 16384
    replicated.kill(3 + owner)
    with pytest.raises(Refused):
        await connection.send("SET", "key", "lost")
    replicated.start_again(3 + owner)

    async def is_back() -> bool:
        try:
            return bool(await connection.send("SET", "key", "kept again"))
        except Refused:
            return False

    await eventually(is_back, 30)
    await connection.close()
