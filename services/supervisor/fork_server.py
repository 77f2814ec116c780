"""Starts services by fork from a process that has imported them: one that has died is back in a fraction of a second.

`python -m services.supervisor.fork_server MODULE ...`. Standard input is a socket from the supervisor. A
message on it brings the log of a new service and a connection, on which the service reads a Request, tells its process
number and waits for a line before it begins: one whose supervisor gave it up does not begin at all. Services become
children of the supervisor, and do not depend on this process. What services share in memory is there only once."""

import gc
import importlib
import os
import runpy
import socket
import sys
import time
from pathlib import Path

import msgspec

import engine
from services.match.editions import served_games
from services.process.settings import Settings
from services.supervisor.forking import Request
from services.supervisor.kernel import end_with_parent, set_name

READY_FILE = "WESTMARCH_READY_FILE"


def main() -> None:
    """Import, and fork a service for every request; in the service, become it."""
    supervisor = os.getppid()
    preload(sys.argv[1:])
    Path(os.environ[READY_FILE]).touch()
    control = socket.socket(fileno=0)
    fds = serve(control, supervisor)
    if fds is not None:
        control.detach()  # not closed: nothing but standard input may get its number
        become_service(*fds)


def preload(modules: list[str]) -> None:
    """Import the modules of services, and the games; not plugins, which may not take a fork well."""
    for module in modules:
        importlib.import_module(f"{module}.__main__")
        del sys.modules[f"{module}.__main__"]  # it is run, not imported, when the service starts
    for game in served_games(Settings()):
        engine.load(game)
    gc.collect()
    gc.freeze()  # a collection in a service would write to the memory that they share


def serve(control: socket.socket, supervisor: int) -> tuple[int, int] | None:
    """Fork for every message until the supervisor has gone. Returns in each service: its connection and its log.

    A service is the child of a process that ends at once, so that the supervisor adopts it."""
    while True:
        message, fds, _, _ = socket.recv_fds(control, 1, 2)
        if not message:
            return None
        if child := os.fork():
            os.waitpid(child, 0)
            for fd in fds:
                os.close(fd)
            continue
        parent = os.getpid()
        if os.fork():
            os._exit(0)
        while os.getppid() == parent:
            time.sleep(0.001)
        end_with_parent(supervisor)
        connection, log = fds
        return connection, log


def become_service(connection: int, log: int) -> None:
    """Run the service that is asked for, as a process of its own session; nothing, if it is not wanted any more."""
    os.setsid()
    with open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(log, 1)
    os.dup2(log, 2)
    os.close(log)
    with socket.socket(fileno=connection) as supervisor, supervisor.makefile("rw") as lines:
        request = msgspec.json.decode(lines.readline() or "null", type=Request | None)
        lines.write(f"{os.getpid()}\n")
        lines.flush()
        if request is None or not lines.readline():
            return
    os.umask(request.umask)
    os.environ.clear()
    os.environ.update(request.env)
    set_name(request.name)
    sys.argv = [request.module]
    runpy.run_module(request.module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
