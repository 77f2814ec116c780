"""Which settings and formats go together: any game, scenario, options and pack, each where it can be played."""

import datetime
from pathlib import Path
from typing import Any

import pytest

import engine
from services.competition.plan import parse
from services.competition.plan_messages import message_of
from services.competition.seating import Seating
from services.process.refusals import Refused
from services.tournaments.plans import check_start, created, plan_of

GAMES = ("wotr", "lotr", "meq", "bofa")
SHADOW = {"game": "wotr", "scenario": "trilogy", "options": {"mode": "against-the-shadow"}}


def check(setting: dict[str, Any], stage: dict[str, Any], team_size: int = 1, **more: Any) -> list[str]:
    """Whether a plan can be played; the roles of its setting."""
    registration = {"team_size": team_size, **more.pop("registration", {})}
    plan = parse({"name": "x", "setting": setting, "stages": [stage], "registration": registration, **more})
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
        ({"game": "meq", "seats": 2}, {"format": "pods"}, 1, "pods of 4 and 3, and seats of the setting is 2"),
    ],
)
def test_what_cannot_be_played_is_refused(
    setting: dict[str, Any], stage: dict[str, Any], team_size: int, reason: str
) -> None:
    with pytest.raises(Refused, match=reason):
        check(setting, stage, team_size)


TRILOGY = {"game": "wotr", "scenario": "trilogy"}
DUEL = {"game": "wotr", "scenario": "duel"}


@pytest.mark.parametrize(
    ("setting", "stage", "team_size"),
    [(DUEL, {"format": "swiss"}, 1), (TRILOGY, {"format": "pods"}, 1), (TRILOGY, {"format": "swiss"}, 2)],
)
def test_what_can_be_rated(setting: dict[str, Any], stage: dict[str, Any], team_size: int) -> None:
    assert check(setting, stage, team_size, rated=True)


@pytest.mark.parametrize(
    ("setting", "stage", "registration", "reason"),
    [
        ({"game": "lotr", "seats": 1}, {"format": "score"}, {}, "nobody wins over anybody"),
        (TRILOGY, {"format": "swiss"}, {}, "teams of 2"),
        (DUEL, {"format": "duplicate", "against": "bot", "bot": "random"}, {}, "do not play each other"),
        (DUEL, {"format": "swiss"}, {"people": False, "bots": "ours"}, "Ratings are of people"),
    ],
)
def test_what_nobody_could_be_rated_for_is_refused(
    setting: dict[str, Any], stage: dict[str, Any], registration: dict[str, Any], reason: str
) -> None:
    with pytest.raises(Refused, match=reason):
        check(setting, stage, rated=True, registration=registration)


NOON = datetime.datetime(2030, 5, 1, 12, tzinfo=datetime.UTC)


def test_a_start_that_is_over_is_refused_unless_it_was_planned_so() -> None:
    plan = parse({"name": "x", "setting": DUEL, "stages": [{"format": "swiss"}], "starts": NOON})
    check_start(plan, NOON.timestamp() - 1)
    check_start(plan, NOON.timestamp() + 1, plan)
    with pytest.raises(Refused, match="2030-05-01 12:00 UTC, is over"):
        check_start(plan, NOON.timestamp() + 1)


@pytest.mark.parametrize("limit", ["first_choice_minutes", "hard_minutes"])
def test_limits_in_which_nobody_could_play_are_refused(limit: str) -> None:
    plan = parse({"name": "x", "setting": DUEL, "stages": [{"format": "swiss"}], "pace": {limit: 0}})
    with pytest.raises(Refused, match=f"With {limit} = 0 every table would be lost"):
        plan_of(message_of(plan), "")


def test_a_clock_that_no_match_can_have_is_refused_with_the_longest_there_is() -> None:
    plan = parse({"name": "x", "setting": DUEL, "stages": [{"format": "swiss"}], "clock": {"bank_seconds": 2_592_001}})
    with pytest.raises(Refused, match="between 0 and 2592000 seconds"):
        plan_of(message_of(plan), "")
