"""The work of `demo`: batches of bot matches through the services of a server, one for each scenario."""

import shutil
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import grpc
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Column, Table

from engine.core.registry import load
from services.api.archive_pb2 import ArchivedRecord, GetRequest, VerifyRequest
from services.api.archive_pb2_grpc import ArchiveServiceStub
from services.api.bots_pb2 import MatchResult, RunMatchesRequest
from services.api.bots_pb2_grpc import BotsServiceStub
from services.cli.arguments import BadInput
from services.cli.bots import bot_names
from services.cli.catalogue import whole_column
from services.cli.results import result_of
from services.client.channel import bearer
from services.rpc.tokens import signing_keyring
from services.supervisor.keys import signing_keys
from services.supervisor.plan import Addresses
from services.supervisor.specs import Plan
from services.supervisor.supervisor import running_server

_DEFAULT_BOT = "random"
_TOKEN_SECONDS = 3600

Metadata: TypeAlias = tuple[tuple[str, str], ...]


@dataclass
class ScenarioBatch:
    """The bot matches of one scenario, and their results."""

    game: str
    scenario: str
    bots: tuple[str, ...]
    seconds: float = 0.0
    results: list[MatchResult] = field(default_factory=list)
    batch_id: str = ""

    @property
    def errors(self) -> list[str]:
        """The matches that failed, and why."""
        return [f"{self.game} {self.scenario}: {result.error}" for result in self.results if result.error]

    def row(self) -> list[str]:
        """A row of the table of results."""
        lengths = [result.decisions for result in self.results]
        roles = load(self.game).setting(self.scenario, len(self.bots)).roles
        wins = Counter(result_of(roles, result.outcome) for result in self.results)
        decisions = sum(lengths)
        return [
            self.game,
            self.scenario,
            f"{decisions / self.seconds:,.0f}",
            f"{decisions / len(lengths):.0f} ({min(lengths)}-{max(lengths)})",
            ", ".join(f"{who} {count / len(lengths):.0%}" for who, count in wins.most_common()),
        ]


async def demonstrate(plan: Plan, matches: int, bots: Sequence[str] | None, save: Path) -> int:
    """Run a server, play so many matches of each scenario on it, and show the results; the exit code."""
    console = Console()
    start = time.monotonic()
    console.print("starting the store, engines, bots, matchmaking and the archive ...")
    async with running_server(plan) as addresses:
        console.print(f"ready after {time.monotonic() - start:.1f} s")
        console.print(f"gateway (HTTP and WebSocket): http://{addresses.gateway}", soft_wrap=True, highlight=False)
        admin = bearer(signing_keyring(signing_keys(plan.home)).mint("admin", "demo", _TOKEN_SECONDS))
        batches = [
            ScenarioBatch(id, scenario.id, bot_names(load(id).setting(scenario.id).seats, bots, _DEFAULT_BOT))
            for id in plan.games
            for scenario in load(id).scenarios
        ]
        await _play(console, addresses, admin, batches, matches)
        errors = [error for batch in batches for error in batch.errors]
        for error in errors:
            print(error, file=sys.stderr)
        if not errors:
            print_results(console, batches)
            await _save_one(console, addresses, batches[0], save)
        console.print("stopping ...")
    return 1 if errors else 0


async def _play(
    console: Console, addresses: Addresses, admin: Metadata, batches: list[ScenarioBatch], matches: int
) -> None:
    """Play the batches one after the other, with a progress bar."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    async with grpc.aio.insecure_channel(addresses.bots) as channel:
        stub: Any = BotsServiceStub(channel)
        with Progress(*columns, console=console) as progress:
            task = progress.add_task("", total=matches * len(batches))
            for number, batch in enumerate(batches):
                progress.update(task, description=f"{batch.game} {batch.scenario}")
                request = RunMatchesRequest(
                    game=batch.game,
                    scenario=batch.scenario,
                    bots=batch.bots,
                    seats=len(batch.bots),
                    matches=matches,
                    seed=number,
                    archive=True,
                )
                start = time.monotonic()
                async for page in stub.RunMatches(request, metadata=admin):
                    batch.batch_id = page.batch_id
                    batch.results += page.results
                    progress.advance(task, len(page.results))
                batch.seconds = time.monotonic() - start
            progress.update(task, description="done")


def print_results(console: Console, batches: list[ScenarioBatch]) -> None:
    """Print the table of results, narrow enough for any terminal, and what they add up to."""
    table = Table(*map(whole_column, ("game", "scenario", "decisions/s")), "length", Column("won by", overflow="fold"))
    for batch in batches:
        table.add_row(*batch.row())
    console.print(table)
    matches = sum(len(batch.results) for batch in batches)
    seconds = sum(batch.seconds for batch in batches)
    console.print(f"{matches} matches through the services in {seconds:.1f} s, {matches / seconds:.1f} a second")


async def _save_one(console: Console, addresses: Addresses, batch: ScenarioBatch, file: Path) -> None:
    """Fetch a match from the archive, have it verified, save it, and print the command that shows it."""
    match_id = f"{batch.batch_id}-0"
    async with grpc.aio.insecure_channel(addresses.archive) as channel:
        stub: Any = ArchiveServiceStub(channel)
        record: ArchivedRecord = (await stub.Get(GetRequest(match_id=match_id))).record
        verification = await stub.Verify(VerifyRequest(match_id=match_id))
    if not verification.ok:
        raise BadInput(f"record {match_id} does not verify: {'; '.join(verification.faults)}")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(record.record)
    command = "westmarch" if shutil.which("westmarch") else sys.argv[0]
    console.print("One of these matches, from the archive and verified, as seat 1 saw it two thirds through:")
    until = record.decisions * 2 // 3
    console.print(f"  {command} replay {file} --until {until} --as 1", soft_wrap=True, highlight=False)
