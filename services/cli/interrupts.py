"""Ctrl-C, a closed terminal or a request to end while something is awaited: heard at once, whenever it comes."""

import asyncio
import signal
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


def run_until_interrupt(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end. Ctrl-C, a hang-up or SIGTERM cancels it: a KeyboardInterrupt once it has ended.

    `asyncio.run` alone does not wake a loop that is about to wait when the signal comes, and would wait for ever."""
    interrupts: list[int] = []

    async def run() -> T:
        task = asyncio.current_task()
        assert task is not None

        def interrupt() -> None:
            interrupts.append(signal.SIGINT)
            task.cancel()

        for one in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(one, interrupt)
        return await work

    try:
        return asyncio.run(run())
    except asyncio.CancelledError:
        if not interrupts:
            raise
        raise KeyboardInterrupt from None
