"""`westmarch match`: bots compared by pairs, in real processes."""

import io
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console

from engine import Record
from engine.bots.pairs import Leg, PlayedLeg
from services.cli.arguments import PLUGINS
from services.cli.comparing import View
from services.cli.main import main
from services.pairs.comparison import Comparison, PairResult
from services.pairs.sequential import SequentialTest

WILD = """
import os, time
from engine.bots import BOTS

class Bot:
    def __init__(self, rng):
        self.left = 2
    def choose(self, view):
        self.left -= 1
        return 0 if self.left else self.misbehave()

class Killer(Bot):
    def misbehave(self):
        os._exit(9)

class Sleeper(Bot):
    def misbehave(self):
        time.sleep(600)

class Hoarder(Bot):
    def misbehave(self):
        hoard = []
        while True:
            hoard.append(bytearray(64 << 20))
            time.sleep(0.02)

class Quitter(Bot):
    def misbehave(self):
        raise SystemExit("enough")

class Interrupter(Bot):
    def misbehave(self):
        raise KeyboardInterrupt

class Stillborn:
    def __init__(self, rng):
        os._exit(9)

class Dreamer:
    def __init__(self, rng):
        time.sleep(600)

class Known(Bot):
    def choose(self, view):
        with open("processes", "a") as lines:
            lines.write(f"{os.getpid()}\\n")
        return 0

BOTS.update(killer=Killer, sleeper=Sleeper, hoarder=Hoarder, quitter=Quitter, interrupter=Interrupter)
BOTS.update(stillborn=Stillborn, dreamer=Dreamer, known=Known)
"""
FAULTS = {
    "killer": "crash",
    "hoarder": "crash",
    "sleeper": "overrun",
    "quitter": "crash",
    "interrupter": "crash",
    "stillborn": "crash",
    "dreamer": "overrun",
}


