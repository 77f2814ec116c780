"""What operators see of a pool and of its store: plain functions that read and change nothing."""

from collections.abc import Sequence
from typing import Any

from redis.asyncio import RedisCluster

from services.api import admin_pb2 as pb
from services.engine import notices, operations
from services.store.connection import Store


async def pool(store: Store, games: Sequence[str], worker: str, held: int, at_work: int) -> pb.GetPoolResponse:
    """The pool that a worker is of."""
    return pb.GetPoolResponse(
        games=games,
        workers=await notices.workers(store),
        worker=worker,
        held=held,
        live=await operations.count_live(store, games),
        tasks_at_work=at_work,
    )


async def store_nodes(store: Store) -> list[pb.StoreNode]:
    """Every server of the store, by address."""
    if isinstance(store, RedisCluster):
        infos: dict[str, Any] = await store.info(target_nodes=RedisCluster.ALL_NODES)
        return [_node(address, info) for address, info in sorted(infos.items())]
    options = store.connection_pool.connection_kwargs
    address = options.get("path") or f"{options.get('host', 'localhost')}:{options.get('port', 6379)}"
    return [_node(address, await store.info())]


def _node(address: str, info: dict[str, Any]) -> pb.StoreNode:
    """A server of the store, by what it says of itself."""
    return pb.StoreNode(
        address=address,
        role="replica" if info["role"] == "slave" else info["role"],
        version=info.get("valkey_version") or info["redis_version"],
        uptime_seconds=info["uptime_in_seconds"],
        used_bytes=info["used_memory"],
        most_bytes=info["maxmemory"],
        clients=info["connected_clients"],
        keys=sum(counts["keys"] for name, counts in info.items() if name.startswith("db")),
        append_only=bool(info["aof_enabled"]),
        last_write_ok=info["aof_last_write_status"] == "ok",
    )
