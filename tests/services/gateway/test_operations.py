"""What operators see of the whole server over HTTP: pools, the store, and alerts of a real Prometheus."""

import asyncio
import contextlib
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from services.process.ports import free_port
from services.rpc.tokens import Keyring
from tests.services.conftest import eventually
from tests.services.gateway.conftest import Gateway, auth, running_gateway

PROMETHEUS = shutil.which("prometheus")
CALLS = ("pools", "store", "alerts")
RULES = """
groups:
  - name: test
    interval: 1s
    rules:
      - alert: AlwaysFires
        expr: vector(1)
        labels: { severity: page }
        annotations: { summary: It burns, runbook_url: docs/operations.md#fire }
"""


@contextlib.asynccontextmanager
async def running_prometheus(folder: Path) -> AsyncIterator[str]:
    """A Prometheus with one alert that always fires; where it answers."""
    (folder / "rules.yml").write_text(RULES)
    (folder / "prometheus.yml").write_text("rule_files: [rules.yml]\n")
    address = f"127.0.0.1:{free_port()}"
    words = (f"--config.file={folder}/prometheus.yml", f"--storage.tsdb.path={folder}/data")
    quiet = asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(
        PROMETHEUS or "", *words, f"--web.listen-address={address}", stdout=quiet, stderr=quiet
    )
    try:
        yield f"http://{address}"
    finally:
        process.kill()
        await process.wait()


async def test_operators_see_pools_and_the_store(gateway: Gateway, keyring: Keyring) -> None:
    operator = keyring.mint("admin", "root", 600)
    await gateway.new_match()
    [pool] = (await gateway.get("/admin/pools", operator))["pools"]
    assert (pool["problem"], pool["live"]) == ("", 1)
    assert "barrow" in pool["games"]
    [node] = (await gateway.get("/admin/store", operator))["nodes"]
    assert node["role"] == "master"
    assert (await gateway.get("/admin/alerts", operator)) == {"watched": False, "alerts": []}


async def test_nobody_else_sees_them(gateway: Gateway, keyring: Keyring) -> None:
    for token, status in (("", 401), (keyring.mint("player", "p0", 600), 403)):
        for path in CALLS:
            answer = await gateway.http.get(f"/admin/{path}", headers=auth(token) if token else {})
            assert answer.status_code == status, (path, answer.text)


async def test_a_pool_that_is_away_says_so(settings, store, admin, keyring: Keyring) -> None:
    async with running_gateway(settings, admin, engines="*=127.0.0.1:9") as gateway:
        [pool] = (await gateway.get("/admin/pools", keyring.mint("admin", "root", 600)))["pools"]
        assert (pool["address"], pool["games"]) == ("127.0.0.1:9", [])
        assert pool["problem"]


@pytest.mark.skipif(PROMETHEUS is None, reason="prometheus is not here; Debian has it in the package prometheus")
async def test_alerts_are_those_of_prometheus(settings, store, admin, keyring: Keyring, tmp_path: Path) -> None:
    operator = keyring.mint("admin", "root", 600)
    async with (
        running_prometheus(tmp_path) as prometheus,
        running_gateway(settings, admin, gateway_prometheus=prometheus) as gateway,
    ):

        async def fires() -> list[dict[str, str]] | None:
            answer: httpx.Response = await gateway.http.get("/admin/alerts", headers=auth(operator))
            return answer.json().get("alerts")

        [alert] = await eventually(fires)
        assert (alert["name"], alert["state"], alert["severity"]) == ("AlwaysFires", "firing", "page")
        assert (alert["summary"], alert["runbook"]) == ("It burns", "docs/operations.md#fire")
        assert alert["since"]


async def test_a_prometheus_that_is_away_is_a_problem(settings, store, admin, keyring: Keyring) -> None:
    async with running_gateway(settings, admin, gateway_prometheus="http://127.0.0.1:9") as gateway:
        headers = auth(keyring.mint("admin", "root", 600))
        answer = await gateway.http.get("/admin/alerts", headers=headers)
        assert (answer.status_code, answer.json()["reason"]) == (503, "UNAVAILABLE")
