"""Kubernetes manifests, the compose file and the Dockerfile: valid, and in step with the code."""

import importlib.util
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from engine import game_ids, games
from services.process.settings import variables

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
VERSION = "1.31"
KUBECTL = shutil.which("kubectl")
OURS = {"wotr", "lotr", "meq", "bofa"}


def documents(text: str) -> list[dict[str, Any]]:
    return [one for one in yaml.safe_load_all(text) if one]


def plain_manifests() -> Iterator[Path]:
    """Manifests as they are written, before kustomize."""
    for folder in ("base", "pool"):
        yield from (file for file in sorted((DEPLOY / folder).glob("*.yaml")) if file.name != "kustomization.yaml")


@pytest.mark.parametrize("file", list(plain_manifests()), ids=lambda file: f"{file.parent.name}/{file.name}")
def test_manifests_fit_the_schemas(file: Path) -> None:
    for one in documents(file.read_text()):
        kubernetes_validate.validate(one, VERSION, strict=True)


@pytest.fixture(scope="module", params=["dev", "prod"])
def overlay(request) -> list[dict[str, Any]]:
    """An overlay as kustomize builds it."""
    if KUBECTL is None:
        pytest.skip("kubectl is not here")
    build = subprocess.run([KUBECTL, "kustomize", DEPLOY / "overlays" / request.param], capture_output=True, text=True)
    assert build.returncode == 0, build.stderr
    return documents(build.stdout)


def test_overlays_fit_the_schemas(overlay) -> None:
    for one in overlay:
        kubernetes_validate.validate(one, VERSION, strict=True)


def test_every_game_has_its_engines_and_bot_workers(overlay) -> None:
    names = {(one["kind"], one["metadata"]["name"]) for one in overlay}
    for game in OURS:
        for app in ("engine", "bot-worker"):
            for kind in ("Deployment", "HorizontalPodAutoscaler", "PodDisruptionBudget"):
                assert (kind, f"{app}-{game}") in names
        assert ("Service", f"engine-{game}") in names
    for one in overlay:
        if one["kind"] == "HorizontalPodAutoscaler":
            assert ("Deployment", one["spec"]["scaleTargetRef"]["name"]) in names


def test_what_an_autoscaler_counts_nobody_else_does(overlay) -> None:
    """Each `kubectl apply` would put the number back, in the middle of an evening."""
    scaled = {one["spec"]["scaleTargetRef"]["name"] for one in overlay if one["kind"] == "HorizontalPodAutoscaler"}
    for one in overlay:
        if one["kind"] == "Deployment":
            assert ("replicas" in one["spec"]) == (one["metadata"]["name"] not in scaled)


def test_bot_workers_run_as_many_processes_as_they_have_processors(overlay) -> None:
    workers = [
        one for one in overlay if one["kind"] == "Deployment" and one["metadata"]["labels"]["app"] == "bot-worker"
    ]
    assert len(workers) == len(OURS)
    for one in workers:
        [container] = one["spec"]["template"]["spec"]["containers"]
        processes = next(one for one in container["env"] if one["name"] == "WESTMARCH_BOT_PROCESSES")
        assert processes["valueFrom"] == {"resourceFieldRef": {"resource": "requests.cpu"}}


def test_selectors_of_one_game_do_not_catch_another(overlay) -> None:
    pods = [one["spec"]["template"]["metadata"]["labels"] for one in overlay if one["kind"] == "Deployment"]
    for one in overlay:
        if one["kind"] == "Service":
            selection = [labels for labels in pods if one["spec"]["selector"].items() <= labels.items()]
            assert len(selection) == (0 if one["metadata"]["name"] == "valkey" else 1)


def test_our_services_reach_every_pod_of_a_pool(overlay) -> None:
    """By names of headless services, at the port of the pods: nothing in between pins a connection to one of them."""
    config = next(one["data"] for one in overlay if one["kind"] == "ConfigMap" and "WESTMARCH_PORT" in one["data"])
    headless = {
        one["metadata"]["name"]: one["spec"]["ports"][0]["port"]
        for one in overlay
        if one["kind"] == "Service" and one["spec"].get("clusterIP") == "None"
    }
    engines = dict(item.split("=") for item in config["WESTMARCH_ENGINES"].split(","))
    assert set(engines) == OURS
    for address in (*engines.values(), config["WESTMARCH_ARCHIVE_ADDRESS"], config["WESTMARCH_PLAYERS_ADDRESS"]):
        host, port = address.split(":")
        assert headless[host] == int(port) == int(config["WESTMARCH_PORT"])


