"""Hints for people: the service asks a bot worker what a bot would choose and why, and waits for the answer."""

import asyncio
import base64
import contextlib
import secrets
import time
from collections.abc import AsyncIterator

from redis.exceptions import RedisError

from engine.bots import Bot, Estimate, Explaining, Perspective
from services.api.bots_pb2 import GetHintResponse, OptionEstimate
from services.api.engine_pb2 import DealWorldsResponse
from services.api.errors_pb2 import ErrorReason
from services.bots.ai_turn import choose_option
from services.bots.thinking_time import ThinkingTime
from services.match.editions import edition
from services.process.background import cancel_and_wait
from services.process.refusals import Refused
from services.store import task_queues
from services.store.connection import UNREACHABLE, Store
from services.store.lease import Lease
from services.store.notices import Notices

ANSWER_TTL_SECONDS = 60
PERMIT_SECONDS = 3.0
"""A seat is free for another hint so long after the process that asked for one has died."""
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
        lease = Lease(self._store, f"hint:{match_id}:{seat}", secrets.token_urlsafe(12), PERMIT_SECONDS)
        if not await lease.acquire():
            raise Refused(ErrorReason.ERROR_REASON_RATE_LIMITED, "A bot is thinking about this seat already.")
        renewing = asyncio.create_task(_renew(lease))
        try:
            yield
        finally:
            await cancel_and_wait(renewing)
            await lease.release()

    async def ask(self, world: DealWorldsResponse, seat: int, bot: str) -> GetHintResponse:
        """What the bot would choose in this world, and why."""
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
                if (answer := await self._broker.lpop(answer_key)) is not None:
                    return GetHintResponse.FromString(answer)
                answered.clear()
        raise Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, "No bot has had time for this; try again.")


async def _renew(lease: Lease) -> None:
    """Keep a lease until cancelled; a store that is away is asked again."""
    while True:
        await asyncio.sleep(PERMIT_SECONDS / 3)
        with contextlib.suppress(RedisError, *UNREACHABLE):
            await lease.acquire()


def answer_hint(
    broker: Store, data: str, seat: int, bot: str, answer_key: str, deadline: float, thinking_time: ThinkingTime
) -> None:
    """Let the bot choose and leave its answer in the broker, unless the deadline is over; called in a worker."""
    if time.time() > deadline:
        return
    world = DealWorldsResponse.FromString(base64.b64decode(data))
    best: list[Estimate] = []

    def ask_why(bot: Bot, view: Perspective) -> int:
        if not isinstance(bot, Explaining):
            return bot.choose(view)
        best[:] = bot.estimates(view)
        return best[0].index

    index, _ = choose_option(world, seat, bot, thinking_time, ask_why)
    estimates = [OptionEstimate(index=one.index, chance=one.chance) for one in best]
    answer = GetHintResponse(version=world.decision_version, index=index, best=estimates)
    pipeline = broker.pipeline(transaction=True)
    pipeline.rpush(answer_key, answer.SerializeToString())
    pipeline.expire(answer_key, ANSWER_TTL_SECONDS)
    pipeline.publish(task_queues.HINT_NOTICES, answer_key)
    pipeline.execute()
