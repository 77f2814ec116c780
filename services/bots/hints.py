"""Hints for people: the service asks a bot worker what a bot would choose, and waits for the answer in the broker."""

import asyncio
import base64
import contextlib
import secrets
import time
from collections.abc import AsyncIterator

from services.api.engine_pb2 import DealWorldsResponse
from services.api.errors_pb2 import ErrorReason
from services.bots.ai_turn import choose_option
from services.bots.thinking_time import ThinkingTime
from services.match.editions import edition
from services.process.refusals import Refused
from services.store import task_queues
from services.store.connection import Store
from services.store.lease import Lease
from services.store.notices import Notices

ANSWER_TTL_SECONDS = 60
POLL_SECONDS = 5.0
"""How often an answer is looked for, in case its notice was missed."""


class Hints:
    """Asks bot workers for hints, each for so many seconds."""

    def __init__(self, store: Store, broker: Store, seconds: float) -> None:
        self._store = store
        self._broker = broker
        self._seconds = seconds
        self._notices = Notices(broker, (task_queues.HINT_NOTICES,))

    async def listen(self) -> None:
        """Follow notices of answers until cancelled."""
        await self._notices.listen()

    @contextlib.asynccontextmanager
    async def permit(self, match_id: str, seat: int) -> AsyncIterator[None]:
        """Hold the seat's only hint while the block runs, for all share the bots; refused while there is another."""
        lease = Lease(self._store, f"hint:{match_id}:{seat}", secrets.token_urlsafe(12), self._seconds)
        if not await lease.acquire():
            raise Refused(ErrorReason.ERROR_REASON_RATE_LIMITED, "A bot is thinking about this seat already.")
        try:
            yield
        finally:
            await lease.release()

    async def ask(self, world: DealWorldsResponse, seat: int, bot: str) -> int:
        """The index that the bot would choose in this world."""
        answer_key = f"hint:{secrets.token_urlsafe(12)}"
        data = base64.b64encode(world.SerializeToString()).decode()
        queue = task_queues.hint_queue(edition(world.game))
        deadline = time.time() + self._seconds
        task = task_queues.task_message(task_queues.HINT, [data, seat, bot, answer_key, deadline], queue)
        with self._notices.watch(answer_key) as answered:
            await self._broker.lpush(queue, task)
            while (left := deadline - time.time()) > 0:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(answered.wait(), min(left, POLL_SECONDS))
                if (index := await self._broker.lpop(answer_key)) is not None:
                    return int(index)
                answered.clear()
        raise Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, "No bot has had time for this; try again.")


def answer_hint(
    broker: Store, data: str, seat: int, bot: str, answer_key: str, deadline: float, thinking_time: ThinkingTime
) -> None:
    """Let the bot choose and leave the index in the broker, unless the deadline is over; called in a worker."""
    if time.time() > deadline:
        return
    world = DealWorldsResponse.FromString(base64.b64decode(data))
    index, _ = choose_option(world, seat, bot, thinking_time)
    pipeline = broker.pipeline(transaction=True)
    pipeline.rpush(answer_key, index)
    pipeline.expire(answer_key, ANSWER_TTL_SECONDS)
    pipeline.publish(task_queues.HINT_NOTICES, answer_key)
    pipeline.execute()
