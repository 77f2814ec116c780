"""Ladders: many pairs through the services while parts are killed, beside a plain batch; a huge fit; and many rows.

`python -m benchmarks.ladder` runs all; `ladder`, `throughput`, `fit`, `service-fit` or `rows` one of them, each a line
of JSON."""

import argparse
import asyncio
import contextlib
import json
import os
import resource
import signal
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import numpy as np

from benchmarks.ladder_rows import run_rows
from services.api import ladders_pb2 as pb
from services.api.bots_pb2 import RunMatchesRequest
from services.api.bots_pb2_grpc import BotsServiceStub
from services.api.ladders_pb2_grpc import LaddersServiceStub
from services.ladders.database import Database
from services.ladders.ladder import new_ladder, sides_of
from services.ladders.model import LadderRow, NewEntrant
from services.ladders.schema import connect, meetings
from services.ladders.standings import rate
from services.pairs.ratings import PairTable, fit, sum_up
from services.process.ports import free_row
from services.rpc.tokens import signing_keyring
from services.supervisor.keys import signing_keys
from services.supervisor.specs import Plan
from services.supervisor.state import read_state
from services.supervisor.supervisor import running_server

UNEQUAL_BLUNDERS = tuple(share / 10 for share in range(8))
"""How often each of eight entrants chooses at random: each is weaker than the one before."""
NEARLY_RANDOM = tuple(0.3 + share / 10 for share in range(8))
"""For the random bot, which no blunders make weaker: how often each of eight chooses as it does, and not as `swift`."""
EQUAL_BLUNDERS = tuple(share / 10_000 for share in range(8))
"""For eight entrants that play, and take time, as one bot does."""
VICTIMS = ("bot-worker", "ladders")
"""Who is killed in turn."""
POLL_SECONDS = 0.5


@dataclass
class Server:
    """A server of its own, and the services that are called."""

    home: Path
    ladders: Any
    bots: Any
    admin: tuple[tuple[str, str], ...]

    def kill(self, name: str) -> None:
        """kill -9 a child; it is started again."""
        state = read_state(self.home)
        assert state is not None
        with contextlib.suppress(ProcessLookupError):
            if pid := state.children[name].pid:
                os.kill(pid, signal.SIGKILL)

    async def ladder(self, name: str) -> pb.Ladder:
        """A ladder as it stands; waits while its service is being started again."""
        while True:
            try:
                return (await self.ladders.GetLadder(pb.GetLadderRequest(ladder_id=name))).ladder
            except grpc.RpcError:
                await asyncio.sleep(POLL_SECONDS)


@contextlib.asynccontextmanager
async def running(game: str, processes: int) -> AsyncIterator[Server]:
    """A server in a folder of its own, for as long as the block runs."""
    with tempfile.TemporaryDirectory(prefix="westmarch-ladder-") as folder:
        plan = Plan(Path(folder), (game,), bot_processes=processes, first_port=free_row(20))
        async with running_server(plan) as addresses, contextlib.AsyncExitStack() as stack:
            options = [("grpc.max_reconnect_backoff_ms", 500)]
            ladders, bots = [
                await stack.enter_async_context(grpc.aio.insecure_channel(address, options))
                for address in (addresses.ladders, addresses.bots)
            ]
            token = signing_keyring(signing_keys(plan.home)).mint("admin", "benchmark", 24 * 3600)
            admin = (("authorization", f"Bearer {token}"),)
            yield Server(plan.home, LaddersServiceStub(ladders), BotsServiceStub(bots), admin)


def entrants_of(bot: str, blunders: Sequence[float]) -> list[str]:
    """A bot, with or without parameters of its own, once for each share of blunders."""
    separator = "," if ":" in bot else ":"
    return [f"{bot}{separator}blunder={share:g}" if share else bot for share in blunders]


def unlike(bot: str) -> list[str]:
    """Eight entrants of falling strength."""
    return entrants_of("swift", NEARLY_RANDOM) if bot == "random" else entrants_of(bot, UNEQUAL_BLUNDERS)


async def play_ladder(
    server: Server, words: argparse.Namespace, bots: Sequence[str], name: str = "benchmark", kills: int = 0
) -> float:
    """Play a ladder of eight to its end, and kill parts of the server on the way. How long it took."""
    pairs = words.pairs
    request = pb.CreateLadderRequest(
        name=name,
        setting=pb.LadderSetting(
            game=words.game, scenario=words.scenario, most_pairs=pairs, no_records=not words.records
        ),
        entries=[pb.Entry(bot=bot) for bot in bots],
    )
    began = time.perf_counter()
    await server.ladders.CreateLadder(request, metadata=server.admin)
    killed = 0
    while (ladder := await server.ladder(name)).state != pb.LADDER_STATE_FINISHED:
        if killed < kills and ladder.pairs >= (killed + 1) * pairs / (kills + 1):
            server.kill(VICTIMS[killed % len(VICTIMS)])
            killed += 1
        await asyncio.sleep(POLL_SECONDS)
    return time.perf_counter() - began