@pytest.fixture
def wild(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that misbehave, as a plugin in the folder that is worked in."""
    (tmp_path / "wild.py").write_text(WILD)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(PLUGINS, "wild")


def match(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict]:
    code = main(["match", *words, "--json"])
    return code, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    "setting", ["wotr --scenario duel", "wotr --scenario trilogy", "bofa", "meq --seats 3", "lotr --seats 1"]
)
def test_every_game_is_compared(capsys: pytest.CaptureFixture[str], setting: str) -> None:
    code, report = match(capsys, "random", "random", "--game", *setting.split(), "--pairs", "2", "--seed", "3")
    assert code == 0
    meeting = report["meetings"][0]
    assert report["pairs"] == meeting["pairs"] == sum(meeting["pentanomial"]) == 2
    assert [one["name"] for one in report["entrants"]] == ["random", "random#2"]
    assert len(set(report["fingerprints"])) == 1
    for entrant in report["entrants"]:
        played = sum(side["wins"] + side["draws"] + side["losses"] for side in entrant["by_side"].values())
        assert played == (2 if setting.startswith("lotr") else 4)
        assert entrant["faults"] == {"crash": 0, "overrun": 0, "illegal": 0}
        assert entrant["ms_p99"] >= entrant["ms_p50"] > 0


def test_the_same_seed_gives_the_same_pairs_on_any_number_of_processes(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["random", "random:blunder=0.5", "--game", "wotr", "--pairs", "6", "--seed", "8"]
    reports = [match(capsys, *words, "--jobs", jobs)[1] for jobs in ("1", "2")]
    assert reports[0]["meetings"] == reports[1]["meetings"]
    assert reports[0]["reasons"] == reports[1]["reasons"]


def test_a_test_stops_by_itself_and_tells_its_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    base = ["--game", "wotr", "--scenario", "duel", "--seed", "1", "--pairs", "60"]
    code, report = match(capsys, "greedy:worlds=1", "random", *base, "--sprt", "0,100")
    assert code == 0
    assert report["test"]["verdict"] == "accepted"
    assert report["pairs"] < 60
    code, report = match(capsys, "random", "greedy:worlds=1", *base, "--sprt", "0,100")
    assert code == 3
    assert report["test"]["verdict"] == "rejected"
    code, report = match(capsys, "random", "random", *base[:-1], "2", "--sprt", "0,10")
    assert code == 4
    assert report["test"]["verdict"] == "undecided"


def test_several_bots_play_everybody_or_a_gauntlet(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["random", "random:blunder=0.1", "random:blunder=0.2", "--game", "wotr", "--pairs", "2", "--seed", "1"]
    _, everybody = match(capsys, *words)
    assert [one["pairs"] for one in everybody["meetings"]] == [2, 2, 2]
    assert sum(one["elo"] for one in everybody["entrants"]) == pytest.approx(0, abs=0.2)
    _, gauntlet = match(capsys, *words, "--gauntlet")
    assert [one["pairs"] for one in gauntlet["meetings"]] == [2, 2, 0]


@pytest.mark.parametrize("bot", FAULTS)
def test_bots_that_kill_hang_or_hoard_lose_their_match_and_nothing_else(
    bot: str, wild: None, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.cli.leg_workers.MOST_MEMORY", 600 << 20)
    limit = ["--time", "0.2"] if FAULTS[bot] == "overrun" else []
    words = [bot, "random", "--game", "wotr", "--pairs", "2", "--seed", "1", "--save", str(tmp_path / "kept")]
    _, report = match(capsys, *words, *limit)
    assert report["meetings"][0]["pentanomial"] == [2, 0, 0, 0, 0]
    assert report["entrants"][0]["faults"][FAULTS[bot]] == 4
    assert sum(report["entrants"][1]["faults"].values()) == 0
    for name in ("000001-1", "000001-2", "000002-1", "000002-2"):
        record = tmp_path / "kept" / "records" / f"{name}.json"
        assert not Record.load(record.read_bytes()).verify().is_over
    made = len(json.loads(record.read_text())["choices"])
    assert made > 0 if bot not in ("stillborn", "dreamer") else made == 0


def test_an_account_ends_with_who_forfeited_the_match_and_why(
    wild: None, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    match(capsys, "quitter", "random", "--game", "wotr", "--pairs", "1", "--log", str(tmp_path / "log"))
    told = (tmp_path / "log" / "000001-1.txt").read_text()
    assert told.splitlines()[-1] == "Forfeited by quitter: crash, SystemExit: enough"


def test_processes_are_replaced_before_a_slow_leak_grows(
    wild: None, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.cli.leg_workers.RECYCLE_AFTER", 2)
    words = ["known", "random", "--game", "wotr", "--scenario", "duel", "--pairs", "3", "--jobs", "1"]
    assert match(capsys, *words)[1]["pairs"] == 3
    assert len(set((tmp_path / "processes").read_text().split())) == 3


def test_a_comparison_whose_processes_cannot_start_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mortal.py").write_text(
        "import multiprocessing, os\nif multiprocessing.parent_process(): os._exit(7)\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(PLUGINS, "mortal")
    assert main(["match", "random", "random", "--game", "wotr", "--pairs", "1"]) == 2
    assert "ended with exit code 7, 3 times, while no bot was choosing" in capsys.readouterr().err


def test_it_goes_on_where_it_was_interrupted(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    words = ["random", "random", "--game", "wotr", "--scenario", "duel", "--seed", "5"]
    command = [sys.executable, "-m", "services.cli.main", "match", *words, "--pairs", "5000", "--save", str(folder)]
    running = subprocess.Popen(command, stdout=subprocess.PIPE)
    while not (folder / "pairs.jsonl").exists() or len((folder / "pairs.jsonl").read_bytes().splitlines()) < 5:
        assert running.poll() is None
    running.send_signal(signal.SIGKILL)
    running.communicate()
    with (folder / "pairs.jsonl").open("ab") as lines:
        lines.write(b'{"number": 99, "fir')  # cut off in the middle of a line
    before = [json.loads(line)["number"] for line in (folder / "pairs.jsonl").read_bytes().splitlines()[:-1]]
    pairs = str(len(before) + 3)
    _, report = match(capsys, *words, "--pairs", pairs, "--save", str(folder))
    after = [json.loads(line)["number"] for line in (folder / "pairs.jsonl").read_bytes().splitlines()]
    assert after[: len(before)] == before == list(range(len(before)))
    assert after == list(range(len(before) + 3))
    assert report["pairs"] == len(after)
    _, fresh = match(capsys, *words, "--pairs", pairs)
    assert fresh["meetings"] == report["meetings"]
    assert main(["replay", str(folder / "records" / "000001-1.json"), "--verify"]) == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("random --game wotr", "a comparison needs at least two bots"),
        ("random wizard --game wotr", "there is no bot 'wizard'"),
        ("random greedy:depth=2 --game wotr", "greedy has no parameter 'depth=2'; it has: worlds="),
        ("random random --game chess", "there is no game 'chess'"),
        ("random random --game wotr --scenario siege", "wotr has no scenario 'siege'"),
        ("random random --game wotr --sprt 5", "--sprt is two numbers such as 0,50, not '5'"),
        ("random random --game wotr --sprt 5,5", "the lower one first"),
        ("random random random --game wotr --sprt 0,5", "--sprt tests one bot against one other, not 3 bots"),
        ("random random --game wotr --sprt 50,0", "--sprt 50,0: a test needs two numbers, the lower one first"),
        ("random random --game wotr --sprt 0,50 --alpha 0.7", "alpha is a probability between 0 and 0.5, not 0.7"),
        ("random random --game wotr --alpha 0.01", "give --sprt too"),
        ("random random --game wotr --logistic", "give --sprt too"),
        ("random random --game wotr --pairs 0", "--pairs"),
        ("random random --game wotr --save text", "text"),
        ("random random --game wotr --log text", "text"),
        ("random random --game wotr --html nowhere/a.html", "nowhere/a.html cannot be written"),
        ("random random --game wotr --markdown .", "name another with --markdown"),
        ("random random --game wotr --depth 2", "wotr trilogy has no option 'depth'"),
        ("random random --game wotr --promos", "--promos needs a value"),
    ],
)
def test_bad_input_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text").write_text("not a folder")
    assert main(["match", *words.split()]) == 2
    said = capsys.readouterr()
    assert message in said.err
    assert len(said.err.splitlines()) == 1
    assert not said.out, "nothing was played"


def test_flags_among_the_bots_are_options_of_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["random", "--high-stakes", "true", "random", "--game", "meq", "--heroes=random", "--pairs", "1"]
    code, report = match(capsys, *words)
    assert code == 0
    assert report["options"]["high-stakes"] is True
    assert report["options"]["heroes"] == "random"
    assert len(report["entrants"]) == 2


def test_another_comparison_is_not_mixed_in(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["random", "random", "--game", "wotr", "--pairs", "1", "--save", str(tmp_path / "kept")]
    assert main(["match", *words, "--seed", "5"]) == 0
    capsys.readouterr()
    assert main(["match", *words, "--seed", "6"]) == 2
    assert "holds another comparison, with seed 5, not 6" in capsys.readouterr().err
    assert main(["match", *words]) == 0, "without a seed it goes on with its own"


def test_the_view_shows_all_figures_and_the_time_that_is_left() -> None:
    comparison = Comparison(["a", "b"], ["free", "shadow"], SequentialTest(0, 50))
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, width=120, color_system=None)
    with View("a v b", comparison, total=40, kept=30, console=console) as view:
        leg = PlayedLeg(Leg(winner=0, won=True), "points", times=({-30: 2}, {-20: 1}))
        for number in range(31):
            comparison.add(PairResult(number, 0, 1, (leg, leg)))
        time.sleep(0.3)  # it is drawn a few times a second
        view.update()
    shown = screen.getvalue()
    for figure in ("30/40", "31/40", "Elo: inf, nElo: inf", "LOS: 100.00%", "Ptnml(0-2): [0, 0, 0, 0, 31]", "LLR: "):
        assert figure in shown
    for figure in ("(-2.94, 2.94)", "a as free: 100.0%", "b: 11.2 ms a decision (p99 11.2 ms)", "left at most"):
        assert figure in shown
    assert " 1/40" not in shown, "what an earlier run has played is not counted up again"


def test_results_name_bots_by_their_fingerprints(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["random", "random:blunder=0.5", "--game", "wotr", "--pairs", "1", "--seed", "5"]
    _, report = match(capsys, *words, "--save", str(tmp_path / "kept"))
    files = [tmp_path / "a.html", tmp_path / "a.md"]
    main(["match", *words, "--save", str(tmp_path / "kept"), "--html", str(files[0]), "--markdown", str(files[1])])
    for text in (capsys.readouterr().out, *(file.read_text() for file in files)):
        assert f"Fingerprints: {', '.join(report['fingerprints'])}" in text
        assert "(seed 5)" in text


def test_pages_are_written(tmp_path: Path) -> None:
    files = ["--html", str(tmp_path / "a.html"), "--markdown", str(tmp_path / "a.md")]
    words = ["random", "random", "--game", "wotr", "--pairs", "4", "--seed", "5", "--sprt", "0,200", *files]
    main(["match", *words])
    page = (tmp_path / "a.html").read_text()
    assert page.startswith("<!doctype html>")
    assert "<polyline" in page
    assert page.count("<polygon") == 1, "Elo with its interval"
    assert "Ptnml(0-2)" in (tmp_path / "a.md").read_text()
    three = ["random", "random:blunder=0.5", "random:blunder=0.9", "--game", "wotr", "--pairs", "2", "--seed", "5"]
    main(["match", *three, *files])
    page = (tmp_path / "a.html").read_text()
    assert page.count("<circle") == 3, "ratings with their errors"
    assert page.count("random:blunder=0.5") > 1


def test_matches_of_an_earlier_run_are_told_too(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["random", "random", "--game", "wotr", "--pairs", "1", "--seed", "5", "--save", str(tmp_path / "kept")]
    match(capsys, *words)
    match(capsys, *words, "--log", str(tmp_path / "log"))
    assert len(list((tmp_path / "log").iterdir())) == 2


def _can_be_interrupted() -> None:
    """Take Ctrl-C as at a terminal: what is started in the background of a script ignores it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("test", [[], ["--sprt", "0,5"]])
def test_a_comparison_that_is_interrupted_has_decided_nothing(tmp_path: Path, test: list[str]) -> None:
    words = ["random", "random", "--game", "wotr", "--scenario", "duel", "--pairs", "50000", "--json", *test]
    command = [sys.executable, "-m", "services.cli.main", "match", *words, "--save", str(tmp_path / "kept")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, preexec_fn=_can_be_interrupted) as running:
        try:
            pairs = tmp_path / "kept" / "pairs.jsonl"
            while not pairs.exists() or len(pairs.read_bytes().splitlines()) < 2:
                assert running.poll() is None
                time.sleep(0.05)
            running.send_signal(signal.SIGINT)
            report = json.loads(running.communicate()[0])
        finally:
            running.kill()
    assert running.returncode == 4
    assert 0 < report["pairs"] < 50_000


def test_matches_are_told_in_words(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["random", "random", "--game", "wotr", "--scenario", "duel", "--pairs", "1", "--seed", "5"]
    match(capsys, *words, "--log", str(tmp_path / "log"), "--save", str(tmp_path / "kept"))
    told = (tmp_path / "log" / "000001-1.txt").read_text()
    record = json.loads((tmp_path / "kept" / "records" / "000001-1.json").read_text())
    assert len([line for line in told.splitlines() if line[:1].isdigit()]) == len(record["choices"])
    assert "1. Gandalf: " in told
    assert "Gandalf: random, The Witch-king: random#2" in told
    assert "Gandalf: random#2, The Witch-king: random" in (tmp_path / "log" / "000001-2.txt").read_text()
    assert "(the only choice)" in told
    assert "Your" not in told, "it is told to nobody at the table"
    assert main(["replay", str(tmp_path / "kept" / "records" / "000001-1.json"), "--log"]) == 0
    assert "1. Gandalf: " in capsys.readouterr().out
