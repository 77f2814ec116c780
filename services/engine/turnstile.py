"""A lock that lets one through at a time, in order, and that can be tried without waiting."""

import asyncio
from collections import deque


class Turnstile:
    """Like asyncio.Lock, with `try_enter` for code that cannot wait."""

    __slots__ = ("_queue", "taken")

    def __init__(self) -> None:
        self.taken = False
        self._queue: deque[asyncio.Future[None]] = deque()

    def try_enter(self) -> bool:
        """Enter if nobody is inside or waiting."""
        if self.taken:
            return False
        self.taken = True
        return True

    async def enter(self) -> None:
        """Wait for one's turn."""
        if self.try_enter():
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave()
            raise

    def leave(self) -> None:
        """Let the next one in; the turnstile stays taken while it passes to them."""
        while self._queue:
            turn = self._queue.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self.taken = False