async def check(server: Server, pairs: int) -> float:
    """Assert that every pair counts once. The largest difference between standings and a fit of the export, in Elo."""
    call = server.ladders.ExportLadder(pb.ExportLadderRequest(ladder_id="benchmark"))
    rows = json.loads(b"".join([piece.data async for piece in call]))["pairs"]
    assert sorted(row["number"] for row in rows) == list(range(pairs)), "every pair counts once"
    first, second = (np.array([row[name] for row in rows], dtype=np.int64) for name in ("first", "second"))
    legs = [np.array([2 * row[name] for row in rows], dtype=np.float64) for name in ("first_leg", "second_leg")]
    entrants = len(UNEQUAL_BLUNDERS)
    ratings = fit(sum_up(PairTable(first, second, legs[0], legs[1]), entrants), entrants)
    answer = await server.ladders.GetStandings(pb.GetStandingsRequest(ladder_id="benchmark"))
    return max(abs(one.elo - float(ratings.elo[one.entrant])) for one in answer.standings.standings)


async def run_ladder(words: argparse.Namespace) -> dict[str, Any]:
    """A ladder of eight with kills on the way."""
    async with running(words.game, words.processes) as server:
        seconds = await play_ladder(server, words, unlike(words.bot), kills=words.kills)
        difference = await check(server, words.pairs)
    return {
        "what": "ladder",
        "matches": 2 * words.pairs,
        "kills": words.kills,
        "seconds": round(seconds, 1),
        "largest difference to a fit of the export, Elo": difference,
    }


async def run_throughput(words: argparse.Namespace) -> dict[str, Any]:
    """Matches an hour of a ladder without kills, and of plain batches of its bot: by turns, the median of each."""
    matches = 2 * words.pairs
    batches, ladders = [], []
    async with running(words.game, words.processes) as server:
        await play_batch(server, words, 20)  # everything is loaded now
        for number in range(words.rounds):
            batches.append(await play_batch(server, words, matches))
            ladders.append(
                await play_ladder(server, words, entrants_of(words.bot, EQUAL_BLUNDERS), f"benchmark {number}")
            )
    batch, ladder = statistics.median(batches), statistics.median(ladders)
    return {
        "what": "throughput",
        "bot": words.bot,
        "matches": matches,
        "ladder, matches/h": round(3600 * matches / ladder),
        "RunMatches, matches/h": round(3600 * matches / batch),
        "overhead": round(ladder / batch - 1, 3),
    }


async def play_batch(server: Server, words: argparse.Namespace, matches: int) -> float:
    """Play a batch of matches of a bot against itself. How long it took."""
    request = RunMatchesRequest(
        game=words.game, scenario=words.scenario, bots=[words.bot], matches=matches, seed=7, archive=words.records
    )
    began = time.perf_counter()
    count = 0
    async for page in server.bots.RunMatches(request, metadata=server.admin):
        count += len(page.results)
    assert count == matches, f"{count} of {matches} matches"
    return time.perf_counter() - began


