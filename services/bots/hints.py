"""Hints for people: the service asks a bot worker what a bot would choose, and waits for the answer in the store."""

import asyncio
import base64
import secrets
import time

from services.api.engine_pb2 import DealWorldsResponse
from services.api.errors_pb2 import ErrorReason
from services.bots.ai_turn import choose_option
from services.bots.thinking_time import ThinkingTime
from services.match.editions import edition
from services.process.refusals import Refused
from services.store import task_queues
from services.store.connection import Store

ANSWER_TTL_SECONDS = 60
POLL_SECONDS = 0.05


async def request_hint(
    store: Store, broker: Store, match_id: str, world: DealWorldsResponse, seat: int, bot: str, seconds: float
) -> int:
    """The index that the bot would choose in this world. One hint at a time for a seat, for all share the bots."""
    lock = f"hint:{match_id}:{seat}"
    if not await store.set(lock, "1", nx=True, px=int(seconds * 1000)):
        raise Refused(ErrorReason.ERROR_REASON_RATE_LIMITED, "A bot is thinking about this seat already.")
    try:
        return await _request(store, broker, world, seat, bot, seconds)
    finally:
        await store.delete(lock)


async def _request(store: Store, broker: Store, world: DealWorldsResponse, seat: int, bot: str, seconds: float) -> int:
    answer_key = f"hint:{secrets.token_urlsafe(12)}"
    data = base64.b64encode(world.SerializeToString()).decode()
    queue = task_queues.hint_queue(edition(world.game))
    deadline = time.time() + seconds
    task = task_queues.task_message(task_queues.HINT, [data, seat, bot, answer_key, deadline], queue)
    await broker.lpush(queue, task)
    while time.time() < deadline:
        if (index := await store.lpop(answer_key)) is not None:
            return int(index)
        await asyncio.sleep(POLL_SECONDS)
    raise Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, "No bot has had time for this; try again.")


def answer_hint(
    store: Store, data: str, seat: int, bot: str, answer_key: str, deadline: float, thinking_time: ThinkingTime
) -> None:
    """Let the bot choose and leave the index in the store, unless the deadline is over; called in a worker."""
    if time.time() > deadline:
        return
    world = DealWorldsResponse.FromString(base64.b64decode(data))
    index, _ = choose_option(world, seat, bot, thinking_time)
    pipeline = store.pipeline(transaction=False)
    pipeline.rpush(answer_key, index)
    pipeline.expire(answer_key, ANSWER_TTL_SECONDS)
    pipeline.execute()
