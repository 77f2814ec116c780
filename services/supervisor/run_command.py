"""Runs a command that ends with the supervisor: `python -m services.supervisor.run_command SUPERVISOR COMMAND ...`.

The kernel is told to end this process with its parent, then it becomes the command. This happens after the supervisor
has started us, because a process with threads must not run Python between fork and exec."""

import os
import sys

from services.supervisor.kernel import end_with_parent


def main() -> None:
    """End with the parent, whose process number is the first argument, and become the command that follows."""
    end_with_parent(int(sys.argv[1]))
    os.execv(sys.argv[2], sys.argv[2:])


if __name__ == "__main__":
    main()
