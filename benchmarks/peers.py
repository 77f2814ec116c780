"""Random play of every game beside RLCard and OpenSpiel, in one run.

Ours is measured as everybody can: by `westmarch simulate GAME --scenario S --matches N --json`. Timings are noisy, so
all take short turns, round after round; the ratio of the medians is what counts. Run with `make bench`.
"""

import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial

import engine

ROUNDS = 7
MATCHES = {"wotr": 200, "lotr": 100, "meq": 100, "bofa": 100}
"""How many matches a turn of each game has; a second or two."""
PEER_SECONDS = 1.0
PlayOne = Callable[[random.Random], int]
"""Plays one match and returns how many decisions its players made."""


def ours(game_id: str, scenario: str) -> float:
    """Decisions per second of random play, as the command line tells it."""
    matches = MATCHES.get(game_id, 100)
    command = [sys.executable, "-m", "services.cli.main", "simulate", game_id, "--scenario", scenario]
    report = subprocess.run([*command, "--matches", str(matches), "--json"], check=True, capture_output=True, text=True)
    return float(json.loads(report.stdout)["decisions_per_second"])


def open_spiel(name: str) -> PlayOne:
    """Random play in OpenSpiel, C++ rules through Python."""
    import pyspiel

    game = pyspiel.load_game(name)

    def play(rng: random.Random) -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(rng.random() * len(actions))])
                decisions += 1
        return decisions

    return play


def rlcard(name: str) -> PlayOne:
    """Random play in RLCard."""
    import rlcard as peer

    env = peer.make(name, config={"seed": 1})

    def play(rng: random.Random) -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[int(rng.random() * len(actions))])
            decisions += 1
        return decisions

    return play


def theirs(play: PlayOne, rng: random.Random) -> float:
    """Decisions per second of a peer over one turn."""
    decisions, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < PEER_SECONDS:
        decisions += play(rng)
    return decisions / spent


def clone_time(game_id: str, scenario: str, rng: random.Random) -> float:
    """Microseconds to clone a match, over decisions all through a random one."""
    match = engine.load(game_id).new_match(scenario, None, rng.getrandbits(128))
    match.quiet = True
    times = []
    while match.pending:
        start = time.perf_counter()
        for _ in range(5):
            match.clone()
        times.append((time.perf_counter() - start) / 5)
        decision = match.pending[0]
        match.choose(decision.seat, rng.randrange(len(decision.options)))
    return statistics.mean(times) * 1e6


def main() -> None:
    """Take turns and print the table."""
    rng = random.Random(7)
    peers = {
        "RLCard gin-rummy": partial(theirs, rlcard("gin-rummy"), rng),
        "OpenSpiel gin_rummy": partial(theirs, open_spiel("gin_rummy"), rng),
    }
    scenarios = [(game.id, scenario.id) for game in engine.all_games() for scenario in game.scenarios]
    players = peers | {" ".join(which): partial(ours, *which) for which in scenarios}
    rates: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(ROUNDS):
        for name, rate in players.items():
            rates[name].append(rate())
    median = {name: statistics.median(turns) for name, turns in rates.items()}
    print(f"{'random play':40} {'decisions/s':>12} {'/ RLCard':>9} {'/ OpenSpiel':>12} {'clone us':>9}")
    for name, speed in median.items():
        ratios = [speed / median[peer] for peer in peers]
        clone = "" if name in peers else f"{clone_time(*name.split(' '), rng):9.0f}"
        print(f"{name:40} {speed:12,.0f} {ratios[0]:9.2f} {ratios[1]:12.2f} {clone}")


if __name__ == "__main__":
    main()
