"""Makes a cluster of servers that are empty and on their own; in one that stands, nodes that were lost from sight are
brought together again."""

import asyncio
import socket
from collections.abc import Sequence
from typing import Any

from redis.asyncio import Redis

from services.store.address import Endpoint
from services.store.cluster import SLOTS

CHECK_SECONDS = 0.1
BETWEEN_ATTEMPTS_SECONDS = 1.0
"""To bring nodes together that know each other no longer."""
BUS_PORT_OFFSET = 10_000
"""From a node's port to the one where other nodes talk with it, unless it is told otherwise."""


async def form_cluster(nodes: Sequence[Endpoint], primaries: int, seconds: float = 30.0) -> None:
    """Make the first so many nodes primaries of equal shares of the slots, and the others their replicas, in turn; wait
    until all agree. Raises TimeoutError if they do not in time.

    In a cluster that stands, a node that has another address than before is introduced again, and one that came back
    empty takes a place among the replicas of its primary."""
    clients = [_client(node) for node in nodes]
    replicas = (len(nodes) - primaries) // primaries
    try:
        async with asyncio.timeout(seconds):
            is_new = not any([await _has_all_slots(client) for client in clients])
            if is_new:
                await _meet(nodes, clients)
                await _share_slots(clients[:primaries])
                await _follow(clients, primaries)
            while not await _are_whole(clients, replicas):
                if not is_new:
                    await _bring_together(nodes, clients, primaries)
                await asyncio.sleep(CHECK_SECONDS if is_new else BETWEEN_ATTEMPTS_SECONDS)
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


async def _are_whole(clients: Sequence[Any], replicas: int) -> bool:
    """Whether all nodes see the same whole cluster."""
    return all([await _is_whole(client, len(clients), replicas) for client in clients])


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
        await _greet(clients[0], node, client)
    while int((await clients[0].execute_command("CLUSTER INFO"))["cluster_known_nodes"]) < len(nodes):
        await asyncio.sleep(CHECK_SECONDS)


async def _greet(client: Any, node: Endpoint, client_of_node: Any) -> None:
    """Tell a server where a node is; a node that it knows by another address moves there."""
    address = await _address_of(node.host)
    await client.execute_command("CLUSTER MEET", address, node.port, await _bus_port(node, client_of_node))


async def _address_of(host: str) -> str:
    """The address of a host: nodes are not introduced by name."""
    addresses = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return str(addresses[0][4][0])


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


# -- a cluster that stands


async def _bring_together(nodes: Sequence[Endpoint], clients: Sequence[Any], primaries: int) -> None:
    """Let every node know where all others are now, and give those a place that came back empty."""
    ids = [await _id_of(client) for client in clients]
    await _forget_others(clients, ids)
    for client, id in zip(clients, ids, strict=True):
        lost = await _out_of_sight(client, ids)
        for node, other, other_id in zip(nodes, clients, ids, strict=True):
            if other_id in lost and other_id != id:
                await _greet(client, node, other)
    await _take_in(clients, ids, primaries)


async def _out_of_sight(client: Any, ids: Sequence[str]) -> set[str]:
    """Those of the nodes that a node does not know, or is not connected with."""
    seen = await _nodes_known_to(client)
    return {id for id in ids if id not in seen or not seen[id]["connected"]}


async def _forget_others(clients: Sequence[Any], ids: Sequence[str]) -> None:
    """Have nodes forgotten that failed and will not come back, since another one has their place."""
    for client in clients:
        for id, node in (await _nodes_known_to(client)).items():
            if id not in ids and "fail" in node["flags"].split(","):
                await client.execute_command("CLUSTER FORGET", id)


async def _take_in(clients: Sequence[Any], ids: Sequence[str], primaries: int) -> None:
    """Make nodes without slots that follow nobody replicas of whoever has the slots of their place."""
    owners = await _owners(clients)
    for number, client in enumerate(clients):
        if ids[number] in owners or (await client.info("replication"))["role"] != "master":
            continue
        known = await _nodes_known_to(client)
        for peer in ids[number % primaries :: primaries]:
            if peer in owners and peer in known:
                await client.execute_command("CLUSTER REPLICATE", peer)


async def _owners(clients: Sequence[Any]) -> set[str]:
    """Who has slots, as one of those sees it that see all of them served."""
    for client in clients:
        if await _has_all_slots(client):
            return {str(one[2][2].decode()) for one in await client.execute_command("CLUSTER SLOTS")}
    return set()


async def _id_of(client: Any) -> str:
    return str((await client.execute_command("CLUSTER MYID")).decode())


async def _nodes_known_to(client: Any) -> dict[str, Any]:
    """By id: every node that a node knows."""
    answer = await client.execute_command("CLUSTER NODES")
    return {one["node_id"]: one for one in answer.values()}
