"""Golden playthroughs are readable, found when missing, and any changed line is reported with its place."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engine.core import registry
from engine.testing import Nonconforming, Variant, check_golden
from engine.testing.golden import main
from engine.testing.playthroughs import golden_file, playthrough, write_golden
from tests.toy import GAME

DUEL = Variant("duel", 2)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._registered, GAME.id, GAME)


def test_playthrough_tells_the_whole_match() -> None:
    lines = list(playthrough(GAME, DUEL, seed=3))
    assert lines[0] == 'barrow rules 1, duel with 2 seats, {"rounds":2,"coins":2}, seed 3'
    assert lines[1] == "roles: red (red), blue (blue)"
    assert lines[2].startswith("  * dealt 0 ")
    assert lines[2].endswith("  (only 0)")
    decisions = [line for line in lines if line[0].isdigit()]
    choices = [line for line in lines if line.startswith("  -> ")]
    assert decisions[0].endswith("bid: bid 0 | bid 1 | bid 2")
    assert len(decisions) == len(choices)
    assert all(len(line.split("[")[1].split()) == 3 for line in choices), "two seats and a spectator"
    assert lines[-2].startswith(f"over after {len(decisions)} choices: ")
    assert lines[-1].startswith("state ")


def test_long_option_lists_are_cut_but_still_pinned() -> None:
    lines = list(playthrough(GAME, DUEL))
    cut = next(line for line in lines if " more " in line)
    assert cut.count("|") == 8


def test_written_playthroughs_match_and_stale_ones_are_dropped(tmp_path: Path) -> None:
    stale = tmp_path / "barrow" / "siege-7.txt"
    stale.parent.mkdir()
    stale.touch()
    files = write_golden(GAME, tmp_path)
    assert [file.name for file in files] == ["duel-2.txt", "company-2.txt", "company-3.txt"]
    assert sorted(stale.parent.iterdir()) == sorted(files)
    for variant in (DUEL, Variant("company", 3)):
        check_golden(GAME, variant, tmp_path)


def test_missing_playthrough_is_reported(tmp_path: Path) -> None:
    with pytest.raises(Nonconforming, match=r"duel-2 has no golden playthrough .*duel-2.txt; write it with"):
        check_golden(GAME, DUEL, tmp_path)


def test_changed_line_is_reported_with_its_number(tmp_path: Path) -> None:
    write_golden(GAME, tmp_path)
    file = golden_file(GAME, DUEL, tmp_path)
    lines = file.read_text().splitlines()
    file.write_text("\n".join([*lines[:4], "something else", *lines[5:]]))
    with pytest.raises(Nonconforming, match=r"duel-2.txt:5 does not match any more.\n  kept: something else\n"):
        check_golden(GAME, DUEL, tmp_path)


def test_shortened_playthrough_is_reported(tmp_path: Path) -> None:
    write_golden(GAME, tmp_path)
    file = golden_file(GAME, DUEL, tmp_path)
    lines = file.read_text().splitlines()
    file.write_text("\n".join(lines[:-1]))
    with pytest.raises(Nonconforming, match=rf":{len(lines)} does not match.*\n  kept: the end\n  now:  state "):
        check_golden(GAME, DUEL, tmp_path)


def test_new_rules_version_makes_the_old_playthrough_stale(tmp_path: Path) -> None:
    write_golden(GAME, tmp_path)
    with pytest.raises(Nonconforming, match=r"duel-2.txt:1 does not match"):
        check_golden(replace(GAME, rules_version=2), DUEL, tmp_path)


def test_command_compares_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = ["--folder", str(tmp_path), "barrow"]
    assert main(folder) == 1
    assert capsys.readouterr().out.count("has no golden playthrough") == 3
    assert main(["--write", *folder]) == 0
    assert "company-3.txt" in capsys.readouterr().out
    assert main(folder) == 0
    assert capsys.readouterr().out == ""


def test_the_command_says_nothing_of_itself() -> None:
    command = [sys.executable, "-m", "engine.testing.golden", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
