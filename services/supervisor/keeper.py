"""Starts the children, waits until they serve, starts again those that die, and stops them in order."""

import asyncio
import contextlib
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from services.supervisor.layout import HOST, Addresses, Child, Plan
from services.supervisor.state import CannotStart, ChildState, State, holding, naming, write_state

READY_SECONDS = 60.0
STOP_SECONDS = 20.0
LOOK_SECONDS = 0.1
FIRST_PAUSE = 0.2
LONGEST_PAUSE = 5.0
STEADY_SECONDS = 10.0
"""A child that ran this long starts again at once."""
PRIVATE = 0o077
"""What a child writes, only its owner reads."""
LEASH = (sys.executable, "-m", "services.supervisor.leash")


class _Running:
    """A child and what became of it."""

    def __init__(self, child: Child) -> None:
        self.child = child
        self.process: subprocess.Popen[bytes] | None = None
        self.began = 0.0
        self.pause = FIRST_PAUSE
        self.again_at = 0.0
        self.restarts = 0


class Keeper:
    """Keeps the processes of one server."""

    def __init__(
        self, plan: Plan, children: list[Child], addresses: Addresses, say: Callable[[str], None] = print
    ) -> None:
        self._plan = plan
        self._addresses = addresses
        self._say = say
        self._running = [_Running(child) for child in children]
        self._written: State | None = None
        self._fault = ""
        self._stopping = asyncio.Event()

    def stop(self) -> None:
        """Ask for the end."""
        self._stopping.set()

    async def run(self, ready: Callable[[], None] | None = None) -> None:
        """Bring everything up, keep it up, and take it down when asked."""
        with holding(self._plan.home):
            self._write_state()
            self._make_folders()
            try:
                await self._bring_up()
                if not self._stopping.is_set() and ready is not None:
                    ready()
                while not self._stopping.is_set():
                    self._look_after()
                    self._keep_state()
                    await self._pause()
            finally:
                await self._take_down()

    def _make_folders(self) -> None:
        """Logs and ready files; figures of bot workers that are gone are thrown away."""
        metrics = self._plan.home / "run" / "bot-worker-metrics"
        shutil.rmtree(metrics, ignore_errors=True)
        for folder in (self._plan.logs, metrics.parent, metrics):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    async def _bring_up(self) -> None:
        stages = sorted({running.child.stage for running in self._running})
        for stage in stages:
            started = [running for running in self._running if running.child.stage == stage]
            for running in started:
                for port in running.child.ports:
                    if not _free(port):
                        raise CannotStart(f"port {port}, for {running.child.name}, is taken")
            for running in started:
                self._start(running)
                self._write_state()
            deadline = time.monotonic() + READY_SECONDS
            for running in started:
                while not self._stopping.is_set() and not _is_ready(running.child):
                    if running.process is None or running.process.poll() is not None or time.monotonic() > deadline:
                        log = self._plan.logs / f"{running.child.name}.log"
                        raise CannotStart(f"{running.child.name} did not come up; see {log}")
                    await self._pause()

    def _start(self, running: _Running) -> None:
        child = running.child
        if child.ready_file is not None:
            child.ready_file.unlink(missing_ok=True)
        if child.config is not None:
            _write(*child.config)
        with (self._plan.logs / f"{child.name}.log").open("ab") as log:
            running.process = subprocess.Popen(
                (*LEASH, *child.command),
                env={**os.environ, **child.env},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                umask=PRIVATE,
            )
        running.began = time.monotonic()

    def _look_after(self) -> None:
        """Start again what has died, with longer pauses if it keeps dying."""
        now = time.monotonic()
        for running in self._running:
            if running.process is not None and running.process.poll() is not None:
                lived = now - running.began
                running.pause = FIRST_PAUSE if lived > STEADY_SECONDS else min(running.pause * 2, LONGEST_PAUSE)
                running.again_at = now + (0 if lived > STEADY_SECONDS else running.pause)
                self._tell(f"{running.child.name} ended ({running.process.returncode}); starting it again")
                running.process = None
                running.restarts += 1
            if running.process is None and now >= running.again_at:
                self._start_again(running)

    def _start_again(self, running: _Running) -> None:
        """Start a child that has died. What the system refuses now (the disk is full) is tried again after a pause."""
        try:
            self._start(running)
        except OSError as fault:
            running.pause = min(running.pause * 2, LONGEST_PAUSE)
            running.again_at = time.monotonic() + running.pause
            self._tell(f"{running.child.name} cannot be started: {fault}; trying again in {running.pause:g} s")

    def _keep_state(self) -> None:
        """Write what runs. A disk that is full does not end the server: it is told once, and tried at every look."""
        try:
            self._write_state()
            self._fault = ""
        except OSError as fault:
            if str(fault) != self._fault:
                self._tell(f"what runs cannot be written: {fault}")
            self._fault = str(fault)

    def _tell(self, line: str) -> None:
        """Tell the operator; nothing depends on it that the words get through."""
        with contextlib.suppress(OSError):
            self._say(line)

    async def _take_down(self) -> None:
        """Stop everything, the store last."""
        for stage in sorted({running.child.stage for running in self._running}, reverse=True):
            members = [running for running in self._running if running.child.stage == stage]
            alive = [one.process for one in members if one.process is not None and one.process.poll() is None]
            for process in alive:
                process.terminate()
            deadline = time.monotonic() + STOP_SECONDS
            for process in alive:
                while process.poll() is None and time.monotonic() < deadline:
                    await asyncio.sleep(LOOK_SECONDS / 2)
                if process.poll() is None:
                    process.kill()
                    process.wait()

    async def _pause(self) -> None:
        try:
            await asyncio.wait_for(self._stopping.wait(), LOOK_SECONDS)
        except TimeoutError:
            return

    def _write_state(self) -> None:
        """Tell `status` and `down` what runs, if it is not what they were told last."""
        children = {
            running.child.name: ChildState(running.process.pid if running.process else 0, running.restarts)
            for running in self._running
        }
        state = State(os.getpid(), self._addresses, children)
        if state != self._written:
            write_state(self._plan.home, state)
            self._written = state


def _write(file: Path, text: str) -> None:
    """A file that only its owner reads, in a folder of the same kind."""
    with naming(file):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.touch(mode=0o600)
        file.write_text(text)


def _free(port: int) -> bool:
    """Whether nobody listens there."""
    with socket.socket() as probe:
        return probe.connect_ex((HOST, port)) != 0


def _is_ready(child: Child) -> bool:
    if child.ready_file is not None:
        return child.ready_file.exists()
    return not _free(child.ports[0])
