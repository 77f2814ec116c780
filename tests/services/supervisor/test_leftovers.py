"""What a killed server leaves behind is ended by the next one of its folder; nobody else's process is touched."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from services.process.ports import free_row
from services.supervisor import supervisor as supervisors
from services.supervisor.leftovers import end_leftovers, leftovers
from services.supervisor.plan import Addresses
from services.supervisor.procfs import boot_id, is_alive, listener, started_at
from services.supervisor.state import CannotStart, ChildState, ServerState, read_state, write_state
from tests.services.conftest import eventually
from tests.services.supervisor.one_child import CHILD, LISTENER, supervisor

NOWHERE = Addresses("", "", "", "", "", "", "", "", {}, {})


@contextlib.asynccontextmanager
async def own_process(home: Path, port: int) -> AsyncIterator["asyncio.subprocess.Process"]:
    """A supervisor in a process of its own, ready; killed at the end."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.services.supervisor.one_child", str(home), str(port)),
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        assert await asyncio.wait_for(process.stdout.readline(), 30) == b"ready\n"
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def listener_at(port: int) -> int:
    """The process that listens at a port."""
    pid = listener(port)
    assert pid is not None
    return pid


def child_of(home: Path) -> ChildState:
    """The child as the running supervisor of a folder wrote it down."""
    state = read_state(home)
    assert state is not None
    return state.children[CHILD]


async def gone(pid: int) -> None:
    """Wait until a process has ended."""

    async def ended() -> bool:
        return not is_alive(pid)

    await eventually(ended)


async def test_a_child_ends_with_a_killed_supervisor_and_the_next_one_ends_what_it_had_started(
    tmp_path, capsys
) -> None:
    port = free_row(1)
    async with own_process(tmp_path, port) as killed:
        child, left = child_of(tmp_path), listener_at(port)
        killed.kill()
        await killed.wait()
    await gone(child.pid)
    assert is_alive(left)
    assert leftovers(tmp_path, tmp_path / "logs") == {left: CHILD}
    again = supervisor(tmp_path, port)
    await again.run(on_ready=again.stop)
    assert not is_alive(left)
    assert f"ended what an earlier server had left: {CHILD} (process {left})" in capsys.readouterr().out


async def test_what_a_child_had_started_ends_before_it_is_started_again(tmp_path: Path) -> None:
    port, ready = free_row(1), asyncio.Event()
    running = supervisor(tmp_path, port)
    task = asyncio.create_task(running.run(ready.set))
    try:
        await asyncio.wait_for(ready.wait(), 30)
        left = listener_at(port)
        os.kill(child_of(tmp_path).pid, signal.SIGKILL)

        async def another_listens() -> bool:
            return listener(port) not in (None, left)

        await eventually(another_listens, 30)
        assert not is_alive(left)
        with pytest.raises(ProcessLookupError):  # collected as well
            os.kill(left, 0)
    finally:
        running.stop()
        await task
    assert listener(port) is None


@pytest.fixture
def stranger() -> Iterator["subprocess.Popen[bytes]"]:
    """A process that has nothing to do with us, in a session of its own."""
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, start_new_session=True)
    yield process
    process.kill()
    process.communicate()


@pytest.mark.parametrize(("later", "boot"), [(-1, boot_id()), (1, boot_id()), (0, "before a restart of the machine")])
async def test_a_stranger_with_the_number_of_a_former_child_is_left_alone(
    tmp_path, stranger, later: int, boot: str
) -> None:
    child = ChildState(stranger.pid, 0, started_at(stranger.pid) + later)
    write_state(tmp_path, ServerState(1, NOWHERE, {"store": child}, boot))
    assert await end_leftovers(tmp_path, tmp_path / "logs") == []
    assert stranger.poll() is None


async def test_a_stranger_in_the_session_of_a_former_child_is_left_alone(tmp_path: Path) -> None:
    """The number of a child that has ended may have become that of a stranger's session."""
    in_session = [sys.executable, "-c", "import os, time; print(os.getpid(), flush=True); time.sleep(600)"]
    leader = subprocess.Popen(
        ["sh", "-c", '"$@" & wait', "sh", *in_session],
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    write_state(tmp_path, ServerState(1, NOWHERE, {"store": ChildState(leader.pid, 0, 1)}, boot_id()))
    assert leader.stdout is not None
    member = int(leader.stdout.readline())
    try:
        assert await end_leftovers(tmp_path, tmp_path / "logs") == []
        assert is_alive(member)
        assert is_alive(leader.pid)
    finally:
        os.killpg(leader.pid, signal.SIGKILL)
        leader.communicate()


async def test_a_port_that_somebody_keeps_is_named_with_who_it_is(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisors, "PORT_SECONDS", 0.2)
    port, ready = free_row(1), tmp_path / "ready"
    with subprocess.Popen([sys.executable, "-c", LISTENER, str(port), str(ready)]) as holder:
        try:
            await eventually(exists(ready))
            name = rf"port {port}, for {CHILD}, is taken by process {holder.pid} \(.*python -c import pathlib, .*\)$"
            with pytest.raises(CannotStart, match=name):
                await supervisor(tmp_path, port).run()
        finally:
            holder.kill()


async def test_a_port_that_becomes_free_is_waited_for(tmp_path, capsys: pytest.CaptureFixture[str]) -> None:
    port, ready = free_row(1), tmp_path / "ready"
    starting = supervisor(tmp_path, port)
    with subprocess.Popen([sys.executable, "-c", LISTENER, str(port), str(ready)]) as holder:
        await eventually(exists(ready))
        asyncio.get_running_loop().call_later(0.5, holder.kill)
        await starting.run(on_ready=starting.stop)
    assert f"is taken by process {holder.pid}" in capsys.readouterr().out


def exists(file: Path):
    """A check whether a file is there."""

    async def check() -> bool:
        return file.exists()

    return check
