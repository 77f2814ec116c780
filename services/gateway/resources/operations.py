"""What operators see of the whole server: pools of engines, the store, and alerts. Every call needs an admin token."""

import asyncio
from collections.abc import Mapping
from typing import Any

import httpx2
import msgspec
from litestar import Controller, get

from services.api import admin_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.gateway.calls import Calls, ClientCalls
from services.gateway.translation import translate
from services.process.refusals import Refused

HTTP_SECONDS = 3.0


class Pool(msgspec.Struct):
    """The engines of some games."""

    address: str
    """Where the gateway reaches it."""
    problem: str
    """Why it does not answer; empty where it does."""
    games: list[str]
    """The ids of its games."""
    workers: list[str]
    """Workers that listen on its store, of this pool and of others."""
    worker: str
    """Who answered."""
    held: int
    """How many matches that one holds."""
    live: int
    """Matches of these games that are in play or not archived yet."""
    tasks_at_work: int
    """Turns and hints that bot workers are at."""


class Pools(msgspec.Struct):
    """All pools of engines."""

    pools: list[Pool]
    """In the order of the settings."""


class StoreNode(msgspec.Struct):
    """A server of the store."""

    address: str
    """Where it answers."""
    role: str
    """`master` or `replica`."""
    version: str
    """Its version."""
    uptime_seconds: int
    """For how long it has run."""
    used_bytes: int
    """Its memory."""
    most_bytes: int
    """The most that it may use; 0: no limit."""
    clients: int
    """Connections to it."""
    keys: int
    """Keys that it holds."""
    append_only: bool
    """Whether every choice goes to disk before it is acknowledged."""
    last_write_ok: bool
    """Whether the last write to disk succeeded."""


class StoreNodes(msgspec.Struct):
    """The whole store."""

    nodes: list[StoreNode]
    """By address."""


class Alert(msgspec.Struct):
    """A rule of the monitoring that does not hold."""

    name: str
    """The name of the rule."""
    state: str
    """`firing`, or `pending` while it is not sure."""
    severity: str
    """How bad it is."""
    summary: str
    """What it says."""
    runbook: str
    """Where it is told what to do."""
    since: str
    """Since when, as RFC 3339 has it."""


class Alerts(msgspec.Struct):
    """What the monitoring has to complain of."""

    watched: bool
    """Whether this gateway knows of a Prometheus at all."""
    alerts: list[Alert]
    """The alerts that fire, and then the pending ones."""


class OperationsController(Controller):
    """Operations that change nothing."""

    path = "/admin"
    tags = ("admin",)

    @get("/pools", operation_id="listPools")
    async def pools(self, calls: Calls) -> Pools:
        """Every pool of engines; one that does not answer says why."""
        stubs = calls.upstream.operations_by_address()
        return Pools(list(await asyncio.gather(*(_pool(calls, *one) for one in stubs.items()))))

    @get("/store", operation_id="getStore")
    async def store(self, calls: Calls) -> StoreNodes:
        """The store as the first pool of engines sees it."""
        stub = calls.upstream.all_operations()[0]
        return translate(StoreNodes, await calls.make(stub.GetStore, pb.GetStoreRequest()))

    @get("/alerts", operation_id="listAlerts")
    async def alerts(self, calls: Calls) -> Alerts:
        """Alerts of the Prometheus that the settings name."""
        (await calls.caller()).require("admin")
        address = calls.upstream.settings.gateway.prometheus
        if not address:
            return Alerts(False, [])
        alerts = [_alert(one) for one in await _read_alerts(address)]
        return Alerts(True, sorted(alerts, key=lambda one: (one.state != "firing", one.since)))


async def _pool(calls: ClientCalls, address: str, stub: Any) -> Pool:
    """A pool as it stands."""
    try:
        answer = await calls.make(stub.GetPool, pb.GetPoolRequest())
    except Refused as error:
        if error.reason != ErrorReason.ERROR_REASON_UNAVAILABLE:
            raise
        return Pool(address, str(error), [], [], "", 0, 0, 0)
    games, workers = list(answer.games), list(answer.workers)
    return Pool(address, "", games, workers, answer.worker, answer.held, answer.live, answer.tasks_at_work)


async def _read_alerts(address: str) -> list[dict[str, Any]]:
    """Alerts as Prometheus tells them; refused where it does not."""
    try:
        async with httpx2.AsyncClient(timeout=HTTP_SECONDS) as client:
            answer = await client.get(f"{address.rstrip('/')}/api/v1/alerts")
            answer.raise_for_status()
            alerts: list[dict[str, Any]] = answer.json()["data"]["alerts"]
            return alerts
    except (httpx2.HTTPError, ValueError, KeyError, TypeError) as error:
        message = f"The Prometheus at {address} does not tell its alerts: {error}"
        raise Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, message) from error


def _alert(alert: Mapping[str, Any]) -> Alert:
    labels, words = alert.get("labels", {}), alert.get("annotations", {})
    return Alert(
        name=labels.get("alertname", ""),
        state=alert.get("state", ""),
        severity=labels.get("severity", ""),
        summary=words.get("summary") or words.get("description", ""),
        runbook=words.get("runbook_url", ""),
        since=alert.get("activeAt", ""),
    )
