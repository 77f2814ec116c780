"""Which settings and formats go together: any game, scenario, options and pack, each where it can be played."""

from pathlib import Path
from typing import Any

import pytest

import engine
from services.competition.plan import parse
from services.competition.seating import Seating
from services.process.refusals import Refused
from services.tournaments.plans import created

GAMES = ("wotr", "lotr", "meq", "bofa")
SHADOW = {"game": "wotr", "scenario": "trilogy", "options": {"mode": "against-the-shadow"}}


def check(setting: dict[str, Any], stage: dict[str, Any], team_size: int = 1) -> list[str]:
    """Whether a plan can be played; the roles of its setting."""
    plan = parse({"name": "x", "setting": setting, "stages": [stage], "registration": {"team_size": team_size}})
    created(plan, "", GAMES)
    return [role.id for role in Seating(plan).setting().roles]


@pytest.mark.parametrize(
    ("setting", "stage", "team_size", "roles"),
    [
        (SHADOW, {"format": "score"}, 2, ["frodo", "aragorn"]),
        ({"game": "lotr", "seats": 3}, {"format": "score"}, 3, ["player-1", "player-2", "player-3"]),
        ({"game": "lotr", "seats": 1}, {"format": "duplicate"}, 1, ["player-1"]),
        ({"game": "wotr", "scenario": "duel"}, {"format": "duplicate"}, 1, ["gandalf", "witch-king"]),
        ({"game": "bofa"}, {"format": "arena"}, 1, ["free-peoples", "shadow"]),
        ({"game": "meq", "seats": 3}, {"format": "pods", "by": "side"}, 1, ["sauron", "hero-1", "hero-2"]),
    ],
)
def test_what_can_be_played(setting: dict[str, Any], stage: dict[str, Any], team_size: int, roles: list[str]) -> None:
    assert check(setting, stage, team_size) == roles


def test_a_pack_that_the_process_knows_can_be_played(tmp_path: Path) -> None:
    packs = engine.load("bofa").packs
    assert packs is not None
    packs.write(tmp_path / "mine")
    name = packs.load(str(tmp_path / "mine"))
    stage = {"format": "elimination"}
    assert check({"game": "bofa", "options": {"pack": name}}, stage) == ["free-peoples", "shadow"]
    with pytest.raises(Refused, match="pack"):
        check({"game": "bofa", "options": {"pack": "theirs@0000000000000000"}}, stage)


@pytest.mark.parametrize(
    ("setting", "stage", "team_size", "reason"),
    [
        ({"game": "wotr", "scenario": "duel"}, {"format": "score"}, 1, "for what is played together"),
        ({"game": "wotr", "scenario": "duel"}, {"format": "pods"}, 1, "this is played by 2"),
        ({"game": "lotr", "seats": 1}, {"format": "swiss", "table": "match"}, 1, '"pair"'),
        ({"game": "wotr", "scenario": "trilogy"}, {"format": "pods"}, 2, "teams cannot"),
    ],
)
def test_what_cannot_be_played_is_refused(
    setting: dict[str, Any], stage: dict[str, Any], team_size: int, reason: str
) -> None:
    with pytest.raises(Refused, match=reason):
        check(setting, stage, team_size)
