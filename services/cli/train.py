"""`train`: bots learn a scenario from their own play, and what they have learned is written to a file."""

import os
import time
from pathlib import Path
from typing import Annotated

import typer

from engine.core.registry import load
from services.cli.arguments import BadInput, GameId, GameOptions, ScenarioId, SeatCount, parse_options
from services.cli.files import check_writable, options_with_pack


def train(
    context: typer.Context,
    game: GameId,
    scenario: ScenarioId = None,
    seats: SeatCount = None,
    option: GameOptions = None,
    seed: Annotated[
        int, typer.Option("--seed", metavar="K", min=0, help="Seed of all that is played; it decides the result.")
    ] = 1,
    generations: Annotated[
        int, typer.Option("--generations", metavar="N", min=0, help="Generations that learn from the search.")
    ] = 3,
    matches: Annotated[
        int, typer.Option("--matches", metavar="N", min=1, help="Matches that each generation learns from.")
    ] = 300,
    pairs: Annotated[
        int, typer.Option("--pairs", metavar="N", min=10, help="Pairs of a test between generations, at most.")
    ] = 400,
    start: Annotated[
        Path | None,
        typer.Option("--start", metavar="FILE", help="Weights to go on from, in place of imitating greedy."),
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", metavar="N", min=1, help="Processes.")] = os.cpu_count() or 1,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="The file to write; GAME-SCENARIO.json.gz if none.")
    ] = None,
) -> None:
    """Learn the weights that `swift` and `horizon` play a scenario by. The same seed gives the same file."""
    rules = load(game)
    setting = rules.setting(scenario, seats, options_with_pack(rules, parse_options(option, context.args)))
    file = out or Path(f"{rules.id}-{setting.scenario}.json.gz")
    check_writable(file)
    from engine.bots.weights import read_weights, write_weights
    from services.cli.simulation import worker_pool
    from services.training.training import Plan, Training  # here: the other commands start without numpy

    learned = None if start is None else read_weights(start.read_bytes(), rules, setting.scenario).file
    began = time.monotonic()

    def tell(line: str) -> None:
        print(f"{time.monotonic() - began:6.0f} s  {line}", flush=True)

    plan = Plan(
        seed=seed,
        generations=generations,
        matches=matches,
        first_matches=max(1, matches // 4),
        pairs=pairs,
        slow_pairs=pairs // 10,
        judged_matches=4 * matches,
    )
    with worker_pool(jobs) as pool:
        weights = Training(rules, setting, plan, pool, tell, learned).run()
    if not weights.play:
        raise BadInput("nothing that was learned has passed its tests; let more --matches and --pairs be played")
    file.write_bytes(write_weights(weights))
    tell(f"{file}: {file.stat().st_size / 1024:.0f} kB")
