"""Hints for people: a bot thinks about one decision in a worker, like any turn, and only says what it would do."""

import asyncio
import base64
import secrets
import time

from services.api.engine_pb2 import DealWorldsResponse
from services.api.errors_pb2 import ErrorReason
from services.bots.patience import Patience
from services.bots.turn import decide
from services.match.editions import edition
from services.process.refusals import Refused
from services.store import task_queues
from services.store.connection import Store

KEEP_SECONDS = 60
POLL_SECONDS = 0.05


async def ask(
    store: Store, broker: Store, match_id: str, world: DealWorldsResponse, seat: int, bot: str, seconds: float
) -> int:
    """What the bot would choose in this world. One hint at a time for a seat: a bot's time is everybody's."""
    thinking = f"hint:{match_id}:{seat}"
    if not await store.set(thinking, "1", nx=True, px=int(seconds * 1000)):
        raise Refused(ErrorReason.ERROR_REASON_RATE_LIMITED, "A bot is thinking about this seat already.")
    try:
        return await _ask(store, broker, world, seat, bot, seconds)
    finally:
        await store.delete(thinking)


async def _ask(store: Store, broker: Store, world: DealWorldsResponse, seat: int, bot: str, seconds: float) -> int:
    reply = f"hint:{secrets.token_urlsafe(12)}"
    data = base64.b64encode(world.SerializeToString()).decode()
    queue = task_queues.hint_queue(edition(world.game))
    until = time.time() + seconds
    await broker.lpush(queue, task_queues.message(task_queues.SUGGEST, [data, seat, bot, reply, until], queue))
    while time.time() < until:
        if (index := await store.lpop(reply)) is not None:
            return int(index)
        await asyncio.sleep(POLL_SECONDS)
    raise Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, "No bot has had time for this; try again.")


def answer(store: Store, data: str, seat: int, bot: str, reply: str, until: float, patience: Patience) -> None:
    """The worker's part: think, if anybody still waits, and leave the answer where they do."""
    if time.time() > until:
        return
    world = DealWorldsResponse.FromString(base64.b64decode(data))
    index, _ = decide(world, seat, bot, patience)
    pipeline = store.pipeline(transaction=False)
    pipeline.rpush(reply, index)
    pipeline.expire(reply, KEEP_SECONDS)
    pipeline.execute()
