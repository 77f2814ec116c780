"""`python -m benchmarks.kills`: every kind of process is killed with -9 under load, and the supervisor itself.

`westmarch up` runs real matches on this machine, with clients of `services.client` that hold the records against what
they were told. After each death everybody has to be served again before the next. What is felt by a client is the
longest that anyone waited for what was under way at that death or begun before all were served again.
"""

import argparse
import asyncio
import contextlib
import os
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc

from engine import Record
from services.api.archive_pb2 import StatsRequest
from services.api.archive_pb2_grpc import ArchiveServiceStub
from services.api.bots_pb2 import ListBotsRequest
from services.api.bots_pb2_grpc import BotsServiceStub
from services.api.engine_pb2 import CreateMatchRequest, CreateMatchResponse, SeatHolder
from services.api.engine_pb2_grpc import EngineServiceStub
from services.client import Lobby, Refusal, seat_of
from services.process.ports import free_row
from services.rpc.channels import RECONNECT
from services.rpc.tokens import signing_keyring
from services.supervisor.keys import signing_keys
from services.supervisor.plan import FORK_SERVER, Addresses
from services.supervisor.state import ServerState, read_state
from tests.e2e.careful import RETRY_SECONDS, Careful, doubled_choices, lost_choices, retrying, verified

SUPERVISOR, NOBODY = "supervisor", "nobody"
THINKING_SECONDS = 0.05
PROBE_SECONDS = 0.05
CALM_SECONDS = 2.0
"""How long everybody is left in peace before the next death, and watched where nobody dies."""
UP_SECONDS, SERVED_SECONDS = 120.0, 120.0
"""After these seconds `up`, and a client, count as not served at all."""
UNLIMITED = {"WESTMARCH_CALLS_PER_SECOND": "100000", "WESTMARCH_CALLS_BURST": "100000"}
Wait = tuple[float, float]
"""When something was asked for, and when it had come."""


