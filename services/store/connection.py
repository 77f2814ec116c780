"""The connection to Redis or Valkey, and the functions that run inside it."""

import asyncio
from pathlib import Path
from typing import Any, TypeAlias

from redis import exceptions
from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff

from services.process import metrics
from services.process.logs import logger
from services.process.settings import Settings
from services.store.multiplexed import MultiplexedConnection

FUNCTIONS = Path(__file__).with_name("functions.lua").read_text()
AWAY = (exceptions.ConnectionError, exceptions.TimeoutError, exceptions.BusyLoadingError)
"""How redis-py says that the store does not answer, as opposed to that it refused."""
UNREACHABLE = (*AWAY, OSError)

MOST_CONNECTIONS = 100
"""Connections of one process."""
WAIT_SECONDS = 10.0
"""How long one waits for a connection when all are in use."""

Store: TypeAlias = Any
"""A redis-py client. Its answers are typed as unions of all there are; ours are bytes."""


def connect(settings: Settings) -> Store:
    """A pool of connections; nothing is sent yet. Who finds all of them in use waits for one."""
    pool = BlockingConnectionPool.from_url(
        settings.store.redis_url,
        max_connections=MOST_CONNECTIONS,
        timeout=WAIT_SECONDS,
        protocol=3,
        socket_timeout=5.0,
        socket_connect_timeout=2.0,
        retry=Retry(ExponentialBackoff(cap=0.5, base=0.01), 3),
    )
    return Redis.from_pool(pool)


async def load_functions(store: Store) -> None:
    """Put our functions into the store, or replace older ones."""
    await store.function_load(FUNCTIONS, replace=True)


async def wait_until_ready(store: Store, seconds: float) -> None:
    """Wait for the store to answer, then load the functions."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + seconds
    while True:
        try:
            await store.ping()
            await load_functions(store)
            return
        except UNREACHABLE:
            if loop.time() > deadline:
                raise
            await asyncio.sleep(0.1)


def note_away(while_doing: str, error: Exception) -> None:
    """Count and log that the store did not answer somebody who will ask again."""
    metrics.STORE_ERRORS.labels(while_doing).inc()
    logger().warning("the store is away", doing=while_doing, error=str(error))


def multiplexed(store: Store, url: str) -> MultiplexedConnection:
    """A pipe to the store, for everything on the way of a choice."""
    return MultiplexedConnection(url, lambda: load_functions(store))
