"""Notices between workers: each listens on one channel of its own for commits to the matches it watches."""

import asyncio
from collections.abc import Callable

from services.engine.committer import Committer
from services.store.connection import UNREACHABLE, Store, note_failure, note_unreachable

RETRY_SECONDS = 0.2
QUIET_SECONDS = 2.0
"""Seconds without a notice after which the store is pinged; after as many more it counts as gone."""
DRAIN = "!drain"
"""A notice that asks a worker to drain; no match has such an id."""
OnDrain = Callable[[], None]


def channel_of(worker: str) -> str:
    """The channel on which a worker listens."""
    return f"worker:{worker}"


async def workers(store: Store) -> list[str]:
    """The workers that listen now."""
    channels = await store.pubsub_channels(channel_of("*"))
    return sorted(name.decode().removeprefix(channel_of("")) for name in channels)


async def listen(
    store: Store, worker: str, committer: Committer, on_drain: OnDrain, quiet: float = QUIET_SECONDS
) -> None:
    """Follow notices until cancelled, on one connection after the other."""
    while True:
        try:
            async with store.pubsub() as channel:
                await channel.subscribe(channel_of(worker))
                await _follow(channel, committer, on_drain, quiet)
        except asyncio.CancelledError:
            raise
        except UNREACHABLE as error:
            note_unreachable("notices", error)
            await asyncio.sleep(RETRY_SECONDS)
        except Exception as error:
            note_failure("notices", error)
            await asyncio.sleep(RETRY_SECONDS)


async def _follow(channel: Store, committer: Committer, on_drain: OnDrain, quiet: float) -> None:
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
            notice = message["data"].decode()
            on_drain() if notice == DRAIN else committer.notice(notice)
        elif message["type"] == "subscribe":
            committer.notice_all()
        awaits_pong = message is None
