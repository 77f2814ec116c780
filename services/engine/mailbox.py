"""Notices between workers: each listens on one channel of its own for matches it watches."""

import asyncio

from services.common.logs import logger
from services.common.store import UNREACHABLE, Store, note_away
from services.engine.tables import Tables

RETRY_SECONDS = 0.2
QUIET_SECONDS = 2.0
"""After so long without a notice the store is asked whether it is there; after so long again it is not."""


async def listen(store: Store, worker: str, tables: Tables, quiet: float = QUIET_SECONDS) -> None:
    """Follow notices until cancelled, on one connection after the other."""
    while True:
        try:
            async with store.pubsub() as channel:
                await channel.subscribe(f"worker:{worker}")
                await _follow(channel, tables, quiet)
        except asyncio.CancelledError:
            raise
        except UNREACHABLE as error:
            note_away("mailbox", error)
            await asyncio.sleep(RETRY_SECONDS)
        except Exception as error:
            logger().error("mailbox failed", exc_info=error)
            await asyncio.sleep(RETRY_SECONDS)


async def _follow(channel: Store, tables: Tables, quiet: float) -> None:
    """Follow notices for as long as the store is heard of.

    The client library connects again by itself and does not say so, but that it has subscribed: notices may have been
    missed before, so everything watched is looked at."""
    asked = False
    while True:
        message = await channel.get_message(timeout=quiet)
        if message is None:
            if asked:
                raise ConnectionError("the store has fallen silent")
            await channel.ping()
        elif message["type"] == "message":
            tables.notice(message["data"].decode())
        elif message["type"] == "subscribe":
            tables.notice_all()
        asked = message is None
