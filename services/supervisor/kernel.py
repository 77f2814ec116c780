"""What the kernel does for related processes: it ends children with their parent, and gives orphans to an ancestor."""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1
PR_SET_NAME = 15
PR_SET_CHILD_SUBREAPER = 36


def end_with_parent(parent: int) -> None:
    """Have this process killed when its parent ends; exit if that has happened already.

    Killed, not asked to stop: a service that drains, or a bot worker whose store has gone, would keep its ports."""
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit("the supervisor has gone")


def adopt_orphans() -> None:
    """Become the parent of any descendant whose own parent ends."""
    _prctl(PR_SET_CHILD_SUBREAPER, 1)


def set_name(name: str) -> None:
    """Show this process under a name in `top` and `ps -o comm`; of a longer one the first 15 letters."""
    _prctl(PR_SET_NAME, name.encode())


def _prctl(option: int, value: int | bytes) -> None:
    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
