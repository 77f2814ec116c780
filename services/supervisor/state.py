"""What a running server tells `status` and `down` in a file, and the lock that proves that it runs.

The system releases a lock when its holder ends, in whatever way. A process number in a file proves nothing: after a
crash or a reboot it may be that of another process; together with when that process started, it does."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from services.process.private_files import make_private_folder, write_private
from services.supervisor.plan import Addresses


class CannotStart(RuntimeError):
    """The server could not be started; says why."""


class StateUnreadable(RuntimeError):
    """A server runs, but what it wrote about itself cannot be read."""


class ChildState(msgspec.Struct, frozen=True):
    """A child when the state was last written; its process is 0 while it is down."""

    pid: int
    restarts: int
    started_at: int = 0
    """When its process started, in clock ticks since the machine did."""


class ServerState(msgspec.Struct, frozen=True):
    """Which processes run, and where they listen."""

    pid: int
    """The process of the supervisor."""
    addresses: Addresses
    children: dict[str, ChildState]
    boot_id: str = ""
    """The time since the machine was started, in which process numbers and start times mean what they say."""


@contextmanager
def server_lock(home: Path) -> Iterator[None]:
    """Be the only server of a folder while the block runs; CannotStart where there is one."""
    make_private_folder(home)
    with _lock_file(home).open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CannotStart(f"a server runs in {home} already; see `westmarch status`") from None
        try:
            yield
        finally:
            state_file(home).unlink(missing_ok=True)


def is_running(home: Path) -> bool:
    """Whether a server of this folder runs."""
    try:
        with _lock_file(home).open() as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except FileNotFoundError:
        return False
    return False


def write_state(home: Path, state: ServerState) -> None:
    """Write the state for the owner only, because the address of the store has its password."""
    fresh = state_file(home).with_suffix(".new")
    write_private(fresh, msgspec.json.format(msgspec.json.encode(state), indent=1))
    fresh.replace(state_file(home))


def read_state(home: Path) -> ServerState | None:
    """The state of the server of a folder; None when none runs."""
    if not is_running(home):
        return None
    try:
        return _decode(home)
    except (OSError, msgspec.MsgspecError) as error:
        raise StateUnreadable(f"a server runs in {home}, but {state_file(home)} cannot be read: {error}") from None


def former_state(home: Path) -> ServerState | None:
    """The state that a server of a folder left when it was killed; None where there is none that can be read."""
    try:
        return _decode(home)
    except (OSError, msgspec.MsgspecError):
        return None


def state_file(home: Path) -> Path:
    """Where the server of a folder writes its state."""
    return home / "state.json"


def _decode(home: Path) -> ServerState:
    return msgspec.json.decode(state_file(home).read_bytes(), type=ServerState)


def _lock_file(home: Path) -> Path:
    return home / "lock"
