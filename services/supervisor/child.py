"""A child process of the supervisor: how it is started, whether it serves, and when it is to be started again."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

from services.process.private_files import make_private_folder, write_private
from services.supervisor.plan import HOST, ChildSpec

FIRST_PAUSE_SECONDS = 0.2
LONGEST_PAUSE_SECONDS = 5.0
STABLE_SECONDS = 10.0
"""A child that ran this long starts again at once."""
PRIVATE_UMASK = 0o077
"""What a child writes, only its owner reads."""
DIE_WITH_PARENT = (sys.executable, "-m", "services.supervisor.die_with_parent")


class ChildProcess:
    """One child: its process now, and how and when the next is started."""

    def __init__(self, spec: ChildSpec, logs: Path) -> None:
        self.spec = spec
        self.log = logs / f"{spec.name}.log"
        self.restarts = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._started_at = 0.0
        self._pause = FIRST_PAUSE_SECONDS
        self._restart_at = 0.0

    @property
    def pid(self) -> int:
        """Its process; 0 while it has none."""
        return self._process.pid if self._process else 0

    @property
    def is_running(self) -> bool:
        """Whether its process has been started and has not ended."""
        return self._process is not None and self._process.poll() is None

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
            self._process = subprocess.Popen(
                (*DIE_WITH_PARENT, *self.spec.command),
                env={**os.environ, **self.spec.env},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                umask=PRIVATE_UMASK,
            )
        self._started_at = time.monotonic()

    def collect(self) -> int | None:
        """The exit code of a process that has ended, once; the pause before a restart grows if it keeps ending."""
        if self._process is None or (code := self._process.poll()) is None:
            return None
        now = time.monotonic()
        if now - self._started_at > STABLE_SECONDS:
            self._pause = FIRST_PAUSE_SECONDS
            self._restart_at = now
        else:
            self.postpone()
        self._process = None
        self.restarts += 1
        return code

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
            self._process.terminate()

    def kill(self) -> None:
        """End its process if it still runs."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()


def _is_taken(port: int) -> bool:
    """Whether somebody listens there."""
    with socket.socket() as probe:
        return probe.connect_ex((HOST, port)) == 0
