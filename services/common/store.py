"""The connection to Redis or Valkey, and the functions that run inside it."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

from redis.asyncio import Redis
from redis.asyncio.cluster import RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff
from redis.exceptions import BusyLoadingError, ConnectionError, ResponseError, TimeoutError

from services.common import metrics
from services.common.errors import Refused
from services.common.settings import Settings
from westmarch.v1.errors_pb2 import ErrorReason

FUNCTIONS = Path(__file__).with_name("functions.lua").read_text()
UNREACHABLE = (ConnectionError, TimeoutError, BusyLoadingError, OSError)
"""What says that the store does not answer, as opposed to that it refused."""

FORGOTTEN = "Function not found"
"""How a store that was emptied or replaced says that it lost our functions."""

Store = Redis
T = TypeVar("T")


def connect(settings: Settings) -> "Redis":
    """A pool of connections; nothing is sent yet."""
    retry = Retry(ExponentialBackoff(cap=0.5, base=0.01), 3)
    if settings.redis_cluster:
        cluster: Any = RedisCluster.from_url(settings.redis_url)
        return cluster  # type: ignore[no-any-return]  # the same commands, spread over slots
    return Redis.from_url(
        settings.redis_url, protocol=3, socket_timeout=5.0, socket_connect_timeout=2.0, retry=retry
    )


async def load_functions(store: "Redis") -> None:
    """Put our functions into the store, or replace older ones."""
    await store.function_load(FUNCTIONS, replace=True)


async def wait_until_ready(store: "Redis", seconds: float) -> None:
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


async def ask(store: "Redis", operation: str, call: Callable[[], Awaitable[T]], seconds: float = 10.0) -> T:
    """Make a round trip that may safely be repeated, until the store answers or the time is up."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + seconds
    pause = 0.02
    while True:
        began = loop.time()
        try:
            answer = await call()
        except (*UNREACHABLE, ResponseError) as error:
            metrics.STORE_ERRORS.labels(operation).inc()
            if isinstance(error, ResponseError):
                if FORGOTTEN not in str(error):
                    raise
                await load_functions(store)
            if loop.time() + pause > deadline:
                raise Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, "The store does not answer.") from error
            await asyncio.sleep(pause)
            pause = min(pause * 2, 0.5)
        else:
            metrics.STORE_SECONDS.labels(operation).observe(loop.time() - began)
            return answer
