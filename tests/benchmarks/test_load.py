"""The load test: what it counts is right, it finds a knee, and a crowd plays on a real server over both ways."""

import asyncio
import random
import statistics
import time
from dataclasses import replace

import pytest

from benchmarks.load.generator import generating, shares
from benchmarks.load.histogram import GROWTH, SMALLEST_MS, Histogram
from benchmarks.load.knee import find_knee
from benchmarks.load.lines import DONE, NO_DECISION, Heard, Line, Listener
from benchmarks.load.makers import NewMatch
from benchmarks.load.people import Person
from benchmarks.load.scenarios import SCENARIOS
from benchmarks.load.server import Watch, running
from benchmarks.load.tables import Table
from benchmarks.load.tally import CHOICE, MOST_P99_MS, TOLD, Tally, Window
from benchmarks.load.worker import Config


def window(rate: float, served: float, wait_ms: float, errors: int = 0) -> Window:
    """Ten seconds in which so much was offered and served."""
    tally = Tally(offered=int(rate * 10), served=int(served * 10))
    for _ in range(100):
        tally.waits[CHOICE].add(wait_ms)
    if errors:
        tally.errors["UNAVAILABLE"] = errors
    return Window(10.0, tally)


def test_percentiles_are_right_within_two_per_cent() -> None:
    waits = [random.Random(5).lognormvariate(2, 1) for _ in range(5_000)]
    whole, part = Histogram(), Histogram()
    for number, wait in enumerate(waits):
        (whole if number % 2 else part).add(wait)
    whole.merge(Histogram(part.pairs()))
    exact = statistics.quantiles(waits, n=100)
    assert whole.count == len(waits)
    for percent in (1, 50, 99):
        assert whole.percentile(percent) == pytest.approx(exact[percent - 1], rel=0.04)


def test_a_tally_is_sent_and_added_up() -> None:
    one, other = window(10, 9, 5.0, errors=2).tally, Tally()
    other.merge(Tally.of_json(one.to_json()))
    other.merge(one.take())
    assert (other.offered, other.served, other.errors["UNAVAILABLE"]) == (200, 180, 4)
    assert other.waits[CHOICE].count == 200
    assert (one.offered, one.waits[CHOICE].count) == (0, 0)


@pytest.mark.parametrize(
    ("served", "wait_ms", "errors", "is_sustained"),
    [(100, 50, 0, True), (98, 50, 0, False), (100, 120, 0, False), (100, 50, 1, False)],
)
def test_what_is_sustained(served: float, wait_ms: float, errors: int, is_sustained: bool) -> None:
    assert window(100, served, wait_ms, errors).is_sustained is is_sustained


@pytest.mark.parametrize("most", [150, 420, 1_000, 3_000])
async def test_the_knee_is_found(most: float) -> None:
    """Of a server that serves at most so many choices a second."""
    rates = []

    async def trial(rate: float) -> Window:
        rates.append(rate)
        return window(rate, min(rate, most), 20.0)

    knee = await find_knee(trial, 200.0, 2_000.0)
    if most >= 2_000:
        assert knee.failed is None
        assert rates[-1] == 2_000
    else:
        assert knee.failed is not None
        assert knee.failed.offered_rate > most
    if knee.sustained is not None:
        assert knee.sustained.offered_rate == pytest.approx(min(most, 2_000.0), rel=0.1)
    assert len(rates) <= 10


class StalledServer:
    """A server that confirms no choice before it is let go, with a match in which the first seat always chooses."""

    def __init__(self) -> None:
        self.has_choice, self.is_free = asyncio.Event(), asyncio.Event()

    async def make(self, players: list[str]) -> NewMatch:
        return NewMatch("m-1", ["first", "second"])

    async def close(self) -> None:
        pass

    async def open_line(self, listener: Listener) -> Line:
        return StalledLine(self, listener)


