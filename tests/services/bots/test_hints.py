"""Hints on a real store: answers are waited for by notice, and the turn of a seat is its holder's."""

import asyncio
import base64
import contextlib
import json

import pytest
import redis

from services.api.engine_pb2 import DealWorldsResponse
from services.bots import hints
from services.bots.hints import Hints, answer_hint
from services.bots.thinking_time import ThinkingTime
from services.match.editions import edition
from services.process.background import cancel_and_wait
from services.process.refusals import Refused
from services.store import task_queues
from services.store.lease import Lease
from services.store.task_queues import hint_queue
from tests.services.conftest import eventually
from tests.toy import registered  # noqa: F401  # makes the toy game playable

WORLD = DealWorldsResponse(game="barrow", option_count=1)
"""A world in which there is one thing to do."""


async def test_an_answer_is_heard_without_looking_for_it_again_and_again(store, settings, monkeypatch) -> None:
    monkeypatch.setattr(hints, "POLL_SECONDS", 1e6)
    service = Hints(store, store, seconds=20)
    listening = asyncio.create_task(service.listen())

    async def is_heard() -> bool:
        return dict(await store.pubsub_numsub(task_queues.HINT_NOTICES))[task_queues.HINT_NOTICES.encode()] > 0

    await eventually(is_heard)
    asking = asyncio.create_task(service.ask(WORLD, 0, "random"))
    message = json.loads(await eventually(lambda: store.rpop(hint_queue(edition("barrow")))))
    (data, seat, bot, answer_key, deadline), *_ = json.loads(base64.b64decode(message["body"]))
    reads = (await store.info("commandstats"))["cmdstat_lpop"]["calls"] if await _has_popped(store) else 0
    with redis.Redis.from_url(settings.store.redis_url) as worker:
        await asyncio.to_thread(answer_hint, worker, data, seat, bot, answer_key, deadline, ThinkingTime(5))
    assert (await asking).index == 0
    assert (await store.info("commandstats"))["cmdstat_lpop"]["calls"] == reads + 1
    await cancel_and_wait(listening)


async def _has_popped(store) -> bool:
    return "cmdstat_lpop" in await store.info("commandstats")


async def test_an_answer_whose_notice_was_missed_is_found(store, settings, monkeypatch) -> None:
    monkeypatch.setattr(hints, "POLL_SECONDS", 0.05)
    asking = asyncio.create_task(Hints(store, store, seconds=20).ask(WORLD, 0, "random"))  # and nobody listens
    message = json.loads(await eventually(lambda: store.rpop(hint_queue(edition("barrow")))))
    (data, *rest), *_ = json.loads(base64.b64decode(message["body"]))
    with redis.Redis.from_url(settings.store.redis_url) as worker:
        await asyncio.to_thread(answer_hint, worker, data, *rest, ThinkingTime(5))
    assert (await asking).index == 0


async def test_whose_process_has_died_does_not_keep_the_seat_and_who_lives_does(store, monkeypatch) -> None:
    monkeypatch.setattr(hints, "PERMIT_SECONDS", 0.2)
    alive, other = Hints(store, store, seconds=60), Hints(store, store, seconds=60)
    dead = Lease(store, "hint:match-01:0", "dead", hints.PERMIT_SECONDS)
    assert await dead.acquire()

    async def is_free() -> bool:
        with contextlib.suppress(Refused):
            async with other.permit("match-01", 0):
                return True
        return False

    await eventually(is_free)
    async with alive.permit("match-01", 0):
        await asyncio.sleep(3 * hints.PERMIT_SECONDS)
        assert not await is_free()


async def test_who_took_too_long_does_not_end_the_turn_of_another(store) -> None:
    slow, quick = Hints(store, store, seconds=60), Hints(store, store, seconds=60)
    async with slow.permit("match-01", 0):
        await store.delete("hint:match-01:0")  # as where the store was away for longer than a permit lasts
        second = quick.permit("match-01", 0)
        await second.__aenter__()
    with pytest.raises(Refused, match="A bot is thinking about this seat already"):
        await quick.permit("match-01", 0).__aenter__()
    await second.__aexit__(None, None, None)
    async with quick.permit("match-01", 0):
        pass
