"""A child process of the supervisor: how it is started, whether it serves, and when it is to be started again."""

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import IO, Protocol

from services.process.private_files import make_private_folder, write_private
from services.supervisor.procfs import started_at
from services.supervisor.specs import HOST, ChildSpec

FIRST_PAUSE_SECONDS = 0.2
LONGEST_PAUSE_SECONDS = 5.0
STABLE_SECONDS = 3.0
"""A child that ran this long starts again at once."""
PRIVATE_UMASK = 0o077
"""What a child writes, only its owner reads."""
RUN_COMMAND = (sys.executable, "-m", "services.supervisor.run_command")


class Process(Protocol):
    """A process that we are the parent of."""

    pid: int

    def wait(self) -> int:
        """Wait until it has ended; its exit code."""


class ChildProcess:
    """One child: its process now, and how and when the next is started."""

    def __init__(self, spec: ChildSpec, logs: Path) -> None:
        self.spec = spec
        self.log = logs / f"{spec.name}.log"
        self.restarts = 0
        self.started_at = 0
        """When its process started, as /proc tells it."""
        self._process: Process | None = None
        self._started = 0.0
        self._pause = FIRST_PAUSE_SECONDS
        self._restart_at = 0.0
        self._orphans: set[int] = set()
        """Former processes of ours that may have left behind others, which we have ended and not yet collected."""

    @property
    def pid(self) -> int:
        """Its process; 0 while it has none."""
        return self._process.pid if self._process else 0

    @property
    def is_running(self) -> bool:
        """Whether its process has been started and has not ended."""
        return self._process is not None and not _has_ended(self._process.pid)

    @property
    def is_ready(self) -> bool:
        """Whether it serves."""
        if self.spec.ready_file is not None:
            return self.spec.ready_file.exists()
        return _is_taken(self.spec.ports[0])

    @property
    def taken_port(self) -> int | None:
        """The first of its ports at which somebody listens, if there is one."""
        return next((port for port in self.spec.ports if _is_taken(port)), None)

    def start(self) -> None:
        """Start its process."""
        if self.spec.ready_file is not None:
            self.spec.ready_file.unlink(missing_ok=True)
        if self.spec.config is not None:
            file, text = self.spec.config
            make_private_folder(file.parent)
            write_private(file, text.encode())
        with self.log.open("ab") as log:
            self._process = self._launch(log)
        self.started_at = started_at(self._process.pid)
        self._started = time.monotonic()

    def _launch(self, log: IO[bytes]) -> Process:
        return self._run_command(log, subprocess.DEVNULL)

    def _run_command(self, log: IO[bytes], stdin: int) -> Process:
        return subprocess.Popen(
            (*RUN_COMMAND, str(os.getpid()), *self.spec.command),
            env={**os.environ, **self.spec.env},
            stdin=stdin,
            stdout=log,
            stderr=log,
            start_new_session=True,
            umask=PRIVATE_UMASK,
        )

    def collect(self) -> int | None:
        """The exit code of a process that has ended, once; the pause before a restart grows if it keeps ending."""
        self._collect_orphans()
        if self._process is None or self.is_running:
            return None
        now = time.monotonic()
        if now - self._started > STABLE_SECONDS:
            self._pause = FIRST_PAUSE_SECONDS
            self._restart_at = now
        else:
            self.postpone()
        self.restarts += 1
        return self._end(self._process)

    @property
    def is_due(self) -> bool:
        """Whether it is to be started again now."""
        return self._process is None and time.monotonic() >= self._restart_at

    def postpone(self) -> float:
        """Put the restart off for longer than the last time; for how many seconds."""
        self._pause = min(self._pause * 2, LONGEST_PAUSE_SECONDS)
        self._restart_at = time.monotonic() + self._pause
        return self._pause

    def terminate(self) -> None:
        """Ask its process to end."""
        if self._process is not None:
            os.kill(self._process.pid, signal.SIGTERM)

    def kill(self) -> None:
        """End its process if it still runs, and all that it has started."""
        if self._process is not None:
            os.kill(self._process.pid, signal.SIGKILL)
            self._end(self._process)

    def _end(self, process: Process) -> int:
        """End all that a process has started, which is in its process group, and collect it; its exit code.

        In this order: as long as it is not collected, its number is not given to a stranger."""
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        code = process.wait()
        self._process = None
        self._orphans.add(process.pid)
        self._collect_orphans()
        return code

    def _collect_orphans(self) -> None:
        """Collect those who have ended of former processes' groups."""
        for group in list(self._orphans):
            try:
                while os.waitpid(-group, os.WNOHANG) != (0, 0):
                    pass
            except ChildProcessError:
                self._orphans.remove(group)


def _has_ended(pid: int) -> bool:
    """Whether a child has ended and waits to be collected."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _is_taken(port: int) -> bool:
    """Whether somebody listens there."""
    with socket.socket() as probe:
        return probe.connect_ex((HOST, port)) == 0
