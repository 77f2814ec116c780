"""Processes as Linux shows them in /proc: whether one runs, what it started, and the memory it holds."""

from pathlib import Path

PROC = Path("/proc")


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
    for entry in PROC.iterdir():
        if entry.name.isdigit():
            try:
                parent = int(_stat(int(entry.name))[1])
            except (OSError, IndexError):
                continue
            children.setdefault(parent, []).append(int(entry.name))
    tree, todo = [], [pid]
    while todo:
        one = todo.pop()
        tree.append(one)
        todo += children.get(one, [])
    return tree


def processor_ticks(pid: int) -> int:
    """Clock ticks of processor time that a process has used."""
    return sum(map(int, _stat(pid)[11:13]))


def _stat(pid: int) -> list[str]:
    """The fields of its `stat` file after the name, which may hold anything: the state, the parent and so on."""
    return (PROC / str(pid) / "stat").read_text().rsplit(")", 1)[1].split()
