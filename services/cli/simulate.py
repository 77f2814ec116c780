"""`simulate`: bots play many matches of one setting."""

import json
import secrets
import sys
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from engine.core.game import as_seed
from engine.core.registry import load
from services.cli.arguments import AsJson, BotNames, GameId, GameOptions, ScenarioId, SeatCount, parse_options
from services.cli.bots import bot_names
from services.cli.files import options_with_pack
from services.cli.results import Tally
from services.cli.simulation import Matchup, play_matches, worker_pool

_DEFAULT_BOT = "random"


def simulate(
    context: typer.Context,
    game: GameId,
    scenario: ScenarioId = None,
    matches: Annotated[int, typer.Option("--matches", metavar="N", min=1, help="How many matches.")] = 100,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="K", min=0, help="Seed of the first match; the next has K + 1.")
    ] = None,
    bot: BotNames = None,
    seats: SeatCount = None,
    option: GameOptions = None,
    jobs: Annotated[int, typer.Option("--jobs", metavar="N", min=1, help="Worker processes.")] = 1,
    json_: AsJson = False,
) -> int:
    """Let bots play many matches, and count who wins, how long it takes and how fast it goes."""
    rules = load(game)
    setting = rules.setting(scenario, seats, options_with_pack(rules, parse_options(option, context.args)))
    matchup = Matchup(game, setting.scenario, bot_names(setting.seats, bot, _DEFAULT_BOT), setting.options)
    first_seed = secrets.randbits(64) if seed is None else seed
    as_seed(first_seed + matches - 1)
    with worker_pool(jobs) as pool:
        tally = play_matches(matchup, range(first_seed, first_seed + matches), pool)
    for error in tally.errors:
        print(error, file=sys.stderr)
    if json_:
        print(json.dumps(report(matchup, tally) | {"seed": first_seed}))
    else:
        _print_tally(matchup, tally, first_seed)
    return 1 if tally.errors else 0


def report(matchup: Matchup, tally: Tally) -> dict[str, Any]:
    """A simulation as `--json` prints it."""
    return {
        "game": matchup.game,
        "scenario": matchup.scenario,
        "options": dict(matchup.options),
        "matches": tally.matches,
        "decisions": tally.decisions,
        "seconds": round(tally.seconds, 3),
        "decisions_per_second": round(tally.rate, 1),
        "matches_per_second": round(tally.matches / tally.seconds, 2),
        "mean_decisions": round(tally.decisions / tally.matches, 1) if tally.matches else 0.0,
        "results": _results(tally),
        "errors": len(tally.errors),
    }


def _results(tally: Tally) -> dict[str, float | None]:
    """How often each result came, and the mean score of cooperative matches: null if none was scored."""
    results: dict[str, float | None] = dict(tally.results.most_common())
    if tally.cooperative:
        results["mean_score"] = round(sum(tally.scores) / len(tally.scores), 2) if tally.scores else None
    return results


def _print_tally(matchup: Matchup, tally: Tally, first_seed: int) -> None:
    """Print a simulation for people, with the seed that repeats it."""
    figures = report(matchup, tally)
    table = Table(title=f"{matchup.game} {matchup.scenario}: {', '.join(matchup.bots)}", show_header=False)
    matches = f"{figures['matches']} in {figures['seconds']} s, {figures['matches_per_second']} each second"
    table.add_row("matches", matches)
    table.add_row("decisions", f"{figures['decisions']}, {figures['decisions_per_second']:.0f} each second")
    table.add_row("length", f"{figures['mean_decisions']} on average, {tally.shortest} to {tally.longest}")
    results = [f"{result} {count} ({count / tally.matches:.0%})" for result, count in tally.results.most_common()]
    table.add_row("won by", ", ".join(results))
    if tally.scores:
        table.add_row("mean score", f"{sum(tally.scores) / len(tally.scores):.1f}")
    table.add_row("because", ", ".join(f"{reason} {count}" for reason, count in tally.reasons.most_common()))
    table.add_row("errors", str(figures["errors"]))
    table.add_row("seed", str(first_seed))
    Console().print(table)
