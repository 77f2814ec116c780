"""What `demo` does: a whole server on this machine plays every game and scenario, and shows what came of it."""

import shutil
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from engine.core.registry import load
from services.api.archive_pb2 import ArchivedRecord, GetRequest, VerifyRequest
from services.api.archive_pb2_grpc import ArchiveServiceStub
from services.api.bots_pb2 import MatchResult, RunMatchesRequest
from services.api.bots_pb2_grpc import BotsServiceStub
from services.cli.bouts import verdict
from services.cli.inputs import BadInput, bots_for
from services.rpc.tokens import Keyring
from services.supervisor.keys import signing_keys
from services.supervisor.plan import Addresses, Plan
from services.supervisor.supervisor import running_server


@dataclass
class Played:
    """What came of the matches of one scenario."""

    game: str
    scenario: str
    bots: tuple[str, ...]
    seconds: float = 0.0
    results: list[MatchResult] = field(default_factory=list)
    batch_id: str = ""

    def row(self) -> list[str]:
        """A line of the table."""
        lengths = [result.decisions for result in self.results]
        roles = load(self.game).setting(self.scenario, len(self.bots)).roles
        won = Counter(verdict(roles, result.outcome) for result in self.results)
        decisions = sum(lengths)
        return [
            self.game,
            self.scenario,
            str(len(self.bots)),
            str(len(self.results)),
            f"{decisions / self.seconds:,.0f}",
            f"{decisions / len(lengths):.0f} ({min(lengths)}-{max(lengths)})",
            ", ".join(f"{who} {count / len(lengths):.0%}" for who, count in won.most_common()),
        ]


async def show_off(plan: Plan, matches: int, bot: list[str] | None, save: Path) -> int:
    """Start a server, play matches of every scenario on it, show the results and keep one record; the exit code."""
    console = Console()
    began = time.monotonic()
    console.print("starting the store, engines, bots, matchmaking and the archive ...")
    async with running_server(plan) as addresses:
        console.print(f"ready after {time.monotonic() - began:.1f} s")
        auth = (("authorization", f"Bearer {Keyring(signing_keys(plan.home)).mint('admin', 'demo', 3600)}"),)
        bouts = [
            Played(id, scenario.id, bots_for(load(id).setting(scenario.id).seats, bot, "random"))
            for id in plan.games
            for scenario in load(id).scenarios
        ]
        await _play(console, addresses, auth, bouts, matches)
        faults = [f"{one.game} {one.scenario}: {r.error}" for one in bouts for r in one.results if r.error]
        for fault in faults:
            print(fault, file=sys.stderr)
        if not faults:
            _show(console, bouts, addresses)
            await _keep_one(console, addresses, bouts[0], save)
        console.print("stopping ...")
    return 1 if faults else 0


async def _play(console: Console, addresses: Addresses, auth: Any, bouts: list[Played], matches: int) -> None:
    """A batch for each scenario, one after the other, with a progress bar."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    async with grpc.aio.insecure_channel(addresses.bots) as channel:
        stub: Any = BotsServiceStub(channel)
        with Progress(*columns, console=console) as progress:
            task = progress.add_task("", total=matches * len(bouts))
            for number, bout in enumerate(bouts):
                progress.update(task, description=f"{bout.game} {bout.scenario}")
                request = RunMatchesRequest(
                    game=bout.game,
                    scenario=bout.scenario,
                    bots=bout.bots,
                    seats=len(bout.bots),
                    matches=matches,
                    seed=number,
                    archive=True,
                )
                began = time.monotonic()
                async for page in stub.RunMatches(request, metadata=auth):
                    bout.batch_id = page.batch_id
                    bout.results += page.results
                    progress.advance(task, len(page.results))
                bout.seconds = time.monotonic() - began
            progress.update(task, description="done")


def _show(console: Console, bouts: list[Played], addresses: Addresses) -> None:
    table = Table("game", "scenario", "seats", "matches", "decisions/s", "length", "won by")
    for bout in bouts:
        table.add_row(*bout.row())
    console.print(table)
    played = sum(len(bout.results) for bout in bouts)
    seconds = sum(bout.seconds for bout in bouts)
    console.print(f"{played} matches through the services in {seconds:.1f} s, {played / seconds:.1f} a second")
    console.print("While it runs, every process shows its metrics, for example:")
    console.print(f"  {addresses.metrics['bot-worker']}", highlight=False)


async def _keep_one(console: Console, addresses: Addresses, bout: Played, file: Path) -> None:
    """Fetch a match from the archive, have it verified, and say how to look at it."""
    match_id = f"{bout.batch_id}-0"
    async with grpc.aio.insecure_channel(addresses.archive) as channel:
        stub: Any = ArchiveServiceStub(channel)
        kept: ArchivedRecord = (await stub.Get(GetRequest(match_id=match_id))).record
        proof = await stub.Verify(VerifyRequest(match_id=match_id))
    if not proof.ok:
        raise BadInput(f"record {match_id} does not verify: {'; '.join(proof.faults)}")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(kept.record)
    command = "westmarch" if shutil.which("westmarch") else sys.argv[0]
    console.print("One of these matches, from the archive and verified, as seat 1 saw it two thirds through:")
    moment = kept.decisions * 2 // 3
    console.print(f"  {command} replay {file} --until {moment} --as 1", soft_wrap=True, highlight=False)
