"""Queues of AI tasks: their names, and tasks as Celery messages that can be pushed into the broker's lists.

Engine workers send one kind of task and the bots service four, in round trips that they make anyway and without
importing Celery. The form is Celery's message protocol 2 as its Redis transport stores it;
`tests/services/store/test_task_queues.py` holds it against what the installed Celery writes and reads."""

import base64
import functools
import json
import secrets
import uuid
from typing import Any

from services.process.clock import now_ms

AI_TURN = "westmarch.ai_turn"
HINT = "westmarch.hint"
PLAY_CHUNK = "westmarch.play_chunk"
PLAY_PAIRS = "westmarch.play_pairs"
PLAY_MATCHES = "westmarch.play_matches"
HINT_NOTICES = "hints"
"""The channel of the broker that names the hints that were answered."""


def turn_queue(edition: str) -> str:
    """The queue of AI turns in live matches."""
    return f"ai.{edition}"


def hint_queue(edition: str) -> str:
    """The queue of hints for people."""
    return f"hint.{edition}"


def batch_queue(edition: str) -> str:
    """The queue of matches between bots."""
    return f"batch.{edition}"


def ladder_queue(edition: str) -> str:
    """The queue of pairs that ladders are made of."""
    return f"ladder.{edition}"


FOR_PEOPLE = (turn_queue, hint_queue)
"""The queues of an edition in which people's tasks wait."""
QUEUES = (*FOR_PEOPLE, batch_queue, ladder_queue)
"""The queues of an edition, in the order in which workers look at them: people wait for turns, somebody for a batch,
and nobody for a ladder."""


UNFINISHED_TASKS = "unacked"
"""What Celery keeps of tasks that a worker has taken and not finished."""
_EMBED = {"callbacks": None, "errbacks": None, "chain": None, "chord": None}
"""What a task carries beside its arguments: nothing follows from it."""
_TIME_DIGITS = 12
"""How many digits at the start of a task's id are the time when it was queued."""
_BODY, _ID, _TAG = "<body>", "<id>", "<tag>"
"""Places in the form of a message that differ from one to the next."""


def task_message(task: str, args: list[Any], queue: str) -> bytes:
    """A task as an element of its queue's list."""
    body = base64.b64encode(json.dumps([args, {}, _EMBED]).encode()).decode()
    form = _message_form(task, queue)
    return form.replace(_ID, _task_id()).replace(_TAG, uuid.uuid4().hex).replace(_BODY, body).encode()


def read_task(message: bytes) -> tuple[str, list[Any]]:
    """The name and the arguments of a task of ours."""
    envelope = json.loads(message)
    return envelope["headers"]["task"], json.loads(base64.b64decode(envelope["body"]))[0]


def queued_ms(message: bytes) -> int:
    """When a task of ours was queued, in milliseconds; its id says so."""
    return int(json.loads(message)["headers"]["id"][:_TIME_DIGITS], 16)


def _task_id() -> str:
    return f"{now_ms():0{_TIME_DIGITS}x}{secrets.token_hex(10)}"


@functools.cache
def _message_form(task: str, queue: str) -> str:
    """The form of a queue's messages of one task, as Celery writes them for a result that nobody waits for."""
    headers: dict[str, Any] = {
        "lang": "py",
        "task": task,
        "id": _ID,
        "shadow": None,
        "eta": None,
        "expires": None,
        "group": None,
        "group_index": None,
        "retries": 0,
        "timelimit": [None, None],
        "root_id": _ID,
        "parent_id": None,
        "argsrepr": "",
        "kwargsrepr": "",
        "origin": "",
        "ignore_result": True,
        "replaced_task_nesting": 0,
        "stamped_headers": None,
        "stamps": {},
    }
    properties: dict[str, Any] = {
        "correlation_id": _ID,
        "reply_to": "",
        "delivery_mode": 2,
        "delivery_info": {"exchange": "", "routing_key": queue},
        "priority": 0,
        "body_encoding": "base64",
        "delivery_tag": _TAG,
    }
    envelope = {
        "body": _BODY,
        "content-encoding": "utf-8",
        "content-type": "application/json",
        "headers": headers,
        "properties": properties,
    }
    return json.dumps(envelope)
