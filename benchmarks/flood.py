"""`python -m benchmarks.flood`: what one person feels while somebody else floods the server from one address.

Two floods, each in turns with rounds in which there is none: forty guest seats that ask for worlds without pause,
beside one person who plays; tickets without pause, beside one person who looks for matches against bots. The person
comes from another address, as a proxy on this machine says. The clients of the flood are a process of their own, so
that what the person waits for is the server. Everything runs on loopback, and for a bounded time.
"""

import argparse
import asyncio
import contextlib
import json
import os
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc

from services.api import engine_pb2, matchmaking_pb2
from services.api.engine_pb2_grpc import EngineServiceStub
from services.api.matchmaking_pb2_grpc import MatchmakingServiceStub
from services.process.ports import free_row
from services.rpc.tokens import signing_keyring
from services.supervisor.keys import signing_keys
from services.supervisor.plan import Addresses
from services.supervisor.specs import Plan
from services.supervisor.supervisor import running_server

PERSON, FLOOD = "198.51.100.1", "203.0.113.1"
"""The addresses of the person and of the flood."""
PAUSE_SECONDS = 0.02
"""What the person needs to choose; without it there would be few choices to wait for."""
MOST_WORLDS = 8

Metadata = tuple[tuple[str, str], ...]
Config = dict[str, Any]


@dataclass
class Feelings:
    """What the person waited for, in milliseconds."""

    waits: list[float] = field(default_factory=list)

    def figures(self) -> dict[str, float]:
        """How often they waited, and how long."""
        cuts = statistics.quantiles(self.waits, n=100, method="inclusive")
        return {"count": len(self.waits), "p50_ms": cuts[49], "p99_ms": cuts[98], "max_ms": max(self.waits)}


def auth(token: str, address: str) -> Metadata:
    """The metadata of a call from an address; without a token it is a guest's."""
    return (*((("authorization", f"Bearer {token}"),) if token else ()), ("x-forwarded-for", address))


