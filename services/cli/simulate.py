"""`simulate`: bots play many matches of one setting."""

import json
import math
import secrets
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from engine.core.game import as_seed
from engine.core.registry import load
from services.cli.arguments import AsJson, BadInput, BotNames, GameId, GameOptions, ScenarioId, SeatCount, parse_options
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
    swap: Annotated[
        bool, typer.Option("--swap", help="Play every deal twice, the second time with the bots' sides exchanged.")
    ] = False,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Keep the record of every match, one in each line.")
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", metavar="N", min=1, help="Worker processes.")] = 1,
    json_: AsJson = False,
) -> int:
    """Let bots play many matches, and count who wins, how long it takes and how fast it goes."""
    rules = load(game)
    setting = rules.setting(scenario, seats, options_with_pack(rules, parse_options(option, context.args)))
    matchup = Matchup(
        game, setting.scenario, bot_names(setting.seats, bot, _DEFAULT_BOT), setting.options, swap, save is not None
    )
    if swap:
        try:
            matchup.seated(swapped=True)
        except ValueError as fault:
            raise BadInput(f"--swap: {fault}") from None
    first_seed = secrets.randbits(64) if seed is None else seed
    as_seed(first_seed + matches - 1)
    console = Console(stderr=True)
    progress = Progress(console=console, disable=not console.is_terminal)
    with worker_pool(jobs) as pool, _opened(save) as records, progress as bar:
        task = bar.add_task("matches", total=matches * (2 if swap else 1))

        def on_progress(tally: Tally) -> None:
            bar.update(task, completed=tally.matches)
            for record in tally.records:
                print(record, file=records)
            tally.records.clear()

        tally = play_matches(matchup, range(first_seed, first_seed + matches), pool, on_progress)
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
        "bots": {bot: _share(tally.deals[bot]) for bot in tally.by_bot},
        "errors": len(tally.errors),
    }


def _share(deals: Mapping[tuple[int, int], int]) -> dict[str, float]:
    """How many of its matches a bot won, with the interval that holds its true share in 95 of 100 cases (Wilson).

    Matches of one deal have something in common, so the interval is that of independent ones which vary as much."""
    z = 1.959964
    won = sum(wins * count for (wins, _), count in deals.items())
    played = sum(matches * count for (_, matches), count in deals.items())
    share = won / played
    n = _independent(deals, share)
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    reach = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return {
        "won": won,
        "matches": played,
        "share": round(share, 4),
        "low": round(max(0.0, middle - reach), 4),
        "high": round(min(1.0, middle + reach), 4),
    }


def _independent(deals: Mapping[tuple[int, int], int], share: float) -> float:
    """The number of independent matches whose wins vary as much: between that of deals, where both matches of each end
    alike, and twice that of matches, for luck that goes against both sides in turn is told by few deals too well."""
    played = sum(matches * count for (_, matches), count in deals.items())
    spread = sum(count * (wins - matches * share) ** 2 for (wins, matches), count in deals.items())
    most = played if all(matches == 1 for _, matches in deals) else 2 * played
    return min(most, max(sum(deals.values()), played**2 * share * (1 - share) / spread)) if spread else most


@contextmanager
def _opened(file: Path | None) -> Iterator[IO[str] | None]:
    """The file that records go to, if there is one."""
    if file is None:
        yield None
    else:
        with file.open("w") as opened:
            yield opened


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
    if len(tally.by_bot) > 1 or tally.cooperative:  # one bot on both sides has won, whoever did
        for name, one in figures["bots"].items():
            table.add_row(name, f"won {one['share']:.1%} of {one['matches']} ({one['low']:.1%} to {one['high']:.1%})")
    table.add_row("because", ", ".join(f"{reason} {count}" for reason, count in tally.reasons.most_common()))
    table.add_row("errors", str(figures["errors"]))
    table.add_row("seed", str(first_seed))
    Console().print(table)
