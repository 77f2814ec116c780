"""Background tasks: started without being waited for, and cancelled for certain."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from services.process.logs import logger

CANCEL_AGAIN_SECONDS = 0.3


async def cancel_and_wait(*tasks: "asyncio.Task[Any]") -> None:
    """Cancel tasks until they are done: a client library may take a cancellation for a timeout and go on."""
    running = {task for task in tasks if not task.done()}
    while running:
        for task in running:
            task.cancel()
        _, running = await asyncio.wait(running, timeout=CANCEL_AGAIN_SECONDS)


class Background:
    """Runs tasks that nobody waits for; one that fails is logged."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[None, None, None]) -> None:
        """Start a task and go on."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._forget)

    def _forget(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger().warning("background work failed", error=str(task.exception()))
