"""A supervisor in a process of its own, with one child that has started another which listens at a port.

`python -m tests.services.supervisor.one_child HOME PORT` prints `ready` once it does."""

import asyncio
import sys
from pathlib import Path

from services.supervisor.plan import Addresses
from services.supervisor.specs import ChildSpec, Plan
from services.supervisor.supervisor import Supervisor

LISTENER = """
import pathlib, socket, sys, time
with socket.create_server(("127.0.0.1", int(sys.argv[1]))):
    pathlib.Path(sys.argv[2]).touch()
    time.sleep(120)
"""
STARTS_LISTENER = """
import subprocess, sys
subprocess.run([sys.executable, "-c", *sys.argv[1:]])
"""
CHILD = "starts-listener"


def supervisor(home: Path, port: int) -> Supervisor:
    """A supervisor of a folder; its child listens by another process at the port."""
    plan, ready = Plan(home, ()), home / "run" / "listener.ready"
    command = (sys.executable, "-c", STARTS_LISTENER, LISTENER, str(port), str(ready))
    return Supervisor(
        plan, [ChildSpec(CHILD, command, {}, ready, (port,), 0)], Addresses("", "", "", "", "", "", "", "", {}, {})
    )


if __name__ == "__main__":
    asyncio.run(supervisor(Path(sys.argv[1]), int(sys.argv[2])).run(lambda: print("ready", flush=True)))
