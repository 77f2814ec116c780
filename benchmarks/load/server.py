"""The server under load: started here with all limits of one address lifted, watched, and killed in parts."""

import asyncio
import os
import signal
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from services.process.ports import free_row
from services.rpc.tokens import signing_keyring
from services.supervisor.keys import signing_keys
from services.supervisor.plan import Addresses
from services.supervisor.procfs import memory_of, process_tree, processor_ticks
from services.supervisor.specs import Plan
from services.supervisor.state import read_state
from services.supervisor.supervisor import running_server

ALLOWED = {
    "WESTMARCH_CALLS_PER_SECOND": "1000000",
    "WESTMARCH_CALLS_BURST": "1000000",
    "WESTMARCH_CALLS_PER_SECOND_OF_ADDRESS": "1000000",
    "WESTMARCH_CALLS_BURST_OF_ADDRESS": "1000000",
    "WESTMARCH_COMMANDS_PER_SECOND_OF_ADDRESS": "1000000",
    "WESTMARCH_MAX_STREAMS": "100000",
    "WESTMARCH_MAX_STREAMS_PER_CALLER": "100000",
    "WESTMARCH_MAX_STREAMS_PER_ADDRESS": "100000",
    "WESTMARCH_MAX_TICKETS_PER_CALLER": "100000",
    "WESTMARCH_MAX_MATCHES_PER_MAKER": "100000",
    "WESTMARCH_GATEWAY_MAX_SOCKETS": "100000",
    "WESTMARCH_GATEWAY_MAX_SOCKETS_PER_ADDRESS": "100000",
    "WESTMARCH_JOIN_MINUTES": "0",
    "WESTMARCH_LOG_LEVEL": "WARNING",
}
"""All people have one address here."""
PARTS = ("engine", "gateway", "matchmaking", "archive", "store", "broker")
"""The processes that are told apart; all others are counted together."""
OTHERS, GENERATOR = "others", "generator"
TOKEN_SECONDS = 36_000.0


class Usage(NamedTuple):
    """What a part of the server holds and has used."""

    processor_seconds: float
    memory: int


@dataclass
class Server:
    """A running server."""

    plan: Plan
    addresses: Addresses
    token: str
    """Of an admin."""

    def usage(self, generator: Sequence[int] = ()) -> dict[str, Usage]:
        """By part: what its processes hold, and have used since they started."""
        state = read_state(self.plan.home)
        assert state is not None
        pids = defaultdict(list, {GENERATOR: list(generator)})
        for name, child in state.children.items():
            if child.pid:
                pids[next((part for part in PARTS if name.startswith(part)), OTHERS)] += process_tree(child.pid)
        return {part: _usage(of_part) for part, of_part in pids.items()}

    async def kill_engines(self, game: str, seconds: float) -> None:
        """Kill one engine after the other, with so many seconds between."""
        number = 0
        while True:
            await asyncio.sleep(seconds)
            number = number % self.plan.engines + 1
            state = read_state(self.plan.home)
            assert state is not None
            os.kill(state.children[f"engine-{game}-{number}"].pid, signal.SIGKILL)


def _usage(pids: Sequence[int]) -> Usage:
    seconds = 0.0
    for pid in pids:
        try:
            seconds += processor_ticks(pid) / os.sysconf("SC_CLK_TCK")
        except OSError:  # it has just ended
            continue
    return Usage(seconds, sum(map(memory_of, pids)))


@asynccontextmanager
async def running(game: str, engines: int, store_nodes: int, store_replicas: int) -> AsyncIterator[Server]:
    """A server of one game, in a folder that is deleted afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        plan = Plan(
            Path(folder),
            (game,),
            engines,
            bot_processes=1,
            first_port=free_row(30 + 3 * store_nodes * (1 + store_replicas)),
            env=ALLOWED,
            store_nodes=store_nodes,
            store_replicas=store_replicas,
        )
        async with running_server(plan) as addresses:
            token = signing_keyring(signing_keys(plan.home)).mint("admin", "load", TOKEN_SECONDS)
            yield Server(plan, addresses, token)


class Watch:
    """Memory and processor time of a server and of the generator, over time."""

    def __init__(self, server: Server, generator: Sequence[int]) -> None:
        self._server = server
        self._generator = generator
        self._samples: list[tuple[float, dict[str, Usage]]] = []
        self.sample()

    def sample(self) -> dict[str, Usage]:
        """What there is now, which is kept."""
        usage = self._server.usage(self._generator)
        self._samples.append((time.monotonic(), usage))
        return usage

    @property
    def seconds(self) -> float:
        """Between the first sample and the last."""
        return self._samples[-1][0] - self._samples[0][0]

    def processors(self, part: str) -> float:
        """Of how many processors a part had the time, on average; one that died in between counts for what it used."""
        used = 0.0
        for (_, before), (_, after) in zip(self._samples, self._samples[1:], strict=False):
            earlier, later = (one.get(part, Usage(0.0, 0)).processor_seconds for one in (before, after))
            used += later - earlier if later >= earlier else later
        return used / self.seconds if self.seconds else 0.0

    def memory(self, part: str) -> list[int]:
        """Bytes that a part held, sample by sample."""
        return [usage.get(part, Usage(0.0, 0)).memory for _, usage in self._samples]

    @property
    def parts(self) -> list[str]:
        """The parts that there are."""
        return [part for part in (*PARTS, OTHERS, GENERATOR) if part in self._samples[-1][1]]
