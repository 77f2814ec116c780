"""`match`: bots compared by pairs of matches, with a sequential test if one is wanted."""

import os
from pathlib import Path
from typing import Annotated

import typer

from engine.core.registry import load
from services.cli.arguments import AsJson, GameOptions, ScenarioId, SeatCount, apart_from_flags, parse_options
from services.cli.files import options_with_pack


def match(
    context: typer.Context,
    bots: Annotated[
        list[str], typer.Argument(metavar="A B [C ...]", help="Bots: greedy, greedy:worlds=8, http://host:port ...")
    ],
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="Which game; `westmarch games` lists them.")],
    scenario: ScenarioId = None,
    seats: SeatCount = None,
    option: GameOptions = None,
    pairs: Annotated[
        int, typer.Option("--pairs", metavar="N", min=1, help="Pairs between each two; at most, with a test.")
    ] = 100,
    sprt: Annotated[
        str | None, typer.Option("--sprt", metavar="ELO0,ELO1", help="Stop as soon as a sequential test decides.")
    ] = None,
    logistic: Annotated[bool, typer.Option("--logistic", help="The test's Elo is logistic, not normalised.")] = False,
    alpha: Annotated[float, typer.Option("--alpha", help="Probability to accept wrongly.")] = 0.05,
    beta: Annotated[float, typer.Option("--beta", help="Probability to reject wrongly.")] = 0.05,
    gauntlet: Annotated[bool, typer.Option("--gauntlet", help="Only the first bot against the others.")] = False,
    jobs: Annotated[int, typer.Option("--jobs", metavar="N", min=1, help="Processes.")] = os.cpu_count() or 1,
    seed: Annotated[int | None, typer.Option("--seed", metavar="K", min=0, help="Seed of all deals.")] = None,
    limit: Annotated[
        float | None, typer.Option("--time", metavar="SECONDS", min=0.001, help="Time for a decision; more forfeits.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="DIR", help="Keep pairs and records; go on if it was interrupted.")
    ] = None,
    log: Annotated[
        Path | None, typer.Option("--log", metavar="DIR", help="Write every match in words, a file for each.")
    ] = None,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write a page with plots.")] = None,
    markdown_: Annotated[Path | None, typer.Option("--markdown", metavar="FILE", help="Write Markdown.")] = None,
    json_: AsJson = False,
) -> int:
    """Compare bots by pairs: one deal, both bots on both sides.

    Exit code: 0 done or accepted, 3 rejected, 4 undecided or interrupted.
    """
    rules = load(game)
    bots, flags = apart_from_flags([*bots, *context.args])
    setting = rules.setting(scenario, seats, options_with_pack(rules, parse_options(option, flags)))
    from services.cli.comparing import Wanted, compare  # here: the other commands start without numpy and gRPC

    wanted = Wanted(
        bots, pairs, sprt, logistic, alpha, beta, gauntlet, jobs, seed, limit, save, log, html, markdown_, json_
    )
    return compare(rules, setting, wanted)
