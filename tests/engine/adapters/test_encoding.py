"""Arrays: actions keep their meaning, masks allow what the options are, and nothing hidden reaches them."""

import random
from typing import Any

import numpy as np
import pytest

from engine import load
from engine.adapters.agent import bot_of
from engine.adapters.encoding import WAIT, Encoding, IllegalAction, Observation
from engine.bots import BOTS, make_bot, play_out
from engine.core.match import Match
from engine.core.state import Outcome

GAMES = [("wotr", "duel"), ("lotr", None), ("meq", None), ("bofa", None)]


def encoding(game: str = "wotr", scenario: str | None = "duel", **parameters: Any) -> Encoding:
    rules = load(game)
    return Encoding(rules, rules.setting(scenario), **parameters)


def walk(told: Encoding, choices: int) -> Match:
    """A match after some random choices."""
    rng = random.Random(5)
    match = told.new_match(rng)
    for _ in range(choices):
        decision = match.pending[0]
        match.choose(decision.seat, rng.randrange(len(decision.options)))
    return match


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_every_option_has_an_action_of_its_own(game: str, scenario: str | None) -> None:
    told = encoding(game, scenario)
    match = walk(told, 40)
    for decision in match.pending:
        slots = told.slots(decision)
        assert sorted(slots.values()) == list(range(len(decision.options)))
        assert np.flatnonzero(told.observe(match, decision.seat)["action_mask"]).tolist() == sorted(slots)
        assert [told.index(decision.seat, decision, told.action(decision, i)) for i in range(len(slots))] == sorted(
            slots.values()
        )


def test_an_action_means_one_option_in_every_match() -> None:
    meanings: dict[int, set[tuple[Any, ...]]] = {}
    told = encoding(actions=2**20)
    for choices in range(60):
        for decision in walk(told, choices).pending:
            for action, index in told.slots(decision).items():
                meanings.setdefault(action, set()).add(
                    (decision.kind, told.game.lexicon(told.setting).option(decision.options[index]).verb)
                )
    assert len(meanings) > 50
    assert all(len(options) == 1 for options in meanings.values())


def test_options_in_one_slot_get_neighbours() -> None:
    match = walk(encoding(), 20)
    decision = match.pending[0]
    small = encoding(actions=len(decision.options) + 1)
    assert sorted(small.slots(decision)) == list(range(1, len(decision.options) + 1))
    with pytest.raises(ValueError, match=f"a space of {len(decision.options)} actions is too small"):
        encoding(actions=len(decision.options)).slots(decision)


def test_other_actions_are_refused_with_those_that_are_allowed() -> None:
    told = encoding()
    match = walk(told, 20)
    decision = match.pending[0]
    allowed = ", ".join(map(str, sorted(told.slots(decision))))
    with pytest.raises(IllegalAction, match=f"action {WAIT} is not one of seat:.*; allowed: {allowed}"):
        told.index(decision.seat, decision, WAIT)
    with pytest.raises(ValueError, match="'features' or its 'view', not 'everything'"):
        encoding(observes="everything")


def test_who_has_nothing_to_decide_may_wait() -> None:
    told = encoding()
    match = walk(told, 20)
    idle = 1 - match.pending[0].seat
    assert np.flatnonzero(told.observe(match, idle)["action_mask"]).tolist() == [WAIT]


@pytest.mark.parametrize("observes", ["features", "view"])
@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_worlds_of_a_seat_look_the_same_to_it(game: str, scenario: str | None, observes: Any) -> None:
    told = encoding(game, scenario, observes=observes)
    match = walk(told, 60)
    seat = match.pending[0].seat
    for seed in range(3):
        world = match.deal_world(seat, random.Random(seed))
        for name, array in told.observe(match, seat).items():
            assert np.array_equal(array, told.observe(world, seat)[name])


def test_a_view_tells_one_position_from_the_next() -> None:
    told = encoding(observes="view")
    assert not np.array_equal(
        told.observe(walk(told, 20), 0)["observation"], told.observe(walk(told, 24), 0)["observation"]
    )


def test_returns_tell_who_has_won() -> None:
    told, together = encoding(), encoding("lotr", None)
    match = walk(told, 3)
    assert told.returns(match) == [0, 0]
    match.concede(1)
    assert told.returns(match) == [1, -1]
    lost = walk(together, 3)
    lost.state.outcome = Outcome([], "", "threat", {})
    assert together.returns(lost) == [-1] * 4
    tied = walk(told, 3)
    tied.annul()
    assert told.returns(tied) == [0, 0]


def test_a_trained_agent_is_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []

    def act(observation: Observation) -> int:
        seen.append(int(observation["action_mask"].sum()))
        return int(np.flatnonzero(observation["action_mask"])[0])

    monkeypatch.setitem(BOTS, "trained", bot_of(act, actions=512, length=64))
    match = load("wotr").new_match("duel", seed=4)
    play_out(match, [make_bot("trained", 1), make_bot("random", 2)])
    assert match.is_over
    assert len(seen) == len([seat for seat, _ in match.choices if seat == 0])
