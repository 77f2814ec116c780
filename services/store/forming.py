"""Makes a cluster of servers that are empty and on their own; one that stands is left as it is."""

import asyncio
from collections.abc import Sequence
from typing import Any

from redis.asyncio import Redis

from services.store.address import Endpoint
from services.store.cluster import SLOTS

CHECK_SECONDS = 0.1
BUS_PORT_OFFSET = 10_000
"""From a node's port to the one where other nodes talk with it, unless it is told otherwise."""


async def form_cluster(nodes: Sequence[Endpoint], primaries: int, seconds: float = 30.0) -> None:
    """Make the first so many nodes primaries of equal shares of the slots, and the others their replicas, in turn; wait
    until all agree. Raises TimeoutError if they do not in time."""
    clients = [_client(node) for node in nodes]
    try:
        async with asyncio.timeout(seconds):
            if not await _has_all_slots(clients[0]):
                await _meet(nodes, clients)
                await _share_slots(clients[:primaries])
                await _follow(clients, primaries)
            replicas = (len(nodes) - primaries) // primaries
            while not all([await _is_whole(client, len(nodes), replicas) for client in clients]):
                await asyncio.sleep(CHECK_SECONDS)
    finally:
        for client in clients:
            await client.aclose()


def _client(node: Endpoint) -> Any:
    return Redis(
        host=node.host,
        port=node.port,
        username=node.user if node.password else None,
        password=node.password or None,
        protocol=3,
        ssl=node.tls is not None,
    )


async def _has_all_slots(client: Any) -> bool:
    return int((await client.execute_command("CLUSTER INFO"))["cluster_slots_assigned"]) == SLOTS


async def _is_whole(client: Any, nodes: int, replicas: int) -> bool:
    """Whether a node sees all others and every slot served, and has its replicas if it is a primary."""
    info = await client.execute_command("CLUSTER INFO")
    if info["cluster_state"] != "ok" or int(info["cluster_known_nodes"]) != nodes:
        return False
    state = await client.info("replication")
    if state["role"] != "master":
        return bool(state["master_link_status"] == "up")
    online = [one for name, one in state.items() if name.startswith("slave") and one["state"] == "online"]
    return len(online) >= replicas


async def _meet(nodes: Sequence[Endpoint], clients: Sequence[Any]) -> None:
    """Let all nodes know each other."""
    for number, client in enumerate(clients, 1):
        await client.execute_command("CLUSTER SET-CONFIG-EPOCH", number)
    for node, client in zip(nodes[1:], clients[1:], strict=True):
        await clients[0].execute_command("CLUSTER MEET", node.host, node.port, await _bus_port(node, client))
    while int((await clients[0].execute_command("CLUSTER INFO"))["cluster_known_nodes"]) < len(nodes):
        await asyncio.sleep(CHECK_SECONDS)


async def _bus_port(node: Endpoint, client: Any) -> int:
    """Where nodes talk with a node."""
    (configured,) = (await client.config_get("cluster-port")).values()
    return int(configured) or node.port + BUS_PORT_OFFSET


async def _share_slots(primaries: Sequence[Any]) -> None:
    bounds = [SLOTS * number // len(primaries) for number in range(len(primaries) + 1)]
    for client, first, end in zip(primaries, bounds, bounds[1:], strict=False):
        await client.execute_command("CLUSTER ADDSLOTSRANGE", first, end - 1)


async def _follow(clients: Sequence[Any], primaries: int) -> None:
    """Give each primary its replicas, as soon as they know it."""
    ids = [(await client.execute_command("CLUSTER MYID")).decode() for client in clients[:primaries]]
    for number, client in enumerate(clients[primaries:]):
        primary = ids[number % primaries]
        while primary not in str(await client.execute_command("CLUSTER NODES")):
            await asyncio.sleep(CHECK_SECONDS)
        await client.execute_command("CLUSTER REPLICATE", primary)
