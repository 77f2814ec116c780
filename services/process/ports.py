"""Free ports of this machine."""

import contextlib
import random
import socket


def free_row(count: int, host: str = "127.0.0.1") -> int:
    """The first of so many ports in a row that nobody listens on, below those the system hands out by itself."""
    while True:
        first = random.randrange(10_000, 30_000 - count)
        with contextlib.ExitStack() as probes:
            try:
                for port in range(first, first + count):
                    probes.enter_context(socket.socket()).bind((host, port))
            except OSError:
                continue
            return first


def free_port(host: str = "127.0.0.1") -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind((host, 0))
        port: int = probe.getsockname()[1]
        return port
