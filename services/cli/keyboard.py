"""The keyboard of a person at a decision: lines of standard input."""

import asyncio
import os
import sys
import termios


class Keyboard:
    """Lines of standard input, awaited without blocking the event loop, so that Ctrl-C is handled meanwhile."""

    def __init__(self) -> None:
        self._descriptor = sys.stdin.fileno()
        self._buffer = b""

    async def line(self) -> str | None:
        """The next line without the space around it; None when there are no more."""
        while b"\n" not in self._buffer:
            await self._until_readable()
            data = os.read(self._descriptor, 4096)
            if not data:
                return None
            self._buffer += data
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line.decode(sys.stdin.encoding, errors="replace").strip()

    def discard(self) -> None:
        """Drop what a person typed before the question was shown; input through a pipe is kept."""
        if os.isatty(self._descriptor):
            termios.tcflush(self._descriptor, termios.TCIFLUSH)
            self._buffer = b""

    async def _until_readable(self) -> None:
        """Wait until there is something to read."""
        loop = asyncio.get_running_loop()
        readable = loop.create_future()
        try:
            loop.add_reader(self._descriptor, readable.set_result, None)
        except PermissionError:  # a file, which can always be read
            return
        try:
            await readable
        finally:
            loop.remove_reader(self._descriptor)
