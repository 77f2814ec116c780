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
from services.common import tasks
from services.common.games import edition
from services.common.store import UNREACHABLE, Store, note_away

AHEAD = 6
"""Chunks in the queue at once: enough to keep workers busy, few enough to stop soon."""
CHUNK_SECONDS = 1.0
LARGEST_CHUNK = 200
POLL_SECONDS = 0.05
LOST_SECONDS = 10.0
"""When nothing was reported for this long and nothing waits in the queue, what is out is handed out again."""


def new_batch_id() -> str:
    """A name for a batch; its matches are archived under it."""
    return f"b-{secrets.token_urlsafe(9)}"


class Runner:
    """One batch under way."""

    def __init__(self, store: Store, broker: Store, batch: Batch, matches: int) -> None:
        self._store = store
        self._broker = broker
        self._batch = batch
        self._todo = deque(range(matches))
        self._out: dict[int, float] = {}
        """By match number: when it was handed out."""
        self._size = 1
        self._done: set[int] = set()
        self._heard = time.monotonic()
        self._patience = LOST_SECONDS

    async def run(self) -> AsyncIterator[list[MatchResult]]:
        """Results as they come, each match once."""
        try:
            while self._todo or self._out:
                results = await self._round()
                if results:
                    yield results
                else:
                    await asyncio.sleep(POLL_SECONDS)
        finally:
            if self._todo or self._out:
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

    async def _hand_out(self) -> None:
        while self._todo and len(self._out) < AHEAD * self._size:
            fair = max(len(self._todo) // (2 * AHEAD), self._size // 4)  # smaller at the end: all finish together
            size = min(self._size, max(1, fair), len(self._todo))
            numbers = [self._todo[at] for at in range(size)]
            data = msgspec.json.encode(Chunk(self._batch, numbers)).decode()
            queue = tasks.batch_queue(edition(self._batch.game))
            await self._broker.lpush(queue, tasks.message(tasks.PLAY_CHUNK, [data], queue))
            for number in numbers:
                self._out[number] = time.monotonic()
                self._todo.popleft()

    async def _gather(self) -> list[MatchResult]:
        raw: Any = await self._store.lpop(results_key(self._batch.batch_id), 100)
        found = [result for one in raw or () for result in RunMatchesResponse.FromString(one).results]
        fresh = [result for result in found if result.number not in self._done]
        for result in fresh:
            self._done.add(result.number)
            self._out.pop(result.number, None)
        if fresh:
            self._heard = time.monotonic()
            mean = sum(result.seconds for result in fresh) / len(fresh)
            self._size = max(1, min(LARGEST_CHUNK, int(CHUNK_SECONDS / max(mean, 1e-4))))
        return fresh

    async def _find_lost(self) -> None:
        """Hand out again what no worker reports; with more patience each time, for matches may be long."""
        now = time.monotonic()
        if now - self._heard < self._patience or await self._broker.llen(tasks.batch_queue(edition(self._batch.game))):
            return
        self._patience *= 2
        self._heard = now
        for number in [number for number, when in self._out.items() if now - when > LOST_SECONDS]:
            del self._out[number]
            self._todo.append(number)
