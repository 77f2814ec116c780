"""Runs a batch: hands chunks to the workers, a little ahead of them, and gathers what they report."""

import asyncio
import secrets
import time
from collections import deque
from collections.abc import AsyncIterator
from typing import Any

import msgspec

from services.api.bots_pb2 import MatchResult, RunMatchesResponse
from services.bots.batch import KEEP_SECONDS, Batch, Chunk, cancelled_key, results_key
from services.match.editions import edition
from services.store import task_queues
from services.store.connection import UNREACHABLE, Store, note_away

AHEAD = 6
"""Chunks in the queue at once: enough to keep workers busy, few enough to stop soon."""
CHUNK_SECONDS = 1.0
LARGEST_CHUNK = 200
POLL_SECONDS = 0.05
LOST_SECONDS = 10.0
"""When nothing was reported for this long and nothing waits in the queue, what is out is handed out again."""
BUSY_SECONDS = 300.0
"""When nothing was reported for this long it is handed out again though the queue is never empty: others fill it."""


def new_batch_id() -> str:
    """A name for a batch; its matches are archived under it."""
    return f"b-{secrets.token_urlsafe(9)}"


class Runner:
    """One batch under way."""

    def __init__(self, store: Store, broker: Store, batch: Batch, matches: int) -> None:
        self._store = store
        self._broker = broker
        self._batch = batch
        self._fresh = range(matches)
        """Matches that were never handed out."""
        self._lost: deque[int] = deque()
        """Matches that were, and have to be again."""
        self._out: dict[int, float] = {}
        """By match number: when it was handed out."""
        self._size = 1
        self._heard = time.monotonic()
        self._patience = LOST_SECONDS

    async def run(self) -> AsyncIterator[list[MatchResult]]:
        """Results as they come, each match once."""
        try:
            while self._left() or self._out:
                results = await self._round()
                if results:
                    yield results
                else:
                    await asyncio.sleep(POLL_SECONDS)
        finally:
            if self._left() or self._out:
                await self._store.set(cancelled_key(self._batch.batch_id), "1", ex=KEEP_SECONDS)

    async def _round(self) -> list[MatchResult]:
        """Hand out, gather, look for what was lost; a store that is away costs time and nothing else."""
        try:
            await self._hand_out()
            results = await self._gather()
            if not results:
                await self._find_lost()
        except UNREACHABLE as error:
            note_away("batch", error)
            return []
        return results

    def _left(self) -> int:
        """How many matches are still to be handed out."""
        return len(self._fresh) + len(self._lost)

    async def _hand_out(self) -> None:
        while (left := self._left()) and len(self._out) < AHEAD * self._size:
            fair = max(left // (2 * AHEAD), self._size // 4)  # smaller at the end: all finish together
            numbers = self._take(min(self._size, max(1, fair), left))
            data = msgspec.json.encode(Chunk(self._batch, numbers)).decode()
            queue = task_queues.batch_queue(edition(self._batch.game))
            try:
                await self._broker.lpush(queue, task_queues.message(task_queues.PLAY_CHUNK, [data], queue))
            except UNREACHABLE:
                self._lost.extend(numbers)
                raise
            self._out.update(dict.fromkeys(numbers, time.monotonic()))

    def _take(self, size: int) -> list[int]:
        """The next matches to play, those first that were lost."""
        again = [self._lost.popleft() for _ in range(min(size, len(self._lost)))]
        rest = size - len(again)
        numbers = [*again, *self._fresh[:rest]]
        self._fresh = self._fresh[rest:]
        return numbers

    async def _gather(self) -> list[MatchResult]:
        raw: Any = await self._store.lpop(results_key(self._batch.batch_id), 100)
        found = [result for one in raw or () for result in RunMatchesResponse.FromString(one).results]
        fresh = [result for result in found if self._out.pop(result.number, None) is not None]
        if fresh:
            self._heard = time.monotonic()
            mean = sum(result.seconds for result in fresh) / len(fresh)
            self._size = max(1, min(LARGEST_CHUNK, int(CHUNK_SECONDS / max(mean, 1e-4))))
        return fresh

    async def _find_lost(self) -> None:
        """Hand out again what no worker reports; with more patience each time, for matches may be long."""
        now = time.monotonic()
        silent = now - self._heard
        if silent < self._patience:
            return
        if silent < BUSY_SECONDS and await self._broker.llen(task_queues.batch_queue(edition(self._batch.game))):
            return
        self._patience *= 2
        self._heard = now
        for number in [number for number, when in self._out.items() if now - when > LOST_SECONDS]:
            del self._out[number]
            self._lost.append(number)
