"""Positions of a record: what each reader saw after so many choices, and what is refused."""

import json
import random
from typing import Any

import msgspec
import pytest

import engine
from engine import Record
from services.match.positions import position_of
from services.process.refusals import Refused


@pytest.fixture(scope="module")
def played() -> tuple[Record, list[dict[str, Any]], list[list[str]]]:
    """A record of a match, and what seat 0 saw and was told after each choice."""
    match, rng = engine.load("wotr").new_match("duel", seed=3), random.Random(3)
    seen, told = [], []
    while True:
        seen.append(msgspec.to_builtins(match.observation(0)))
        told.append([match.narrate(event) for whole in match.events if (event := whole.seen_by(0)) is not None])
        if match.is_over:
            return match.record, seen, told
        decision = match.pending[0]
        match.choose(decision.seat, rng.randrange(len(decision.options)))


def position(record: Record, step: int, seat: int | None) -> dict[str, Any]:
    """A position, read."""
    read: dict[str, Any] = json.loads(position_of(record.dump(), step, seat, "en"))
    return read


def test_a_position_shows_what_the_seat_saw_then(played) -> None:
    record, seen, told = played
    last = len(record.choices)
    for step in (0, 1, last // 2, last):
        found = position(record, step, 0)
        assert (found["step"], found["steps"]) == (step, last)
        assert found["observation"] == seen[step]
        assert [event["text"] for event in found["events"]] == told[step]
        assert bool(found["explanation"]) == (step == last)


def test_a_spectator_sees_no_hands(played) -> None:
    record, seen, _ = played
    players = position(record, 3, None)["observation"]["players"]
    assert seen[3]["players"][0]["hand"]
    assert all(player["hand"] == [] for player in players)


@pytest.mark.parametrize(("step", "seat", "words"), [(-1, 0, "steps 0 to"), (10_000, 0, "steps 0 to"), (0, 7, "seat")])
def test_steps_and_seats_that_are_not_there_are_refused(played, step: int, seat: int, words: str) -> None:
    with pytest.raises(Refused, match=words):
        position_of(played[0].dump(), step, seat, "en")


def test_everybody_shows_all_hands_and_what_each_was_asked(played) -> None:
    record, seen, _ = played
    for step in (0, 5, len(record.choices)):
        found = json.loads(position_of(record.dump(), step, None, "en", everybody=True))
        assert found["everybody"][0] == seen[step]
        assert [view["viewer"] for view in found["everybody"]] == ["seat:gandalf", "seat:witch-king"]
        answered = [(one["seat"], one["chosen"]) for one in found["decisions"] if one["chosen"] is not None]
        assert answered == [tuple(choice) for choice in record.choices[step : step + 1]]
    assert position(record, 5, 0)["everybody"] is None


def test_a_position_knows_the_version_of_its_story(played) -> None:
    record, _, _ = played
    assert position(record, 5, 0)["version"] == 5, "as nothing else happened in the match"
    undone = msgspec.msgpack.encode([(1, 0, 0), (2, 0, -4), (4, 0, 1), (5, 1, 0)])  # and version 3 was no choice
    told = [json.loads(position_of(record.dump(), step, 0, "en", False, undone))["version"] for step in (0, 1, 2)]
    assert told == [0, 4, 5]


def test_a_position_has_the_decision_that_stood_there(played) -> None:
    record, _, _ = played
    chooser, index = record.choices[5]
    (asked,) = position(record, 5, chooser)["decisions"]
    match = record.replay(5)
    option = match.options(chooser)[index]
    assert (asked["seat"], asked["chosen"]) == (chooser, index)
    assert asked["decision"]["prompt"] == match.prompt(match.decision(chooser))
    assert asked["decision"]["options"][index]["label"] == match.describe(option)
    assert position(record, 5, 1 - chooser)["decisions"] == position(record, 5, None)["decisions"] == []
