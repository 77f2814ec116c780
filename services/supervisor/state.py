"""What a running server tells `status` and `down`, and the lock that proves it runs.

The system lets go of a lock when its holder ends, in whatever way. A process number in a file proves nothing: after a
crash or a reboot it is a stranger's."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from services.supervisor.layout import Addresses


class CannotStart(RuntimeError):
    """The server did not come up; says why."""


class Unreadable(RuntimeError):
    """A server runs, but what it wrote about itself cannot be read."""


class ChildState(msgspec.Struct, frozen=True):
    """A child as it was last seen; its process is 0 while it is down."""

    pid: int
    restarts: int


class State(msgspec.Struct, frozen=True):
    """What runs, and where."""

    pid: int
    addresses: Addresses
    children: dict[str, ChildState]


@contextmanager
def holding(home: Path) -> Iterator[None]:
    """The only server of this folder for as long as the block runs."""
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _lock_file(home).open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CannotStart(f"a server runs in {home} already; see `westmarch status`") from None
        try:
            yield
        finally:
            state_file(home).unlink(missing_ok=True)


def write_state(home: Path, state: State) -> None:
    """Tell what runs; kept to the owner, because the address of the store has its password."""
    fresh = state_file(home).with_suffix(".new")
    with naming(fresh):
        fresh.unlink(missing_ok=True)
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(msgspec.json.format(msgspec.json.encode(state), indent=1))
        fresh.replace(state_file(home))


@contextmanager
def naming(file: Path) -> Iterator[None]:
    """Lets a fault say which file it was: the system does so when a file is opened, not when it is written."""
    try:
        yield
    except OSError as fault:
        raise OSError(fault.errno, fault.strerror, str(file)) from fault


def read_state(home: Path) -> State | None:
    """What the server of this folder runs; None when there is none."""
    if not is_held(home):
        return None
    try:
        return msgspec.json.decode(state_file(home).read_bytes(), type=State)
    except (OSError, msgspec.MsgspecError) as fault:
        raise Unreadable(f"a server runs in {home}, but {state_file(home)} cannot be read: {fault}") from None


def state_file(home: Path) -> Path:
    """Where the server of a folder tells what runs."""
    return home / "state.json"


def is_held(home: Path) -> bool:
    """Whether a server of this folder runs."""
    try:
        with _lock_file(home).open() as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except FileNotFoundError:
        return False
    return False


def _lock_file(home: Path) -> Path:
    return home / "lock"
