"""Every game passes the tests that PettingZoo has for environments."""

from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

from engine.adapters.encoding import WAIT
from engine.adapters.pettingzoo import env, parallel_env

GAMES = [("wotr", "duel"), ("wotr", "trilogy"), ("lotr", None), ("meq", None), ("bofa", None)]


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.parametrize("observes", ["features", "view"])
@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_the_api_of_environments(game: str, scenario: str | None, observes: str) -> None:
    api_test(env(game, scenario, observes=observes), num_cycles=60)


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_a_seed_makes_a_match_the_same_again(game: str, scenario: str | None) -> None:
    seed_test(partial(env, game, scenario), num_cycles=30)


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_cycles_have_an_end(game: str, scenario: str | None) -> None:
    def aec(max_cycles: int) -> Any:
        return parallel_to_aec(parallel_env(game, scenario, max_cycles=max_cycles))

    max_cycles_test(SimpleNamespace(parallel_env=partial(parallel_env, game, scenario), env=aec))


def test_the_api_of_parallel_environments() -> None:
    parallel_api_test(parallel_env("meq", seats=3), num_cycles=60)


def test_random_agents_play_to_a_reward() -> None:
    arena = env("wotr", "duel")
    arena.reset(seed=7)
    rewards = dict.fromkeys(arena.possible_agents, 0.0)
    for agent in arena.agent_iter():
        observation, reward, is_over, is_cut, _ = arena.last()
        rewards[agent] += reward
        assert not is_cut
        arena.step(None if is_over else arena.action_space(agent).sample(observation["action_mask"]))
    assert sorted(rewards.values()) == [-1, 1]
    assert "Round" in arena.unwrapped.render()


def test_who_acts_against_the_mask_has_lost() -> None:
    arena = env("wotr", "duel")
    arena.reset(seed=7)
    loser = arena.agent_selection
    arena.step(WAIT)
    assert arena.terminations[loser]
    assert arena.rewards[loser] == -1


def test_so_many_choices_of_an_agent_cut_a_match() -> None:
    arena = env("meq", seats=2, max_cycles=3)
    arena.reset(seed=7)
    acted = dict.fromkeys(arena.possible_agents, 0)
    for agent in arena.agent_iter():
        observation, _, is_over, is_cut, _ = arena.last()
        acted[agent] += not (is_over or is_cut)
        arena.step(None if is_over or is_cut else int(np.flatnonzero(observation["action_mask"])[0]))
    assert max(acted.values()) == 3


def test_a_view_is_the_games_own() -> None:
    arena = env("wotr", "duel").unwrapped
    arena.reset(seed=7)
    assert arena.view("seat:gandalf")["viewer"] == "seat:gandalf"
