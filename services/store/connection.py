"""Connections to the store (Valkey or Redis), and the functions that run inside it."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias

from redis import exceptions
from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff

from services.process import metrics
from services.process.logs import logger
from services.process.settings import Settings
from services.store.multiplexed import UNKNOWN_FUNCTION, MultiplexedConnection
from services.store.write_refusals import write_refusal

FUNCTIONS = Path(__file__).with_name("functions.lua").read_text()
NO_ANSWER = (exceptions.ConnectionError, exceptions.TimeoutError, exceptions.BusyLoadingError)
"""What redis-py raises where the store does not answer, as opposed to where it refuses."""
UNREACHABLE = (*NO_ANSWER, OSError)
"""Everything that is raised where the store cannot be reached."""

MOST_CONNECTIONS = 100
"""Connections of one process."""
WAIT_SECONDS = 10.0
"""How long a command waits for a connection when all are in use."""

Store: TypeAlias = Any
"""A redis-py client. Its answers are typed as unions of all there are; ours are bytes."""


def connect(settings: Settings) -> Store:
    """A client with a pool of connections; nothing is sent yet. A command that finds all in use waits for one."""
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
    """Load our functions into the store, in place of older ones."""
    await store.function_load(FUNCTIONS, replace=True)


async def call_function(store: Store, name: str, keys: Sequence[str], args: Sequence[Any]) -> Any:
    """The answer of one of our functions. A store that has lost them is given them again."""
    try:
        return await store.fcall(name, len(keys), *keys, *args)
    except exceptions.ResponseError as error:
        if UNKNOWN_FUNCTION not in str(error):
            raise
    await load_functions(store)
    return await store.fcall(name, len(keys), *keys, *args)


async def wait_until_ready(store: Store, seconds: float) -> None:
    """Wait for the store to answer, for so many seconds at most; then load our functions into it."""
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


def note_unreachable(operation: str, error: Exception) -> None:
    """Count and log that the store did not answer; the operation will be tried again."""
    metrics.STORE_ERRORS.labels(operation).inc()
    logger().warning("the store is away", doing=operation, error=str(error))


def note_failure(operation: str, error: Exception) -> None:
    """Log a failure of background work, which will be tried again; a write that the store refused is counted."""
    if write_refusal(error) is None:
        logger().error(f"{operation} failed", exc_info=error)


def connect_multiplexed(store: Store, url: str) -> MultiplexedConnection:
    """A multiplexed connection to the store, for everything on the way of a choice."""
    return MultiplexedConnection(url, lambda: load_functions(store))