def run_fit(words: argparse.Namespace) -> dict[str, Any]:
    """The fit of a huge ladder: entrants of known strength, pairs drawn by it."""
    rng = np.random.default_rng(7)
    entrants, pairs = words.entrants, words.fit_pairs
    strength = rng.normal(0, 1.5, entrants)
    first = rng.integers(0, entrants, pairs)
    second = (first + rng.integers(1, entrants, pairs)) % entrants
    ahead = strength[first] - strength[second]
    legs = [2.0 * (rng.random(pairs) < 1 / (1 + np.exp(-(ahead + side)))) for side in (0.3, -0.3)]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.perf_counter()
    cells = sum_up(PairTable(first, second, legs[0], legs[1]), entrants)
    summed = time.perf_counter()
    ratings = fit(cells, entrants)
    ended = time.perf_counter()
    true = (strength - strength.mean()) * 400 / np.log(10)
    return {
        "what": "fit",
        "entrants": entrants,
        "pairs": pairs,
        "sum up, seconds": round(summed - began, 2),
        "fit, seconds": round(ended - summed, 2),
        "memory above the table, MiB": round((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024),
        "ratings off by more than two errors": round(
            float(np.mean(np.abs(ratings.elo - true) > 2 * np.sqrt(np.diag(ratings.covariance)))), 3
        ),
    }


def run_service_fit(words: argparse.Namespace) -> dict[str, Any]:
    """The fit as the service makes it: from the sums in its database to the standings as the API gives them."""
    rng = np.random.default_rng(7)
    entrants, pairs = words.entrants, words.fit_pairs
    strength = np.sort(rng.normal(0, 1.5, entrants))
    first = rng.integers(0, entrants, pairs)
    second = np.clip(first + rng.integers(1, 30, pairs), 0, entrants - 1)  # neighbours, as they meet in a ladder
    first, second = first[first < second], second[first < second]
    chance = 1 / (1 + np.exp(strength[second] - strength[first]))
    points = (rng.random(len(first)) < chance).astype(int) + (rng.random(len(first)) < chance)
    with tempfile.TemporaryDirectory(prefix="westmarch-fit-") as folder:
        database, row = _filled(f"sqlite:///{folder}/ladders.db", entrants, first, second, points)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        began = time.perf_counter()
        rows, times = database.meetings(row.ladder_id, entrants), database.times(row.ladder_id)
        read = time.perf_counter()
        states = [pb.ENTRANT_STATE_PLAYING] * entrants
        rated = rate(row, database.entrants(row.ladder_id), states, rows, times, sides_of(row), 0)
        ended = time.perf_counter()
        database.close()
    return {
        "what": "service fit",
        "entrants": entrants,
        "pairs": rated.standings.pairs,
        "meetings": len(rows),
        "read, seconds": round(read - began, 2),
        "rate, seconds": round(ended - read, 2),
        "memory, MiB": round((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024),
    }


def _filled(url: str, entrants: int, first: Any, second: Any, points: Any) -> tuple[Database, LadderRow]:
    """A database with a ladder of so many entrants, and its pairs summed up by meeting."""
    engine = connect(url)
    database, row = Database(engine), new_ladder("fit", pb.LadderSetting(game="wotr", scenario="duel"), ("wotr",))
    database.create(row, [NewEntrant(f"bot{number}", f"bot{number}@1", None) for number in range(entrants)])
    code, cell = np.unique(first * entrants + second, return_inverse=True)
    columns = {
        "first": code // entrants,
        "second": code % entrants,
        "pairs": np.bincount(cell),
        "first_leg": np.bincount(cell, weights=points / 2),
        "second_leg": np.bincount(cell, weights=points / 2),
        "squares": np.bincount(cell, weights=points.astype(float) ** 2),
        **{f"points_{n}": np.bincount(cell, weights=(2 * points == n)).astype(int) for n in range(5)},
    }
    rows = zip(*(column.tolist() for column in columns.values()), strict=True)
    with engine.begin() as connection:
        values = [{"ladder_id": row.ladder_id, **dict(zip(columns, one, strict=True))} for one in rows]
        connection.execute(meetings.insert(), values)
    return database, row


def main() -> None:
    """Run what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", default=["ladder", "throughput", "fit", "service-fit", "rows"])
    parser.add_argument("--game", default="wotr")
    parser.add_argument("--scenario", default="duel")
    parser.add_argument("--bot", default="random", help="the bot that all entrants are made of")
    parser.add_argument("--pairs", type=int, default=5_000)
    parser.add_argument("--rounds", type=int, default=3, help="of the comparison with plain batches")
    parser.add_argument("--kills", type=int, default=6)
    parser.add_argument("--processes", type=int, default=2, help="of the bot worker")
    parser.add_argument("--records", action="store_true", help="keep records in the archive")
    parser.add_argument("--entrants", type=int, default=1_000)
    parser.add_argument("--fit-pairs", type=int, default=1_000_000)
    parser.add_argument("--row-pairs", type=int, default=100_000, help="in the database of `rows`")
    words = parser.parse_args()
    for what in words.what:
        if what in ("fit", "service-fit"):
            print(json.dumps({"fit": run_fit, "service-fit": run_service_fit}[what](words)), flush=True)
        elif what == "rows":
            print(json.dumps(asyncio.run(run_rows(words.game, words.scenario, words.row_pairs))), flush=True)
        else:
            run = {"ladder": run_ladder, "throughput": run_throughput}[what]
            print(json.dumps(asyncio.run(run(words))), flush=True)


if __name__ == "__main__":
    main()
