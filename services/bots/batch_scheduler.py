"""Schedules a batch: hands its matches to the bot workers in chunks, and collects their results."""

import asyncio
import secrets
import time
from collections import deque
from collections.abc import AsyncIterator
from typing import Any

import msgspec

from services.api.bots_pb2 import MatchResult, RunMatchesResponse
from services.bots.batch import RESULTS_TTL_SECONDS, Batch, Chunk, cancelled_key, results_key
from services.match.editions import edition
from services.store import task_queues
from services.store.connection import UNREACHABLE, Store, note_unreachable

CHUNKS_IN_FLIGHT = 6
"""Chunks handed out at once: enough to keep workers busy, few enough to stop soon."""
CHUNK_SECONDS = 1.0
"""How long a worker is to play one chunk; sets how many matches are in it."""
LARGEST_CHUNK = 200
REPORTS_PER_READ = 100
POLL_SECONDS = 0.05
LOST_SECONDS = 10.0
"""Matches handed out this long ago count as lost when nothing was reported since and nothing waits in the queue."""
LOST_IN_BUSY_QUEUE_SECONDS = 300.0
"""Matches count as lost after this long without a report even if the queue is never empty, because others fill it."""


def new_batch_id() -> str:
    """A random name for a batch; its matches are archived under it."""
    return f"b-{secrets.token_urlsafe(9)}"


class BatchScheduler:
    """Runs one batch to its end."""

    def __init__(self, broker: Store, batch: Batch, matches: int) -> None:
        self._broker = broker
        self._batch = batch
        self._queue = task_queues.batch_queue(edition(batch.game))
        self._new = range(matches)
        """Numbers of matches that were never handed out."""
        self._lost: deque[int] = deque()
        """Numbers of matches that were handed out and have to be again."""
        self._in_flight: dict[int, float] = {}
        """By match number: when it was handed out."""
        self._chunk_size = 1
        self._last_report = time.monotonic()
        self._lost_seconds = LOST_SECONDS

    async def run(self) -> AsyncIterator[list[MatchResult]]:
        """Results as they come, each match once."""
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

    async def _run_round(self) -> list[MatchResult]:
        """Hand chunks out and collect results; nothing while the broker does not answer."""
        try:
            await self._hand_out()
            results = await self._collect()
            if not results:
                await self._find_lost()
        except UNREACHABLE as error:
            note_unreachable("batch", error)
            return []
        return results

    def _unscheduled(self) -> int:
        """How many matches are still to be handed out."""
        return len(self._new) + len(self._lost)

    async def _hand_out(self) -> None:
        """Fill the queue up to the chunks that may be in flight; the last chunks are smaller, so that all workers
        finish together."""
        while (left := self._unscheduled()) and len(self._in_flight) < CHUNKS_IN_FLIGHT * self._chunk_size:
            fair_share = max(1, left // (2 * CHUNKS_IN_FLIGHT), self._chunk_size // 4)
            numbers = self._take(min(self._chunk_size, fair_share, left))
            data = msgspec.json.encode(Chunk(self._batch, numbers)).decode()
            try:
                await self._broker.lpush(
                    self._queue, task_queues.task_message(task_queues.PLAY_CHUNK, [data], self._queue)
                )
            except UNREACHABLE:
                self._lost.extend(numbers)
                raise
            self._in_flight.update(dict.fromkeys(numbers, time.monotonic()))

    def _take(self, size: int) -> list[int]:
        """The next matches to hand out, lost ones first."""
        lost = [self._lost.popleft() for _ in range(min(size, len(self._lost)))]
        rest = size - len(lost)
        numbers = [*lost, *self._new[:rest]]
        self._new = self._new[rest:]
        return numbers

    async def _collect(self) -> list[MatchResult]:
        """Results that workers have reported, each match once; the next chunks are sized by how long they took."""
        reports: Any = await self._broker.lpop(results_key(self._batch.batch_id), REPORTS_PER_READ)
        results = [
            result
            for report in reports or ()
            for result in RunMatchesResponse.FromString(report).results
            if self._in_flight.pop(result.number, None) is not None
        ]
        if results:
            self._last_report = time.monotonic()
            mean = sum(result.seconds for result in results) / len(results)
            self._chunk_size = max(1, min(LARGEST_CHUNK, int(CHUNK_SECONDS / max(mean, 1e-4))))
        return results

    async def _find_lost(self) -> None:
        """Mark matches that no worker reports as lost. Each time this waits twice as long, for matches may be long."""
        now = time.monotonic()
        silent = now - self._last_report
        if silent < self._lost_seconds:
            return
        if silent < LOST_IN_BUSY_QUEUE_SECONDS and await self._broker.llen(self._queue):
            return
        self._lost_seconds *= 2
        self._last_report = now
        for number in [number for number, when in self._in_flight.items() if now - when > LOST_SECONDS]:
            del self._in_flight[number]
            self._lost.append(number)
