"""How many decisions a second each bot makes, on one core.

All bots choose at the same positions, which come from matches that swift plays with itself, and take turns: what slows
one round slows all of them. Run with `python -m benchmarks.bots --game wotr --positions 40`.
"""

import argparse
import statistics
import time
from collections.abc import Iterator, Sequence

import engine
from engine.bots import BOTS, Perspective, make_bot, parse_spec
from engine.core.match import Match

SETTINGS = {
    "wotr": {"trilogy": 4, "duel": 2, "duel3": 3, "fellowship": 2},
    "meq": {"quest": 2},
    "bofa": {"battle": 2},
    "lotr": {"passage-through-mirkwood": 1, "journey-down-the-anduin": 1, "escape-from-dol-guldur": 1, "campaign": 1},
}
"""By game: its scenarios, and the seats with which each is measured."""
THOROUGH = "greedy:near=1000,options=1000,worlds=2"
"""Greedy that tries every option, in two worlds."""
DEFAULT = ("random", "swift", THOROUGH, "greedy", "horizon:worlds=1", "horizon", "master")
EVERY = 7
"""Of so many decisions of a match one is a position."""
ROUNDS = 3


def positions(game: str, scenario: str, seats: int, count: int) -> Iterator[tuple[Match, int]]:
    """Copies of matches at decisions of swift."""
    seed = 0
    while count:
        match = engine.load(game).new_match(scenario, seats, seed)
        match.quiet = True
        swift = make_bot("swift", seed)
        seed += 1
        while match.pending and count:
            seat = match.pending[0].seat
            if len(match.choices) % EVERY == seed % EVERY:
                count -= 1
                yield match.clone(), seat
            match.choose(seat, swift.choose(Perspective(match, seat)))


def rate(bot: str, places: list[tuple[Match, int]], number: int) -> float:
    """Decisions a second at these positions."""
    made = make_bot(bot, number)
    began = time.perf_counter()
    for match, seat in places:
        made.choose(Perspective(match, seat))
    return len(places) / (time.perf_counter() - began)


def measure(game: str, scenario: str, bots: Sequence[str], places: list[tuple[Match, int]]) -> None:
    """Let all bots take turns at some positions, and print what each costs."""
    rounds = [[rate(bot, places, number) for bot in bots] for number in range(ROUNDS)]
    for bot, rates in zip(bots, zip(*rounds, strict=True), strict=True):
        middle = statistics.median(rates)
        print(f"{game} {scenario:26} {bot:40} {middle:9.0f} decisions/s {1000 / middle:8.3f} ms", flush=True)


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", choices=SETTINGS, action="append", help="one game or several; all of them otherwise")
    parser.add_argument("--scenario", action="append", help="one scenario or several; all of them otherwise")
    parser.add_argument("--bot", action="append", help="one bot or several, with parameters")
    parser.add_argument("--positions", type=int, default=100)
    given = parser.parse_args()
    bots = given.bot or DEFAULT
    for bot in bots:
        parse_spec(bot, BOTS)
    for game in given.game or SETTINGS:
        for scenario, seats in SETTINGS[game].items():
            if not given.scenario or scenario in given.scenario:
                measure(game, scenario, bots, list(positions(game, scenario, seats, given.positions)))


if __name__ == "__main__":
    main()
