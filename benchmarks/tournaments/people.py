"""Simulated people at a tournament, over the client: they think, stay away, leave, come late and return."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from benchmarks.tournaments.venue import POLL_SECONDS, Venue
from services.api import tournaments_pb2 as pb
from services.client import Refusal, Tournaments

CHOICES_BEFORE_VANISHING = 10
T = TypeVar("T")


@dataclass(frozen=True)
class Habits:
    """What a person does beside playing. Rounds are counted from 1, and 0 is never."""

    thinks: float
    """Seconds for a choice, at most."""
    comes: float = 1.0
    """How likely they are to come to a table."""
    enters: int = 0
    """In this round they enter; before the start where there is none."""
    withdraws: int = 0
    """In this round they leave, and say so."""
    returns: int = 0
    """In this round they come back."""
    vanishes: int = 0
    """In this round they leave a match in the middle, without a word, and come to no other."""


class Person:
    """Somebody who plays whatever tables they are given, and takes any option."""

    def __init__(self, name: str, venue: Venue, habits: Habits) -> None:
        self.name = name
        self._habits = habits
        self._venue = venue
        self._chance = random.Random(name)
        self._matches: dict[str, asyncio.Task[None]] = {}
        """By match: the task that plays it."""
        self._stays_away: dict[tuple[int, int], bool] = {}
        """By round and table: whether they do not come to it."""
        self._has_vanished = False

    @property
    def enters_before_the_start(self) -> bool:
        """Whether they do not come late."""
        return not self._habits.enters

    async def attend(self, tournament_id: str) -> None:
        """Enter, and play until the tournament is over or they are cancelled."""
        async with Tournaments(self._venue.addresses.tournaments, self._venue.token(self.name)) as tournaments:
            await self._reach(tournament_id, self._habits.enters)
            await _insist(lambda: tournaments.register(tournament_id, contribution=self.name.encode()))
            coming_and_going = asyncio.create_task(self._come_and_go(tournaments, tournament_id))
            try:
                while not self._has_vanished:
                    for one in await _insist(lambda: tournaments.my_tables(tournament_id)):
                        self._look_at(tournaments, one)
                    await asyncio.sleep(POLL_SECONDS)
            finally:
                tasks = [coming_and_going, *self._matches.values()]
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    async def _reach(self, tournament_id: str, number: int) -> None:
        """Wait for a round."""
        while (await self._venue.get(tournament_id)).round < number:
            await asyncio.sleep(POLL_SECONDS)

    async def _come_and_go(self, tournaments: Tournaments, tournament_id: str) -> None:
        if self._habits.withdraws:
            await self._reach(tournament_id, self._habits.withdraws)
            await _insist(lambda: tournaments.withdraw(tournament_id))
        if self._habits.returns:
            await self._reach(tournament_id, self._habits.returns)
            await _insist(lambda: tournaments.come_back(tournament_id))

    def _look_at(self, tournaments: Tournaments, one: pb.TableAssignment) -> None:
        """Begin to play a match that waits, or go back to it after a fault; some never come."""
        table = (one.round, one.table)
        if table not in self._stays_away:
            self._stays_away[table] = self._chance.random() >= self._habits.comes
        playing = self._matches.get(one.match_id)
        if not self._stays_away[table] and (playing is None or _has_failed(playing)):
            self._matches[one.match_id] = asyncio.create_task(self._play(tournaments, one))

    async def _play(self, tournaments: Tournaments, one: pb.TableAssignment) -> None:
        choices = 0
        async with tournaments.seat(one) as seat:
            async for update in seat:
                if update.HasField("end") or self._has_vanished:
                    return
                if seat.decision is not None:
                    await asyncio.sleep(self._chance.uniform(0, self._habits.thinks))
                    await seat.choose(self._chance.randrange(len(seat.decision.options)))
                    choices += 1
                if choices == CHOICES_BEFORE_VANISHING and one.round == self._habits.vanishes:
                    self._has_vanished = True


async def _insist(call: Callable[[], Awaitable[T]]) -> T:
    """The answer of a call that is made again while the service is being started again."""
    while True:
        try:
            return await call()
        except Refusal as refusal:
            if refusal.reason != "UNAVAILABLE":
                raise
        await asyncio.sleep(POLL_SECONDS)


def _has_failed(task: "asyncio.Task[None]") -> bool:
    return task.done() and not task.cancelled() and task.exception() is not None


def crowd(venue: Venue, count: int, thinks: float) -> list[Person]:
    """People of whom some come late, stay away, leave with or without a word, or leave and return."""
    unsteady = {
        **dict.fromkeys(range(4), Habits(thinks, enters=1)),
        **dict.fromkeys(range(4, 8), Habits(thinks, enters=2)),
        **dict.fromkeys(range(8, 14), Habits(thinks, comes=0.6)),
        **dict.fromkeys(range(14, 17), Habits(thinks, withdraws=3)),
        **dict.fromkeys(range(17, 20), Habits(thinks, withdraws=2, returns=4)),
        **dict.fromkeys(range(20, 23), Habits(thinks, vanishes=2)),
    }
    return [Person(f"person {number}", venue, unsteady.get(number, Habits(thinks))) for number in range(count)]


@contextlib.asynccontextmanager
async def attending(tournament_id: str, people: Sequence[Person]) -> AsyncIterator[None]:
    """People who are at a tournament while the block runs."""
    tasks = [asyncio.create_task(one.attend(tournament_id)) for one in people]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        for outcome in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(outcome, Exception):
                raise outcome
