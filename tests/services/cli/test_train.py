"""`westmarch train` writes what was learned, or says what is wrong before it begins."""

from pathlib import Path

import pytest

from engine import load
from engine.bots.weights import read_weights
from services.cli.main import main

QUICK = ["--matches", "16", "--generations", "0", "--pairs", "60", "--jobs", "1"]


def test_it_writes_a_file_that_bots_can_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "new.json.gz"
    assert main(["train", "wotr", "--scenario", "fellowship", *QUICK, "--out", str(file)]) == 0
    weights = read_weights(file.read_bytes(), load("wotr"), "fellowship")
    assert weights.file.history[0] in capsys.readouterr().out
    assert weights.file.play.keys() == {"free", "shadow"}


def test_what_has_passed_no_test_is_not_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "new.json.gz"
    few = ["--matches", "1", "--generations", "0", "--pairs", "10", "--jobs", "1"]
    assert main(["train", "wotr", "--scenario", "fellowship", *few, "--out", str(file)]) == 2
    assert "nothing that was learned has passed its tests" in capsys.readouterr().err
    assert not file.exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["chess"], "there is no game 'chess'"),
        (["wotr", "--scenario", "hobbit"], "wotr has no scenario 'hobbit'"),
        (["wotr", "--generations", "-1"], "--generations"),
        (["wotr", "--out", "/no/such/folder/file"], "cannot be written"),
    ],
)
def test_bad_input_is_refused_at_once(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", *words]) == 2
    assert message in capsys.readouterr().err
