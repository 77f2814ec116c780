"""Bots see what their seat sees, play whole matches, and greedy beats random."""

import random
from dataclasses import replace
from typing import Any

import pytest

from engine.bots import BOTS, Perspective, make_bot, play_out
from engine.bots.swift import most_promising
from engine.core import registry
from engine.core.errors import RulesError, UnknownBot
from engine.core.game import Game
from tests.toy import GAME
from tests.toy.state import Barrow


@pytest.fixture(autouse=True)
def barrow(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    monkeypatch.setitem(registry._registered, GAME.id, GAME)
    return GAME


def test_unknown_bots_are_refused_with_what_there_is() -> None:
    with pytest.raises(UnknownBot, match="there is no bot 'wizard'; there are: random, greedy"):
        make_bot("wizard")


@pytest.mark.parametrize("name", BOTS)
def test_every_bot_plays_a_whole_match_and_repeats_itself(name: str) -> None:
    ends = []
    for _ in range(2):
        match = GAME.new_match("company", 3, seed=4)
        play_out(match, [make_bot(name, seat) for seat in range(3)])
        assert match.is_over
        ends.append(match.digest())
    assert ends[0] == ends[1]


def test_a_perspective_shows_one_seat_only() -> None:
    match = GAME.new_match("duel", seed=4)
    view = Perspective(match, 1)
    assert view.game == "barrow"
    assert view.options == match.options(1)
    assert view.observation() == match.observation(1)
    world = view.world(random.Random(1))
    assert world.observation(1) == match.observation(1)
    assert world.state.seed != match.state.seed


def test_there_is_no_perspective_without_a_decision() -> None:
    match = GAME.new_match("duel", seed=4, coins=0)
    with pytest.raises(ValueError, match="seat 1 has no open decision to look at"):
        Perspective(match, 1)


def test_greedy_beats_random_from_either_seat() -> None:
    for greedy in (0, 1):
        won = 0
        for seed in range(40):
            bots = [make_bot("greedy" if seat == greedy else "random", seed) for seat in range(2)]
            outcome = play_out(GAME.new_match("duel", seed=seed), bots).outcome
            assert outcome is not None
            won += greedy in outcome.winners
        assert won > 24


def test_greedy_takes_a_win_it_sees() -> None:
    def judged(s: Barrow, seat: int) -> float:
        return 5.0 if s.table[seat] else 0.0

    match = replace(GAME, evaluate=judged).new_match("duel", seed=4, coins=0)
    choice = make_bot("greedy", 1).choose(Perspective(match, 0))
    assert match.options(0)[choice][0] == "play"


def test_greedy_sees_the_end_of_the_match() -> None:
    """In the last turn, playing the best treasure wins and everything else may not."""
    game = replace(GAME, evaluate=lambda s, seat: 0.0)
    for seed in range(20):
        match = game.new_match("duel", seed=seed, coins=0, rounds=1)
        while match.state.acted < 3:
            match.choose(match.pending[0].seat, len(match.pending[0].options) - 1)
        best = max(range(3), key=lambda i: match.state.hands[1][i] % 4)
        winning = match.clone()
        winning.choose(1, best)
        assert winning.outcome is not None
        assert 1 in winning.outcome.winners
        match.choose(1, make_bot("greedy:worlds=16", seed).choose(Perspective(match, 1)))
        assert match.outcome is not None
        assert 1 in match.outcome.winners


def test_greedy_chooses_something_when_no_world_fits() -> None:
    match = replace(GAME, plausible=lambda s: False).new_match("duel", seed=4)
    assert make_bot("greedy", 1).choose(Perspective(match, 0)) in range(3)


def test_a_match_is_a_playout_where_nobody_looks_ahead() -> None:
    for names, expected in (("random", "swift"), True), (("novice", "random"), True), (("random", "greedy"), False):
        match = GAME.new_match("duel", seed=4)
        play_out(match, [make_bot(name, 1) for name in names])
        assert match.playout is expected


def test_no_worlds_are_dealt_of_a_playout() -> None:
    match = GAME.new_match("duel", seed=4)
    match.playout = True
    with pytest.raises(RulesError, match="no worlds are dealt of a playout"):
        Perspective(match, 0).world(random.Random(1))


def test_greedy_tries_only_what_swift_finds_promising() -> None:
    match = registry.load("wotr").new_match("duel", seed=5)
    view = Perspective(match, match.pending[0].seat)
    scores = make_bot("swift").scores(view)  # type: ignore[attr-defined]
    for near, most in (0.5, 2), (3.0, 4), (1000.0, 1000):
        tried = most_promising(view, most, random.Random(1), near=near)
        able = [index for index, score in enumerate(scores) if score >= max(scores) - near]
        assert len(tried) == min(most, len(able))
        assert sorted(scores[index] for index in tried) == sorted(sorted(scores, reverse=True)[: len(tried)])
    greedy = make_bot("greedy:near=0.5,options=2", 1)
    assert greedy.choose(view) in most_promising(view, 2, random.Random(1), near=0.5)


def test_greedy_tries_everything_where_nothing_was_learned() -> None:
    view = Perspective(GAME.new_match("duel", seed=4), 0)
    assert most_promising(view, 1, random.Random(1)) == list(range(len(view.options)))


def test_a_match_that_does_not_end_is_given_up() -> None:
    match = GAME.new_match("duel", seed=4)
    with pytest.raises(RulesError, match="barrow did not end within 3 decisions"):
        play_out(match, [make_bot("random", 1)] * 2, most=3)
