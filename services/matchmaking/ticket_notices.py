"""Notices of changed tickets, from any matchmaker to those who watch the tickets here."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from services.matchmaking.ticket_queue import notice_channel
from services.store.connection import UNREACHABLE, Store, note_failure, note_unreachable

RETRY_SECONDS = 0.2


class TicketNotices:
    """Wakes the watchers of a ticket when it changes."""

    def __init__(self, store: Store, games: tuple[str, ...]) -> None:
        self._store = store
        self._games = games
        self._watchers: dict[str, list[asyncio.Event]] = defaultdict(list)

    @contextmanager
    def watch(self, ticket_id: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever the ticket has changed, while the block runs."""
        event = asyncio.Event()
        self._watchers[ticket_id].append(event)
        try:
            yield event
        finally:
            self._watchers[ticket_id].remove(event)
            if not self._watchers[ticket_id]:
                del self._watchers[ticket_id]

    async def listen(self) -> None:
        """Pass notices on until cancelled, on one connection to the store after the other."""
        while True:
            try:
                async with self._store.pubsub(ignore_subscribe_messages=True) as channel:
                    await channel.subscribe(*map(notice_channel, self._games))
                    while True:
                        message = await channel.get_message(timeout=None)
                        if message is not None:
                            self._wake_watchers(message["data"].decode())
            except UNREACHABLE as error:
                note_unreachable("ticket notices", error)
            except Exception as error:
                note_failure("ticket notices", error)
            await asyncio.sleep(RETRY_SECONDS)

    def _wake_watchers(self, ticket_id: str) -> None:
        for event in self._watchers.get(ticket_id, ()):
            event.set()
