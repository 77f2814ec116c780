"""A lock that lets one through at a time, in order, and that can be tried without waiting."""

import asyncio
from collections import deque


class FairLock:
    """Like asyncio.Lock, with `try_acquire` for code that cannot wait."""

    __slots__ = ("_queue", "locked")

    def __init__(self) -> None:
        self.locked = False
        self._queue: deque[asyncio.Future[None]] = deque()

    def try_acquire(self) -> bool:
        """Take the lock if nobody has it or waits for it."""
        if self.locked:
            return False
        self.locked = True
        return True

    async def acquire(self) -> None:
        """Wait for the lock."""
        if self.try_acquire():
            return
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.append(waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled():
                self.release()
            raise

    def release(self) -> None:
        """Give the lock to who has waited longest; it stays locked while it passes to them."""
        while self._queue:
            waiter = self._queue.popleft()
            if not waiter.done():
                waiter.set_result(None)
                return
        self.locked = False
