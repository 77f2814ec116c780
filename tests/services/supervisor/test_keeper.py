"""The keeper: what dies is started again, also when the disk is in the way for a while."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

from services.supervisor.keeper import Keeper
from services.supervisor.layout import Addresses, Child, Plan
from services.supervisor.state import ChildState, read_state
from tests.services.conftest import eventually

NOWHERE = Addresses("", "", "", "", {}, {})
SLEEPER = "import sys, time; open(sys.argv[1], 'w').close(); time.sleep(60)"


@contextlib.asynccontextmanager
async def keeping(home: Path, said: list[str]) -> AsyncIterator[None]:
    """A keeper with one child, for as long as the block runs."""
    plan, ready = Plan(home, ()), asyncio.Event()
    file = home / "run" / "sleeper.ready"
    child = Child("sleeper", (sys.executable, "-c", SLEEPER, str(file)), {}, file, (), 0)
    keeper = Keeper(plan, [child], NOWHERE, said.append)
    running = asyncio.create_task(keeper.run(ready.set))
    try:
        await asyncio.wait_for(ready.wait(), 20)
        yield
    finally:
        keeper.stop()
        await running


def sleeper(home: Path) -> ChildState:
    """The child as the keeper tells of it."""
    state = read_state(home)
    assert state is not None
    return state.children["sleeper"]


async def test_what_cannot_be_started_is_tried_again_and_the_file_is_named(tmp_path: Path) -> None:
    said: list[str] = []
    async with keeping(tmp_path, said):
        logs = tmp_path / "logs"
        logs.rename(tmp_path / "elsewhere")
        os.kill(sleeper(tmp_path).pid, signal.SIGKILL)

        async def refused() -> bool:
            return len(said) > 1

        await eventually(refused)
        assert "sleeper cannot be started" in said[1]
        assert str(logs) in said[1]
        assert sleeper(tmp_path).pid == 0
        (tmp_path / "elsewhere").rename(logs)

        async def runs() -> bool:
            return sleeper(tmp_path).pid != 0

        await eventually(runs)
        assert sleeper(tmp_path).restarts == 1


async def test_a_state_that_cannot_be_written_is_told_once_and_written_later(tmp_path: Path) -> None:
    said: list[str] = []
    async with keeping(tmp_path, said):
        first, obstacle = sleeper(tmp_path), tmp_path / "state.new"
        obstacle.mkdir()
        os.kill(first.pid, signal.SIGKILL)

        async def told() -> bool:
            return len(said) > 1

        await eventually(told)
        await asyncio.sleep(0.5)
        assert len(said) == 2
        assert said[1].startswith("what runs cannot be written: ")
        assert str(obstacle) in said[1]
        assert sleeper(tmp_path) == first
        obstacle.rmdir()

        async def written() -> bool:
            return sleeper(tmp_path).pid not in (0, first.pid)

        await eventually(written)
