"""`demo`: a whole server on this machine plays every game and scenario, and the results are shown."""

import os
from pathlib import Path
from typing import Annotated

import typer

from services.cli.arguments import BadInput, BotNames, Plugins
from services.cli.interrupts import run_until_interrupt
from services.cli.server import games_to_serve
from services.process.ports import free_row
from services.supervisor.specs import Plan
from services.supervisor.state import CannotStart

HOME = Path(".westmarch/demo")
PORT_COUNT = 40
"""As many free ports as a server with every game may need."""


def demo(
    matches: Annotated[int, typer.Option("--matches", metavar="N", min=1, help="Matches of each scenario.")] = 24,
    bot: BotNames = None,
    jobs: Annotated[int, typer.Option("--jobs", metavar="N", min=1, help="Processes that play.")] = os.cpu_count() or 1,
    save: Annotated[Path, typer.Option("--save", metavar="FILE", help="Where to keep one match to replay.")] = Path(
        ".westmarch/demo.json"
    ),
    plugin: Plugins = "",
    game: Annotated[list[str] | None, typer.Option("--game", metavar="GAME", help="Only this game.")] = None,
) -> int:
    """Bring a server up, play bot matches of every game through it, show the results, and stop it."""
    games = games_to_serve(game, plugin)
    plan = Plan(HOME, games, bot_processes=jobs, first_port=free_row(PORT_COUNT), plugins=plugin)
    from services.cli.demonstration import demonstrate  # here: the other commands start without gRPC

    try:
        return run_until_interrupt(demonstrate(plan, matches, bot, save))
    except CannotStart as error:
        raise BadInput(str(error)) from None
