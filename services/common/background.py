"""Ends background tasks for certain."""

import asyncio
from typing import Any

INSIST_SECONDS = 0.3


async def end(*tasks: "asyncio.Task[Any]") -> None:
    """Cancel tasks until they are gone: a client library may take a cancellation for a timeout and go on."""
    waiting = {task for task in tasks if not task.done()}
    while waiting:
        for task in waiting:
            task.cancel()
        _, waiting = await asyncio.wait(waiting, timeout=INSIST_SECONDS)
