"""Notices between workers: each listens on one channel of its own for commits to the matches it watches."""

import asyncio

from services.engine.committer import Committer
from services.store.connection import UNREACHABLE, Store, note_failure, note_unreachable

RETRY_SECONDS = 0.2
QUIET_SECONDS = 2.0
"""Seconds without a notice after which the store is pinged; after as many more it counts as gone."""


async def listen(store: Store, worker: str, committer: Committer, quiet: float = QUIET_SECONDS) -> None:
    """Follow notices until cancelled, on one connection after the other."""
    while True:
        try:
            async with store.pubsub() as channel:
                await channel.subscribe(f"worker:{worker}")
                await _follow(channel, committer, quiet)
        except asyncio.CancelledError:
            raise
        except UNREACHABLE as error:
            note_unreachable("notices", error)
            await asyncio.sleep(RETRY_SECONDS)
        except Exception as error:
            note_failure("notices", error)
            await asyncio.sleep(RETRY_SECONDS)


async def _follow(channel: Store, committer: Committer, quiet: float) -> None:
    """Follow notices for as long as the store is heard of.

    The client library connects again by itself and does not say so, but that it has subscribed: notices may have been
    missed before, so everything watched is looked at."""
    awaits_pong = False
    while True:
        message = await channel.get_message(timeout=quiet)
        if message is None:
            if awaits_pong:
                raise ConnectionError("the store has fallen silent")
            await channel.ping()
        elif message["type"] == "message":
            committer.notice(message["data"].decode())
        elif message["type"] == "subscribe":
            committer.notice_all()
        awaits_pong = message is None
