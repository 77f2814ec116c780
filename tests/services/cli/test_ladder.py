"""`westmarch ladder`: what it says where it cannot be done. What it does, the commands of docs/ladders.md show."""

from pathlib import Path

import pytest

from services.cli.main import main

NOBODY = ("--server", "127.0.0.1:1")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["ladder", "list"], "no server runs in"),
        (
            ["ladder", "create", "x", "greedy@strong", "--game", "wotr", *NOBODY],
            "such as greedy@1500, not 'greedy@strong'",
        ),
        (
            ["ladder", "test", "x", "greedy", "random", "--sprt", "50", *NOBODY],
            "two numbers such as 0,50, not '50'",
        ),
        (["ladder", "enter", "x", *NOBODY], "give --outside for the one of the token"),
        (["ladder", "enter", "x", "greedy", "--outside", *NOBODY], "give --outside for the one of the token"),
        (["ladder", "enter", "x", "greedy", "--version", "2", *NOBODY], "--version is for --outside"),
        (["ladder", "enter", "x", "--outside", *NOBODY], "--outside needs --token"),
        (["ladder", "enter", "x", "--outside", "--token", "t", *NOBODY], "The server does not answer."),
        (["ladder", "list", *NOBODY], "The server does not answer."),
    ],
)
def test_what_cannot_be_done_is_said(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    assert message in capsys.readouterr().err
