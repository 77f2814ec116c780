"""Lists that change, such as that of live matches: read once for all who follow one, and how it changes.

Nobody is sent every change: who is slow is told how the list differs from the one that they have."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

from services.process.background import cancel_and_wait
from services.process.refusals import Refused

PAUSE_SECONDS = 1.0
"""How often the list is read while somebody follows it."""
T = TypeVar("T")
Listed: TypeAlias = dict[str, T]
"""What is listed, by what it is known by, in the order of the list: the newest first."""
Read: TypeAlias = Callable[[str], Awaitable[list[T]]]
"""Gives the list of a game; of all where it is empty."""


@dataclass(frozen=True, slots=True)
class Difference(Generic[T]):
    """How a list differs from an earlier one."""

    new: list[T]
    """What was not on it, or stood otherwise."""
    gone: list[T]
    """What is no longer on it, as it stood."""


def difference(before: Listed[T], now: Listed[T]) -> Difference[T]:
    """How a list differs from an earlier one; the oldest of what is new first."""
    new = [one for id, one in now.items() if before.get(id) != one]
    return Difference(new[::-1], [one for id, one in before.items() if id not in now])


@dataclass
class _Followed(Generic[T]):
    """The list of one game, or of all."""

    current: Listed[T] = field(default_factory=dict)
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    followers: int = 0
    reader: asyncio.Task[None] | None = None


class LiveLists(Generic[T]):
    """Lists of one kind that clients of a gateway process follow."""

    def __init__(self, read: Read[T], key: Callable[[T], str], pause_seconds: float = PAUSE_SECONDS) -> None:
        """`key` gives what one thing on a list is known by."""
        self._read = read
        self._key = key
        self._pause_seconds = pause_seconds
        self._lists: dict[str, _Followed[T]] = {}

    async def follow(self, game: str) -> AsyncGenerator[Difference[T], None]:
        """The list of a game as a difference from none, and then how it differs from what was given before, whenever it
        does; refused where it cannot be read."""
        followed = self._lists.setdefault(game, _Followed())
        if followed.reader is None:
            followed.current = self._by_key(await self._read(game))
        return self._differences(game, followed)

    async def _differences(self, game: str, followed: _Followed[T]) -> AsyncGenerator[Difference[T], None]:
        followed.followers += 1
        if followed.reader is None:
            followed.reader = asyncio.create_task(self._keep(game, followed))
        before: Listed[T] = {}
        try:
            while True:
                now = followed.current
                if now != before:
                    yield difference(before, now)
                before = now
                async with followed.changed:
                    await followed.changed.wait()
        finally:
            followed.followers -= 1
            if not followed.followers:
                reader, followed.reader = followed.reader, None
                await cancel_and_wait(reader)

    async def _keep(self, game: str, followed: _Followed[T]) -> None:
        """Read the list again and again; while an engine is away it stays as it was."""
        while True:
            await asyncio.sleep(self._pause_seconds)
            try:
                items = await self._read(game)
            except Refused:
                continue
            async with followed.changed:
                followed.current = self._by_key(items)
                followed.changed.notify_all()

    def _by_key(self, items: list[T]) -> Listed[T]:
        return {self._key(one): one for one in items}
