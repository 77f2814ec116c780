"""`python -m benchmarks.server`: choices a second beside boardgame.io, over gRPC and through the gateway, and on
clusters of stores; batches beside one process, a crowd of tickets, and the whole server at rest.

Everything runs on this machine in one go, in turns, and the ratio of the medians is what counts. Our choices are of a
real game and on disk before they are confirmed; the peer's are of a counter and in memory.
"""

import argparse
import asyncio
import contextlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc

import engine
from benchmarks.server.tickets import seat_crowd
from services.api.bots_pb2 import RunMatchesRequest
from services.api.bots_pb2_grpc import BotsServiceStub
from services.bots.batch import Batch, play_match
from services.process.ports import free_port, free_row
from services.rpc.tokens import signing_keyring
from services.supervisor.keys import signing_keys
from services.supervisor.plan import Addresses
from services.supervisor.procfs import memory_of, process_tree, processor_ticks
from services.supervisor.specs import Plan
from services.supervisor.state import read_state
from services.supervisor.supervisor import running_server

NODE = Path(__file__).parent / "node"
PROTOS = Path(__file__).parents[2] / "protos"
SPREAD = 4
"""Connections for each engine where there are several."""
STREAMS = {"shared": "a stream a connection", "seat": "a stream a seat", "client": "a connection a seat"}
PARTS = {"engine": "engine-", "store": "store", "gateway": "gateway"}
"""Parts of the server whose processor time is told, by how the names of their processes begin."""
IDLE_SECONDS = 5.0
Figures = dict[str, float]


@dataclass(frozen=True)
class Stores:
    """What matches are kept on."""

    about: str
    nodes: int = 1
    replicas: int = 0
    waited_for: int = 0
    """Replicas that must have a choice before it is acknowledged."""


SINGLE = Stores("a single store")
CLUSTERS = (
    SINGLE,
    Stores("three primaries", 3),
    Stores("three primaries with a replica each", 3, 1),
    Stores("three primaries, acknowledged by a replica", 3, 1, 1),
)


@contextlib.asynccontextmanager
async def server(
    game: str, engines: int, bots: int, stores: "Stores | None" = None
) -> AsyncIterator[tuple[Addresses, str, Plan]]:
    """Our server, durable as it is by default; its addresses, an admin token, and what was started."""
    stores = stores or SINGLE
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        unlimited = {
            "WESTMARCH_COMMANDS_PER_SECOND": "1000000",
            "WESTMARCH_COMMANDS_PER_SECOND_OF_ADDRESS": "1000000",
            "WESTMARCH_LOG_LEVEL": "WARNING",
        }
        plan = Plan(
            home,
            (game,),
            engines,
            bots,
            first_port=free_row(40),
            store_nodes=stores.nodes,
            store_replicas=stores.replicas,
            env=unlimited | {"WESTMARCH_REPLICAS": str(stores.waited_for)},
        )
        async with running_server(plan) as addresses:
            yield addresses, signing_keyring(signing_keys(home)).mint("admin", "benchmark", 3600), plan


def processes(plan: Plan) -> dict[str, list[int]]:
    """The numbers of the processes that a choice goes through, by what they are."""
    state = read_state(plan.home)
    assert state is not None
    return {
        part: [child.pid for name, child in state.children.items() if name.startswith(start)]
        for part, start in PARTS.items()
    }


async def ours(
    addresses: Addresses, token: str, plan: Plan, arguments: argparse.Namespace, engines: int, streams: str
) -> Figures:
    """Confirmed choices through Play, from a process of its own. Several engines share a port: connections spread."""
    config = {
        "processes": processes(plan),
        "address": addresses.engines[arguments.game],
        "token": token,
        "game": arguments.game,
        "scenario": arguments.scenario,
        "matches": arguments.matches,
        "seconds": arguments.seconds,
        "streams": streams,
        "connections": 1 if engines == 1 else SPREAD * engines,
        "protos": str(PROTOS),
    }
    return await _report("node", str(NODE / "westmarch_clients.js"), json.dumps(config))


async def through_gateway(addresses: Addresses, token: str, plan: Plan, arguments: argparse.Namespace) -> Figures:
    """Confirmed choices through the gateway, a WebSocket for each client, from a process of its own."""
    config = {
        "processes": processes(plan),
        "address": addresses.engines[arguments.game],
        "gateway": addresses.gateway,
        "token": token,
        "game": arguments.game,
        "scenario": arguments.scenario,
        "matches": arguments.matches,
        "seconds": arguments.seconds,
        "protos": str(PROTOS),
    }
    return await _report("node", str(NODE / "gateway_clients.js"), json.dumps(config))