class Up:
    """`westmarch up` in a folder, killed and started again at the same ports."""

    def __init__(self, home: Path, game: str) -> None:
        self.home = home
        words = ("--home", str(home), "--game", game, "--port", str(free_row(40)))
        self._command = (sys.executable, "-m", "services.cli.main", "up", *words)
        self._process: asyncio.subprocess.Process | None = None
        self.starts: list[float] = []
        """How long each `up` took until it was ready."""

    async def start(self) -> None:
        """Start it and wait until it is ready."""
        began = time.monotonic()
        self._process = await asyncio.create_subprocess_exec(
            *self._command, stdout=asyncio.subprocess.PIPE, env={**os.environ, **UNLIMITED}
        )
        assert self._process.stdout is not None
        while not (line := await asyncio.wait_for(self._process.stdout.readline(), UP_SECONDS)).startswith(b"ready"):
            assert line, "the server did not come up"
        self.starts.append(time.monotonic() - began)

    async def stop(self) -> None:
        """Stop it as an operator does."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.terminate()
            await self._process.communicate()

    async def kill(self, name: str) -> None:
        """Kill a child, or the supervisor and start another at once."""
        assert self._process is not None
        if name == SUPERVISOR:
            self._process.kill()
            await self._process.communicate()
            await self.start()
        elif name != NOBODY:
            os.kill(self.state().children[name].pid, signal.SIGKILL)

    async def until_whole(self) -> None:
        """Wait until every child serves."""
        deadline = time.monotonic() + UP_SECONDS
        while missing := [name for name in self.state().children if not self._is_ready(name)]:
            assert time.monotonic() < deadline, f"not started again: {', '.join(missing)}"
            await asyncio.sleep(0.02)

    def _is_ready(self, name: str) -> bool:
        return name == "store" or (self.home / "run" / f"{name}.ready").exists()

    def state(self) -> ServerState:
        """What the server says about itself."""
        state = read_state(self.home)
        assert state is not None
        return state


@dataclass
class Client:
    """Somebody who is served again and again."""

    kind: str
    waits: list[Wait] = field(default_factory=list)

    def is_served_since(self, moment: float) -> bool:
        """Whether something was asked for after a moment and has come."""
        return bool(self.waits) and self.waits[-1][0] > moment


@dataclass
class Load:
    """Clients of a server, and what came of it."""

    addresses: Addresses
    game: str
    scenario: str
    engine: EngineServiceStub
    archive: ArchiveServiceStub
    bots: BotsServiceStub
    admin: tuple[tuple[str, str], ...]
    clients: list[Client] = field(default_factory=list)
    choices: int = 0
    matches: int = 0
    lost: int = 0
    doubled: int = 0
    is_over: bool = False

    def new_client(self, kind: str) -> Client:
        """One more client of a kind."""
        self.clients.append(Client(kind))
        return self.clients[-1]

    async def people_play(self) -> None:
        """Two people play one match after the other."""
        clients = [self.new_client("choice"), self.new_client("choice")]
        while not self.is_over:
            match = await self._new_match("ann", "bob")
            people = [self._person(token) for token in match.tokens]
            for person, client in zip(people, clients, strict=True):
                person.waits = client.waits
            await self._play(match, people)

    async def person_plays_a_bot(self) -> None:
        """A person and a bot play one match after the other; the person waits for the bot."""
        client = self.new_client("bot's turn")
        while not self.is_over:
            match = await self._new_match("ann", "")
            person = self._person(match.tokens[0])
            person.turns = client.waits
            await self._play(match, [person])

    async def look_for_matches(self) -> None:
        """Somebody opens one ticket after the other, and concedes the match."""
        client = self.new_client("ticket")
        async with Lobby(self.addresses.matchmaking) as lobby:
            while not self.is_over:
                began = time.monotonic()
                try:
                    assignment = await lobby.find(
                        self.game, "eve", scenario=self.scenario, bots_after_ms=0, bot="random"
                    )
                except Refusal as refusal:
                    if refusal.reason != "UNAVAILABLE":
                        raise
                    await asyncio.sleep(RETRY_SECONDS)
                    continue
                client.waits.append((began, time.monotonic()))
                async with seat_of(assignment) as seat:
                    async for _ in seat:
                        await seat.concede()

    async def call(self, kind: str, make: Callable[[], Awaitable[Any]]) -> None:
        """Somebody makes one call after the other."""
        client = self.new_client(kind)
        while not self.is_over:
            began = time.monotonic()
            await retrying(make)
            client.waits.append((began, time.monotonic()))
            await asyncio.sleep(PROBE_SECONDS)

    async def until_served(self, moment: float) -> None:
        """Wait until every client has got something that was asked for after a moment."""
        deadline = time.monotonic() + SERVED_SECONDS
        while waiting := [client.kind for client in self.clients if not client.is_served_since(moment)]:
            assert time.monotonic() < deadline, f"not served any more: {', '.join(waiting)}"
            await asyncio.sleep(0.02)

    def _person(self, token: Any) -> Careful:
        return Careful(self.addresses.engines[self.game], token, THINKING_SECONDS)

    async def _new_match(self, *players: str) -> CreateMatchResponse:
        seats = [SeatHolder(player=player, bot="random") for player in players]
        request = CreateMatchRequest(game=self.game, scenario=self.scenario, seats=seats)
        match: CreateMatchResponse = await retrying(
            lambda: self.engine.CreateMatch(request, metadata=self.admin, timeout=10)
        )
        return match

    async def _play(self, match: CreateMatchResponse, people: list[Careful]) -> None:
        """Play a match to its end, and hold its record against what people were told."""
        await asyncio.gather(*(person.play() for person in people))
        record = Record.load((await verified(self.archive, match.match.match_id)).record)
        self.matches += 1
        for token, person in zip(match.tokens, people, strict=True):
            self.choices += len(person.acknowledged)
            self.lost += lost_choices(record, token.seat, person)
            self.doubled += doubled_choices(record, token.seat, person)


@contextlib.asynccontextmanager
async def load(up: Up, arguments: argparse.Namespace) -> AsyncIterator[Load]:
    """Clients that are served for as long as the block runs; then they finish the matches that they are in."""
    addresses = up.state().addresses
    admin = (("authorization", f"Bearer {signing_keyring(signing_keys(up.home)).mint('admin', 'benchmark', 36_000)}"),)
    async with contextlib.AsyncExitStack() as stack:
        engine, archive, bots = [
            await stack.enter_async_context(grpc.aio.insecure_channel(address, RECONNECT))
            for address in (addresses.engines[arguments.game], addresses.archive, addresses.bots)
        ]
        stubs = (EngineServiceStub(engine), ArchiveServiceStub(archive), BotsServiceStub(bots))
        clients = Load(addresses, arguments.game, arguments.scenario, *stubs, admin)
        running = asyncio.gather(
            *(clients.people_play() for _ in range(arguments.matches)),
            *(clients.person_plays_a_bot() for _ in range(arguments.bot_matches)),
            clients.look_for_matches(),
            clients.call("record", lambda: clients.archive.Stats(StatsRequest(), timeout=5)),
            clients.call("list of bots", lambda: clients.bots.ListBots(ListBotsRequest(), timeout=5)),
        )
        try:
            yield clients
            clients.is_over = True
            await running
        finally:
            running.cancel()


@dataclass(frozen=True)
class Death:
    """A process that was killed, and when; and when everybody had been served again."""

    name: str
    at: float
    served_at: float

    def felt(self, clients: list[Client], kind: str) -> float:
        """The longest that a client of a kind waited for what this death was in the way of."""
        waits = [wait for client in clients if client.kind == kind for wait in client.waits]
        return max(end - began for began, end in waits if end > self.at and began < self.served_at)


async def kill_all(up: Up, clients: Load, kinds: list[str], rounds: int) -> list[Death]:
    """Kill each kind once in every round."""
    deaths = []
    await clients.until_served(time.monotonic())
    for number in range(1, rounds + 1):
        for kind in kinds:
            await asyncio.sleep(CALM_SECONDS)
            at = time.monotonic()
            await up.kill(kind)
            await clients.until_served(at)
            served_at = time.monotonic()
            await up.until_whole()
            deaths.append(Death(kind, at, served_at))
        print(f"round {number} of {rounds}: load average {os.getloadavg()[0]:.1f}", file=sys.stderr, flush=True)
    return deaths


def show(clients: Load, deaths: list[Death], starts: list[float]) -> None:
    """Print the table, and what became of choices and of `up`."""
    kinds = list(dict.fromkeys(client.kind for client in clients.clients))
    print(f"{'seconds felt (p50, max)':<24}" + "".join(f"{kind:>18}" for kind in kinds))
    for name in dict.fromkeys(death.name for death in deaths):
        print(f"{name + ' dies':<24}", end="")
        for kind in kinds:
            felt = [death.felt(clients.clients, kind) for death in deaths if death.name == name]
            print(f"{statistics.median(felt):>11.2f}{max(felt):>7.2f}", end="")
        print()
    print(f"{clients.choices:,} acknowledged choices in {clients.matches} matches: ", end="")
    print(f"{clients.lost} lost, {clients.doubled} doubled")
    print(f"`up` worked {len(starts)} times of {len(starts)}: ", end="")
    print(f"ready after {statistics.median(starts):.1f} s (p50), {max(starts):.1f} s (max)")


async def measure(arguments: argparse.Namespace) -> None:
    """Run everything in a folder that is deleted afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        up = Up(Path(folder), arguments.game)
        try:
            await up.start()
            processes = [NOBODY, *up.state().children, SUPERVISOR]
            async with load(up, arguments) as clients:
                deaths = await kill_all(up, clients, arguments.only or processes, arguments.rounds)
        finally:
            await up.stop()
    show(clients, deaths, up.starts)


def main() -> None:
    """Kill what the command line names, as often as it says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="wotr")
    parser.add_argument("--scenario", default="duel")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--matches", type=int, default=8, help="between two people, at once")
    parser.add_argument("--bot-matches", type=int, default=2, help="between a person and a bot, at once")
    parser.add_argument("--only", nargs="+", help=f"processes to kill, such as {FORK_SERVER}, store, {SUPERVISOR}")
    asyncio.run(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
