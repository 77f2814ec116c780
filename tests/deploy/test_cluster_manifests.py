"""What a cluster of machines is told beside what runs on it: who goes first, who talks to whom, when pools grow."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import redis
import yaml

from services.process import metrics
from services.process.settings import Settings
from services.store.address import endpoints
from tests.deploy.test_manifests import DEPLOY, app_of, named, overlay, pod_sets  # noqa: F401  # a fixture
from tests.deploy.test_observability import rules
from tests.services.store.servers import cluster_of

SHARDS = ("a", "b", "c")
CALLED = {
    "matchmaking": {"engine", "players"},
    "bots": {"engine", "archive"},
    "ladders": {"bots", "engine", "archive"},
    "players": {"archive"},
    "tournaments": {"engine", "bots", "archive", "players"},
    "gateway": {"engine", "matchmaking", "bots", "archive", "ladders", "players", "tournaments"},
    "bot-worker": {"engine"},
    "engine": set(),
    "archive": set(),
}
"""Whom each service calls."""
WITH_STORE = {"engine", "matchmaking", "bots", "archive", "ladders", "players", "tournaments"}


@pytest.fixture
def prod(request, overlay) -> list[dict[str, Any]]:  # noqa: F811
    """The overlay of production."""
    if request.node.callspec.params["overlay"] != "prod":
        pytest.skip("production has what the small cluster does without")
    return overlay


def selects(selector: dict[str, Any], labels: dict[str, str]) -> bool:
    """Whether a selector of pods catches one with these labels."""
    if not selector.get("matchLabels", {}).items() <= labels.items():
        return False
    return all(
        (labels.get(one["key"]) in one["values"]) == (one["operator"] == "In")
        for one in selector.get("matchExpressions", [])
    )


def may_send(overlay: list[dict[str, Any]], source: str, target: str, port: int) -> bool:  # noqa: F811
    """Whether the policies let pods of one app reach a port of another: out of the one, and into the other."""
    labels = {app_of(one): one["spec"]["template"]["metadata"]["labels"] for one in pod_sets(overlay)}
    policies = [one["spec"] for one in overlay if one["kind"] == "NetworkPolicy"]

    def opens(direction: str, peer_key: str, own: str, other: str) -> bool:
        for spec in policies:
            if direction.capitalize() in spec["policyTypes"] and selects(spec["podSelector"], labels[own]):
                for rule in spec.get(direction, []):
                    peers = rule.get(peer_key)
                    is_peer = peers is None or any(
                        "namespaceSelector" not in one and selects(one["podSelector"], labels[other])
                        for one in peers
                        if "podSelector" in one
                    )
                    if is_peer and port in [one["port"] for one in rule["ports"]]:
                        return True
        return False

    return opens("egress", "to", source, target) and opens("ingress", "from", target, source)


def test_services_reach_whom_they_call_and_the_store(overlay) -> None:  # noqa: F811
    for source, targets in CALLED.items():
        for target in targets:
            assert may_send(overlay, source, target, 7700), (source, target)
        assert may_send(overlay, source, "valkey", 6379) == (source != "gateway")


def test_nobody_sends_anything_anywhere_else(overlay) -> None:  # noqa: F811
    policies = {one["metadata"]["name"]: one["spec"] for one in overlay if one["kind"] == "NetworkPolicy"}
    assert policies["deny-by-default"] == {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}
    anywhere = {
        (name, port["port"])
        for name, spec in policies.items()
        for rule in spec.get("egress", [])
        for port in rule["ports"]
        if not any("podSelector" in peer for peer in rule.get("to", []))
    }
    assert anywhere == {("to-database", 5432), ("to-providers", 443)}
    for target in CALLED:
        assert may_send(overlay, "bot-worker", target, 7700) == (target == "engine")


def test_nodes_of_the_store_are_for_those_who_keep_matches_there(prod) -> None:
    for app in CALLED:
        assert may_send(prod, app, "store", 6379) == (app in WITH_STORE)
    assert may_send(prod, "store-keeper", "store", 6379)
    assert may_send(prod, "store", "store", 16379)
    assert not may_send(prod, "store", "engine", 7700)


def test_every_pod_says_how_much_it_matters(overlay) -> None:  # noqa: F811
    value = {one["metadata"]["name"]: one["value"] for one in overlay if one["kind"] == "PriorityClass"}
    of_app = {app_of(one): value[one["spec"]["template"]["spec"]["priorityClassName"]] for one in pod_sets(overlay)}
    assert of_app["valkey"] > of_app["engine"] == of_app["gateway"] > of_app["archive"] > of_app["bot-worker"]


def test_who_serves_leaves_the_balancer_before_it_drains(overlay) -> None:  # noqa: F811
    """And has time to drain before it is killed."""
    for one in overlay:
        if one["kind"] == "Deployment" and app_of(one) not in ("bot-worker", "store-keeper"):
            pod = one["spec"]["template"]["spec"]
            seconds = pod["containers"][0]["lifecycle"]["preStop"]["sleep"]["seconds"]
            assert 0 < seconds + Settings().server.drain_seconds < pod["terminationGracePeriodSeconds"]


def test_probes_of_bot_workers_ask_for_their_consumer(overlay) -> None:  # noqa: F811
    for one in pod_sets(overlay):
        if app_of(one) == "bot-worker":
            [container] = one["spec"]["template"]["spec"]["containers"]
            paths = {name: container[name]["httpGet"]["path"] for name in container if name.endswith("Probe")}
            assert paths == {"startupProbe": "/ready", "readinessProbe": "/ready", "livenessProbe": "/alive"}
            ports = {port["name"]: port["containerPort"] for port in container["ports"]}
            config = next(
                two["data"] for two in overlay if two["kind"] == "ConfigMap" and "WESTMARCH_PORT" in two["data"]
            )
            assert ports["health"] == int(config["WESTMARCH_HEALTH_PORT"])


def autoscalers(prod: list[dict[str, Any]], app: str) -> list[dict[str, Any]]:
    return [one for one in prod if one["kind"] == "HorizontalPodAutoscaler" and one["metadata"]["name"].startswith(app)]


def test_pools_grow_by_what_people_feel(prod) -> None:
    """Engines by streams and by how long choices take, bot workers by how long turns wait: those of their own game."""
    for app, metric in (("engine", "westmarch_engine_p99_seconds"), ("bot-worker", "westmarch_ai_queue_age_seconds")):
        pools = autoscalers(prod, app)
        assert len(pools) == 4
        for one in pools:
            game = one["metadata"]["name"].removeprefix(f"{app}-")
            [external] = [two["external"]["metric"] for two in one["spec"]["metrics"] if two["type"] == "External"]
            assert external == {"name": metric, "selector": {"matchLabels": {"game": game}}}
            behavior = one["spec"]["behavior"]
            assert (
                behavior["scaleDown"]["stabilizationWindowSeconds"] > behavior["scaleUp"]["stabilizationWindowSeconds"]
            )
    for one in autoscalers(prod, "engine"):
        [pods] = [two["pods"]["metric"]["name"] for two in one["spec"]["metrics"] if two["type"] == "Pods"]
        assert pods == "westmarch_rpc_streams"


def test_the_adapter_serves_what_autoscalers_ask_for(prod) -> None:
    adapter = yaml.safe_load((DEPLOY / "prometheus/adapter.yml").read_text())
    external = {one["name"]["as"]: one["seriesQuery"] for one in adapter["externalRules"]}
    [of_pods] = adapter["rules"]
    known = {*metrics.exported(), *(one["record"] for one in rules() if "record" in one)}
    assert set(external.values()) <= known
    for one in autoscalers(prod, ""):
        for metric in one["spec"]["metrics"]:
            if metric["type"] == "External":
                assert metric["external"]["metric"]["name"] in external
            if metric["type"] == "Pods":
                name = metric["pods"]["metric"]["name"]
                assert name in known
                assert re.search(rf"\b{name}\b", of_pods["seriesQuery"])


def test_tables_are_brought_up_to_date_by_a_job_for_each_service(prod) -> None:
    jobs = {one["metadata"]["name"]: one for one in prod if one["kind"] == "Job"}
    assert set(jobs) == {f"migrate-{name}" for name in ("archive", "ladders", "players", "tournaments")}
    for name, job in jobs.items():
        [container] = job["spec"]["template"]["spec"]["containers"]
        service = name.removeprefix("migrate-")
        assert container["args"] == [f"services.{service}", "migrate"]
        [variable] = container["env"]
        assert variable["valueFrom"]["secretKeyRef"]["name"] == f"westmarch-{service}"
        assert job["spec"]["ttlSecondsAfterFinished"]


def test_copies_of_a_shard_are_apart_and_go_one_at_a_time(prod) -> None:
    for shard in SHARDS:
        spec = named(prod, "StatefulSet", f"store-{shard}")["spec"]
        assert spec["replicas"] == 3
        assert spec["serviceName"] == f"store-{shard}"
        selector = {"matchLabels": {"app": "store", "shard": shard}}
        for constraint in spec["template"]["spec"]["topologySpreadConstraints"]:
            assert constraint["labelSelector"] == selector
            assert constraint["whenUnsatisfiable"] == "DoNotSchedule"
        assert named(prod, "PodDisruptionBudget", f"store-{shard}")["spec"] == {
            "maxUnavailable": 1,
            "selector": selector,
        }


def test_tasks_have_a_plain_store_beside_the_cluster(prod) -> None:
    """Celery knows no cluster: a service that is told of nodes is told of a broker too."""
    for one in pod_sets(prod):
        for container in one["spec"]["template"]["spec"]["containers"]:
            names = {variable["name"] for variable in container.get("env", [])}
            assert "REDIS_URL" not in names or "WESTMARCH_BROKER_URL" in names
    config = next(one["data"] for one in prod if one["kind"] == "ConfigMap" and "WESTMARCH_PORT" in one["data"])
    assert config["WESTMARCH_REPLICAS"] == "1"


def test_the_keeper_is_told_the_nodes_in_the_order_that_it_needs(prod) -> None:
    """As operations says to make the secret: first a node of each shard, then the next of each."""
    page = (DEPLOY.parent / "docs/operations.md").read_text()
    [line] = re.findall(r"redis-url=(redis\+cluster://\S+)", page.replace("\\\n", ""))
    hosts = [node.host for node in endpoints(line.replace("$password", "secret"))]
    assert hosts == [f"store-{shard}-{number}.store-{shard}" for number in range(3) for shard in SHARDS]
    [container] = named(prod, "Deployment", "store-keeper")["spec"]["template"]["spec"]["containers"]
    assert container["args"][-1] == str(len(SHARDS))


async def test_a_primary_hands_over_before_it_goes(tmp_path: Path) -> None:
    """What a pod does before it ends, on a real cluster: the replica has its place at once."""
    shard = yaml.safe_load_all((DEPLOY / "store/store.yaml").read_text())
    [container] = [
        container
        for one in shard
        if one["kind"] == "StatefulSet"
        for container in one["spec"]["template"]["spec"]["containers"]
        if container["name"] == "store"
    ]
    command = container["lifecycle"]["preStop"]["exec"]["command"]
    cli = tmp_path / "bin" / "valkey-cli"
    cli.parent.mkdir()
    cli.write_text("""#!/usr/bin/env python3
import sys
from redis import Redis
words, host, port = sys.argv[1:], "127.0.0.1", 6379
while words[0] in ("-h", "-p"):
    host, port = (words[1], port) if words[0] == "-h" else (host, int(words[1]))
    words = words[2:]
client = Redis(host, port)
client.response_callbacks.clear()
print(client.execute_command(*words).decode())
""")
    cli.chmod(0o755)
    async with cluster_of(tmp_path, 3, 1) as servers:
        env = {"PATH": f"{cli.parent}:{Path(sys.executable).parent}:/usr/bin:/bin", "PORT": str(servers.ports[0])}
        run = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60)
        assert run.returncode == 0, run.stderr
        assert redis.Redis(port=servers.ports[0]).info("replication")["role"] == "slave"
        assert redis.Redis(port=servers.ports[3]).info("replication")["role"] == "master"
        again = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60)
        assert again.returncode == 0
        assert redis.Redis(port=servers.ports[3]).info("replication")["role"] == "master"
