"""A terminal in any encoding is shown what it can show."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


def westmarch(folder: Path, encoding: str, *words: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
    """A command at a terminal of an encoding."""
    return subprocess.run(
        [sys.executable, "-m", "services.cli.main", *words],
        cwd=folder,
        env={
            **os.environ,
            "XDG_STATE_HOME": str(folder),
            "PYTHONPATH": str(Path.cwd()),
            "PYTHONIOENCODING": encoding,
            "PYTHONUTF8": "0",
        },
        input=typed,
        encoding=encoding,
        capture_output=True,
        timeout=60,
    )


@pytest.mark.parametrize("encoding", ["iso-8859-2", "ascii", "cp1250", "utf-8"])
def test_a_match_is_played_in_polish(tmp_path: Path, encoding: str) -> None:
    words = ("play", "wotr", "--scenario", "duel", "--seed", "5", "--lang", "pl")
    played = westmarch(tmp_path, encoding, *words, typed="?\n1\nq\n")
    assert (played.stderr, played.returncode) == ("", 0)
    assert {"iso-8859-2": "Twój wybór (? - pomoc)", "ascii": "Twoj wybor (? - pomoc)"}.get(
        encoding, "Twój"
    ) in played.stdout
    assert "\ufffd" not in played.stdout


def test_a_letter_that_is_not_there_loses_its_accent_and_no_more(tmp_path: Path) -> None:
    found = westmarch(tmp_path, "iso-8859-2", "cards", "wotr", "--find", "anduril")
    assert (found.stderr, found.returncode) == ("", 0)
    assert "Andúril" in found.stdout
    assert "Dúnedain" in found.stdout
    assert "Dunedain" in westmarch(tmp_path, "ascii", "cards", "wotr", "--find", "anduril").stdout


def test_errors_are_written_too(tmp_path: Path) -> None:
    answer = westmarch(tmp_path, "iso-8859-2", "replay", "\N{RIGHTWARDS ARROW}.json")
    assert answer.returncode == 2
    assert "->.json" in answer.stderr
