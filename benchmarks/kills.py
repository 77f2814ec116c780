"""`python -m benchmarks.kills`: every kind of process is killed with -9 under load, and the supervisor itself.

`westmarch up` runs real matches on this machine, with clients of `services.client` that hold the records against what
they were told. After each death everybody has to be served again before the next. What is felt by a client is the
longest that anyone waited for what was under way at that death or begun before all were served again. With `--cluster`
matches are on a cluster of three primaries and three replicas, each on a host of its own (which takes root): nodes die
too, and the network cuts one off.
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
from dataclasses import dataclass
from pathlib import Path

from benchmarks.kill_load import Client, Load, load
from benchmarks.kill_stores import DEATHS, StoreHosts, stores_on_hosts
from services.process.ports import free_row
from services.rpc.tokens import signing_keyring
from services.supervisor.keys import signing_keys
from services.supervisor.plan import FORK_SERVER
from services.supervisor.state import ServerState, read_state

SUPERVISOR, NOBODY = "supervisor", "nobody"
PAUSE_BETWEEN_DEATHS_SECONDS = 2.0
"""How long everybody is left in peace before the next death, and watched where nobody dies."""
UP_SECONDS = 120.0
"""After these seconds `up` counts as not served at all."""
UNLIMITED = {
    "WESTMARCH_CALLS_PER_SECOND": "100000",
    "WESTMARCH_CALLS_BURST": "100000",
    "WESTMARCH_JOIN_MINUTES": "0",
}


class Up:
    """`westmarch up` in a folder, killed and started again at the same ports."""

    def __init__(self, home: Path, game: str, stores: StoreHosts | None = None) -> None:
        """`stores` is the cluster that matches are on; None: a store that `up` starts."""
        self.home = home
        self.stores = stores
        words = ("--home", str(home), "--game", game, "--port", str(free_row(40)))
        self._command = (sys.executable, "-m", "services.cli.main", "up", *words)
        self._process: asyncio.subprocess.Process | None = None
        self.starts: list[float] = []
        """How long each `up` took until it was ready."""

    async def start(self) -> None:
        """Start it and wait until it is ready."""
        began = time.monotonic()
        env = {**os.environ, **UNLIMITED, **(self.stores.env if self.stores else {})}
        self._process = await asyncio.create_subprocess_exec(*self._command, stdout=asyncio.subprocess.PIPE, env=env)
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
        """Kill a child or a node of the store, or the supervisor and start another at once."""
        assert self._process is not None
        if self.stores is not None and name in DEATHS:
            await self.stores.strike(name)
            return
        if name == SUPERVISOR:
            self._process.kill()
            await self._process.communicate()
            await self.start()
        elif name != NOBODY:
            os.kill(self.state().children[name].pid, signal.SIGKILL)

    async def until_whole(self) -> None:
        """Wait until every child serves, and the cluster has all its nodes."""
        if self.stores is not None:
            await self.stores.until_whole()
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


async def kill_all(up: Up, clients: Load, kinds: list[str], rounds: int, deaths: list[Death]) -> None:
    """Kill each kind once in every round, and note each death."""
    await clients.until_served(time.monotonic())
    for number in range(1, rounds + 1):
        for kind in kinds:
            await asyncio.sleep(PAUSE_BETWEEN_DEATHS_SECONDS)
            at = time.monotonic()
            await up.kill(kind)
            await clients.until_served(at)
            served_at = time.monotonic()
            await up.until_whole()
            deaths.append(Death(kind, at, served_at))
        print(f"round {number} of {rounds}: load average {os.getloadavg()[0]:.1f}", file=sys.stderr, flush=True)


def print_table(clients: Load, deaths: list[Death], starts: list[float]) -> None:
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
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        stores = stack.enter_context(stores_on_hosts(folder)) if arguments.cluster else None
        up = Up(folder / "home", arguments.game, stores)
        deaths: list[Death] = []
        try:
            if stores is not None:
                await stores.until_whole()
            await up.start()
            processes = [NOBODY, *up.state().children, *(DEATHS if stores else ()), SUPERVISOR]
            admin = signing_keyring(signing_keys(up.home)).mint("admin", "benchmark", 36_000)
            async with load(up.state().addresses, admin, arguments) as clients:
                stack.callback(print_table, clients, deaths, up.starts)  # however it ends
                await kill_all(up, clients, arguments.only or processes, arguments.rounds, deaths)
        finally:
            await up.stop()


def main() -> None:
    """Kill what the command line names, as often as it says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="wotr")
    parser.add_argument("--scenario", default="duel")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--matches", type=int, default=8, help="between two people, at once")
    parser.add_argument("--bot-matches", type=int, default=2, help="between a person and a bot, at once")
    parser.add_argument("--cluster", action="store_true", help="on three primaries and three replicas")
    parser.add_argument("--only", nargs="+", help=f"processes to kill, such as {FORK_SERVER}, store, {SUPERVISOR}")
    asyncio.run(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
