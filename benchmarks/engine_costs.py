"""What the engine costs a bot: random play, copies, imagined worlds, playouts, and each bot's own decisions.

All in processor time of this process, so that others on the machine disturb little; games take turns, and medians
count. Run with `python -m benchmarks.engine_costs [GAME ...]`; positions and choices are the same in every run.
"""

import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator

import engine
from engine.bots.perspective import Perspective
from engine.bots.policy import make_bot
from engine.core.game import Game
from engine.core.match import Match

ROUNDS = 5
MATCHES = 8
"""Random matches of a turn; positions are taken from the same ones."""
POSITIONS = 40
"""Positions of each scenario at which copies, worlds and bots are measured."""
BOTS = ("greedy", "swift", "horizon")
Setup = tuple[Game[object], str]


def random_match(game: Game[object], scenario: str, seed: int) -> Iterator[Match]:
    """A random match, seen at each of its decisions."""
    match, rng = game.new_match(scenario, None, seed), random.Random(seed)
    while match.pending:
        yield match
        decision = match.pending[0]
        match.choose(decision.seat, int(rng.random() * len(decision.options)))


def positions_of(game: Game[object], scenario: str) -> list[Match]:
    """Positions evenly spread over some random matches."""
    every = [match.clone() for seed in range(MATCHES) for match in random_match(game, scenario, seed)]
    return every[:: max(1, len(every) // POSITIONS)]


def seconds_of(act: Callable[[], int]) -> float:
    """Processor time of one of the things that an act does and counts."""
    start = time.process_time()
    count = act()
    return (time.process_time() - start) / count


def play(game: Game[object], scenario: str) -> int:
    """Some random matches; how many decisions they had."""
    return sum(1 for seed in range(MATCHES) for _ in random_match(game, scenario, seed))


def clone_all(positions: list[Match]) -> int:
    """Copy every position five times."""
    for match in positions:
        for _ in range(5):
            match.clone()
    return 5 * len(positions)


def deal_all(positions: list[Match], count: int = 4) -> int:
    """Imagine some worlds of every position, as a bot does for one decision."""
    rng = random.Random(1)
    for match in positions:
        view = Perspective(match, match.pending[0].seat)
        for _ in range(count):
            view.world(rng)
    return count * len(positions)


def play_out_all(positions: list[Match]) -> int:
    """Play a copy of every position at random to its end."""
    rng = random.Random(1)
    for position in positions:
        match = position.clone()
        match.quiet = True
        while match.pending:
            decision = match.pending[0]
            match.choose(decision.seat, int(rng.random() * len(decision.options)))
    return len(positions)


def choose_all(positions: list[Match], bot: str) -> int:
    """Let a bot choose at every position."""
    policy = make_bot(bot, 1)
    for match in positions:
        policy.choose(Perspective(match, match.pending[0].seat))
    return len(positions)


def acts_of(game: Game[object], scenario: str) -> dict[str, Callable[[], int]]:
    """What is measured of a scenario, by name."""
    positions = positions_of(game, scenario)
    acts: dict[str, Callable[[], int]] = {
        "random": lambda: play(game, scenario),
        "clone": lambda: clone_all(positions),
        "world": lambda: deal_all(positions),
        "playout": lambda: play_out_all(positions),
    }
    return acts | {bot: lambda bot=bot: choose_all(positions, bot) for bot in BOTS}  # type: ignore[misc]


def main(games: list[str]) -> None:
    """Take turns and print the table."""
    setups = [(game, one.id) for game in engine.all_games() for one in game.scenarios if not games or game.id in games]
    acts = {f"{game.id} {scenario}": acts_of(game, scenario) for game, scenario in setups}
    times: dict[tuple[str, str], list[float]] = {}
    for _ in range(ROUNDS):
        for name, measured in acts.items():
            for what, act in measured.items():
                times.setdefault((name, what), []).append(seconds_of(act))
    columns = ("random", *BOTS)
    print(f"{'':32}{'clone':>9}{'world':>9}{'playout':>9}   us{''.join(f'{bot:>9}' for bot in columns)}  decisions/s")
    for name in acts:
        cost = {what: statistics.median(times[name, what]) for what in acts[name]}
        copies = "".join(f"{cost[what] * 1e6:9,.0f}" for what in ("clone", "world", "playout"))
        print(f"{name:32}{copies}     {''.join(f'{1 / cost[bot]:9,.0f}' for bot in columns)}")


if __name__ == "__main__":
    main(sys.argv[1:])
