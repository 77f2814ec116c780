"""What pairs save: how much their results vary beside those of matches of independent deals, for each game.

Run with `python -m benchmarks.pairs --bots greedy random --pairs 100`; each game by itself, with `--game`.
"""

import argparse
import math
import os
import random
from collections.abc import Sequence

import engine
from engine.bots.pairs import is_cooperative
from services.cli.leg_workers import LegSetting
from services.cli.pairs import play_pairs
from services.pairs.comparison import Comparison, PairResult
from services.rpc.outside_bots import read_bot

SETTINGS = {
    "wotr": ("duel", 2),
    "wotr, four seats": ("trilogy", 4),
    "meq": ("quest", 2),
    "bofa": ("battle", 2),
    "lotr": ("passage-through-mirkwood", 1),
}
"""The settings that are measured, with their seats."""
RESAMPLES = 200


def played(game: str, scenario: str, seats: int, bots: Sequence[str], pairs: int, jobs: int) -> list[PairResult]:
    """Pairs between two bots."""
    setting = LegSetting(game, scenario, seats, {}, None)
    return list(play_pairs(setting, [read_bot(bot) for bot in bots], 1, pairs, [(0, 1)], jobs, {}))


def ratio(pairs: Sequence[PairResult], sides: Sequence[str]) -> float | None:
    """The variance of pairs beside that of independent matches."""
    comparison = Comparison(("a", "b"), sides)
    for pair in pairs:
        comparison.add(pair)
    return comparison.variance_ratio()


def standard_error(pairs: Sequence[PairResult], sides: Sequence[str]) -> float:
    """By the bootstrap: of the same number of pairs drawn from these, again and again."""
    rng = random.Random(1)
    drawn = [ratio(rng.choices(pairs, k=len(pairs)), sides) for _ in range(RESAMPLES)]
    known = [one for one in drawn if one is not None]
    mean = sum(known) / len(known)
    return math.sqrt(sum((one - mean) ** 2 for one in known) / len(known))


def main() -> None:
    """Play the pairs and print a line for each game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", action="append", help="one game or several; all of them otherwise")
    parser.add_argument("--bots", nargs=2, default=["greedy", "greedy"])
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    words = parser.parse_args()
    print(f"{'':36} {'pairs':>6}  {'variance':>8}  {'±':>5}")
    for name, (scenario, seats) in SETTINGS.items():
        game = name.partition(",")[0]
        if words.game and game not in words.game:
            continue
        setting = engine.load(game).setting(scenario, seats)
        sides = list(dict.fromkeys(role.side for role in setting.roles))
        pairs = played(game, setting.scenario, seats, words.bots, words.pairs, words.jobs)
        value = ratio(pairs, sides)
        kind = "together" if is_cooperative(setting) else " v ".join(words.bots)
        shown = "-" if value is None else f"{value:8.2f}  {standard_error(pairs, sides):5.2f}"
        print(f"{f'{name} {scenario}, {kind}':36} {len(pairs):>6}  {shown}", flush=True)


if __name__ == "__main__":
    main()
