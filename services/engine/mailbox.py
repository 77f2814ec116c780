"""Notices between workers: each listens on one channel of its own for matches it watches."""

import asyncio

from services.common.logs import logger
from services.common.store import UNREACHABLE, Store
from services.engine.live import Tables

RETRY_SECONDS = 0.2


async def listen(store: Store, worker: str, tables: Tables) -> None:
    """Follow notices until cancelled. After a broken connection everything watched is looked at again."""
    while True:
        try:
            async with store.pubsub(ignore_subscribe_messages=True) as channel:
                await channel.subscribe(f"worker:{worker}")
                await tables.notice_all()
                while True:
                    message = await channel.get_message(timeout=None)
                    if message is not None and message["type"] == "message":
                        await tables.notice(message["data"].decode())
        except asyncio.CancelledError:
            raise
        except UNREACHABLE as error:
            logger().warning("mailbox lost", error=str(error))
            await asyncio.sleep(RETRY_SECONDS)
        except Exception as error:
            logger().error("mailbox failed", exc_info=error)
            await asyncio.sleep(RETRY_SECONDS)
