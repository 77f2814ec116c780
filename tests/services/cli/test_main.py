"""Whatever is typed wrongly is answered with one line and exit code 2, never a traceback."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.bots import BOTS, policy
from engine.core import registry
from services.cli.main import app, main
from tests.services.cli.conftest import Terminal
from tests.toy.broken import broken

BAD = [
    ("frobnicate", "No such command 'frobnicate'"),
    ("games --no-such-flag", "No such option"),
    ("cards", "Missing argument"),
    ("cards nope", "there is no game 'nope'; there are: "),
    ("simulate nope", "there is no game 'nope'"),
    ("simulate barrow --scenario siege", "barrow has no scenario 'siege'; it has: duel, company"),
    ("simulate barrow --seats 5", "barrow duel cannot be played with 5 seats; allowed: 2"),
    ("simulate barrow --matches many", "--matches"),
    ("simulate barrow --matches 0", "--matches"),
    ("simulate barrow --jobs 0", "--jobs"),
    ("simulate barrow --seed -1", "--seed"),
    ("simulate barrow --seed 999999999999999999999999999999999999999999", "a seed is 16 bytes"),
    ("simulate barrow --bot wizard", "there is no bot 'wizard'; there are: random, greedy"),
    ("simulate barrow --bot random --bot random --bot random", "3 bots for 2 seats"),
    ("simulate barrow --option rounds", "option 'rounds' is not NAME=VALUE"),
    ("simulate barrow --option rounds=7", "option rounds is 7; allowed: 1, 2, 3"),
    ("simulate barrow --option rounds=many", "option rounds is 'many'; allowed: 1, 2, 3"),
    ("simulate barrow --option coins=10", "option coins: 10 is not a number of coins from 0 to 9"),
    ("simulate barrow --option luck=1", "barrow duel has no option 'luck'; it has: rounds, coins"),
    ("simulate barrow --option scenario=duel", "barrow duel has no option 'scenario'; it has: rounds, coins"),
    ("simulate barrow --option self=1", "barrow duel has no option 'self'"),
    ("play barrow --option seed=1", "barrow duel has no option 'seed'"),
    ("play barrow --seat 7", "there is no seat 7; seats are 0 to 1"),
    ("play barrow --lang de", "--lang"),
    ("play barrow --resume nowhere.json", "nowhere.json: No such file or directory"),
    ("play barrow --resume text.txt", "not a record"),
    ("play barrow --resume match.json --scenario duel", "--scenario cannot be chosen in a match that goes on"),
    ("play barrow --resume match.json --seats 2", "--seats cannot be chosen"),
    ("play barrow --resume match.json --seed 1", "--seed cannot be chosen"),
    ("play barrow --resume match.json --rounds 1", "--option cannot be chosen"),
    ("play barrow --wait 3", "--wait is for a match on a server; give its address with --server"),
    ("play barrow --level hopeless", "there is no level 'hopeless'; there are: novice, adept, master"),
    ("play barrow --level adept --bot swift", "--bot says who plays; it does not go with --level"),
    ("play barrow --windows shut", "--windows is ask or pass, not 'shut'"),
    ("play barrow --wait 0", "--wait is for a match on a server"),
    ("play barrow --server x --seed 0", "--seed is for a match on this machine, not for --server"),
    ("play barrow --server x --save a.json", "--save is for a match on this machine"),
    ("play barrow --server x --seat 0 --seat 1", "on a server you take one --seat"),
    ("play barrow --server x --seat 7", "there is no seat 7; seats are 0 to 1"),
    ("play barrow --server x --bot random --bot greedy", "on a server one --bot plays every empty seat"),
    ("play barrow --table", "--table is for a match on a server"),
    (
        "play barrow --server x --join ABCDEF --seats 2",
        "--seats cannot be given with --join: who opened the table decides",
    ),
    ("play barrow --server x --resume match.json --join A", "--join cannot be chosen in a match that goes on"),
    ("play barrow --server x --resume match.json", "match.json holds no seat on a server"),
    ("play barrow --server x --resume match.json --seat 1", "--seat cannot be chosen in a match that goes on"),
    ("replay nowhere.json", "nowhere.json: No such file or directory"),
    ("replay .", ".: Is a directory"),
    ("replay text.txt", "not a record"),
    ("replay match.json --until 9999", "choices; there is no choice 9999"),
    ("replay match.json --until -1", "--until"),
    ("replay match.json --as 9", "there is no seat 9; seats are 0 to 1"),
    ("replay match.json --as red", "--as"),
    ("play nope --resume match.json", "match.json is a match of barrow, not of nope"),
]


@pytest.mark.parametrize(("line", "fault"), BAD)
def test_bad_input(terminal: Terminal, tmp_path: Path, line: str, fault: str) -> None:
    (tmp_path / "text.txt").write_text("no record\n")
    (tmp_path / "match.json").write_bytes(registry.load("barrow").new_match("duel", seed=1).record.dump())
    answer = terminal(*line.split())
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.startswith("westmarch: ")
    assert answer.err.count("\n") == 1
    assert fault in answer.err


def test_no_words_give_help(terminal: Terminal) -> None:
    answer = terminal()
    assert answer.code == 0
    for command in ("games", "cards", "simulate", "play", "replay", "demo"):
        assert command in answer.out


def test_every_command_explains_itself() -> None:
    for command in ("games", "cards", "simulate", "play", "replay", "demo"):
        result = CliRunner().invoke(app, [command, "--help"])
        assert result.exit_code == 0
        assert command in result.output


def test_a_fault_of_the_rules_is_not_the_users(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    game = broken("no-options")
    monkeypatch.setitem(registry._registered, game.id, game)
    answer = terminal("play", game.id, typing=("1",))
    assert answer.code == 1
    assert re.fullmatch(r"westmarch: decision turn of seat \d has no options\n", answer.err)


def test_a_fault_of_ours_is_one_line_and_a_traceback_for_who_asks(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = broken("strange-seat")
    monkeypatch.setitem(registry._registered, game.id, game)
    answer = terminal("play", game.id, typing=("1",))
    assert answer.code == 1
    assert answer.err.startswith("westmarch: a fault of ours (IndexError: ")
    assert answer.err.count("\n") == 1
    monkeypatch.setenv("WESTMARCH_TRACEBACK", "1")
    with pytest.raises(IndexError):
        terminal("play", game.id, typing=("1",))


def test_interrupting_is_quiet(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    async def interrupted(*_: object) -> str:
        os.kill(os.getpid(), signal.SIGINT)
        await asyncio.sleep(60)
        return ""

    monkeypatch.setattr("services.cli.keyboard.Keyboard.line", interrupted)
    answer = terminal("play", "barrow")
    assert answer.code == 130
    assert answer.err == ""


@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_a_reader_that_leaves_hears_no_complaint(flags: list[str]) -> None:
    code = "import sys, tests.toy.registered; from services.cli.main import main; sys.exit(main(sys.argv[1:]))"
    words = [sys.executable, "-c", code, "cards", "barrow", *flags]
    root = Path(__file__).parents[3]
    with subprocess.Popen(words, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


def test_plugins_may_lie_in_this_folder(terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_bots.py").write_text(
        "from engine.bots import BOTS\n\nclass First:\n    def __init__(self, rng):\n        pass\n"
        "    def choose(self, view):\n        return 0\n\nBOTS['first'] = First\n"
    )
    monkeypatch.setenv("WESTMARCH_PLUGINS", "my_bots")
    monkeypatch.setattr("sys.path", [*sys.path])
    monkeypatch.setattr("engine.bots.policy.BOTS", BOTS | {})
    monkeypatch.setattr("engine.bots.BOTS", policy.BOTS)
    answer = terminal("simulate", "barrow", "--bot", "first", "--bot", "random", "--matches", "3", "--json")
    assert json.loads(answer.out)["matches"] == 3
    monkeypatch.setenv("WESTMARCH_PLUGINS", "my_bots,no_such_plugin")
    assert terminal("games").err == "westmarch: plugin no_such_plugin: No module named 'no_such_plugin'\n"


def test_without_arguments_main_reads_the_command_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["westmarch", "frobnicate"])
    assert main() == 2
    assert "frobnicate" in capsys.readouterr().err


def test_commands_start_without_what_few_of_them_need() -> None:
    """`up` stays in memory for as long as the server runs, and so does what it has imported."""
    heavy = {"numpy", "rustworkx", "sqlalchemy", "alembic", "celery", "litestar", "authlib"}
    source = f"import sys, services.cli.main; print(sorted({heavy!r} & sys.modules.keys()))"
    answer = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    assert answer.stdout == "[]\n"
