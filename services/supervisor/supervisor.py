"""The supervisor: starts the children stage by stage, starts again those that end, and stops them in order."""

import asyncio
import contextlib
import os
import shutil
import time
from collections.abc import AsyncIterator, Callable

from services.process.private_files import make_private_folder
from services.supervisor.child import ChildProcess
from services.supervisor.forking import children_of
from services.supervisor.kernel import adopt_orphans
from services.supervisor.leftovers import end_leftovers
from services.supervisor.plan import Addresses, child_processes
from services.supervisor.procfs import boot_id, command_of, listener
from services.supervisor.specs import STORE_STAGE, ChildSpec, Plan
from services.supervisor.state import CannotStart, ChildState, ServerState, server_lock, write_state

READY_SECONDS = 60.0
STOP_SECONDS = 20.0
PORT_SECONDS = 5.0
"""How long a port may be taken when the server is started."""
CHECK_SECONDS = 0.1
START_CHECK_SECONDS = 0.02


class Supervisor:
    """Runs the processes of one server."""

    def __init__(
        self, plan: Plan, children: list[ChildSpec], addresses: Addresses, report: Callable[[str], None] = print
    ) -> None:
        """`report` is called with a line for the operator when something goes wrong."""
        self._plan = plan
        self._addresses = addresses
        self._report_line = report
        self._children = children_of(children, plan.logs)
        self._stages = sorted({spec.stage for spec in children})
        self._boot_id = boot_id()
        self._state: ServerState | None = None
        """The state as it was last written."""
        self._state_error = ""
        """Why the state could not be written, as the operator was told."""
        self._stopping = asyncio.Event()
        self._woken = asyncio.Event()
        """Set when a child has ended, or everything is to stop."""
        self._pidfds: set[int] = set()
        """What the system tells us by that a process has ended."""

    def stop(self) -> None:
        """Let `run` stop everything and return."""
        self._stopping.set()
        self._woken.set()

    async def run(self, on_ready: Callable[[], None] | None = None) -> None:
        """Start everything, call `on_ready`, and keep everything running until `stop`."""
        adopt_orphans()
        with server_lock(self._plan.home):
            if ended := await end_leftovers(self._plan.home, self._plan.logs):
                self._report(f"ended what an earlier server had left: {', '.join(ended)}")
            self._write_state()
            self._make_folders()
            try:
                await self._start_all()
                if not self._stopping.is_set() and on_ready is not None:
                    on_ready()
                while not self._stopping.is_set():
                    self._restart_ended()
                    self._try_to_write_state()
                    await self._pause(CHECK_SECONDS)
            finally:
                await self._stop_all()
                for fd in list(self._pidfds):
                    self._forget(fd)

    def _make_folders(self) -> None:
        """Make the folders of logs, ready files and metrics; metrics of former bot workers are deleted."""
        shutil.rmtree(self._plan.worker_metrics, ignore_errors=True)
        for folder in (self._plan.logs, self._plan.ready_files, self._plan.worker_metrics):
            make_private_folder(folder)

    async def _start_all(self) -> None:
        for stage in self._stages:
            children = self._children_of(stage)
            for child in children:
                await self._until_ports_are_free(child)
            for child in children:
                self._start(child)
                self._write_state()
            deadline = time.monotonic() + READY_SECONDS
            for child in children:
                await self._until_ready(child, deadline)
            if stage == STORE_STAGE and self._plan.store_nodes > 1 and not self._stopping.is_set():
                await self._form_cluster()

    async def _form_cluster(self) -> None:
        """Make a cluster of the nodes of the store, unless they are one; CannotStart if they do not become one."""
        from services.store.address import endpoints  # here: one server has no need of what these two load
        from services.store.forming import form_cluster

        try:
            await form_cluster(endpoints(self._addresses.store), self._plan.store_nodes, READY_SECONDS)
        except TimeoutError:
            raise CannotStart(f"the nodes of the store did not become a cluster; see {self._plan.home}") from None

    async def _until_ports_are_free(self, child: ChildProcess) -> None:
        """Wait for ports that somebody has who may be about to end; CannotStart, with who it is, when that lasts."""
        deadline, reported = time.monotonic() + PORT_SECONDS, ""
        while not self._stopping.is_set() and (port := child.taken_port) is not None:
            taken = f"port {port}, for {child.spec.name}, is taken by {_holder(port)}"
            if time.monotonic() > deadline:
                raise CannotStart(taken)
            if taken != reported:
                self._report(f"{taken}; waiting for it")
                reported = taken
            await self._pause(CHECK_SECONDS)

    def _start(self, child: ChildProcess) -> None:
        """Start a child, and be woken when it ends."""
        child.start()
        try:
            fd = os.pidfd_open(child.pid)
        except OSError:  # an old kernel, or too many open files: its end is seen at the next check
            return
        self._pidfds.add(fd)
        asyncio.get_running_loop().add_reader(fd, self._on_end, fd)

    def _on_end(self, fd: int) -> None:
        self._forget(fd)
        self._woken.set()

    def _forget(self, fd: int) -> None:
        asyncio.get_running_loop().remove_reader(fd)
        self._pidfds.remove(fd)
        os.close(fd)

    async def _until_ready(self, child: ChildProcess, deadline: float) -> None:
        """Wait until a child serves; CannotStart when it ends or takes too long."""
        while not self._stopping.is_set() and not child.is_ready:
            if not child.is_running or time.monotonic() > deadline:
                raise CannotStart(f"{child.spec.name} did not come up; see {child.log}")
            await self._pause(START_CHECK_SECONDS)

    def _children_of(self, stage: int) -> list[ChildProcess]:
        return [child for child in self._children if child.spec.stage == stage]

    def _restart_ended(self) -> None:
        """Start again what has ended, after a pause if it keeps ending."""
        for child in self._children:
            if (code := child.collect()) is not None:
                self._report(f"{child.spec.name} ended ({code}); starting it again")
            if child.is_due:
                self._restart(child)

    def _restart(self, child: ChildProcess) -> None:
        """Start a child that has ended. What the system refuses (the disk is full) is tried again after a pause."""
        try:
            self._start(child)
        except OSError as error:
            pause = child.postpone()
            self._report(f"{child.spec.name} cannot be started: {error}; trying again in {pause:g} s")

    def _write_state(self) -> None:
        """Write the state for `status` and `down`, if it has changed."""
        children = {
            child.spec.name: ChildState(child.pid, child.restarts, child.started_at) for child in self._children
        }
        state = ServerState(os.getpid(), self._addresses, children, self._boot_id)
        if state != self._state:
            write_state(self._plan.home, state)
            self._state = state

    def _try_to_write_state(self) -> None:
        """Write the state. A full disk does not end the server: it is reported once, and tried again at every check."""
        try:
            self._write_state()
            self._state_error = ""
        except OSError as error:
            if str(error) != self._state_error:
                self._report(f"what runs cannot be written: {error}")
            self._state_error = str(error)

    def _report(self, line: str) -> None:
        """Tell the operator; a terminal that cannot be written to any more is ignored."""
        with contextlib.suppress(OSError):
            self._report_line(line)

    async def _stop_all(self) -> None:
        """Stop everything, the first stage last: the others need the store until they have stopped."""
        for stages in (self._stages[1:], self._stages[:1]):
            started = [child for child in self._children if child.spec.stage in stages and child.pid]
            for child in started:
                child.terminate()
            deadline = time.monotonic() + STOP_SECONDS
            for child in started:
                while child.is_running and time.monotonic() < deadline:
                    await asyncio.sleep(START_CHECK_SECONDS)
                child.kill()

    async def _pause(self, seconds: float) -> None:
        """Wait for so long, or until a child has ended or everything is to stop."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._woken.wait(), seconds)
        self._woken.clear()


def _holder(port: int) -> str:
    """Who listens at a port, in words."""
    pid = listener(port)
    return "a process that cannot be seen from here" if pid is None else f"process {pid} ({command_of(pid)})"


@contextlib.asynccontextmanager
async def running_server(plan: Plan, report: Callable[[str], None] = print) -> AsyncIterator[Addresses]:
    """A server for as long as the block runs, and its addresses; CannotStart when a part of it does not come up."""
    children, addresses = child_processes(plan)
    supervisor, ready = Supervisor(plan, children, addresses, report), asyncio.Event()
    running = asyncio.create_task(supervisor.run(ready.set))
    waiting = asyncio.create_task(ready.wait())
    await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if running.done():
        running.result()
    try:
        yield addresses
    finally:
        supervisor.stop()
        await running
