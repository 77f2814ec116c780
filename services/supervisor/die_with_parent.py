"""Runs a command that ends with the supervisor: `python -m services.supervisor.die_with_parent COMMAND ...`.

The kernel is told to end this process with its parent, then it becomes the command. This happens after the supervisor
has started us, because a process with threads must not run Python between fork and exec."""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main() -> None:
    """Ask the kernel for a signal when the parent ends, and become the command."""
    parent = os.getppid()
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        sys.exit("the supervisor has gone")
    os.execv(sys.argv[1], sys.argv[1:])


if __name__ == "__main__":
    main()