@contextlib.asynccontextmanager
async def server(game: str) -> AsyncIterator[tuple[Addresses, str]]:
    """A server with its own limits; its addresses, and an admin token."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        env = {"WESTMARCH_LOG_LEVEL": "WARNING", "WESTMARCH_TRUSTED_PROXIES": "127.0.0.1"}
        async with running_server(Plan(home, (game,), first_port=free_row(20), env=env)) as addresses:
            yield addresses, signing_keyring(signing_keys(home)).mint("admin", "benchmark", 3600)


# -- the person


async def play(config: Config, seconds: float, feelings: Feelings) -> None:
    """Choose in one match after the other for so many seconds; note how long each choice takes to be confirmed."""
    until = time.perf_counter() + seconds
    async with grpc.aio.insecure_channel(config["engine"]) as channel:
        stub = EngineServiceStub(channel)
        while time.perf_counter() < until:
            match_id, tokens = await new_match(stub, config, 1)
            auth_of_seat = {seat: auth(token, PERSON) for seat, token in tokens[0].items()}
            while time.perf_counter() < until:
                info = (await stub.GetMatch(engine_pb2.GetMatchRequest(match_id=match_id[0]))).match
                if info.HasField("end"):
                    break
                seat = info.waiting_for[0]
                seen = engine_pb2.ObserveRequest(match_id=match_id[0], seat=seat)
                version = (await stub.Observe(seen, metadata=auth_of_seat[seat])).update.decision.version
                choice = engine_pb2.ChooseRequest(match_id=match_id[0], seat=seat, version=version, index=0)
                began = time.perf_counter()
                await stub.Choose(choice, metadata=auth_of_seat[seat])
                feelings.waits.append((time.perf_counter() - began) * 1000)
                await asyncio.sleep(PAUSE_SECONDS)


async def look_for_matches(config: Config, seconds: float, feelings: Feelings) -> None:
    """Look for a match against bots again and again; note how long it takes until there is one."""
    until, number = time.perf_counter() + seconds, 0
    async with grpc.aio.insecure_channel(config["matchmaking"]) as channel:
        stub = MatchmakingServiceStub(channel)
        while time.perf_counter() < until:
            number += 1
            search = matchmaking_pb2.Search(game=config["game"], players=[f"person {number}"], bots_after_ms=0)
            began = time.perf_counter()
            made = await stub.CreateTicket(
                matchmaking_pb2.CreateTicketRequest(search=search), metadata=auth("", PERSON)
            )
            watch = matchmaking_pb2.WatchTicketRequest(ticket_id=made.ticket.ticket_id)
            async for answer in stub.WatchTicket(watch, metadata=auth(made.ticket_token, PERSON)):
                if answer.ticket.state == matchmaking_pb2.TICKET_STATE_MATCHED:
                    feelings.waits.append((time.perf_counter() - began) * 1000)
            await asyncio.sleep(PAUSE_SECONDS)


async def new_match(stub: Any, config: Config, matches: int) -> tuple[list[str], list[dict[int, str]]]:
    """New matches with a person in every seat: their ids, and the tokens of each by seat."""
    seats = [engine_pb2.SeatHolder(player=f"~p{seat}") for seat in range(config["seats"])]
    request = engine_pb2.CreateMatchRequest(game=config["game"], seats=seats)
    answers = [await stub.CreateMatch(request, metadata=auth(config["admin"], PERSON)) for _ in range(matches)]
    return [one.match.match_id for one in answers], [
        {token.seat: token.token for token in one.tokens} for one in answers
    ]


# -- the flood, in a process of its own


async def flood_worlds(config: Config, until: float, count: Callable[[str], None]) -> None:
    """Ask for worlds without pause, for forty seats at once."""
    async with grpc.aio.insecure_channel(config["engine"]) as channel:
        stub = EngineServiceStub(channel)
        matches = config["guests"] // config["seats"]
        ids, tokens = await new_match(stub, config, matches)

        async def ask(match_id: str, seat: int, token: str) -> None:
            request = engine_pb2.DealWorldsRequest(match_id=match_id, seat=seat, count=MOST_WORLDS)
            while time.monotonic() < until:
                await _counted(stub.DealWorlds(request, metadata=auth(token, FLOOD)), count)

        print("ready", flush=True)
        pairs = zip(ids, tokens, strict=True)
        await asyncio.gather(*(ask(id, seat, token) for id, of in pairs for seat, token in of.items()))


async def flood_tickets(config: Config, until: float, count: Callable[[str], None]) -> None:
    """Open tickets for matches against bots without pause, in forty calls at once."""
    async with grpc.aio.insecure_channel(config["matchmaking"]) as channel:
        stub = MatchmakingServiceStub(channel)

        async def open_tickets(number: int) -> None:
            search = matchmaking_pb2.Search(game=config["game"], players=[f"flood {number}"], bots_after_ms=0)
            request = matchmaking_pb2.CreateTicketRequest(search=search)
            while time.monotonic() < until:
                await _counted(stub.CreateTicket(request, metadata=auth("", FLOOD)), count)

        print("ready", flush=True)
        await asyncio.gather(*map(open_tickets, range(config["guests"])))


async def _counted(call: Awaitable[Any], count: Callable[[str], None]) -> None:
    try:
        await call
        count("granted")
    except grpc.RpcError as error:
        count(error.code().name)


FLOODS = {"worlds": (play, flood_worlds), "tickets": (look_for_matches, flood_tickets)}


async def run_flood(config: Config) -> None:
    """Flood for as long as the configuration says, and print what became of the calls."""
    answers: Counter[str] = Counter()
    _, flood = FLOODS[config["flood"]]
    await flood(config, time.monotonic() + config["seconds"], lambda answer: answers.update([answer]))
    print(json.dumps(answers))


@contextlib.asynccontextmanager
async def flooding(config: Config) -> AsyncIterator[Counter[str]]:
    """Flood while the block runs, from when the flood has begun; what became of its calls is known afterwards."""
    command = (sys.executable, "-m", "benchmarks.flood", "--flood", json.dumps(config))
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    answers: Counter[str] = Counter()
    assert process.stdout is not None
    try:
        await process.stdout.readline()
        yield answers
        out, _ = await process.communicate()
        answers.update(json.loads(out.splitlines()[-1]))
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


# -- the measurement


async def measure(name: str, arguments: argparse.Namespace) -> dict[str, Any]:
    """One flood beside one person, in turns with no flood, on one server."""
    person, _ = FLOODS[name]
    quiet, flooded = Feelings(), Feelings()
    answers: Counter[str] = Counter()
    async with server(arguments.game) as (addresses, admin):
        config = {
            "flood": name,
            "engine": addresses.engines[arguments.game],
            "matchmaking": addresses.matchmaking,
            "admin": admin,
            "game": arguments.game,
            "seats": arguments.seats,
            "guests": arguments.guests,
            "seconds": arguments.seconds + 1,
        }
        await person(config, 2.0, Feelings())
        for _ in range(arguments.rounds):
            await person(config, arguments.seconds, quiet)
            async with flooding(config) as guest_answers:
                await person(config, arguments.seconds, flooded)
            answers.update(guest_answers)
    without, beside = quiet.figures(), flooded.figures()
    return {
        "flood": name,
        "without": without,
        "beside": beside,
        "p99_ratio": beside["p99_ms"] / without["p99_ms"],
        "answers": dict(answers),
    }


def print_flood(result: dict[str, Any]) -> None:
    """Print one flood as a line for people and a line of JSON."""
    without, beside = result["without"], result["beside"]
    total = sum(result["answers"].values())
    print(
        f"flood of {result['flood']:<8} p50 {without['p50_ms']:.1f} -> {beside['p50_ms']:.1f} ms   "
        f"p99 {without['p99_ms']:.1f} -> {beside['p99_ms']:.1f} ms ({result['p99_ratio']:.2f} times)   "
        f"{result['answers'].get('granted', 0):,} of {total:,} calls of the flood granted"
    )
    print(json.dumps(result), flush=True)


def main() -> None:
    """Run the floods that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="meq")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--guests", type=int, default=40, help="seats, or calls at once, that flood")
    parser.add_argument("--seconds", type=float, default=8.0, help="of one turn with, or without, a flood")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", choices=list(FLOODS))
    parser.add_argument("--flood", type=json.loads, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.flood:
        asyncio.run(run_flood(arguments.flood))
        return
    print(f"{arguments.guests} guests flood, one person plays {arguments.game}; {os.cpu_count()} cores, all of it here")
    for name in FLOODS:
        if arguments.only in (None, name):
            print_flood(asyncio.run(measure(name, arguments)))


if __name__ == "__main__":
    main()