def test_players_reach_a_pool_by_one_address(overlay) -> None:
    config = next(one["data"] for one in overlay if one["kind"] == "ConfigMap" and "WESTMARCH_PORT" in one["data"])
    public = dict(item.split("=") for item in config["WESTMARCH_PUBLIC_ENGINES"].split(","))
    assert set(public) == OURS
    assert not any("-pods" in address for address in public.values())


def test_pods_are_not_root_and_carry_no_secret_in_the_open(overlay) -> None:
    for one in overlay:
        if one["kind"] not in ("Deployment", "StatefulSet"):
            continue
        pod = one["spec"]["template"]["spec"]
        assert pod["securityContext"]["runAsNonRoot"]
        for container in pod["containers"]:
            assert container["securityContext"]["readOnlyRootFilesystem"]
            for variable in container.get("env", []):
                if variable["name"] in (
                    "WESTMARCH_AUTH_KEYS",
                    "REDIS_URL",
                    "DATABASE_URL",
                    "VALKEY_PASSWORD",
                    "REDIS_PASSWORD",
                ):
                    assert "secretKeyRef" in variable["valueFrom"]


def test_probes_ask_where_health_answers_without_tls(overlay) -> None:
    config = next(one["data"] for one in overlay if one["kind"] == "ConfigMap" and "WESTMARCH_PORT" in one["data"])
    health = {"port": int(config["WESTMARCH_HEALTH_PORT"])}
    for one in overlay:
        if one["kind"] == "Deployment" and one["metadata"]["labels"]["app"] != "bot-worker":
            [container] = one["spec"]["template"]["spec"]["containers"]
            for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
                assert container[probe]["grpc"] == health


def test_every_node_can_be_drained(overlay) -> None:
    """A budget that spares no pod blocks its node for good; with one pod, `minAvailable: 1` spares none."""
    for one in overlay:
        if one["kind"] == "PodDisruptionBudget":
            assert one["spec"].get("maxUnavailable") == 1


def test_prometheus_finds_every_process_of_ours_once(overlay) -> None:
    job, _ = yaml.safe_load((DEPLOY / "prometheus" / "kubernetes.yml").read_text())["scrape_configs"]
    [discovery] = job["kubernetes_sd_configs"]
    assert discovery["namespaces"]["names"] == [
        one["metadata"]["name"] for one in overlay if one["kind"] == "Namespace"
    ]
    keep = job["relabel_configs"][0]
    assert keep["source_labels"] == [
        "__meta_kubernetes_pod_label_westmarch",
        "__meta_kubernetes_pod_container_port_name",
    ]
    for one in overlay:
        if one["kind"] in ("Deployment", "StatefulSet"):
            pod = one["spec"]["template"]
            mark = pod["metadata"]["labels"].get("westmarch", "")
            ports = [port for container in pod["spec"]["containers"] for port in container["ports"]]
            targets = [port["containerPort"] for port in ports if re.fullmatch(keep["regex"], f"{mark};{port['name']}")]
            assert targets == ([9100] if one["kind"] == "Deployment" else [])


@pytest.mark.parametrize("name", ["archive", "players"])
def test_records_and_accounts_outlive_their_pods(overlay, name: str) -> None:
    """In PostgreSQL, or in a file on a volume that one pod after the other mounts."""
    service = next(one["spec"] for one in overlay if one["kind"] == "Deployment" and one["metadata"]["name"] == name)
    claims = {one["metadata"]["name"] for one in overlay if one["kind"] == "PersistentVolumeClaim"}
    for volume in service["template"]["spec"].get("volumes", []):
        assert volume["persistentVolumeClaim"]["claimName"] == name
        assert name in claims
        assert service["strategy"]["type"] == "Recreate"


