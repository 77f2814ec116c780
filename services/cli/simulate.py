"""`simulate`: bots play many matches of one scenario."""

import json
import secrets
import sys
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from engine.core.game import as_seed
from engine.core.registry import load
from services.cli.bouts import Bout, Tally, play_all, workers
from services.cli.inputs import AsJson, BotNames, GameId, Options, ScenarioId, Seats, bots_for, parse_options, with_pack


def simulate(
    context: typer.Context,
    game: GameId,
    scenario: ScenarioId = None,
    matches: Annotated[int, typer.Option("--matches", metavar="N", min=1, help="How many matches.")] = 100,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="K", min=0, help="Seed of the first match; the next has K + 1.")
    ] = None,
    bot: BotNames = None,
    seats: Seats = None,
    option: Options = None,
    jobs: Annotated[int, typer.Option("--jobs", metavar="N", min=1, help="Worker processes.")] = 1,
    json_: AsJson = False,
) -> int:
    """Let bots play many matches, and count who wins, how long it takes and how fast it goes."""
    rules = load(game)
    setting = rules.setting(scenario, seats, with_pack(rules, parse_options(option, context.args)))
    bout = Bout(game, setting.scenario, bots_for(setting.seats, bot, "random"), setting.options)
    first = secrets.randbits(64) if seed is None else seed
    as_seed(first + matches - 1)
    with workers(jobs) as pool:
        tally = play_all(bout, range(first, first + matches), pool)
    for error in tally.errors:
        print(error, file=sys.stderr)
    if json_:
        print(json.dumps(report(bout, tally) | {"seed": first}))
    else:
        _show(bout, tally, first)
    return 1 if tally.errors else 0


def _results(tally: Tally) -> dict[str, float | None]:
    """Outcomes and how often each came, and the mean score of a table that plays together: null if none was scored."""
    results: dict[str, float | None] = dict(tally.results.most_common())
    if tally.together:
        results["mean_score"] = round(sum(tally.scores) / len(tally.scores), 2) if tally.scores else None
    return results


def report(bout: Bout, tally: Tally) -> dict[str, Any]:
    """A simulation as `--json` prints it."""
    return {
        "game": bout.game,
        "scenario": bout.scenario,
        "options": dict(bout.options),
        "matches": tally.matches,
        "decisions": tally.decisions,
        "seconds": round(tally.seconds, 3),
        "decisions_per_second": round(tally.rate, 1),
        "matches_per_second": round(tally.matches / tally.seconds, 2),
        "mean_decisions": round(tally.decisions / tally.matches, 1) if tally.matches else 0.0,
        "results": _results(tally),
        "errors": len(tally.errors),
    }


def _show(bout: Bout, tally: Tally, first: int) -> None:
    """Print the report as a table, with the seed that repeats the matches."""
    told = report(bout, tally)
    table = Table(title=f"{bout.game} {bout.scenario}: {', '.join(bout.bots)}", show_header=False)
    table.add_row("matches", f"{told['matches']} in {told['seconds']} s, {told['matches_per_second']} each second")
    table.add_row("decisions", f"{told['decisions']}, {told['decisions_per_second']:.0f} each second")
    table.add_row("length", f"{told['mean_decisions']} on average, {tally.shortest} to {tally.longest}")
    won = [f"{who} {count} ({count / tally.matches:.0%})" for who, count in tally.results.most_common()]
    table.add_row("won by", ", ".join(won))
    if tally.scores:
        table.add_row("mean score", f"{sum(tally.scores) / len(tally.scores):.1f}")
    table.add_row("because", ", ".join(f"{why} {count}" for why, count in tally.reasons.most_common()))
    table.add_row("errors", str(told["errors"]))
    table.add_row("seed", str(first))
    Console().print(table)
