"""Hints for people: a bot thinks about one decision in a worker, like any turn, and only says what it would do."""

import asyncio
import base64
import secrets

from services.api.engine_pb2 import SampleResponse
from services.api.errors_pb2 import ErrorReason
from services.bots.patience import Patience
from services.bots.turn import decide
from services.common import tasks
from services.common.errors import Refused
from services.common.games import edition
from services.common.store import Store

KEEP_SECONDS = 60
LOOK_SECONDS = 2.0
"""How long one look for the answer waits: less than the store's own patience with a connection."""


async def ask(store: Store, broker: Store, world: SampleResponse, seat: int, bot: str, seconds: float) -> int:
    """What the bot would choose in this world."""
    reply = f"hint:{secrets.token_urlsafe(12)}"
    data = base64.b64encode(world.SerializeToString()).decode()
    queue = tasks.turn_queue(edition(world.game))
    await broker.lpush(queue, tasks.message(tasks.SUGGEST, [data, seat, bot, reply], queue))
    deadline = asyncio.get_running_loop().time() + seconds
    while asyncio.get_running_loop().time() < deadline:
        found = await store.blpop([reply], timeout=LOOK_SECONDS)
        if found is not None:
            return int(found[1])
    raise Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, "No bot has had time for this; try again.")


def answer(store: Store, data: str, seat: int, bot: str, reply: str, patience: Patience) -> None:
    """The worker's part: think, and leave the answer where it is waited for."""
    world = SampleResponse.FromString(base64.b64decode(data))
    index, _ = decide(world, seat, bot, patience)
    pipeline = store.pipeline(transaction=False)
    pipeline.rpush(reply, index)
    pipeline.expire(reply, KEEP_SECONDS)
    pipeline.execute()
