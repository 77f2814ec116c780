"""`up`, `status`, `down`, `demo` and `play --server`, as a person types them."""

import contextlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import Record
from services.common.ports import free_row
from tests.toy import registered  # noqa: F401  # makes the toy game playable

ROOT = Path(__file__).parents[2]
PLUGIN = ("--plugin", "tests.toy.registered")


def command(*words: str, folder: Path, **more) -> "subprocess.CompletedProcess[str]":
    """A command line, run to its end."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "150", "WESTMARCH_PLUGINS": "tests.toy.registered"}
    line = [sys.executable, "-m", "services.cli.main", *words]
    return subprocess.run(line, cwd=folder, env=env, capture_output=True, text=True, timeout=120, **more)


@contextlib.contextmanager
def up(folder: Path, *words: str) -> Iterator["subprocess.Popen[str]"]:
    """A server that is up."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "150"}
    line = [sys.executable, "-m", "services.cli.main", "up", "--game", "barrow", *PLUGIN, *words]
    process = subprocess.Popen(line, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        assert process.stdout is not None
        for text in process.stdout:
            if text.startswith("Ctrl-C"):
                break
        else:
            raise AssertionError("it did not come up")
        yield process
    finally:
        process.terminate()
        process.wait(30)


def test_a_server_is_started_looked_at_and_stopped(tmp_path: Path) -> None:
    assert command("status", folder=tmp_path).returncode == 1
    with up(tmp_path, "--port", str(free_row(20))) as process:
        shown = command("status", folder=tmp_path)
        assert shown.returncode == 0
        for name in ("store", "engine-barrow-1", "matchmaking", "bots", "archive", "bot-worker"):
            assert re.search(rf"{name}\s.*\bup\b", shown.stdout)
        assert "memory in all" in shown.stdout
        again = command("up", *PLUGIN, folder=tmp_path)
        assert again.returncode == 2
        assert "runs in .westmarch already" in again.stderr
        token = command("token", "player", "--name", "ann", folder=tmp_path)
        assert token.stdout.count(".") == 2
        assert command("token", "king", folder=tmp_path).returncode == 2
        assert command("down", folder=tmp_path).returncode == 0
        assert process.wait(5) == 0
    assert command("status", folder=tmp_path).returncode == 1
    assert (tmp_path / ".westmarch" / "keys").stat().st_mode & 0o077 == 0


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    port = free_row(20)
    with up(tmp_path, "--port", str(port)):
        other = tmp_path / "other"
        other.mkdir()
        answer = command("up", "--game", "barrow", *PLUGIN, "--port", str(port), folder=other)
    assert answer.returncode == 2
    assert f"port {port}" in answer.stderr


def test_playing_on_a_server_from_the_terminal(tmp_path: Path) -> None:
    with up(tmp_path, "--port", str(free_row(20))):
        listed = command("status", folder=tmp_path).stdout
        address = re.search(r"matchmaking \(start here\)\W+([\d.]+:\d+)", listed)
        assert address is not None
        words = ("play", "barrow", "--scenario", "duel", "--server", address[1], "--name", "ann", "--wait", "0")
        runner = (
            "import sys; import tests.toy.registered; from services.cli.main import main; sys.exit(main(sys.argv[1:]))"
        )
        env = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "150"}
        typed = "u\nnonsense\n" + "1\n" * 60
        answer = subprocess.run(
            [sys.executable, "-c", runner, *words],
            cwd=tmp_path,
            env=env,
            input=typed,
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert answer.returncode == 0, answer.stderr
    assert re.search(r"The server refuses: (Nothing has been chosen yet|Seat 1 has chosen since)", answer.stdout)
    assert "There is no choice nonsense" in answer.stdout
    assert "The match is over" in answer.stdout
    assert re.search(r"The seed [0-9a-f]{32} fits the commitment [0-9a-f]{64}", answer.stdout.replace("\n", " "))


def test_the_demo_plays_everything_through_the_server(tmp_path: Path) -> None:
    answer = command("demo", "--matches", "5", "--jobs", "1", "--game", "barrow", *PLUGIN, folder=tmp_path)
    assert answer.returncode == 0, answer.stderr
    assert "10 matches through the services" in answer.stdout
    rows = [line for line in answer.stdout.splitlines() if line.startswith("│ barrow")]
    assert [row.split("│")[2].strip() for row in rows] == ["duel", "company"]
    assert Record.load((tmp_path / ".westmarch" / "demo.json").read_bytes()).verify().is_over
    assert re.search(r"replay .westmarch/demo.json --until \d+ --as 1", answer.stdout)


@pytest.mark.parametrize(
    "words", [("up", "--game", "chess"), ("up", "--engines", "0"), ("play", "wotr", "--server", "x")]
)
def test_bad_input_is_one_line(tmp_path: Path, words) -> None:
    answer = command(*words, folder=tmp_path)
    assert answer.returncode == 2
    assert "Traceback" not in answer.stderr
