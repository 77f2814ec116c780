"""`westmarch ladder`: its tables, and what it says where it cannot be done. What it does, docs/ladders.md shows."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from services.api import ladders_pb2 as pb
from services.cli.ladder_tables import StandingsTable
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
        (["ladder", "create", "x", "random", "--promos", "--game", "wotr", *NOBODY], "--promos needs a value"),
        (
            ["ladder", "create", "x", "random", "--promos", "true", "swift", "--game", "wotr", *NOBODY],
            "The server does not answer.",
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
        (["ladder", "enter", "x", "--outside", "--token", "wmt_x", *NOBODY], "account player-token --api-token"),
        (["ladder", "list", *NOBODY], "The server does not answer."),
    ],
)
def test_what_cannot_be_done_is_said(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(("width", "fits"), [(80, False), (160, True)])
def test_standings_leave_columns_out_rather_than_cut_figures(width: int, fits: bool) -> None:
    sides = [pb.SideStanding(side="free", elo=-1034, elo_error=1465), pb.SideStanding(side="shadow", elo=1378)]
    standing = pb.Standing(
        place=10, entrant=12, bot="greedy:blunder=0.5,worlds=8", elo=-1234.5, elo_error=1600, pairs=123456, sides=sides,
        los=1, score=1, p50_ms=0.00112, p99_ms=0.00891, crashes=12, state=pb.ENTRANT_STATE_WITHDRAWN,
    )  # fmt: skip
    screen = io.StringIO()
    Console(file=screen, width=width).print(StandingsTable("sparring", pb.Standings(pairs=7, standings=[standing])))
    shown = screen.getvalue()
    for figure in ("10", "12", "-1234.5 ±1600", "100%", "100.0%", "123456"):
        assert figure in shown
    assert "…" not in shown
    for figure in ("free", "-1034 ±1465", "0.00112, 0.00891", "12 crashes, withdrawn"):
        assert (figure in shown) == fits
    assert ("have room for sides and times" in shown) != fits
