"""Tasks as we write them are tasks as the installed Celery writes and reads them."""

import asyncio
import json
import threading
from typing import Any

import pytest
from celery import Celery
from celery.contrib.testing.worker import start_worker
from kombu import Queue

from services.process.settings import Settings
from services.store.task_queues import AI_TURN, HINT, PLAY_CHUNK, PLAY_PAIRS, task_message

QUEUE = "ai.barrow.1"
IDS = {
    "headers": ("id", "root_id", "origin", "argsrepr", "kwargsrepr"),
    "properties": ("correlation_id", "reply_to", "delivery_tag"),
}
"""By part of a message: what names it or its sender, and the arguments in words for logs, which we leave empty."""
TASKS = [
    (AI_TURN, ["match-0001", 1, 7]),
    (HINT, ["d29ybGQ=", 0, "greedy", "hint:abc", 1.7e9]),
    (PLAY_PAIRS, ['{"setting": {"options": {}}, "jobs": []}']),
    (PLAY_CHUNK, ['{"batch": {"name": "Zażółć \\"gęślą\\" jaźń"}, "numbers": [0, 1]}']),
]


@pytest.fixture
def celery(settings: Settings, store) -> Celery:
    """An app of Celery's own on the store, with the queue as our bot workers declare it."""
    app = Celery("westmarch", broker=settings.store.redis_url)
    app.conf.update(task_queues=[Queue(QUEUE, routing_key=QUEUE)])
    return app


def without_ids(message: bytes) -> bytes:
    """A message, byte for byte, but for what names it."""
    envelope: dict[str, Any] = json.loads(message)
    assert json.dumps(envelope).encode() == message  # nothing is lost by reading and writing it
    for part, names in IDS.items():
        for name in names:
            assert name in envelope[part]
            envelope[part][name] = "-"
    return json.dumps(envelope).encode()


@pytest.mark.parametrize(("task", "args"), TASKS)
async def test_our_bytes_are_those_of_celerys_own_producer(celery: Celery, store, task: str, args: list[Any]) -> None:
    await asyncio.to_thread(celery.send_task, task, args=args, queue=QUEUE, ignore_result=True)
    (theirs,) = await store.lrange(QUEUE, 0, -1)
    assert without_ids(task_message(task, args, QUEUE)) == without_ids(theirs)


def test_every_message_has_ids_of_its_own() -> None:
    first, second = (json.loads(task_message(AI_TURN, [], QUEUE)) for _ in range(2))
    for part, name in (("headers", "id"), ("properties", "delivery_tag")):
        assert first[part][name] != second[part][name]
    assert first["headers"]["id"] == first["headers"]["root_id"] == first["properties"]["correlation_id"]


async def test_a_worker_of_celerys_own_reads_what_we_write(celery: Celery, store) -> None:
    taken: list[tuple[str, list[Any]]] = []
    all_taken = threading.Event()

    def take_as(name: str) -> None:
        @celery.task(name=name)
        def take(*args: Any) -> None:
            taken.append((name, list(args)))
            if len(taken) == len(TASKS):
                all_taken.set()

    tasks = [(f"taken.{name}", args) for name, args in TASKS]  # our own names may be registered in this process
    for name, _ in tasks:
        take_as(name)
    for name, args in tasks:
        await store.lpush(QUEUE, task_message(name, args, QUEUE))

    def work() -> None:
        with start_worker(celery, perform_ping_check=False, shutdown_timeout=60):
            assert all_taken.wait(60)

    await asyncio.to_thread(work)
    assert taken == tasks
    assert await store.llen(QUEUE) == 0
