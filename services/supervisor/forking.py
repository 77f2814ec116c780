"""The supervisor's side of the fork server: services are started from it, or by their command where it is away."""

import os
import socket
from pathlib import Path
from typing import IO

import msgspec

from services.supervisor.child import PRIVATE_UMASK, ChildProcess, Process
from services.supervisor.plan import FORK_SERVER
from services.supervisor.specs import ChildSpec

FORK_SECONDS = 2.0
"""How long the fork server may take to answer; then a service is started without it."""


class Request(msgspec.Struct):
    """A service for the fork server to start."""

    name: str
    module: str
    env: dict[str, str]
    """Its whole environment."""
    umask: int


class ForkedProcess:
    """A process that the fork server has started, and that we have adopted."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def wait(self) -> int:
        """Wait until it has ended; its exit code."""
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


class ForkServer(ChildProcess):
    """The process that services are forked from."""

    _control: socket.socket | None = None

    def _launch(self, log: IO[bytes]) -> Process:
        self._control, theirs = socket.socketpair()
        with theirs:
            return self._run_command(log, theirs.fileno())

    def _end(self, process: Process) -> int:
        if self._control is not None:
            self._control.close()
            self._control = None
        return super()._end(process)

    def fork(self, spec: ChildSpec, log: IO[bytes]) -> ForkedProcess | None:
        """Start a service; None where that is not possible now."""
        if self._control is None or not (self.is_running and self.is_ready):
            return None
        request = Request(spec.name, spec.module, {**os.environ, **spec.env}, PRIVATE_UMASK)
        ours, theirs = socket.socketpair()
        try:
            with ours, ours.makefile("rwb") as lines:
                ours.settimeout(FORK_SECONDS)
                with theirs:
                    socket.send_fds(self._control, [b"+"], [theirs.fileno(), log.fileno()])
                lines.write(msgspec.json.encode(request) + b"\n")
                lines.flush()
                pid = int(lines.readline())
                lines.write(b"\n")
                lines.flush()
        except (OSError, ValueError):
            return None
        return ForkedProcess(pid)


class Service(ChildProcess):
    """A process of one of our services."""

    def __init__(self, spec: ChildSpec, logs: Path, fork_server: ForkServer) -> None:
        super().__init__(spec, logs)
        self._fork_server = fork_server

    def _launch(self, log: IO[bytes]) -> Process:
        return self._fork_server.fork(self.spec, log) or super()._launch(log)


def children_of(specs: list[ChildSpec], logs: Path) -> list[ChildProcess]:
    """A child for every spec; services are forked if the fork server is among them."""
    fork_server = next((ForkServer(spec, logs) for spec in specs if spec.name == FORK_SERVER), None)
    children: list[ChildProcess] = []
    for spec in specs:
        if fork_server is not None and spec.name == FORK_SERVER:
            children.append(fork_server)
        elif fork_server is not None and spec.module:
            children.append(Service(spec, logs, fork_server))
        else:
            children.append(ChildProcess(spec, logs))
    return children
