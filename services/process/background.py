"""Work that nobody waits for, and tasks that end for certain."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from services.process.logs import logger

INSIST_SECONDS = 0.3


async def end(*tasks: "asyncio.Task[Any]") -> None:
    """Cancel tasks until they are gone: a client library may take a cancellation for a timeout and go on."""
    waiting = {task for task in tasks if not task.done()}
    while waiting:
        for task in waiting:
            task.cancel()
        _, waiting = await asyncio.wait(waiting, timeout=INSIST_SECONDS)


class Background:
    """Runs what nobody waits for; what fails is logged."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[None, None, None]) -> None:
        """Begin, and go on."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger().warning("background work failed", error=str(task.exception()))
