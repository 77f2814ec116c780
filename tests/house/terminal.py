"""A terminal in a folder of its own, at which the commands of a page are typed one after the other."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

from engine import load
from services.process.ports import free_row
from tests.house.pages import ROOT

Process: TypeAlias = "subprocess.Popen[str]"

ADDRESS = "127.0.0.1:7701"
"""The server that pages talk to."""

PLAYERS = "127.0.0.1:7706"
"""Its players service."""

GATEWAY = "127.0.0.1:7705"
"""Its gateway."""

ANSWERS = ".\n" * 40
"""What a person types who is asked: the first option, until there is nobody at the keyboard any more."""

HASTE = (
    (r"westmarch up\b", "westmarch up --port {port}"),
    (r"--matches \d+", "--matches 1"),
    (r"westmarch simulate(?!.*--matches)", "westmarch simulate --matches 1"),
    (r"westmarch play (?=.*--server)(?!.*--(table|join|resume))", "westmarch play --wait 1 "),
    (r"westmarch play (?=.*--save)", "westmarch play --seed 1 "),
)
"""What commands are given instead: free ports, one match, little to wait for, and a known deal."""

SECONDS = 120.0
"""The longest that a command may take, on a machine that has other things to do."""


class Terminal:
    """Runs command lines by a shell; a server that is started goes on while the next ones run."""

    def __init__(self, folder: Path, address: str = "") -> None:
        self._folder = folder
        self.address = address
        self._stack = contextlib.ExitStack()

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def type(self, line: str) -> None:
        """Type a line of the docs, and see that it ends well."""
        line = self._fit(line)
        if line.startswith("westmarch up"):
            self.address = self._stack.enter_context(self._up(line))
        elif "--table" in line:
            self._meet_friends(line)
        else:
            self._end(self._start(line))

    def _fit(self, line: str) -> str:
        """The line with the address of the server at hand, and in haste."""
        for pattern, hastier in HASTE:
            line = re.sub(pattern, hastier.format(port=free_row(20)), line)
        return line.replace(ADDRESS, self.address).replace(GATEWAY, _beside(self.address, 4))

    def _start(self, line: str) -> Process:
        environment = os.environ | {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "COLUMNS": "150",
            "XDG_STATE_HOME": str(self._folder / "state"),
        }
        process = subprocess.Popen(
            ["bash", "-ec", line],
            cwd=self._folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self._stack.callback(_kill, process)
        assert process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write(ANSWERS)
            process.stdin.flush()
        return process

    def _end(self, process: Process) -> None:
        shown, _ = process.communicate(timeout=SECONDS)
        assert process.returncode == 0, f"{process.args!r} ended with {process.returncode}:\n{shown}"

    @contextlib.contextmanager
    def _up(self, line: str) -> Iterator[str]:
        """A server until the block ends; where its matchmaking is."""
        process = self._start(f"exec {line}")
        address = _read(process, r"matchmaking \(gRPC starts here\)\W+([\d.]+:\d+)")
        _read(process, "(Ctrl-C) stops everything")
        try:
            yield address
        finally:
            process.terminate()
            process.communicate(timeout=SECONDS)
            assert process.returncode in (0, -signal.SIGTERM)  # `westmarch down` may have stopped it already

    def _meet_friends(self, line: str) -> None:
        """Open a private table, and let friends who never tire join it with the command that it shows for them."""
        host = self._start(line)
        command = _read(host, r"(westmarch play \w+ --server \S+ --join \w+)")
        game = command.split()[2]
        for _ in range(load(game).setting().seats - 1):
            self._start(f"yes . | {command} > /dev/null")
        self._end(host)


def players_address(address: str) -> str:
    """Where the players service is of a server whose matchmaking has this address."""
    return _beside(address, 5)


def _beside(address: str, ports: int) -> str:
    """The address so many ports after another; GATEWAY while there is none."""
    host, _, port = address.rpartition(":")
    return f"{host}:{int(port) + ports}" if address else GATEWAY


def _kill(process: Process) -> None:
    """End a command that still runs, and what it started."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)


def _read(process: Process, pattern: str) -> str:
    """Read until something is shown; a command that does not show it in time is ended."""
    assert process.stdout is not None
    shown = ""
    too_late = threading.Timer(SECONDS, _kill, [process])
    too_late.start()
    try:
        for text in process.stdout:
            shown += text
            if found := re.search(pattern, text):
                return found[1]
    finally:
        too_late.cancel()
    raise AssertionError(f"{process.args!r} did not show {pattern}:\n{shown}")
