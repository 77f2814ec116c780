"""`simulate`: bots play, results are counted, faults are reported with the seed that repeats them."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from engine.core import registry
from engine.core.registry import load
from services.cli.results import Tally, result_of
from services.cli.simulate import _share
from services.cli.simulation import Matchup, play_chunk
from tests.services.cli.conftest import Terminal
from tests.toy.broken import broken

SIMULATE = ("simulate", "barrow", "--scenario", "company", "--matches", "40", "--seed", "7")


def test_json_has_every_field(terminal: Terminal) -> None:
    answer = terminal(*SIMULATE, "--bot", "random", "--json")
    report = json.loads(answer.out)
    assert list(report) == [
        "game",
        "scenario",
        "options",
        "matches",
        "decisions",
        "seconds",
        "decisions_per_second",
        "matches_per_second",
        "mean_decisions",
        "results",
        "bots",
        "errors",
        "seed",
    ]
    assert (report["game"], report["scenario"], report["matches"], report["errors"]) == ("barrow", "company", 40, 0)
    assert sum(report["results"].values()) == 40
    assert set(report["results"]) <= {"red", "blue", "green"}
    assert report["mean_decisions"] == pytest.approx(report["decisions"] / 40, abs=0.1)
    assert answer.code == 0


def test_same_seed_same_matches_whatever_the_number_of_workers(terminal: Terminal) -> None:
    alone, shared = (json.loads(terminal(*SIMULATE, "--jobs", jobs, "--json").out) for jobs in ("1", "2"))
    assert [alone[name] for name in ("decisions", "results")] == [shared[name] for name in ("decisions", "results")]


def test_seats_options_and_a_bot_for_each_seat(terminal: Terminal) -> None:
    answer = terminal(*SIMULATE, "--seats", "2", "--option", "rounds=1", "--bot", "greedy", "--bot", "random")
    assert answer.code == 0
    assert "barrow company: greedy, random" in answer.out
    assert "score 40" in answer.out
    assert any("seed" in line and " 7 " in line for line in answer.lines)


def test_without_a_seed_every_run_is_another(terminal: Terminal) -> None:
    command = ("simulate", "barrow", "--matches", "30", "--json")
    first, second = (json.loads(terminal(*command).out) for _ in range(2))
    assert first["seed"] != second["seed"]


def test_failed_matches_are_counted_and_named(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    game = broken("strange-seat")
    monkeypatch.setitem(registry._registered, game.id, game)
    answer = terminal("simulate", game.id, "--matches", "3", "--seed", "5", "--json")
    assert answer.code == 1
    assert json.loads(answer.out)["errors"] == 3
    assert "strange-seat duel seed 5: IndexError" in answer.err
    assert "failed" not in terminal("simulate", game.id, "--matches", "3", "--seed", "5").out


def test_tallies_add_up() -> None:
    total = Tally()
    for part in (Tally(), Tally(2, 30, 10, 20, results=Counter(red=2)), Tally(1, 8, 8, 8, results=Counter(blue=1))):
        total.add(part)
    assert (total.matches, total.decisions, total.shortest, total.longest) == (3, 38, 8, 20)
    assert total.results == {"red": 2, "blue": 1}
    assert total.rate == 0.0


def test_a_result_names_the_side_or_the_winners(terminal: Terminal) -> None:
    match = Matchup("barrow", "company", ("random",) * 3).play(seed=1)
    assert result_of(match.setting.roles, match.outcome) in {"red", "blue", "green"}
    match = registry.load("barrow").new_match("company", 3, seed=1)
    match.concede(0)
    assert result_of(match.setting.roles, match.outcome) == "blue+green"


def test_a_chunk_goes_on_after_a_fault(terminal: Terminal) -> None:
    tally = play_chunk(Matchup("barrow", "duel", ("random", "random")), [1, -1, 2])
    assert tally.matches == 2
    assert tally.errors == ["barrow duel seed -1: BadSeed: a seed is 16 bytes or a whole number below 2**128, not -1"]


def test_further_flags_are_options_of_the_game(terminal: Terminal) -> None:
    command = ("simulate", "wotr", "--scenario", "duel", "--matches", "2", "--json")
    answer = terminal(*command, "--mode", "against-the-shadow", "--level=challenging")
    assert json.loads(answer.out)["matches"] == 2
    dashed = terminal("simulate", "meq", "--matches", "1", "--json", "--high-stakes", "true")
    assert json.loads(dashed.out)["options"]["high-stakes"] is True
    wrong = terminal(*command, "--level", "easy")
    assert wrong.code == 2
    assert "level is 'easy'; allowed: 'standard', 'challenging'" in wrong.err
    assert "unexpected argument 'more'" in terminal(*command, "more").err
    assert "--mode needs a value" in terminal(*command, "--mode").err


def test_those_who_play_together_win_or_lose_with_a_score(terminal: Terminal) -> None:
    command = (
        "simulate",
        "wotr",
        "--scenario",
        "fellowship",
        "--mode",
        "against-the-shadow",
        "--matches",
        "3",
        "--json",
    )
    results = json.loads(terminal(*command, "--seed", "1").out)["results"]
    assert results.get("won", 0) + results.get("lost", 0) == 3
    assert results["mean_score"] > 0


def test_results_are_told_by_bot_with_exchanged_seats_and_records(terminal: Terminal, tmp_path: Path) -> None:
    words = "simulate barrow --matches 30 --seed 5 --bot greedy --bot random --swap --save records.jsonl --json"
    answer = terminal(*words.split())
    report = json.loads(answer.out)
    assert report["matches"] == 60
    greedy, other = report["bots"]["greedy"], report["bots"]["random"]
    assert greedy["won"] + other["won"] == 60
    assert greedy["low"] < greedy["share"] < greedy["high"] < 1
    assert greedy["low"] > other["high"]
    records = (tmp_path / "records.jsonl").read_text().splitlines()
    assert len(records) == 60
    seeds = [json.loads(record)["seed"] for record in records]
    assert seeds[::2] == seeds[1::2]


@pytest.mark.parametrize(
    ("words", "told"), [("barrow", False), ("barrow --bot greedy --bot random", True), ("lotr --seats 1", True)]
)
def test_a_bot_on_both_sides_is_not_said_to_win(terminal: Terminal, words: str, told: bool) -> None:
    answer = terminal("simulate", *words.split(), "--matches", "2", "--seed", "5")
    assert bool(re.search("│ random +│", answer.out)) == told


@pytest.mark.parametrize(
    ("setting", "bots", "exchanged"),
    [
        ("meq --seats 3", "greedy random random", ("random", "greedy", "greedy")),
        ("wotr --scenario trilogy", "greedy greedy:worlds=2 random random", None),
        ("wotr --scenario duel", "greedy random", ("random", "greedy")),
    ],
)
def test_swap_exchanges_whole_sides(setting: str, bots: str, exchanged: tuple[str, ...] | None) -> None:
    words = setting.split()
    seats = len(bots.split())
    scenario = words[2] if words[1] == "--scenario" else load(words[0]).setting(None, seats).scenario
    matchup = Matchup(words[0], scenario, tuple(bots.split()), swap=True)
    swapped = matchup.seated(swapped=True)
    assert exchanged is None or swapped == exchanged
    sides = [role.side for role in load(words[0]).setting(scenario, seats).roles]
    for side in set(sides):
        before = [bot for bot, own in zip(matchup.bots, sides, strict=True) if own == side]
        after = [bot for bot, own in zip(swapped, sides, strict=True) if own != side]
        assert set(before) == set(after)


def test_sides_that_cannot_be_exchanged_are_named(terminal: Terminal) -> None:
    answer = terminal(*["simulate", "lotr", "--seats", "2", "--swap", "--bot", "random", "--bot", "greedy"])
    assert answer.code == 2
    assert "everybody plays together" in answer.err


def test_matches_of_one_deal_count_as_what_they_tell() -> None:
    """Both matches of each deal end alike: twenty deals tell as much as twenty matches."""
    alike = _share({(2, 2): 12, (0, 2): 8})
    single = _share({(1, 1): 12, (0, 1): 8})
    split = _share({(1, 2): 20})
    assert (alike["low"], alike["high"]) == pytest.approx((single["low"], single["high"]), abs=1e-9)
    assert split["high"] - split["low"] < alike["high"] - alike["low"]
    assert _share({(1, 1): 10, (0, 1): 10})["low"] == pytest.approx(0.2993, abs=1e-4), "Wilson's"
