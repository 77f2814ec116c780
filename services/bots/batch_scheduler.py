"""Schedules a batch: hands its matches or pairs to the bot workers in chunks, and collects their results."""

import asyncio
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Sequence
from typing import Any, Generic, Protocol, TypeVar

from services.bots.batch import RESULTS_TTL_SECONDS, cancelled_key, results_key
from services.process.ids import fresh_id
from services.store.connection import UNREACHABLE, Store, note_unreachable

CHUNKS_IN_FLIGHT = 6
"""Chunks handed out at once: enough to keep workers busy, few enough to stop soon."""
CHUNK_SECONDS = 1.0
"""How long a worker is to play one chunk; sets how much is in it."""
LARGEST_CHUNK = 200
REPORTS_PER_READ = 100
POLL_SECONDS = 0.05
LOST_SECONDS = 10.0
"""What was handed out this long ago counts as lost when nothing was reported since and nothing waits in the queue."""
LOST_IN_BUSY_QUEUE_SECONDS = 300.0
"""It counts as lost after this long without a report even if the queue is never empty, because others fill it."""


def new_batch_id() -> str:
    """A random name for a batch; its matches are archived under it."""
    return fresh_id("b-")


class Result(Protocol):
    """What came of one match or pair."""

    number: int
    seconds: float


R = TypeVar("R", bound=Result)
R_co = TypeVar("R_co", bound=Result, covariant=True)


class Work(Protocol[R_co]):
    """A batch as its scheduler sees it."""

    @property
    def batch_id(self) -> str:
        """The batch's name, of which its keys in the store are made."""

    def queue(self) -> str:
        """Where its tasks wait for workers."""

    def task(self, numbers: Sequence[int]) -> bytes:
        """The task to play these."""

    def results(self, report: bytes) -> Sequence[R_co]:
        """The results in a worker's report."""

    def result_of_lost(self, number: int, losses: int) -> R_co | None:
        """The result of what was lost so many times; None while it is to be played again."""


class BatchScheduler(Generic[R]):
    """Runs one batch to its end."""

    def __init__(self, broker: Store, batch: Work[R], numbers: Sequence[int], chunk_size: int = 1) -> None:
        self._broker = broker
        self._batch = batch
        self._queue = batch.queue()
        self._new = numbers
        """Numbers that were never handed out."""
        self._lost: deque[int] = deque()
        """Numbers that were handed out and have to be again."""
        self._losses: Counter[int] = Counter()
        """By number: how often it was lost."""
        self._in_flight: dict[int, float] = {}
        """By number: when it was handed out."""
        self._chunk_size = chunk_size
        self._last_report = time.monotonic()
        self._lost_seconds = LOST_SECONDS

    async def run(self) -> AsyncIterator[list[R]]:
        """Results as they come, each number once."""
        try:
            while self._unscheduled() or self._in_flight:
                results = await self._run_round()
                if results:
                    yield results
                else:
                    await asyncio.sleep(POLL_SECONDS)
        finally:
            if self._unscheduled() or self._in_flight:
                await self._broker.set(cancelled_key(self._batch.batch_id), "1", ex=RESULTS_TTL_SECONDS)

    async def _run_round(self) -> list[R]:
        """Hand chunks out and collect results; nothing while the broker does not answer."""
        try:
            await self._hand_out()
            results = await self._collect()
            if not results:
                results = await self._find_lost()
        except UNREACHABLE as error:
            note_unreachable("batch", error)
            return []
        return results

    def _unscheduled(self) -> int:
        """How many are still to be handed out."""
        return len(self._new) + len(self._lost)

    async def _hand_out(self) -> None:
        """Fill the queue up to the chunks that may be in flight; the last chunks are smaller, so that all workers
        finish together."""
        while (left := self._unscheduled()) and len(self._in_flight) < CHUNKS_IN_FLIGHT * self._chunk_size:
            fair_share = max(1, left // (2 * CHUNKS_IN_FLIGHT), self._chunk_size // 4)
            numbers = self._take(min(self._chunk_size, fair_share, left))
            try:
                await self._broker.lpush(self._queue, self._batch.task(numbers))
            except UNREACHABLE:
                self._lost.extend(numbers)
                raise
            self._in_flight.update(dict.fromkeys(numbers, time.monotonic()))

    def _take(self, size: int) -> list[int]:
        """The next to hand out: lost ones first, and each alone, for one of them may be what ended its worker."""
        if self._lost:
            return [self._lost.popleft()]
        numbers = list(self._new[:size])
        self._new = self._new[size:]
        return numbers

    async def _collect(self) -> list[R]:
        """Results that workers have reported, each number once; the next chunks are sized by how long they took."""
        reports: Any = await self._broker.lpop(results_key(self._batch.batch_id), REPORTS_PER_READ)
        results = [
            result
            for report in reports or ()
            for result in self._batch.results(report)
            if self._in_flight.pop(result.number, None) is not None
        ]
        if reports:
            self._last_report = time.monotonic()
        if results:
            mean = sum(result.seconds for result in results) / len(results)
            self._chunk_size = max(1, min(LARGEST_CHUNK, int(CHUNK_SECONDS / max(mean, 1e-4))))
        return results

    async def _find_lost(self) -> list[R]:
        """Mark what no worker reports as lost; results of what was lost too often. Each time this waits twice as long,
        for matches may be long."""
        now = time.monotonic()
        silent = now - self._last_report
        if silent < self._lost_seconds:
            return []
        if silent < LOST_IN_BUSY_QUEUE_SECONDS and await self._broker.llen(self._queue):
            return []
        self._lost_seconds *= 2
        self._last_report = now
        given_up = []
        for number in [number for number, when in self._in_flight.items() if now - when > LOST_SECONDS]:
            del self._in_flight[number]
            self._losses[number] += 1
            if (result := self._batch.result_of_lost(number, self._losses[number])) is not None:
                given_up.append(result)
            else:
                self._lost.append(number)
        return given_up
