"""`westmarch tournament simulate`: figures of simulated tournaments, and what is refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from services.cli.main import main


def figures(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["tournament", "simulate", *words, "--json"]) == 0
    return dict(json.loads(capsys.readouterr().out))


def test_a_swiss_tells_its_speed_its_quality_and_its_memory(capsys: pytest.CaptureFixture[str]) -> None:
    found = figures(capsys, "--entrants", "41", "--rounds", "5")
    assert [one["round"] for one in found["rounds"]] == [1, 2, 3, 4, 5]
    assert all(one["tables"] == 20 and one["byes"] == 1 for one in found["rounds"])
    assert {"pairing_seconds", "results_to_pairings_seconds", "mean_gap", "widest_gap"} <= found["rounds"][0].keys()
    assert (found["rematches"], found["worst_balance"]) == (0, 0)
    assert found["memory_mb"] > 0


@pytest.mark.parametrize("format_", ["round-robin", "elimination", "arena", "pods", "duplicate", "score"])
def test_every_format_can_be_simulated(capsys: pytest.CaptureFixture[str], format_: str) -> None:
    short = ("--minutes", "10") if format_ == "arena" else ()
    found = figures(capsys, "--format", format_, "--entrants", "9", *short)
    assert found["entrants"] == 9
    assert found["tables"] > 0
    assert found["winner"] is not None


def test_fields_of_several_sizes_are_simulated_in_one_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "simulate", "--entrants", "8", "--entrants", "17", "--json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line)["entrants"] for line in lines] == [8, 17]


def test_an_arena_tells_how_long_people_wait(capsys: pytest.CaptureFixture[str]) -> None:
    found = figures(capsys, "--format", "arena", "--entrants", "20", "--minutes", "20")
    assert found["pairings"] > 0
    assert found["mean_wait_seconds"] <= found["p99_wait_seconds"]


def test_a_seed_repeats_a_simulation(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--entrants", "16", "--no-shows", "0.1", "--leavers", "0.05", "--late", "0.2", "--seed", "4")
    one, other = figures(capsys, *words), figures(capsys, *words)
    timeless = [{name: found[name] for name in ("winner", "tables", "matches", "events")} for found in (one, other)]
    assert timeless[0] == timeless[1]


def test_a_plan_of_two_stages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = tmp_path / "cup.toml"
    plan.write_text(
        'name = "Cup"\n[setting]\ngame = "wotr"\n'
        '[[stages]]\nformat = "swiss"\nrounds = 3\ntake = 4\n[[stages]]\nformat = "elimination"\n'
    )
    assert len(figures(capsys, "--plan", str(plan), "--entrants", "20")["rounds"]) == 5
    assert main(["tournament", "simulate", "--plan", str(plan), "--entrants", "8"]) == 0
    assert "Swiss, then Elimination: 8 entrants" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--format", "swiss", "--rounds", "500"], "rounds of stage 1 must be 1 to 200"),
        (["--table", "bench"], "bench"),
        (["--format", "joust"], "joust"),
        (
            ["--format", "elimination", "--rounds", "3"],
            "--rounds is for swiss, pods, duplicate, score; elimination has",
        ),
        (["--format", "swiss", "--minutes", "30"], "--minutes is for arena"),
        (["--format", "pods", "--table", "pair"], "--table is for swiss, round-robin, elimination, arena"),
    ],
)
def test_bad_input_is_refused(capsys: pytest.CaptureFixture[str], words: list[str], message: str) -> None:
    assert main(["tournament", "simulate", *words]) == 2
    assert message in capsys.readouterr().err
