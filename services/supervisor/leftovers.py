"""What a server that was killed has left behind: processes that the next one of its folder ends before it starts.

Children end with their supervisor by themselves; this is for what they had started in turn, and for what was started
too late to be told. Nobody else's process is touched: one of ours is known by its number and start time, or by its
session and the log that it writes."""

import asyncio
import os
import signal
import time
from contextlib import suppress
from pathlib import Path

from services.supervisor.procfs import boot_id, is_alive, pids, session_of, started_at, writes_to
from services.supervisor.state import CannotStart, ChildState, former_state

END_SECONDS = 10.0
CHECK_SECONDS = 0.02


async def end_leftovers(home: Path, logs: Path) -> list[str]:
    """End all that an earlier server of a folder has left, each as its child and its process number."""
    left = leftovers(home, logs)
    for pid in left:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    deadline = time.monotonic() + END_SECONDS
    for pid, name in left.items():
        while is_alive(pid):
            if time.monotonic() > deadline:
                raise CannotStart(f"{name} of an earlier server (process {pid}) does not end")
            await asyncio.sleep(CHECK_SECONDS)
    return [f"{name} (process {pid})" for pid, name in left.items()]


def leftovers(home: Path, logs: Path) -> dict[int, str]:
    """By process number: the child of an earlier server that it was, or belonged to."""
    state = former_state(home)
    if state is None or state.boot_id != boot_id():
        return {}
    children = {child.pid: (name, child) for name, child in state.children.items() if child.pid}
    left = {}
    for pid in pids():
        name, child = children.get(session_of(pid), ("", None))
        if child is not None and is_alive(pid) and _is_of(pid, child, logs / f"{name}.log"):
            left[pid] = name
    return left


def _is_of(pid: int, child: ChildState, log: Path) -> bool:
    """Whether a process in the session of a child's number is that child, or was started by it."""
    started = started_at(pid)
    if pid == child.pid:
        return started == child.started_at
    return started >= child.started_at and writes_to(pid, log)
