"""`tournament`: events for many, simulated on this machine or held on a server."""

import enum
import json
import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from services.cli.arguments import AsJson, BadInput
from services.competition import plan as plans
from services.competition.simulation import Habits, Simulation

app = typer.Typer(name="tournament", help="Tournaments: simulate one, or hold one on a server.", no_args_is_help=True)


class Format(enum.StrEnum):
    """A format of one stage, by the name that plans have for it."""

    swiss = "swiss"
    round_robin = "round-robin"
    elimination = "elimination"
    arena = "arena"
    pods = "pods"
    duplicate = "duplicate"
    score = "score"


@app.command()
def simulate(
    format_: Annotated[Format, typer.Option("--format", help="Format of the tournament.")] = Format.swiss,
    entrants: Annotated[int, typer.Option("--entrants", min=2, max=plans.MOST_ENTRANTS, help="How many enter.")] = 100,
    rounds: Annotated[
        int | None, typer.Option("--rounds", min=1, help="Rounds, or deals where everybody plays the same.")
    ] = None,
    minutes: Annotated[float, typer.Option("--minutes", min=1, help="How long an arena lasts.")] = 60.0,
    table: Annotated[str, typer.Option("--table", help="pair (both sides of a deal) or match.")] = "",
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
    try:
        plan = plans.parse_toml(file.read_text()) if file is not None else _plan(format_, rounds, minutes, table)
    except plans.BadPlan as error:
        raise BadInput(str(error)) from None
    began = time.perf_counter()
    simulation = Simulation(plan, entrants, seed, Habits(no_show, withdraw, late))
    simulation.run()
    figures = simulation.report() | {"seconds": round(time.perf_counter() - began, 2), "seed": seed}
    if json_:
        print(json.dumps(figures))
    else:
        _print_figures(plan, figures)


def _plan(format_: Format, rounds: int | None, minutes: float, table: str) -> plans.Plan:
    """A plan of one stage."""
    stage: dict[str, Any] = {"format": format_.value}
    if rounds is not None:
        has_deals = format_ in (Format.duplicate, Format.score)
        stage["deals" if has_deals else "rounds"] = rounds
    if format_ is Format.arena:
        stage["minutes"] = minutes
    if table:
        stage["table"] = table
    return plans.parse({"name": "simulated", "setting": {"game": "wotr"}, "stages": [stage]})


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
