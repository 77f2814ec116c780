"""Plays matches at random over Play as fast as the server confirms: `python -m benchmarks.server.load`, told by JSON.

Every choice waits for the confirmation of the one before, as a player would. A match that ends makes room for another.
"""

import asyncio
import contextlib
import itertools
import json
import random
import sys
import time
from dataclasses import dataclass, field
from typing import Any

import grpc
import uvloop

from services.api import engine_pb2 as pb
from services.api.engine_pb2_grpc import EngineServiceStub
from services.common.transport import TRANSPORT

WARM_SECONDS = 1.0
GRACE_SECONDS = 0.5
Auth = tuple[tuple[str, str], ...]


@dataclass
class Tally:
    """What was confirmed within the time that counts."""

    begins: float
    ends: float
    latencies: list[float] = field(default_factory=list)

    def confirmed(self, sent: float, now: float) -> None:
        """One choice came back as an update."""
        if self.begins <= now < self.ends:
            self.latencies.append(now - sent)

    def report(self) -> dict[str, float]:
        """Moves a second, and how long they took."""
        ordered = sorted(self.latencies) or [0.0]
        return {
            "moves_per_second": len(self.latencies) / (self.ends - self.begins),
            "p50_ms": 1000 * ordered[len(ordered) // 2],
            "p99_ms": 1000 * ordered[int(len(ordered) * 0.99)],
        }


class Player:
    """One Play stream with any number of seats on it."""

    def __init__(self, stub: Any, tally: Tally, ended: Any) -> None:
        self.stub = stub
        self._call = stub.Play()
        self._tally = tally
        self._ended = ended
        self._slots = itertools.count()
        self._writing = asyncio.Lock()
        self._sent: dict[int, tuple[float, int]] = {}
        self._answered: dict[int, int] = {}
        self._rng = random.Random(1)

    async def join(self, tokens: list[str]) -> None:
        """Sit down."""
        commands = [pb.PlayCommand(slot=next(self._slots), join=pb.Join(token=token)) for token in tokens]
        await self._write(commands)

    async def run(self) -> None:
        """Answer whatever is asked until the time is over."""
        while time.perf_counter() < self._tally.ends:
            response = await self._call.read()
            if response.refusals:
                raise RuntimeError(str(response.refusals[0]))
            commands = [command for update in response.updates if (command := self._answer(update)) is not None]
            if commands:
                await self._write(commands)
        self._call.cancel()

    async def _write(self, commands: list[pb.PlayCommand]) -> None:
        async with self._writing:  # a stream takes one write at a time
            await self._call.write(pb.PlayRequest(commands=commands))

    def _answer(self, update: Any) -> pb.PlayCommand | None:
        now, slot = time.perf_counter(), update.slot
        waiting = self._sent.get(slot)
        if waiting is not None and update.version > waiting[1]:
            self._tally.confirmed(waiting[0], now)
            del self._sent[slot]
        if update.HasField("end"):
            self._ended(self, update.match_id)
            return None
        if not update.HasField("decision") or update.decision.version <= self._answered.get(slot, -1):
            return None
        self._answered[slot] = update.decision.version
        self._sent[slot] = (now, update.version)
        index = self._rng.randrange(len(update.decision.options))
        return pb.PlayCommand(slot=slot, choice=pb.Choice(version=update.decision.version, index=index))


class Load:
    """Matches under way at once, on as many connections and streams as asked for."""

    def __init__(self, stubs: list[Any], auth: Auth, game: str, scenario: str, tally: Tally) -> None:
        self._stubs = stubs
        self._auth = auth
        self._game = game
        self._scenario = scenario
        self._tally = tally
        self._ended: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def new_match(self, stub: Any) -> list[str]:
        """The tokens of a fresh match with a person in every seat."""
        sitters = [pb.Sitter(player="one"), pb.Sitter(player="two")]
        request = pb.CreateMatchRequest(game=self._game, scenario=self._scenario, sitters=sitters)
        made = await stub.CreateMatch(request, metadata=self._auth)
        return [token.token for token in made.tokens]

    async def run(self, matches: int, streams: str) -> None:
        """Play until the time is over; `streams` is `seat` for one each, or `shared` for one a connection."""
        players = []
        for number, stub in enumerate(self._stubs):
            tables = [await self.new_match(stub) for _ in range(number, matches, len(self._stubs))]
            seats = [token for tokens in tables for token in tokens]
            for tokens in [seats] if streams == "shared" else [[token] for token in seats]:
                players.append(Player(stub, self._tally, self._over))
                await players[-1].join(tokens)
        playing = [asyncio.create_task(player.run()) for player in players]
        done, idle = await asyncio.wait(playing, timeout=self._tally.ends - time.perf_counter() + GRACE_SECONDS)
        for task in idle:  # a stream whose seats have all moved to others
            task.cancel()
        for task in done:
            task.result()

    def _over(self, player: Player, match_id: str) -> None:
        """Replace a match that ended; with a stream a seat, both seats move to the stream that saw it first."""
        if match_id not in self._ended:
            self._ended.add(match_id)
            task = asyncio.create_task(self._another(player))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _another(self, player: Player) -> None:
        tokens = await self.new_match(player.stub)
        if time.perf_counter() < self._tally.ends:
            await player.join(tokens)


async def main(told: dict[str, Any]) -> dict[str, float]:
    """Play as told and report."""
    apart = [*TRANSPORT, ("grpc.use_local_subchannel_pool", 1)]  # a connection for each channel
    async with contextlib.AsyncExitStack() as stack:
        channels = [grpc.aio.insecure_channel(told["address"], apart) for _ in range(told["connections"])]
        for channel in channels:
            await stack.enter_async_context(channel)
        begins = time.perf_counter() + WARM_SECONDS + 0.02 * told["matches"]
        tally = Tally(begins, begins + told["seconds"])
        auth = (("authorization", f"Bearer {told['token']}"),)
        load = Load([EngineServiceStub(one) for one in channels], auth, told["game"], told["scenario"], tally)
        await load.run(told["matches"], told["streams"])
        return tally.report()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        print(json.dumps(runner.run(main(json.loads(sys.argv[1])))))