def test_the_store_syncs_always(overlay) -> None:
    store = next(one for one in overlay if one["kind"] == "StatefulSet")
    assert "--appendonly yes --appendfsync always" in store["spec"]["template"]["spec"]["containers"][0]["args"][0]


def test_the_store_refuses_writes_before_it_outgrows_its_container(overlay) -> None:
    store = next(one for one in overlay if one["kind"] == "StatefulSet")
    container = store["spec"]["template"]["spec"]["containers"][0]
    limit = next(one["valueFrom"] for one in container["env"] if one["name"] == "MEMORY_LIMIT")
    assert limit == {"resourceFieldRef": {"resource": "limits.memory"}}
    line = container["args"][0].replace("exec valkey-server", "echo")
    env = {"MEMORY_LIMIT": str(2 * 2**30), "VALKEY_PASSWORD": "secret"}
    output = subprocess.run([*container["command"], line], env=env, capture_output=True, text=True, check=True).stdout
    assert f"--maxmemory {3 * 2**29} --maxmemory-policy noeviction --requirepass secret" in output


def known_variables() -> set[str]:
    return {*variables(), "PROMETHEUS_MULTIPROC_DIR"}


def test_variables_in_all_manifests_are_settings() -> None:
    files = [*DEPLOY.rglob("*.yaml"), ROOT / "docker-compose.yml", ROOT / "Dockerfile"]
    names = {name for file in files for name in re.findall(r"WESTMARCH_[A-Z_]+", file.read_text())}
    assert names <= known_variables()
    assert "WESTMARCH_ENGINES" in names


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    """The compose file."""
    return yaml.safe_load((ROOT / "docker-compose.yml").read_text())


def services_of(compose: dict[str, Any]) -> dict[str, Any]:
    """Those of its services that run our image."""
    return {name: one for name, one in compose["services"].items() if one.get("image") == "westmarch:local"}


def test_compose_runs_modules_that_exist_for_games_that_exist(compose) -> None:
    ours = services_of(compose)
    assert set(ours) == {
        "matchmaking",
        "bots",
        "archive",
        "players",
        "bot-worker",
        *(f"engine-{game}" for game in OURS),
    }
    for one in ours.values():
        assert importlib.util.find_spec(one["command"]) is not None
        assert set(one["environment"]) <= known_variables()
    assert {"valkey", "postgres", "prometheus", "alertmanager", "grafana"} <= set(compose["services"])


def test_compose_has_no_secret_of_its_own(compose) -> None:
    """What is asked of the environment has no default, and nothing that is secret comes from elsewhere."""
    for variable in re.findall(r"\$\{[^}]*\}", (ROOT / "docker-compose.yml").read_text()):
        assert re.fullmatch(r"\$\{[A-Z_]+:\?.+\}", variable)
    for one in compose["services"].values():
        for name, value in one.get("environment", {}).items():
            if name == "DATABASE_URL" or name.endswith(("_KEYS", "_PASSWORD")):
                assert re.fullmatch(r"(postgresql://westmarch:)?\$\{.*?\}(@postgres:5432/westmarch)?", value)


def test_compose_is_reached_from_its_own_machine_only(compose) -> None:
    ports = [port for one in compose["services"].values() for port in one.get("ports", [])]
    assert len(ports) == 11
    assert all(port.startswith("127.0.0.1:") for port in ports)


def test_compose_asks_every_service_for_its_health(compose) -> None:
    image = (ROOT / "Dockerfile").read_text()
    for name, one in services_of(compose).items():
        command = one["healthcheck"]["test"]
        variable = "METRICS_PORT" if name == "bot-worker" else "HEALTH_PORT"
        [port] = re.findall(rf"WESTMARCH_{variable}=(\d+)", image)
        assert f"127.0.0.1:{port}" in command[-1]
        assert command[2] == "-c" or importlib.util.find_spec(command[3]) is not None


def test_every_registered_game_is_deployed() -> None:
    built_in = {game for game in game_ids() if (Path(games.__path__[0]) / game).is_dir()}
    deployed = {folder.name for folder in (DEPLOY / "games").iterdir()}
    assert built_in <= deployed == OURS
