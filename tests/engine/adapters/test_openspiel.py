"""OpenSpiel plays every game: its own simulation test accepts them."""

import random

import pyspiel
import pytest

from engine.adapters.openspiel import register_games

register_games()

GAMES = ["wotr(scenario=duel)", "wotr(scenario=duel3)", "lotr(seats=2)", "meq(seats=2)", "bofa"]


def walk(name: str, choices: int) -> pyspiel.State:
    """A match after its deal and some random choices."""
    rng = random.Random(3)
    state = pyspiel.load_game(name).new_initial_state()
    for _ in range(choices + 1):
        state.apply_action(0 if state.is_chance_node() else rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", GAMES)
def test_its_simulation_accepts_every_game(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(f"westmarch_{name}"), num_sims=1, serialize=False, verbose=False)


def test_games_are_registered_once() -> None:
    register_games()
    names = [name for name in pyspiel.registered_names() if name.startswith("westmarch_")]
    assert len(names) == len(set(names))
    assert set(names) >= {"westmarch_bofa", "westmarch_lotr", "westmarch_meq", "westmarch_wotr"}


def test_a_seed_deals_the_same_match_again() -> None:
    first, second = (walk("westmarch_wotr(scenario=duel,seed=4)", 30) for _ in range(2))
    other = walk("westmarch_wotr(scenario=duel,seed=5)", 0)
    assert first.observation_string(0) == second.observation_string(0)
    assert other.observation_string(0) != walk("westmarch_wotr(scenario=duel,seed=4)", 0).observation_string(0)


def test_a_clone_goes_its_own_way() -> None:
    state = walk("westmarch_meq(seats=2,seed=4)", 10)
    before = str(state)
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert str(state) == before != str(clone)


def test_a_resampled_state_looks_the_same_to_its_seat() -> None:
    state = walk("westmarch_wotr(scenario=duel,seed=4)", 30)
    seat = state.current_player()
    worlds = [state.resample_from_infostate(seat, None) for _ in range(3)]
    assert {world.observation_string(seat) for world in worlds} == {state.observation_string(seat)}
    assert len({world.observation_string(1 - seat) for world in worlds}) > 1
    assert all(world.observation_tensor(seat) == state.observation_tensor(seat) for world in worlds)


def test_actions_are_told_in_words() -> None:
    state = walk("westmarch_wotr(scenario=duel,seed=4)", 0)
    assert state.action_to_string(state.current_player(), state.legal_actions()[0]).split(": ")[1]
