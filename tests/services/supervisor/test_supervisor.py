"""The supervisor: what ends is started again, also when the disk is in the way for a while."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

from services.supervisor.plan import Addresses
from services.supervisor.specs import ChildSpec, Plan
from services.supervisor.state import ChildState, read_state
from services.supervisor.supervisor import Supervisor
from tests.services.conftest import eventually

NOWHERE = Addresses("", "", "", "", "", "", "", "", {}, {})
SLEEPER = "import sys, time; open(sys.argv[1], 'w').close(); time.sleep(60)"


@contextlib.asynccontextmanager
async def supervising(home: Path, reports: list[str]) -> AsyncIterator[None]:
    """A supervisor with one child, for as long as the block runs."""
    plan, ready = Plan(home, ()), asyncio.Event()
    file = home / "run" / "sleeper.ready"
    child = ChildSpec("sleeper", (sys.executable, "-c", SLEEPER, str(file)), {}, file, (), 0)
    supervisor = Supervisor(plan, [child], NOWHERE, reports.append)
    task = asyncio.create_task(supervisor.run(ready.set))
    try:
        await asyncio.wait_for(ready.wait(), 20)
        yield
    finally:
        supervisor.stop()
        await task


def sleeper(home: Path) -> ChildState:
    """The child in the state that the supervisor writes."""
    state = read_state(home)
    assert state is not None
    return state.children["sleeper"]


async def test_what_cannot_be_started_is_tried_again_and_the_file_is_named(tmp_path: Path) -> None:
    reports: list[str] = []
    async with supervising(tmp_path, reports):
        logs = tmp_path / "logs"
        logs.rename(tmp_path / "elsewhere")
        os.kill(sleeper(tmp_path).pid, signal.SIGKILL)

        async def refused() -> bool:
            return len(reports) > 1

        await eventually(refused)
        assert "sleeper cannot be started" in reports[1]
        assert str(logs) in reports[1]
        assert sleeper(tmp_path).pid == 0
        (tmp_path / "elsewhere").rename(logs)

        async def runs() -> bool:
            return sleeper(tmp_path).pid != 0

        await eventually(runs)
        assert sleeper(tmp_path).restarts == 1


async def test_a_state_that_cannot_be_written_is_told_once_and_written_later(tmp_path: Path) -> None:
    reports: list[str] = []
    async with supervising(tmp_path, reports):
        first, obstacle = sleeper(tmp_path), tmp_path / "state.new"
        obstacle.mkdir()
        os.kill(first.pid, signal.SIGKILL)

        async def told() -> bool:
            return len(reports) > 1

        await eventually(told)
        await asyncio.sleep(0.5)
        assert len(reports) == 2
        assert reports[1].startswith("what runs cannot be written: ")
        assert str(obstacle) in reports[1]
        assert sleeper(tmp_path) == first
        obstacle.rmdir()

        async def written() -> bool:
            return sleeper(tmp_path).pid not in (0, first.pid)

        await eventually(written)


def test_what_runs_beside_every_server_loads_no_library_of_services() -> None:
    """It would be in memory for as long as the server runs, and every command would start later."""
    script = "import services.cli.main, sys; print({name.partition('.')[0] for name in sys.modules})"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert "'services'" in loaded
    for library in ("grpc", "google", "redis", "hiredis", "sqlalchemy", "celery", "prometheus_client", "structlog"):
        assert repr(library) not in loaded
