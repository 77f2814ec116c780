"""`pack check`: the shipped pack passes, broken ones are told what is wrong and where."""

import shutil
from importlib.resources import files
from pathlib import Path

import pytest

from tests.services.cli.conftest import Terminal

SHIPPED = Path(str(files("engine.games.bofa") / "packs" / "reconstruction"))


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A copy of the shipped pack, to be broken."""
    return Path(shutil.copytree(SHIPPED, tmp_path / "mine"))


def test_the_shipped_pack_passes(terminal: Terminal) -> None:
    answer = terminal("pack", "check", str(SHIPPED))
    assert answer.code == 0
    assert "no faults, bofa can be played with it" in answer.out


def test_a_fault_is_named_with_file_and_line(terminal: Terminal, pack: Path) -> None:
    board = pack / "board.toml"
    lines = board.read_text(encoding="utf-8").splitlines()
    line = next(n for n, text in enumerate(lines) if text.startswith("terrain = "))
    lines[line] = 'terrain = "swamp"'
    board.write_text("\n".join(lines), encoding="utf-8")
    answer = terminal("pack", "check", str(pack), "--game", "bofa")
    assert answer.code == 2
    assert f"board.toml:{line + 1}: " in answer.out


def test_bad_input_gets_one_line(terminal: Terminal, tmp_path: Path) -> None:
    assert "there is no folder" in terminal("pack", "check", str(tmp_path / "nowhere")).err
    assert "games with packs: bofa" in terminal("pack", "check", str(tmp_path), "--game", "wotr").err
