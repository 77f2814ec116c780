"""Connections to the store (Valkey or Redis), and the functions that run inside it."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from redis import exceptions
from redis.asyncio import BlockingConnectionPool, Redis, RedisCluster
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff

from services.process import metrics
from services.process.logs import logger
from services.process.settings import Settings
from services.store.address import client_options, endpoints, is_cluster
from services.store.cluster import ClusterConnection, slot_of
from services.store.multiplexed import UNKNOWN_FUNCTION, Connection, MultiplexedConnection
from services.store.write_refusals import write_refusal

FUNCTIONS = Path(__file__).with_name("functions.lua").read_text()
NO_ANSWER = (
    exceptions.ConnectionError,
    exceptions.TimeoutError,
    exceptions.BusyLoadingError,
    exceptions.RedisClusterException,
    exceptions.ClusterDownError,
    exceptions.MasterDownError,
    exceptions.TryAgainError,
)
"""What redis-py raises where the store does not answer, as opposed to where it refuses."""
UNREACHABLE = (*NO_ANSWER, OSError)
"""Everything that is raised where the store cannot be reached."""

MOST_CONNECTIONS = 100
"""Connections of one process."""
WAIT_SECONDS = 10.0
"""How long a command waits for a connection when all are in use."""

Store: TypeAlias = Any
"""A redis-py client. Its answers are typed as unions of all there are; ours are bytes."""


class ClusterClient(RedisCluster):
    """redis-py's client, which knows by itself which node a function of ours goes to: it would ask the store before
    every call."""

    async def _determine_slot(self, command: str, *args: Any) -> int:
        if command in ("FCALL", "FCALL_RO"):
            return slot_of((command, *args))
        return await super()._determine_slot(command, *args)


def connect(settings: Settings) -> Store:
    """A client with a pool of connections; nothing is sent yet. A command that finds all in use waits for one."""
    url = settings.store.redis_url
    options: dict[str, Any] = {
        "max_connections": MOST_CONNECTIONS,
        "protocol": 3,
        "socket_timeout": 5.0,
        "socket_connect_timeout": 2.0,
        "retry": Retry(ExponentialBackoff(cap=0.5, base=0.01), 3),
    }
    if is_cluster(url):
        nodes = [ClusterNode(node.host, node.port) for node in endpoints(url)]
        return ClusterClient(startup_nodes=nodes, **client_options(url), **options)
    return Redis.from_pool(BlockingConnectionPool.from_url(url, timeout=WAIT_SECONDS, **options))


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


def connect_multiplexed(
    store: Store, url: str, replicas: int = 0, on_change: Callable[[], None] = lambda: None
) -> Connection:
    """What is on the way of a choice goes by this: a multiplexed connection, or one to each primary of a cluster.

    Writes are answered once so many replicas have them; `on_change` is called when a cluster has other primaries."""

    def load() -> Awaitable[None]:
        return load_functions(store)

    if is_cluster(url):
        return ClusterConnection(endpoints(url), load, replicas=replicas, on_change=on_change)
    return MultiplexedConnection(endpoints(url)[0], load, replicas=replicas)
