"""What a person types at a decision: lines, and what they ask for."""

import asyncio
import os
import sys
import termios


def chosen(word: str, most: int) -> int | None:
    """The index of the option that a number typed stands for, if there is one."""
    if not (word.isascii() and word.isdecimal() and len(word) <= len(str(most))):
        return None
    return int(word) - 1 if 1 <= int(word) <= most else None


class Keyboard:
    """Lines of standard input, waited for without holding up the event loop: Ctrl-C is heard meanwhile."""

    def __init__(self) -> None:
        self._descriptor = sys.stdin.fileno()
        self._typed = b""

    async def line(self) -> str | None:
        """The next line without the space around it; None when there are no more."""
        while b"\n" not in self._typed:
            await self._ready()
            more = os.read(self._descriptor, 4096)
            if not more:
                return None
            self._typed += more
        line, _, self._typed = self._typed.partition(b"\n")
        return line.decode(errors="replace").strip()

    def forget(self) -> None:
        """Drop what was typed before it was asked for, if somebody types; what comes through a pipe is all meant."""
        if os.isatty(self._descriptor):
            termios.tcflush(self._descriptor, termios.TCIFLUSH)
            self._typed = b""

    async def _ready(self) -> None:
        """Wait until there is something to read."""
        loop = asyncio.get_running_loop()
        ready = loop.create_future()
        try:
            loop.add_reader(self._descriptor, ready.set_result, None)
        except PermissionError:  # a file, which never makes wait
            return
        try:
            await ready
        finally:
            loop.remove_reader(self._descriptor)
