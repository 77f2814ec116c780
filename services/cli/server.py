"""`up`, `status`, `down` and `token`: a whole server on this machine, without Docker."""

import asyncio
import math
import os
import signal
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from engine.core.registry import game_ids
from services.cli.arguments import BadInput, Plugins, as_name, import_plugins
from services.rpc.issuers import MINTS, PUBLIC_KEYS, SIGNING_KEYS
from services.supervisor.keys import keys_file, signing_keys
from services.supervisor.plan import Addresses, child_processes
from services.supervisor.procfs import is_alive, memory_of, process_tree
from services.supervisor.specs import FIRST_PORT, Plan
from services.supervisor.state import CannotStart, ServerState, StateUnreadable, is_running, read_state
from services.supervisor.supervisor import Supervisor

Home = Annotated[Path, typer.Option("--home", metavar="DIR", help="Where matches, records and logs are kept.")]
DEFAULT_HOME = Path(".westmarch")
DOWN_SECONDS = 40.0
"""How long `down` waits for the server to stop."""
PORTS_HELP = "Port of the store; then of each service, an engine a game, and metrics; `status` lists them."
MOST_HOURS = 10 * 365 * 24
TOKEN_SECONDS = 300.0
"""How long the token of one command is good for."""


def up(
    home: Home = DEFAULT_HOME,
    game: Annotated[
        list[str] | None, typer.Option("--game", metavar="GAME", help="Only this game; repeatable.")
    ] = None,
    engines: Annotated[int, typer.Option("--engines", metavar="N", min=1, help="Engine processes per game.")] = 1,
    bots: Annotated[int, typer.Option("--bots", metavar="N", min=1, help="Processes that play for bots.")] = 2,
    port: Annotated[int, typer.Option("--port", metavar="N", min=1, max=55_000, help=PORTS_HELP)] = FIRST_PORT,
    plugin: Plugins = "",
    store_nodes: Annotated[
        int, typer.Option("--store-nodes", metavar="N", min=1, help="Primaries of the store; from 3 on a cluster.")
    ] = 1,
    store_replicas: Annotated[
        int, typer.Option("--store-replicas", metavar="N", min=0, help="Replicas of each, in a cluster.")
    ] = 0,
) -> int:
    """Start the store, every service, engines and bots; keep them running until Ctrl-C."""
    plan = Plan(home, games_to_serve(game, plugin), engines, bots, port, plugin, store_nodes, store_replicas)
    return asyncio.run(_serve(plan, Console()))


def games_to_serve(games: list[str] | None, plugin: str = "") -> tuple[str, ...]:
    """The games that a server is to have: these, or all that there are. BadInput for an unknown one."""
    import_plugins(plugin)
    known = game_ids()
    for game in games or []:
        if game not in known:
            raise BadInput(f"there is no game {game!r}; there are: {', '.join(known)}")
    return tuple(games or known)


def _warn_of_misspelt_settings(console: Console) -> None:
    """Print which variables look like settings and are none; the children say so too, but only in their logs."""
    from services.process.variables import misspelt_variables  # here: the other commands start without it

    for variable, nearest in misspelt_variables(os.environ).items():
        console.print(f"{variable} is no setting" + (f"; is {nearest} meant?" if nearest else ""), style="yellow")


async def _serve(plan: Plan, console: Console) -> int:
    """Run the server until a signal stops it; the exit code."""
    _warn_of_misspelt_settings(console)
    try:
        children, addresses = child_processes(plan)
    except ValueError as error:
        raise BadInput(str(error)) from None
    supervisor = Supervisor(plan, children, addresses, lambda line: console.print(line, style="yellow", markup=False))

    def stop() -> None:
        console.print("stopping ...")
        supervisor.stop()

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop)
    start = time.monotonic()
    console.print(f"starting {len(children)} processes ...")

    def on_ready() -> None:
        console.print(f"ready after {time.monotonic() - start:.1f} s")
        console.print(addresses_table(addresses))
        console.print("Ctrl-C stops everything; matches go on after the next `westmarch up`.")

    try:
        await supervisor.run(on_ready)
    except CannotStart as error:
        raise BadInput(str(error)) from None
    console.print("stopped")
    return 0


