"""`python -m benchmarks.idle_matches`: what live matches that nobody plays cost those who play.

Two servers run side by side, one of them with so many idle matches. One pair of clients plays on each in turns, so that
whatever else this machine does is felt on both; then nobody plays, and the processor time of the engine, which sweeps,
and of the archive is taken.
"""

import argparse
import asyncio
import contextlib
import json
import os
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc

from benchmarks.flood import Feelings, play
from services.api import engine_pb2
from services.api.engine_pb2_grpc import EngineServiceStub
from services.process.ports import free_row
from services.rpc.tokens import signing_keyring
from services.supervisor.keys import signing_keys
from services.supervisor.procfs import process_tree, processor_ticks
from services.supervisor.specs import Plan
from services.supervisor.state import read_state
from services.supervisor.supervisor import running_server

MATCHES_PER_CALL = 100
SETTLING_SECONDS = 10.0
"""How long a server is left alone after its matches were made: the archive has them to copy."""


@dataclass
class Side:
    """One of the two servers, and what was measured on it."""

    home: Path
    config: dict[str, Any]
    feelings: Feelings = field(default_factory=Feelings)

    def seconds_used(self, name: str) -> float:
        """Processor time that the processes of this name have used."""
        state = read_state(self.home)
        assert state is not None
        pids = [child.pid for child_name, child in state.children.items() if child_name.startswith(name)]
        ticks = sum(processor_ticks(one) for pid in pids for one in process_tree(pid))
        return ticks / os.sysconf("SC_CLK_TCK")


@contextlib.asynccontextmanager
async def server(game: str, seats: int) -> AsyncIterator[Side]:
    """A server of one game with one engine."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        env = {"WESTMARCH_LOG_LEVEL": "WARNING"}
        async with running_server(Plan(home, (game,), first_port=free_row(20), env=env)) as addresses:
            admin = signing_keyring(signing_keys(home)).mint("admin", "benchmark", 3600)
            yield Side(home, {"engine": addresses.engines[game], "admin": admin, "game": game, "seats": seats})


async def make_matches(side: Side, count: int) -> None:
    """Make matches of people who never come."""
    seats = [engine_pb2.SeatHolder(player=f"p{seat}") for seat in range(side.config["seats"])]
    one = engine_pb2.CreateMatchRequest(game=side.config["game"], seats=seats)
    auth = (("authorization", f"Bearer {side.config['admin']}"),)
    async with grpc.aio.insecure_channel(side.config["engine"]) as channel:
        for start in range(0, count, MATCHES_PER_CALL):
            request = engine_pb2.CreateMatchesRequest(matches=[one] * min(MATCHES_PER_CALL, count - start))
            answer = await EngineServiceStub(channel).CreateMatches(request, metadata=auth)
            assert all(made.HasField("created") for made in answer.matches)


async def at_rest(sides: dict[str, Side], seconds: float) -> dict[str, dict[str, float]]:
    """By server and process: the share of a processor that it takes while nobody plays."""
    before = {label: {name: side.seconds_used(name) for name in ("engine", "archive")} for label, side in sides.items()}
    await asyncio.sleep(seconds)
    return {
        label: {name: round((side.seconds_used(name) - used) / seconds, 4) for name, used in before[label].items()}
        for label, side in sides.items()
    }


async def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    """All figures."""
    async with server(arguments.game, arguments.seats) as empty, server(arguments.game, arguments.seats) as full:
        sides = {"empty": empty, "idle matches": full}
        began = time.perf_counter()
        await make_matches(full, arguments.matches)
        making = time.perf_counter() - began
        await asyncio.sleep(SETTLING_SECONDS)
        for _ in range(arguments.rounds):
            for side in sides.values():
                await play(side.config, arguments.seconds, side.feelings)
        figures: dict[str, Any] = {label: side.feelings.figures() for label, side in sides.items()}
        figures["processors"] = await at_rest(sides, arguments.rest)
        figures["p99 ratio"] = figures["idle matches"]["p99_ms"] / figures["empty"]["p99_ms"]
        figures["matches"], figures["making_seconds"] = arguments.matches, making
        return figures


def main() -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="bofa")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--matches", type=int, default=31_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=10.0, help="of one round on one server")
    parser.add_argument("--rest", type=float, default=20.0, help="seconds in which nobody plays")
    print(json.dumps(asyncio.run(measure(parser.parse_args())), indent=2))


if __name__ == "__main__":
    main()
