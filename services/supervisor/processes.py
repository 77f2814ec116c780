"""What Linux tells about processes, in /proc."""

from pathlib import Path

PROC = Path("/proc")


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and waits to be collected does not."""
    try:
        return _fields(pid)[0] != "Z"
    except (OSError, IndexError):
        return False


def memory_of(pid: int) -> int:
    """Bytes of memory a process holds, sharing counted in part; 0 when it is gone."""
    try:
        text = (PROC / str(pid) / "smaps_rollup").read_text()
    except OSError:
        return 0
    rows = [line.split() for line in text.splitlines()[1:]]
    return next((int(row[1]) * 1024 for row in rows if row[0] == "Pss:"), 0)


def family_of(pid: int) -> list[int]:
    """A process and all its descendants."""
    children: dict[int, list[int]] = {}
    for entry in PROC.iterdir():
        if entry.name.isdigit():
            try:
                parent = int(_fields(int(entry.name))[1])
            except (OSError, IndexError):
                continue
            children.setdefault(parent, []).append(int(entry.name))
    found, todo = [], [pid]
    while todo:
        one = todo.pop()
        found.append(one)
        todo += children.get(one, [])
    return found


def _fields(pid: int) -> list[str]:
    """The state, the parent and so on, after the name, which may hold anything."""
    return (PROC / str(pid) / "stat").read_text().rsplit(")", 1)[1].split()
