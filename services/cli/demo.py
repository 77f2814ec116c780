"""`demo`: every game and scenario once through the bots, with a table of results and a replay to look at."""

import os
import shutil
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from engine.core.game import Game, Scenario
from engine.core.registry import all_games
from services.cli.bouts import Bout, Tally, play_all, workers
from services.cli.inputs import BotNames, bots_for


def demo(
    matches: Annotated[int, typer.Option("--matches", metavar="N", min=1, help="Matches of each scenario.")] = 32,
    bot: BotNames = None,
    jobs: Annotated[int, typer.Option("--jobs", metavar="N", min=1, help="Worker processes.")] = os.cpu_count() or 1,
    save: Annotated[Path, typer.Option("--save", metavar="FILE", help="Where to keep one match to replay.")] = Path(
        ".westmarch/demo.json"
    ),
) -> int:
    """Play some bot matches of every game and scenario, and show what came of them."""
    console = Console()
    bouts = [_bout(game, scenario, bot) for game in all_games() for scenario in game.scenarios]
    tallies = _play(console, bouts, matches, jobs)
    console.print(_results(bouts, tallies))
    errors = [error for tally in tallies for error in tally.errors]
    for error in errors:
        print(error, file=sys.stderr)
    if bouts and not errors:
        _keep_one(console, bouts[-1], save)
    return 1 if errors else 0


def _bout(game: Game[Any], scenario: Scenario, bot: list[str] | None) -> Bout:
    seats = game.table(scenario.id).seats
    return Bout(game.id, scenario.id, bots_for(seats, bot, "random"))


def _play(console: Console, bouts: list[Bout], matches: int, jobs: int) -> list[Tally]:
    """All matches of all bouts, with a progress bar."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    tallies = []
    with workers(jobs) as pool, Progress(*columns, console=console) as progress:
        task = progress.add_task("", total=matches * len(bouts))
        for bout in bouts:
            progress.update(task, description=f"{bout.game} {bout.scenario}")
            tallies.append(play_all(bout, range(matches), pool, lambda done: progress.advance(task, done)))
        progress.update(task, description="done")
    return tallies


def _results(bouts: list[Bout], tallies: list[Tally]) -> Table:
    table = Table("game", "scenario", "seats", "matches", "decisions/s", "length", "won by")
    for bout, tally in zip(bouts, tallies, strict=True):
        length = f"{tally.decisions / max(tally.matches, 1):.0f} ({tally.shortest}-{tally.longest})"
        cells = [str(len(bout.bots)), str(tally.matches), f"{tally.rate:,.0f}", length, _won(tally)]
        table.add_row(bout.game, bout.scenario, *cells)
    return table


def _won(tally: Tally) -> str:
    return ", ".join(f"{who} {count / tally.matches:.0%}" for who, count in tally.results.most_common())


def _keep_one(console: Console, bout: Bout, file: Path) -> None:
    """Save a match and say how to look at it."""
    match = bout.play(seed=0)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(match.record.dump())
    command = "westmarch" if shutil.which("westmarch") else sys.argv[0]
    moment = len(match.choices) * 2 // 3
    console.print("One of these matches, as seat 1 saw it two thirds through:")
    console.print(f"  {command} replay {file} --until {moment} --as 1", soft_wrap=True, highlight=False)