async def peer(port: int, pid: int, arguments: argparse.Namespace) -> Figures:
    """Confirmed choices through boardgame.io, which this process is."""
    numbers = (port, pid, arguments.matches, arguments.seconds)
    return await _report("node", str(NODE / "counter_clients.js"), *map(str, numbers))


async def _report(*command: str) -> Figures:
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    out, _ = await process.communicate()
    figures: Figures = json.loads(out.splitlines()[-1])
    return figures


def install_clients() -> None:
    """What drives both servers, and the peer itself; installed on first use."""
    if shutil.which("npm") is None:
        raise SystemExit(
            "Choices are measured beside boardgame.io: node and npm are needed, or --only batches, tickets or idle."
        )
    if not (NODE / "node_modules").exists():
        subprocess.run(["npm", "install", "--silent", "--no-audit"], cwd=NODE, check=True)


@contextlib.contextmanager
def peer_server() -> Iterator[tuple[int, int]]:
    """boardgame.io: its port, a free one, and its process."""
    port = free_port()
    process = subprocess.Popen(["node", str(NODE / "counter_server.js"), str(port)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    try:
        yield port, process.pid
    finally:
        process.kill()
        process.wait()


def median(rounds: list[Figures]) -> Figures:
    """The middle of several rounds, figure by figure."""
    return {name: statistics.median(one[name] for one in rounds) for name in rounds[0]}


def print_figures(name: str, figures: Figures, peer_figures: Figures) -> None:
    """Print one line of the result."""
    costs = [
        f"{name.removesuffix('_us')} {cost:.0f}" for name, cost in figures.items() if name.endswith("_us") and cost
    ]
    print(
        f"{name:<44}{figures['choices_per_second']:>9,.0f} choices/s"
        f"   p50 {figures['p50_ms']:6.1f} ms   p99 {figures['p99_ms']:6.1f} ms"
        f"  {figures['choices_per_second'] / peer_figures['choices_per_second']:5.2f} of the peer"
        f"   µs of each: {', '.join(costs)}",
        flush=True,
    )


async def choices(arguments: argparse.Namespace) -> None:
    """Ours beside the peer, round by round."""
    install_clients()
    kinds = [(engines, streams) for engines in arguments.engines for streams in STREAMS]
    peer_rounds: list[Figures] = []
    rounds: dict[tuple[int, str], list[Figures]] = {kind: [] for kind in kinds}
    with peer_server() as (port, pid):
        for _ in range(arguments.rounds):
            peer_rounds.append(await peer(port, pid, arguments))
            for engines, streams in kinds:  # each on a fresh server, lest one archives what another has played
                async with server(arguments.game, engines, 1) as (addresses, token, plan):
                    rounds[engines, streams].append(await ours(addresses, token, plan, arguments, engines, streams))
    peer_median = median(peer_rounds)
    print_figures("boardgame.io, memory, counter, 2 sockets a match", peer_median, peer_median)
    for engines, streams in kinds:
        name = f"westmarch {arguments.game}, on disk, {engines} engine, {STREAMS[streams]}"
        print_figures(name, median(rounds[engines, streams]), peer_median)


async def stores(arguments: argparse.Namespace) -> None:
    """Choices on clusters of stores beside those on a single one, round by round, each on a fresh server."""
    install_clients()
    rounds: dict[Stores, list[Figures]] = {one: [] for one in CLUSTERS}
    for _ in range(arguments.rounds):
        for one in CLUSTERS:
            async with server(arguments.game, 1, 1, one) as (addresses, token, plan):
                rounds[one].append(await ours(addresses, token, plan, arguments, 1, "shared"))
    single = median(rounds[SINGLE])
    for one in CLUSTERS:
        figures = median(rounds[one])
        print(
            f"{one.about:<44}{figures['choices_per_second']:>9,.0f} choices/s"
            f"   p50 {figures['p50_ms']:6.1f} ms   p99 {figures['p99_ms']:6.1f} ms"
            f"  {figures['choices_per_second'] / single['choices_per_second']:5.2f} of the single store",
            flush=True,
        )


async def gateway(arguments: argparse.Namespace) -> None:
    """Choices through the gateway's WebSockets beside the peer, round by round, each on a fresh server."""
    install_clients()
    peer_rounds: list[Figures] = []
    rounds: list[Figures] = []
    with peer_server() as (port, pid):
        for _ in range(arguments.rounds):
            peer_rounds.append(await peer(port, pid, arguments))
            async with server(arguments.game, 1, 1) as (addresses, token, plan):
                rounds.append(await through_gateway(addresses, token, plan, arguments))
    peer_median = median(peer_rounds)
    print_figures("boardgame.io, memory, counter, 2 sockets a match", peer_median, peer_median)
    print_figures(f"westmarch {arguments.game}, on disk, gateway, 2 sockets a match", median(rounds), peer_median)


async def batches(arguments: argparse.Namespace) -> None:
    """A batch through the services beside the same matches played here.

    What counts is matches for each second of processor time, so that other work on the machine does not matter."""
    game = engine.load(arguments.game)
    setting = game.setting(arguments.scenario)
    batch = Batch(
        batch_id="here",
        game=arguments.game,
        scenario=setting.scenario,
        seats=setting.seats,
        options=dict(setting.options),
        bots=["random"] * setting.seats,
        seed=1,
        records=False,
    )
    here: list[tuple[float, float]] = []
    there: list[tuple[float, float]] = []
    workers = os.cpu_count() or 1
    async with (
        server(arguments.game, 1, workers) as (addresses, token, plan),
        grpc.aio.insecure_channel(addresses.bots) as channel,
    ):
        stub = BotsServiceStub(channel)
        await _batch(stub, arguments, token, 10)
        for _ in range(arguments.rounds):
            matches, wall, used = _play_here(batch, arguments.seconds)
            here.append((matches / wall, matches / used))
            before, began = _worker_cpu(plan), time.perf_counter()
            await _batch(stub, arguments, token, matches)
            there.append((matches / (time.perf_counter() - began), matches / (_worker_cpu(plan) - before)))
    for name, rounds in (("in one process", here), (f"RunMatches on {workers} processes", there)):
        wall, used = (statistics.median(one[part] for one in rounds) for part in (0, 1))
        print(f"{name:<44}{wall:>9,.1f} matches/s   {used:>9,.1f} for each second of processor time")
    share = statistics.median(one[1] for one in there) / statistics.median(one[1] for one in here)
    print(f"RunMatches does {share:.2f} of the work for each core used")


def _play_here(batch: Batch, seconds: float) -> tuple[int, float, float]:
    """Matches, seconds and processor seconds in this process."""
    began, before = time.perf_counter(), time.process_time()
    count = 0
    while time.perf_counter() - began < seconds:
        play_match(batch, count)
        count += 1
    return count, time.perf_counter() - began, time.process_time() - before


def _worker_cpu(plan: Plan) -> float:
    """Processor seconds of the bot worker and its processes so far."""
    state = read_state(plan.home)
    assert state is not None
    ticks = sum(map(processor_ticks, process_tree(state.children["bot-worker"].pid)))
    return ticks / os.sysconf("SC_CLK_TCK")


async def _batch(stub: Any, arguments: argparse.Namespace, token: str, matches: int) -> float:
    request = RunMatchesRequest(
        game=arguments.game, scenario=arguments.scenario, bots=["random"], matches=matches, seed=1
    )
    began = time.perf_counter()
    done = 0
    async for page in stub.RunMatches(request, metadata=(("authorization", f"Bearer {token}"),)):
        done += len(page.results)
    assert done == matches
    return matches / (time.perf_counter() - began)


async def tickets(arguments: argparse.Namespace) -> None:
    """A crowd of people who look for a match."""
    async with server(arguments.game, 1, 1) as (addresses, _, plan):
        queued, seated = await seat_crowd(addresses, plan, arguments.game, arguments.scenario, arguments.crowd)
    print(f"{arguments.crowd:,} tickets queued in {queued:.1f} s, and matched in {seated:.1f} s with one engine")


async def idle(_arguments: argparse.Namespace) -> None:
    """`westmarch up` with every game: how soon it is ready, and what it holds once it has nothing to do."""
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-m", "services.cli.main", "up", "--home", home, "--port", str(free_row(40))]
        began = time.perf_counter()
        process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        assert process.stdout is not None
        while not (line := await process.stdout.readline()).startswith(b"ready"):
            assert line, "the server did not come up"
        ready = time.perf_counter() - began
        await asyncio.sleep(IDLE_SECONDS)
        memory = sum(map(memory_of, process_tree(process.pid)))
        process.terminate()
        await process.communicate()
    print(f"`westmarch up` with every game is ready after {ready:.1f} s and holds {memory / 2**20:.0f} MiB when idle")


MEASURES = {
    "choices": choices,
    "gateway": gateway,
    "stores": stores,
    "batches": batches,
    "tickets": tickets,
    "idle": idle,
}


def main() -> None:
    """Run the measurements that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="wotr")
    parser.add_argument("--scenario", default="duel")
    parser.add_argument("--matches", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--engines", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--only", choices=list(MEASURES))
    parser.add_argument("--crowd", type=int, default=10_000)
    arguments = parser.parse_args()
    print(f"{arguments.matches} matches at once, {os.cpu_count()} cores, clients on the same machine")
    for name, measure in MEASURES.items():
        if arguments.only in (None, name):
            asyncio.run(measure(arguments))


if __name__ == "__main__":
    main()
