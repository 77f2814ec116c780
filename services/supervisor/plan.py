"""The plan of a server on one machine: which processes make it up, where each listens, and its environment."""

import os
import sys
import urllib.parse
from dataclasses import dataclass, replace
from pathlib import Path

from services.rpc.issuers import SIGNING_KEYS
from services.supervisor.keys import keys_of_service, signing_keys
from services.supervisor.specs import HELPER_STAGE, HOST, SERVICE_STAGE, ChildSpec, Plan
from services.supervisor.store_servers import store_servers

MOST_PORTS = 10_000
SERVICES = ("matchmaking", "bots", "archive", "ladders", "gateway", "players", "tournaments")
"""The services that a server has once, whatever its games."""
WITHOUT_STORE = ("gateway",)
"""Services that reach matches as their clients do, and are not handed the way to the store."""
WITH_TABLES = ("archive", "ladders", "players", "tournaments")
"""Services that keep tables in a database."""
OIDC_PROVIDERS, OIDC_REDIRECT_URL = "WESTMARCH_OIDC_PROVIDERS", "WESTMARCH_OIDC_REDIRECT_URL"
STREAMS_PER_ENGINE = 2
"""Play streams of the gateway to each engine of a game, where there are several."""
FORK_SERVER = "fork-server"


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
    players: str
    tournaments: str
    engines: dict[str, str]
    metrics: dict[str, str]


def child_processes(plan: Plan) -> tuple[list[ChildSpec], Addresses]:
    """Every process of the server in the order of the stages, and where they listen."""
    ports = iter(range(plan.first_port, plan.first_port + MOST_PORTS))
    store = store_servers(plan, ports)
    service_ports = {name: next(ports) for name in SERVICES}
    engine_ports = {game: next(ports) for game in plan.games}
    addresses = {name: f"{HOST}:{port}" for name, port in service_ports.items()}
    engines = {game: f"{HOST}:{port}" for game, port in engine_ports.items()}
    env = _shared_environment(plan, store.env, engines, addresses)
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
                env | keys_of_service(name, keys) | _own_environment(plan, name, addresses),
            )
            for name, port in service_ports.items()
        ),
        _bot_worker(plan, next(ports), env, store.worker_url),
    ]
    fork_server = _fork_server(plan, sorted({child.module for child in children if child.module}), env)
    metrics = {child.name: f"http://{HOST}:{child.ports[-1]}/metrics" for child in children}
    return [*store.children, fork_server, *children], Addresses(
        store=store.url, **addresses, engines=engines, metrics=metrics
    )


def _shared_environment(
    plan: Plan, store_env: dict[str, str], engines: dict[str, str], addresses: dict[str, str]
) -> dict[str, str]:
    """The environment that all our services have in common."""
    return {
        **plan.env,
        **store_env,
        "DATABASE_URL": "",  # those of the environment are not for everybody,
        SIGNING_KEYS: "",  # nor are these,
        OIDC_PROVIDERS: "{}",  # nor are their secrets
        "WESTMARCH_HOST": HOST,
        "WESTMARCH_GAMES": ",".join(plan.games),
        "WESTMARCH_ENGINES": ",".join(f"{game}={address}" for game, address in engines.items()),
        "WESTMARCH_ARCHIVE_ADDRESS": addresses["archive"],
        "WESTMARCH_MATCHMAKING_ADDRESS": addresses["matchmaking"],
        "WESTMARCH_BOTS_ADDRESS": addresses["bots"],
        "WESTMARCH_PLAYERS_ADDRESS": addresses["players"],
        "WESTMARCH_TOURNAMENTS_ADDRESS": addresses["tournaments"],
        "WESTMARCH_LADDERS_ADDRESS": addresses["ladders"],
        "WESTMARCH_HEALTH_PORT": "0",  # nobody probes them, and they cannot share one
        "WESTMARCH_PLUGINS": plan.plugins,
    }


def _own_environment(plan: Plan, service: str, addresses: dict[str, str]) -> dict[str, str]:
    """What one service has and others have not, beside its keys."""
    return _database(plan, service) | _without_store(service) | _providers(service, addresses) | _streams(plan, service)


def _database(plan: Plan, service: str) -> dict[str, str]:
    """Where a service keeps its tables, if it has some: in the database of the environment, or in a file of its own."""
    if service not in WITH_TABLES:
        return {}
    return {"DATABASE_URL": os.environ.get("DATABASE_URL") or _sqlite_url(plan.home.resolve() / f"{service}.db")}


def _without_store(service: str) -> dict[str, str]:
    return {"REDIS_URL": "", "WESTMARCH_BROKER_URL": ""} if service in WITHOUT_STORE else {}


def _providers(service: str, addresses: dict[str, str]) -> dict[str, str]:
    """The OpenID Connect providers that the environment names, which send people back to the gateway."""
    if service != "players":
        return {}
    callback = os.environ.get(OIDC_REDIRECT_URL) or f"http://{addresses['gateway']}/api/v1/sign-in/callback"
    return {OIDC_PROVIDERS: os.environ.get(OIDC_PROVIDERS) or "{}", OIDC_REDIRECT_URL: callback}


def _streams(plan: Plan, service: str) -> dict[str, str]:
    """How many Play streams the gateway has to the engines of a game: one where there is one engine, so that most
    messages travel together; else several for each, for which of them a stream leads to is left to chance."""
    if service != "gateway":
        return {}
    return {"WESTMARCH_GATEWAY_PLAY_STREAMS": str(1 if plan.engines == 1 else STREAMS_PER_ENGINE * plan.engines)}


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
