"""How much two plays of one deal have in common: the correlation of their results.

Each deal is played twice by bots of one kind with different seeds. Beside it stands the correlation of plays of
different deals, which is 0 but for chance. Run with `python -m benchmarks.deals --game wotr --bot random --pairs 200`.
"""

import argparse
import math
import random
from collections.abc import Sequence
from typing import NamedTuple

import engine
from engine.bots import BOTS, make_bot, play_out
from engine.core.game import Game

SETTINGS = {"wotr": "duel", "meq": "quest", "bofa": "battle"}
"""The scenario in which each game is measured, with its fewest seats."""


class Result(NamedTuple):
    """How a match ended for its first side."""

    margin: float
    win: float


def play(game: Game[object], scenario: str, bot: str, deal: int, rng: random.Random) -> Result:
    """One match of a deal between bots of one kind."""
    setting = game.setting(scenario)
    fewest = min(game.scenario(scenario).roles(setting.options))
    match = game.new_match(scenario, fewest, deal)
    match.quiet = True
    outcome = play_out(match, [make_bot(bot, rng.getrandbits(64)) for _ in range(match.seats)]).outcome
    assert outcome is not None
    side = match.setting.roles[0].side
    others = sum(score for name, score in outcome.scores.items() if name != side)
    return Result(outcome.scores[side] - others, float(0 in outcome.winners))


def correlation(pairs: Sequence[tuple[float, float]]) -> float:
    """The correlation of two values of one kind: it does not matter which of a pair comes first."""
    values = [value for pair in pairs for value in pair]
    mean = math.fsum(values) / len(values)
    spread = math.fsum((value - mean) ** 2 for value in values) / 2
    return math.fsum((one - mean) * (other - mean) for one, other in pairs) / spread if spread else 0.0


def standard_error(pairs: Sequence[tuple[float, float]]) -> float:
    """The jackknife's estimate for the correlation, which needs no distribution of the values."""
    without = [correlation([*pairs[:at], *pairs[at + 1 :]]) for at in range(len(pairs))]
    mean = math.fsum(without) / len(without)
    return math.sqrt((len(pairs) - 1) / len(pairs) * math.fsum((one - mean) ** 2 for one in without))


def report(pairs: Sequence[tuple[float, float]]) -> str:
    """The correlation of pairs with its standard error, and of the pairs with their partners exchanged."""
    partners = [(one, pairs[at - 1][1]) for at, (one, _) in enumerate(pairs)]
    return "  ".join(f"{correlation(some):6.2f} ± {standard_error(some):.2f}" for some in (pairs, partners))


def main() -> None:
    """Play the pairs and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", choices=SETTINGS, action="append", help="one game or several; all of them otherwise")
    parser.add_argument("--bot", choices=BOTS, default="random")
    parser.add_argument("--pairs", type=int, default=200, help="deals, each played twice")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    print(f"{'':24} {'score margin':14}  {'other deals':14}  {'win':14}  {'other deals':14}")
    for id in arguments.game or SETTINGS:
        rng = random.Random(f"{id} {arguments.seed}")
        game, scenario = engine.load(id), SETTINGS[id]
        deals = [rng.getrandbits(128) for _ in range(arguments.pairs)]
        results = [[play(game, scenario, arguments.bot, deal, rng) for _ in range(2)] for deal in deals]
        margin, win = ([(one[field], other[field]) for one, other in results] for field in range(2))
        print(f"{f'{id} {scenario} {arguments.bot}':24} {report(margin)}  {report(win)}", flush=True)


if __name__ == "__main__":
    main()
