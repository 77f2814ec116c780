"""Notices in the store's channels, from any process to those who wait here for something to happen."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from services.store.connection import UNREACHABLE, Store, note_failure, note_unreachable

RETRY_SECONDS = 0.2


class Notices:
    """Wakes those who wait for something when a channel names it. A notice can be lost with a connection: who waits
    looks now and then by themselves."""

    def __init__(self, store: Store, channels: Iterable[str]) -> None:
        self._store = store
        self._channels = tuple(channels)
        self._watchers: dict[str, list[asyncio.Event]] = defaultdict(list)

    @contextmanager
    def watch(self, name: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever there is a notice of this name, while the block runs."""
        event = asyncio.Event()
        self._watchers[name].append(event)
        try:
            yield event
        finally:
            self._watchers[name].remove(event)
            if not self._watchers[name]:
                del self._watchers[name]

    async def listen(self) -> None:
        """Pass notices on until cancelled, on one connection to the store after the other."""
        while True:
            try:
                async with self._store.pubsub(ignore_subscribe_messages=True) as channel:
                    await channel.subscribe(*self._channels)
                    while True:
                        message = await channel.get_message(timeout=None)
                        if message is not None:
                            self._wake_watchers(message["data"].decode())
            except UNREACHABLE as error:
                note_unreachable("notices", error)
            except Exception as error:
                note_failure("notices", error)
            await asyncio.sleep(RETRY_SECONDS)

    def _wake_watchers(self, name: str) -> None:
        for event in self._watchers.get(name, ()):
            event.set()
