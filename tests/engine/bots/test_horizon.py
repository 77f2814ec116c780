"""Horizon looks ahead to the next milestone, says what it expects, and keeps to its budget."""

import random
from dataclasses import replace

import pytest

from engine import load
from engine.bots import Estimate, Explaining, Perspective, make_bot, play_out
from engine.bots.horizon import Horizon, chance_of
from engine.bots.weights import Weights, untrained
from engine.core.game import Game, Habits
from engine.core.match import Match
from tests.toy import GAME
from tests.toy.rules import worth
from tests.toy.state import Barrow

ROUNDS = replace(GAME, milestones=lambda s: 2 - s.rounds)


def turn(seed: int = 4, game: Game[Barrow] = ROUNDS) -> tuple[Match, int]:
    """A match at a first turn."""
    match = game.new_match("duel", seed=seed, coins=0)
    while match.pending[0].kind == "bid":
        match.choose(match.pending[0].seat, 0)
    return match, match.pending[0].seat


def test_the_same_seed_makes_the_same_choice() -> None:
    match, seat = turn()
    for name in ("horizon", "horizon:worlds=2,options=8", "master"):
        views = [make_bot(name, 5).estimates(Perspective(match, seat)) for _ in range(2)]  # type: ignore[attr-defined]
        assert views[0] == views[1]


def test_it_looks_at_the_best_few_options_and_puts_the_best_first() -> None:
    match, seat = turn()
    estimates = Horizon(random.Random(1), worlds=3, options=3).estimates(Perspective(match, seat))
    assert len({one.index for one in estimates}) == 3
    chances = [one.chance for one in estimates]
    assert chances == sorted(chances, reverse=True)
    assert all(0 <= chance <= 1 for chance in chances)


def test_it_judges_at_the_next_milestone_and_not_before() -> None:
    passed: list[int] = []

    def judged(s: Barrow, seat: int) -> float:
        passed.append(2 - s.rounds)
        return float(worth(s, seat))

    match = replace(ROUNDS, evaluate=judged).new_match("duel", seed=4, coins=0)
    Horizon(random.Random(1), worlds=2).choose(Perspective(match, 0))
    assert set(passed) == {1}


def test_an_end_within_reach_counts_as_what_it_is() -> None:
    match, seat = turn()
    weights = Weights(untrained(ROUNDS, "duel"))
    assert 0 < chance_of(match, seat, weights) < 1
    play_out(match, [make_bot("random", 1)] * 2)
    assert match.outcome is not None
    winner = match.outcome.winners[0]
    assert chance_of(match, winner, weights) == 1.0
    assert chance_of(match, 1 - winner, weights) == 0.0


def test_it_beats_greedy_where_an_end_of_round_tells_more() -> None:
    points = 0
    for seed in range(20):
        for seat in (0, 1):
            bots = [make_bot("horizon:worlds=2,options=8" if one == seat else "random", seed) for one in (0, 1)]
            outcome = play_out(ROUNDS.new_match("duel", seed=seed), bots).outcome
            assert outcome is not None
            points += seat in outcome.winners
    assert points > 24


@pytest.mark.parametrize("at", [0, -1])
def test_a_habit_is_broken_only_for_what_is_better_by_the_doubt(at: int) -> None:
    def first(doubt: float, seed: int) -> Estimate:
        game = replace(ROUNDS, habits=Habits[Barrow](lambda s, d: d.options[at], doubt))
        match, seat = turn(game=game)
        view = Perspective(match, seat)
        estimates = Horizon(random.Random(seed), worlds=2, options=2).estimates(view)
        assert len(estimates) == 2
        assert all(0 <= one.chance <= 1 for one in estimates)
        return replace(estimates[0], index=estimates[0].index - (len(view.options) if at else 0))

    assert {first(1e12, seed).index for seed in range(8)} == {at}
    assert {first(0.0, seed).index for seed in range(8)} != {at}


def test_time_to_think_is_used_and_kept() -> None:
    match, seat = turn()
    looked = 0

    class Watched(Perspective):
        def world(self, rng: random.Random) -> Match:
            nonlocal looked
            looked += 1
            return super().world(rng)

    make_bot("horizon:think=20ms", 1).choose(Watched(match, seat))
    assert 1 <= looked <= 64


def test_where_no_world_fits_it_takes_what_weighs_most() -> None:
    match = replace(ROUNDS, plausible=lambda s: False).new_match("duel", seed=4)
    assert make_bot("horizon", 1).choose(Perspective(match, 0)) in range(3)


@pytest.mark.parametrize("name", ["horizon", "master"])
def test_who_looks_ahead_says_why(name: str) -> None:
    assert isinstance(make_bot(name), Explaining)
    assert not isinstance(make_bot("greedy"), Explaining)


def test_levels_play_every_game() -> None:
    for id, scenario, seats in (("wotr", "duel", 2), ("lotr", "passage-through-mirkwood", 1)):
        match = load(id).new_match(scenario, seats, seed=3)
        seat = match.pending[0].seat
        for name in ("novice", "adept", "master"):
            assert make_bot(name, 1).choose(Perspective(match, seat)) in range(len(match.options(seat)))