class StalledLine:
    """A person's line to it."""

    def __init__(self, server: StalledServer, listener: Listener) -> None:
        self._server = server
        self._listener = listener
        self._answers: list[asyncio.Task[None]] = []

    def join(self, id: int, slot: int, token: str, match_id: str, after_version: int | None) -> None:
        decision = 0 if token == "first" else NO_DECISION
        self._answers.append(asyncio.create_task(self._answer(id, Heard(slot, 0, decision, 2, is_over=False))))

    def choose(self, id: int, slot: int, version: int, index: int, request_id: str) -> None:
        update = Heard(slot, version + 1, version + 1, 2, is_over=False)
        self._answers.append(asyncio.create_task(self._answer_when_free(id, update)))

    def leave(self, id: int, slot: int) -> None:
        pass

    async def close(self) -> None:
        for answer in self._answers:
            answer.cancel()

    async def _answer(self, id: int, update: Heard) -> None:
        self._listener.on_answer(id, DONE)
        self._listener.on_update(update)

    async def _answer_when_free(self, id: int, update: Heard) -> None:
        self._server.has_choice.set()
        await self._server.is_free.wait()
        await self._answer(id, update)


def at_least(waits: Histogram, seconds: float) -> int:
    """How many waits may have been so long."""
    return sum(count for bucket, count in waits.pairs() if SMALLEST_MS * GROWTH ** (bucket + 1) >= seconds * 1000)


async def test_a_stall_is_felt_by_every_choice_that_was_due_in_it() -> None:
    """Choices are due by the clock, whether or not the one before has its answer, and wait from then on."""
    server, tally = StalledServer(), Tally()
    people = [Person(server.open_line, tally) for _ in range(2)]
    table = Table(people, server, tally, random.Random(1), lambda: 0.01)
    for person in people:
        person.come()
    table.open()
    async with asyncio.timeout(60):
        await server.has_choice.wait()
        began = time.monotonic()
        while tally.offered < 15:
            await asyncio.sleep(0.001)
        due, then = tally.offered, time.monotonic()
        while tally.offered < 20 or time.monotonic() - began < 1.5 * MOST_P99_MS / 1000:
            await asyncio.sleep(0.001)
        table.close()
        assert tally.served == 0
        ended = time.monotonic()
        server.is_free.set()
        while tally.served < tally.offered:
            await asyncio.sleep(0.001)
    for person in people:
        person.go()
    waits = tally.waits[CHOICE]
    assert waits.count == tally.offered
    assert at_least(waits, ended - began) >= 1
    assert at_least(waits, ended - then) >= due
    assert not Window(1.0, tally).is_sustained


def config(matches: int, lookers: int) -> Config:
    """A crowd in a hurry, who come and go a lot."""
    scenario = replace(
        SCENARIOS["evening"],
        matches=matches,
        lookers=lookers,
        interval=0.2,
        ramp_seconds=0.2,
        stay_seconds=1.0,
        away_seconds=0.2,
        looking_seconds=0.5,
    )
    return Config(scenario, "bofa", "", "", "", "", "", people_on_connection=5, seed=1)


def test_every_match_has_its_process() -> None:
    parts = [(one.scenario.matches, one.scenario.lookers) for one in shares(config(10, 5), 4)]
    assert [sum(column) for column in zip(*parts, strict=True)] == [10, 5]
    assert [one.scenario.lookers for one in shares(config(1, 2_000), 4)] == [2_000]


async def test_a_crowd_plays_over_grpc_and_through_the_gateway() -> None:
    """Tickets and calls of a director both lead to matches; whoever leaves comes back, and nothing fails."""
    async with running("bofa", 1, 1, 0) as server:
        for gateway, is_directed in (("", True), (server.addresses.gateway, False), ("", False)):
            crowd = config(6, 4)
            crowd.engine, crowd.matchmaking = server.addresses.engines["bofa"], server.addresses.matchmaking
            crowd.gateway, crowd.token = gateway, server.token
            crowd.scenario = replace(crowd.scenario, is_directed=is_directed)
            async with generating(crowd, 2) as generator:
                await asyncio.wait_for(generator.until_gathered(), 30)
                parts: list[Window] = []
                generator.set_rate(60, 6)
                tally = (await generator.measure(3.0, 1.5, parts.append)).tally
                watch = Watch(server, generator.pids)
                assert not tally.errors
                assert 20 < tally.served <= tally.offered + 20
                assert tally.waits[CHOICE].count == tally.served
                assert tally.waits[TOLD].count
                assert sum(part.tally.served for part in parts) == tally.served
                assert generator.live == 6
                assert {"engine", "store", "generator"} <= set(watch.parts)
                assert all(bytes > 0 for bytes in watch.memory("engine"))
