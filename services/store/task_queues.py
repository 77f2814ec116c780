"""Queues of AI tasks: their names, and tasks as Celery messages that can be pushed into the broker's lists.

Engine workers send one kind of task and the bots service two, in round trips that they make anyway and without
importing Celery. The form is Celery's message protocol 2 as its Redis transport stores it."""

import base64
import json
import uuid
from typing import Any

AI_TURN = "westmarch.ai_turn"
HINT = "westmarch.hint"
PLAY_CHUNK = "westmarch.play_chunk"


def turn_queue(edition: str) -> str:
    """The queue of AI turns in live matches."""
    return f"ai.{edition}"


def hint_queue(edition: str) -> str:
    """The queue of hints for people."""
    return f"hint.{edition}"


def batch_queue(edition: str) -> str:
    """The queue of matches between bots."""
    return f"batch.{edition}"


QUEUES = (turn_queue, hint_queue, batch_queue)
"""The queues of an edition, in the order in which workers look at them: people wait for turns, nobody for batches."""


def task_message(task: str, args: list[Any], queue: str, task_id: str | None = None) -> bytes:
    """A task as an element of its queue's list."""
    task_id = task_id or uuid.uuid4().hex
    embed = {"callbacks": None, "errbacks": None, "chain": None, "chord": None}
    body = json.dumps([args, {}, embed]).encode()
    envelope = {
        "body": base64.b64encode(body).decode(),
        "content-encoding": "utf-8",
        "content-type": "application/json",
        "headers": {
            "lang": "py",
            "task": task,
            "id": task_id,
            "root_id": task_id,
            "parent_id": None,
            "group": None,
            "argsrepr": "",
            "kwargsrepr": "",
            "retries": 0,
            "timelimit": [None, None],
            "ignore_result": True,
        },
        "properties": {
            "correlation_id": task_id,
            "reply_to": "",
            "delivery_mode": 2,
            "delivery_info": {"exchange": "", "routing_key": queue},
            "priority": 0,
            "body_encoding": "base64",
            "delivery_tag": uuid.uuid4().hex,
        },
    }
    return json.dumps(envelope).encode()
