"""`tournament`: events for many, simulated on this machine or held on a server."""

import json
import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from services.cli.arguments import AsJson
from services.cli.tournament_plans import Format, TableKind, plan_of_flags, read_plan
from services.cli.tournament_server import add_commands
from services.competition import plan as plans
from services.competition.bounds import MOST_ENTRANTS

app = typer.Typer(name="tournament", help="Tournaments: simulate one, or hold one on a server.", no_args_is_help=True)
add_commands(app)


@app.command()
def simulate(
    format_: Annotated[Format, typer.Option("--format", help="Format of the tournament.")] = Format.swiss,
    entrants: Annotated[
        list[int] | None,
        typer.Option("--entrants", min=2, max=MOST_ENTRANTS, help="How many enter, 100 if none; repeatable."),
    ] = None,
    rounds: Annotated[
        int | None, typer.Option("--rounds", min=1, help="Rounds, or deals where everybody plays the same.")
    ] = None,
    minutes: Annotated[
        float | None, typer.Option("--minutes", min=1, help="How long an arena lasts; an hour if none.")
    ] = None,
    table: Annotated[
        TableKind | None, typer.Option("--table", help="A pair (both sides of a deal), or a match.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--plan", metavar="FILE", help="A plan in TOML, instead of a format.")
    ] = None,
    no_show: Annotated[float, typer.Option("--no-shows", min=0, max=1, help="Share of seats that stay empty.")] = 0.0,
    withdraw: Annotated[float, typer.Option("--leavers", min=0, max=1, help="Share that leaves in a round.")] = 0.0,
    late: Annotated[float, typer.Option("--late", min=0, max=0.9, help="Share that enters late.")] = 0.0,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Seed of the results.")] = 1,
    json_: AsJson = False,
) -> None:
    """Run a tournament with simulated results: seconds for each round, quality of the pairings, memory."""
    from services.competition.simulation import Habits, Simulation  # here: the other commands start without numpy

    plan = (
        read_plan(file)
        if file is not None
        else plan_of_flags("simulated", {"game": "wotr"}, format_, rounds, minutes, table)
    )
    for count in entrants or [100]:
        began = time.perf_counter()
        simulation = Simulation(plan, count, seed, Habits(no_show, withdraw, late))
        simulation.run()
        figures = simulation.report() | {"seconds": round(time.perf_counter() - began, 2), "seed": seed}
        if json_:
            print(json.dumps(figures), flush=True)
        else:
            _print_figures(plan, figures)


def _print_figures(plan: plans.Plan, figures: dict[str, Any]) -> None:
    """Print the figures of a simulation for people."""
    formats = ", then ".join(type(stage).__name__ for stage in plan.stages)
    columns = ("round", "tables", "byes", "pairing s", "results to pairings s", "mean gap", "rematches", "balance")
    table = Table(*columns, title=f"{formats}: {figures['entrants']} entrants in {figures['seconds']} s")
    for one in figures["rounds"]:
        table.add_row(
            *(str(one[name]) for name in ("round", "tables", "byes", "pairing_seconds", "results_to_pairings_seconds")),
            *(str(one[name]) for name in ("mean_gap", "rematches", "worst_balance")),
        )
    Console().print(table)
    print(f"{figures['tables']} tables, {figures['matches']} matches, {figures['memory_mb']} MB at most")
    if "pairings" in figures:
        print(
            f"waiting: {figures['mean_wait_seconds']} s on average, {figures['p99_wait_seconds']} s for one of 100;"
            f" {figures['pairings']} pairings of {figures['mean_pairing_seconds']} s,"
            f" {figures['slowest_arena_pairing_seconds']} s at most"
        )
