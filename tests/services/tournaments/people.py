"""Simulated people, who play their tables over the client: some come late, some never, some leave in the middle."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import grpc

from services.api import tournaments_pb2 as pb
from services.client import Seat

LOOK_SECONDS = 0.1


@dataclass(frozen=True)
class Habits:
    """What a person does beside playing."""

    comes: float = 1.0
    """How likely they are to come to a table."""
    leaves_after: int | None = None
    """After so many choices they leave a match."""
    thinks: float = 0.0
    """Seconds for a choice, at most."""


STEADY = Habits()


@dataclass
class Person:
    """Somebody who plays whatever tables they are given."""

    name: str
    stub: Any
    auth: Any
    habits: Habits = STEADY
    chance: random.Random = field(default_factory=random.Random)
    tables: dict[str, "asyncio.Task[None]"] = field(default_factory=dict)
    """By match: the task that plays it."""
    stayed_away: set[str] = field(default_factory=set)

    async def play(self, tournament_id: str) -> None:
        """Play until cancelled."""
        away: dict[tuple[int, int, int], bool] = {}
        try:
            while True:
                for one in await self._my_tables(tournament_id):
                    table = (one.stage, one.round, one.table)
                    if table not in away:
                        away[table] = self.chance.random() >= self.habits.comes
                    if away[table]:
                        self.stayed_away.add(one.match_id)
                    elif one.match_id not in self.tables or _has_failed(self.tables[one.match_id]):
                        self.tables[one.match_id] = asyncio.create_task(self._sit(one))
                await asyncio.sleep(LOOK_SECONDS)
        finally:
            for task in self.tables.values():
                task.cancel()
            await asyncio.gather(*self.tables.values(), return_exceptions=True)

    async def _my_tables(self, tournament_id: str) -> list[pb.TableAssignment]:
        request = pb.ListMyTablesRequest(tournament_id=tournament_id)
        try:
            return list((await self.stub.ListMyTables(request, metadata=self.auth)).tables)
        except grpc.RpcError:  # the service is being started again
            return []

    async def _sit(self, one: pb.TableAssignment) -> None:
        chosen = 0
        async with Seat(one.engine_address, one.token, one.seat) as seat:
            async for update in seat:
                if update.HasField("end") or chosen == self.habits.leaves_after:
                    return
                if seat.decision is not None:
                    if self.habits.thinks:
                        await asyncio.sleep(self.chance.uniform(0, self.habits.thinks))
                    await seat.choose(self.chance.randrange(len(seat.decision.options)))
                    chosen += 1


def _has_failed(task: "asyncio.Task[None]") -> bool:
    """Whether somebody lost their seat to a fault, and sits down again."""
    return task.done() and not task.cancelled() and task.exception() is not None


@contextlib.asynccontextmanager
async def playing(tournament_id: str, *people: Person) -> AsyncIterator[None]:
    """People who play a tournament while the block runs."""
    tasks = [asyncio.create_task(one.play(tournament_id)) for one in people]
    try:
        yield
        for task in tasks:
            if task.done():
                task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
