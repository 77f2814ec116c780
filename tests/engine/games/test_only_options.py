"""In every game, who loses something without having a choice is told so."""

import random

import pytest

from engine import load
from engine.core.events import ONLY_OPTION, Event
from engine.core.match import Match
from engine.testing.walk import walk

SEEDS = range(30)


def first_of(game: str) -> tuple[Match, list[Event]]:
    """A random match of a game at the first choice after which somebody had but one option, and what it told."""
    for seed in SEEDS:
        match = load(game).new_match(seed=seed)
        for _ in walk(match, random.Random(seed)):
            if any(event.kind == ONLY_OPTION for event in match.events):
                return match, match.events
    raise AssertionError("nobody ever had but one option")


@pytest.mark.parametrize("game", ["wotr", "lotr", "meq", "bofa"])
def test_a_loss_that_nobody_chose_is_told_to_who_has_it(game: str) -> None:
    match, events = first_of(game)
    told = next(event for event in events if event.kind == ONLY_OPTION)
    seat, option = told.data
    words = match.describe(option)
    assert match.narrate(told) in (f"Your only choice was: {words}", "There was nothing to choose from")
    assert match.narrate(told, "pl") != match.narrate(told, "en")
    assert [viewer for viewer in (*range(match.seats), None) if told.seen_by(viewer)] == [seat]


@pytest.mark.parametrize("game", ["wotr", "lotr", "meq", "bofa"])
def test_only_kinds_of_decisions_that_the_game_has_are_forced(game: str) -> None:
    rules = load(game)
    assert rules.vocabulary is not None
    assert rules.forced
    assert rules.forced <= set(rules.vocabulary.decisions)
    assert not rules.forced & rules.windows
