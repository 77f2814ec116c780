"""What an operator wants to run on one machine, and what a process of it is."""

from dataclasses import dataclass, field
from pathlib import Path

FIRST_PORT = 7700
HOST = "127.0.0.1"
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
    store_nodes: int = 1
    """Primaries of the store: one server, or a cluster of three and more."""
    store_replicas: int = 0
    """Replicas of each of them, of which one must have a choice before it is acknowledged."""
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