def addresses_table(addresses: Addresses) -> Table:
    """A table of where everything listens."""
    table = Table("service", "address")
    table.add_row("gateway (HTTP and WebSocket)", f"http://{addresses.gateway}")
    table.add_row("matchmaking (gRPC starts here)", addresses.matchmaking)
    table.add_row("bots", addresses.bots)
    table.add_row("archive", addresses.archive)
    table.add_row("ladders", addresses.ladders)
    table.add_row("players", addresses.players)
    table.add_row("tournaments", addresses.tournaments)
    for game, address in addresses.engines.items():
        table.add_row(f"engine {game}", address)
    for name, url in addresses.metrics.items():
        table.add_row(f"metrics of {name}", url)
    return table


def status(home: Home = DEFAULT_HOME) -> int:
    """What runs, and how much memory it takes. Exit code 1 when nothing does."""
    state = running_state(home)
    if state is None:
        print(f"no server runs in {home}")
        return 1
    console = Console()
    table, memory = processes_table(state)
    console.print(table)
    console.print(f"memory in all: {memory / 2**20:.0f} MiB")
    console.print(addresses_table(state.addresses))
    return 0


def processes_table(state: ServerState) -> tuple[Table, int]:
    """A table of what runs, and the bytes of memory that all of it takes."""
    table = Table("process", "pid", "state", "restarts", "memory")
    total = memory_of(state.pid)
    for name, child in state.children.items():
        is_up = is_alive(child.pid)
        memory = sum(memory_of(one) for one in process_tree(child.pid)) if is_up else 0
        total += memory
        row = (name, str(child.pid), "up" if is_up else "down", str(child.restarts), f"{memory / 2**20:.0f} MiB")
        table.add_row(*row)
    return table, total


def running_state(home: Path) -> ServerState | None:
    """What runs in a folder; None where nothing does. BadInput where that cannot be read."""
    try:
        return read_state(home)
    except StateUnreadable as error:
        raise BadInput(str(error)) from None


def down(home: Home = DEFAULT_HOME) -> int:
    """Stop the server of this folder."""
    state = running_state(home)
    if state is None:
        print(f"no server runs in {home}")
        return 0
    os.kill(state.pid, signal.SIGTERM)
    deadline = time.monotonic() + DOWN_SECONDS
    while is_running(home):
        if time.monotonic() > deadline:
            raise BadInput(f"the server (process {state.pid}) does not stop")
        time.sleep(0.1)
    print("stopped")
    return 0


def token(
    kind: Annotated[str, typer.Argument(help="admin, service or player")] = "admin",
    name: Annotated[str, typer.Option("--name", help="Who the token is for.")] = "operator",
    hours: Annotated[float, typer.Option("--hours", help="How long it is good for.")] = 1.0,
    home: Home = DEFAULT_HOME,
) -> int:
    """Print a token for calls to the server of this folder."""
    if kind not in ("admin", "service", "player"):
        raise BadInput(f"no token of kind {kind!r} is given out here; there are: admin, service, player")
    if not (math.isfinite(hours) and 0 < hours <= MOST_HOURS):
        raise BadInput(f"a token is good for more than 0 and at most {MOST_HOURS} hours, not {hours:g}")
    if SIGNING_KEYS not in os.environ and not keys_file(home).exists():
        raise BadInput(f"{home} has no keys: no server was ever started there; see --home")
    from services.rpc.tokens import signing_keyring  # here: the other commands start without it

    try:
        print(signing_keyring(signing_keys(home)).mint(kind, as_name(name), hours * 3600))
    except ValueError as error:
        raise BadInput(str(error)) from None
    return 0


def operator_token(home: Path) -> str:
    """A short-lived admin token for the calls of one command, signed with the keys of a folder."""
    return _token_of_folder(home, "admin", "operator")


def player_token(home: Path, name: str) -> str:
    """A short-lived token of a player for the calls of one command, signed with the keys of a folder."""
    return _token_of_folder(home, "player", as_name(name))


def _token_of_folder(home: Path, kind: str, name: str) -> str:
    if SIGNING_KEYS not in os.environ and not keys_file(home).exists():
        raise BadInput(f"{home} has no keys; give a token with --token or WESTMARCH_TOKEN")
    from services.rpc.tokens import signing_keyring

    try:
        return signing_keyring(signing_keys(home)).mint(kind, name, TOKEN_SECONDS)
    except ValueError as error:
        raise BadInput(str(error)) from None


def keys() -> int:
    """Print new signing keys for a server of containers, as lines of an .env file."""
    from services.rpc.signing_keys import new_signing_keys, public_keys_of, signing_keys_of

    pairs = new_signing_keys()
    print(f"{PUBLIC_KEYS}={public_keys_of(pairs)}")
    for issuer in MINTS:
        print(f"{issuer.upper()}_SIGNING_KEYS={signing_keys_of(issuer, pairs)}")
    return 0
