"""Processes as Linux shows them in /proc: whether one runs, what it started, the memory it holds, where it listens."""

import os
import textwrap
from collections.abc import Iterator
from pathlib import Path

PROC = Path("/proc")
LISTEN = "0A"
"""The state of a socket that listens, in the tables of /proc/net."""
LONGEST_COMMAND = 120


def pids() -> Iterator[int]:
    """Every process."""
    return (int(entry.name) for entry in PROC.iterdir() if entry.name.isdigit())


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and waits to be collected does not."""
    try:
        return _stat(pid)[0] != "Z"
    except (OSError, IndexError):
        return False


def memory_of(pid: int) -> int:
    """Bytes of memory that a process holds, what it shares counted in proportion; 0 when it is gone."""
    try:
        text = (PROC / str(pid) / "smaps_rollup").read_text()
    except OSError:
        return 0
    rows = [line.split() for line in text.splitlines()[1:]]
    return next((int(row[1]) * 1024 for row in rows if row[0] == "Pss:"), 0)


def process_tree(pid: int) -> list[int]:
    """A process and all its descendants."""
    children: dict[int, list[int]] = {}
    for one in pids():
        try:
            parent = int(_stat(one)[1])
        except (OSError, IndexError):
            continue
        children.setdefault(parent, []).append(one)
    tree, todo = [], [pid]
    while todo:
        tree.append(todo.pop())
        todo += children.get(tree[-1], [])
    return tree


def processor_ticks(pid: int) -> int:
    """Clock ticks of processor time that a process has used."""
    return sum(map(int, _stat(pid)[11:13]))


def started_at(pid: int) -> int:
    """When a process started, in clock ticks since the machine did; 0 when it is gone.

    With this and its number a process is told from every other, until the machine starts anew."""
    try:
        return int(_stat(pid)[19])
    except (OSError, IndexError):
        return 0


def boot_id() -> str:
    """A name for the time since the machine was started."""
    return (PROC / "sys/kernel/random/boot_id").read_text().strip()


def session_of(pid: int) -> int:
    """The process that began the session of a process; 0 when it is gone."""
    try:
        return int(_stat(pid)[3])
    except (OSError, IndexError):
        return 0


def writes_to(pid: int, file: Path) -> bool:
    """Whether the standard output or error of a process is a file; False where we may not know."""
    return any(_is_open_as(pid, fd, file) for fd in ("1", "2"))


def command_of(pid: int) -> str:
    """The command line of a process, fit for one line of a terminal; empty when it is gone."""
    try:
        text = (PROC / str(pid) / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return textwrap.shorten(printable, LONGEST_COMMAND, placeholder=" ...")


def listener(port: int) -> int | None:
    """The process that listens at a port of this machine; None where there is none, or we may not know."""
    sockets = {f"socket:[{inode}]" for table in ("tcp", "tcp6") for inode in _listening(table, port)}
    return next((pid for pid in pids() if sockets and _has_open(pid, sockets)), None)


def _listening(table: str, port: int) -> Iterator[str]:
    """The inodes of the sockets of a table that listen at a port."""
    for line in (PROC / "net" / table).read_text().splitlines()[1:]:
        _, address, _, state, *rest = line.split()
        if state == LISTEN and int(address.rsplit(":", 1)[1], 16) == port:
            yield rest[5]


def _has_open(pid: int, links: set[str]) -> bool:
    try:
        return any(os.readlink(entry) in links for entry in (PROC / str(pid) / "fd").iterdir())
    except OSError:
        return False


def _is_open_as(pid: int, fd: str, file: Path) -> bool:
    try:
        return (PROC / str(pid) / "fd" / fd).samefile(file)
    except OSError:
        return False


def _stat(pid: int) -> list[str]:
    """The fields of its `stat` file after the name, which may hold anything: the state, the parent and so on."""
    return (PROC / str(pid) / "stat").read_text().rsplit(")", 1)[1].split()
