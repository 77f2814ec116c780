"""Alert rules, run by promtool: each fires when it should and by itself, and none in a rolling restart."""

import re
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
PROMETHEUS = ROOT / "deploy" / "prometheus"
PROMTOOL = shutil.which("promtool")
AMTOOL = shutil.which("amtool")
OURS = (
    "engine-wotr",
    "engine-lotr",
    "engine-meq",
    "engine-bofa",
    "matchmaking",
    "bots",
    "bot-worker",
    "archive",
    "ladders",
    "gateway",
    "players",
    "tournaments",
)
STORE = ("valkey", "valkey-disk")
FIRING = 'group by (alertname) (ALERTS{alertstate="firing"})'
MINUTES = 60


def up(service: str) -> str:
    job = "valkey" if service in STORE else "westmarch"
    return f'up{{job="{job}",service="{service}",instance="{service}:9100"}}'


def after_a_quarter(before: str, after: str) -> str:
    """Values of a series, every half minute: these for a quarter of an hour, then those to the end."""
    return f"{before}x29 {after}x{2 * MINUTES - 30}"


def always(value: float) -> str:
    return f"{value}+0x{2 * MINUTES}"


def growing(by: float) -> str:
    """A counter that grows by so much every half minute."""
    return f"0+{by}x{2 * MINUTES}"


RPC = "westmarch_rpc_requests_total"
GATEWAY = "westmarch_gateway_requests_total"
TURNS = "westmarch_ai_turns_total"
DECISIONS = "westmarch_decision_seconds_bucket"
DISK = '{job="valkey",mountpoint="/data"}'
HEALTHY = {
    **{up(service): always(1) for service in (*OURS, *STORE)},
    "redis_up": always(1),
    **{
        f'{metric}{{instance="{one}"}}': always(value)
        for one, replicas in (("store-1", 2), ("store-2", 0))
        for metric, value in (
            ("redis_cluster_enabled", 1),
            ("redis_cluster_state", 1),
            ("redis_connected_slaves", replicas),
        )
    },
    'redis_instance_info{instance="store-1",role="master"}': always(1),
    'redis_instance_info{instance="store-2",role="slave"}': always(1),
    "redis_memory_used_bytes": always(2e8),
    "redis_memory_max_bytes": always(1e9),
    "redis_aof_enabled": always(1),
    "redis_aof_last_write_status": always(1),
    "redis_aof_last_bgrewrite_status": always(1),
    f"node_filesystem_avail_bytes{DISK}": always(60e9),
    f"node_filesystem_size_bytes{DISK}": always(100e9),
    f'{RPC}{{method="Choose",code="OK"}}': growing(300),
    f'{RPC}{{method="Choose",code="UNAVAILABLE"}}': always(0),
    f'{RPC}{{method="Play",code="CANCELLED"}}': growing(10),
    f'{GATEWAY}{{route="choose",status="200"}}': growing(300),
    f'{GATEWAY}{{route="choose",status="409"}}': growing(10),
    f'{GATEWAY}{{route="choose",status="500"}}': always(0),
    f'{GATEWAY}{{route="choose",status="503"}}': always(0),
    'westmarch_rpc_refusals_total{method="Play",reason="INTERNAL"}': always(0),
    'westmarch_rpc_refusals_total{method="Play",reason="STALE_VERSION"}': growing(5),
    "westmarch_callback_faults_total": always(0),
    **{f'{DECISIONS}{{game="wotr",le="{le}"}}': growing(100) for le in ("0.25", "0.5", "1", "+Inf")},
    'westmarch_store_errors_total{operation="call"}': always(0),
    'westmarch_store_write_refusals_total{error="OOM"}': always(0),
    'westmarch_ai_queue_age_seconds{game="wotr"}': always(2),
    'westmarch_ai_queue_depth{game="wotr",queue="ai"}': always(3),
    f'{TURNS}{{game="wotr",result="played"}}': growing(100),
    f'{TURNS}{{game="wotr",result="fault"}}': always(0),
    f'{TURNS}{{game="wotr",result="late"}}': always(0),
    'westmarch_tickets_oldest_seconds{game="wotr"}': always(10),
    "westmarch_archive_lag_seconds": always(1),
    'westmarch_archive_faults_total{game="wotr"}': always(0),
    'westmarch_ladder_silent_seconds{game="wotr"}': always(1),
    'westmarch_ladder_pairs_total{game="wotr",result="counted"}': growing(100),
    'westmarch_ladder_pairs_total{game="wotr",result="void"}': always(0),
    "westmarch_tournament_step_age_seconds": always(1),
    "westmarch_tournament_faults_total": always(0),
    'westmarch_tournament_results_total{result="counted"}': growing(100),
    'westmarch_tournament_results_total{result="refused"}': always(0),
    "westmarch_rating_faults_total": always(0),
    'westmarch_sign_ins_total{by="password",result="granted"}': growing(50),
    'westmarch_sign_ins_total{by="password",result="refused"}': growing(5),
    'westmarch_cache_reads_total{game="wotr",result="hit"}': growing(100),
    'westmarch_cache_reads_total{game="wotr",result="miss"}': growing(2),
}
"""Everything that alerts look at, while nothing is wrong."""


@dataclass
class Case:
    """What happens after a quarter of an hour, and which alert is firing at some minute."""

    name: str
    alert: str
    series: dict[str, str]
    at: int = 40


@dataclass
class Calm:
    """What happens after a quarter of an hour, without any alert."""

    name: str
    series: dict[str, str] = field(default_factory=dict)


FAULTS = [
    *(Case(f"{one} is down", "WestmarchDown", {up(one): after_a_quarter("1+0", "0+0")}) for one in (*OURS, *STORE)),
    Case("the exporter does not reach the store", "WestmarchDown", {"redis_up": after_a_quarter("1+0", "0+0")}),
    *(Case(f"{one} is gone", "WestmarchMissing", {up(one): "1+0x29 stale"}) for one in (*OURS, *STORE)),
    Case(
        "calls fail",
        "WestmarchErrors",
        {f'{RPC}{{method="Choose",code="UNAVAILABLE"}}': after_a_quarter("0+0", "10+10")},
    ),
    *(
        Case(
            f"the gateway answers with {status}",
            "WestmarchGatewayErrors",
            {f'{GATEWAY}{{route="choose",status="{status}"}}': after_a_quarter("0+0", "10+10")},
        )
        for status in (500, 503)
    ),
    Case(
        "one command of a stream meets a fault",
        "WestmarchFaults",
        {'westmarch_rpc_refusals_total{method="Play",reason="INTERNAL"}': after_a_quarter("0+0", "1+0")},
        at=18,
    ),
    Case(
        "one callback raises",
        "WestmarchFaults",
        {"westmarch_callback_faults_total": after_a_quarter("0+0", "1+0")},
        at=18,
    ),
    Case(
        "commits are slow",
        "WestmarchDecisionsSlow",
        {
            f'{DECISIONS}{{game="wotr",le="0.25"}}': after_a_quarter("0+100", "3000+50"),
            f'{DECISIONS}{{game="wotr",le="0.5"}}': after_a_quarter("0+100", "3000+50"),
        },
    ),
    Case(
        "the store is away",
        "WestmarchStoreFailing",
        {'westmarch_store_errors_total{operation="call"}': after_a_quarter("0+0", "10+10")},
    ),
    Case(
        "the store refuses one write",
        "WestmarchStoreRefusesWrites",
        {'westmarch_store_write_refusals_total{error="OOM"}': after_a_quarter("0+0", "1+0")},
        at=16,
    ),
    Case(
        "slots are not served",
        "WestmarchStoreCluster",
        {'redis_cluster_state{instance="store-2"}': after_a_quarter("1+0", "0+0")},
    ),
    Case(
        "a primary has no replica",
        "WestmarchStoreCluster",
        {'redis_connected_slaves{instance="store-1"}': after_a_quarter("2+0", "0+0")},
    ),
    Case(
        "the store's memory fills", "WestmarchStoreMemory", {"redis_memory_used_bytes": after_a_quarter("2+0", "9e8+0")}
    ),
    Case(
        "the store's disk fills",
        "WestmarchStoreDisk",
        {f"node_filesystem_avail_bytes{DISK}": after_a_quarter("60e9+0", "10e9+0")},
    ),
    *(
        Case(f"{metric} is 0", "WestmarchStoreAppendOnlyFile", {metric: after_a_quarter("1+0", "0+0")})
        for metric in ("redis_aof_enabled", "redis_aof_last_write_status", "redis_aof_last_bgrewrite_status")
    ),
    Case(
        "no bot takes its turn",
        "WestmarchTurnsStuck",
        {'westmarch_ai_queue_age_seconds{game="wotr"}': after_a_quarter("2+0", "30+30")},
    ),
    Case(
        "turns pile up",
        "WestmarchTurnQueueLong",
        {'westmarch_ai_queue_depth{game="wotr",queue="ai"}': after_a_quarter("3+0", "400+0")},
    ),
    Case(
        "one bot fails",
        "WestmarchBotsFail",
        {f'{TURNS}{{game="wotr",result="fault"}}': after_a_quarter("0+0", "3+0")},
        at=18,
    ),
    Case(
        "bots are late",
        "WestmarchBotsLate",
        {f'{TURNS}{{game="wotr",result="late"}}': after_a_quarter("0+0", "5+5")},
    ),
    Case(
        "somebody waits for a match",
        "WestmarchTicketsWaiting",
        {'westmarch_tickets_oldest_seconds{game="wotr"}': after_a_quarter("10+0", "30+30")},
    ),
    Case(
        "nothing is archived",
        "WestmarchArchiveBehind",
        {"westmarch_archive_lag_seconds": after_a_quarter("1+0", "30+30")},
    ),
    Case(
        "one record is false",
        "WestmarchRecordFalse",
        {'westmarch_archive_faults_total{game="wotr"}': after_a_quarter("0+0", "1+0")},
        at=18,
    ),
    Case(
        "pairs are handed out and none comes back",
        "WestmarchLaddersSilent",
        {'westmarch_ladder_silent_seconds{game="wotr"}': after_a_quarter("1+0", "60+60")},
        at=40,
    ),
    Case(
        "pairs cannot be played",
        "WestmarchPairsFailing",
        {'westmarch_ladder_pairs_total{game="wotr",result="void"}': after_a_quarter("0+0", "20+20")},
        at=40,
    ),
    Case(
        "a director hangs",
        "WestmarchTournamentsStuck",
        {"westmarch_tournament_step_age_seconds": after_a_quarter("1+0", "60+60")},
    ),
    Case(
        "a director fails",
        "WestmarchTournamentsStuck",
        {"westmarch_tournament_faults_total": after_a_quarter("0+0", "10+10")},
    ),
    Case(
        "a record of a tournament does not stand",
        "WestmarchResultsRefused",
        {'westmarch_tournament_results_total{result="refused"}': after_a_quarter("0+0", "1+0")},
        at=18,
    ),
    Case(
        "nothing is rated",
        "WestmarchRatingsFailing",
        {"westmarch_rating_faults_total": after_a_quarter("0+0", "10+10")},
    ),
    Case(
        "somebody guesses passwords",
        "WestmarchPasswordsGuessed",
        {'westmarch_sign_ins_total{by="password",result="refused"}': after_a_quarter("0+5", "200+90")},
    ),
    Case(
        "matches are loaded again and again",
        "WestmarchCacheCold",
        {'westmarch_cache_reads_total{game="wotr",result="miss"}': after_a_quarter("0+2", "60+80")},
        at=50,
    ),
]
CALM = [
    Calm("nothing happens"),
    Calm("the store has no limit", {"redis_memory_max_bytes": always(0)}),
    Calm(
        "a rolling restart",
        {
            # Each pod is away for half a minute. The engine's pod is replaced by another, which counts from 0.
            **{up(one): f"1+0x29 0 1+0x{2 * MINUTES - 31}" for one in ("matchmaking", "bots", "bot-worker", "archive")},
            up("engine-wotr"): "1+0x29 0 stale",
            'up{job="westmarch",service="engine-wotr",instance="another:9100"}': f"_x30 1+0x{2 * MINUTES - 31}",
            f'{RPC}{{method="Play",code="RESUMABLE",instance="engine-wotr:9100"}}': "0+0x29 500 stale",
            f'{RPC}{{method="Watch",code="RESUMABLE",instance="engine-wotr:9100"}}': "0+0x29 20 stale",
            f'{RPC}{{method="Play",code="CANCELLED",instance="another:9100"}}': f"_x30 0+10x{2 * MINUTES - 31}",
            # Calls that met nobody, a few round trips, and every match is loaded once by the new engine.
            f'{RPC}{{method="Choose",code="UNAVAILABLE"}}': after_a_quarter("0+0", "4+0"),
            f'{GATEWAY}{{route="choose",status="503"}}': after_a_quarter("0+0", "4+0"),
            'westmarch_store_errors_total{operation="call"}': after_a_quarter("0+0", "6+0"),
            'westmarch_cache_reads_total{game="wotr",result="miss"}': after_a_quarter("0+2", "560+2"),
            'westmarch_ai_queue_age_seconds{game="wotr"}': f"2+0x29 10 40 10 2+0x{2 * MINUTES - 33}",
            'westmarch_ai_queue_depth{game="wotr",queue="ai"}': f"3+0x29 150 300 100 3+0x{2 * MINUTES - 33}",
        },
    ),
]


def rules() -> list[dict[str, Any]]:
    groups = yaml.safe_load((PROMETHEUS / "rules.yml").read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


def alert_names() -> set[str]:
    return {rule["alert"] for rule in rules() if "alert" in rule}


def promtool_test(name: str, series: dict[str, str], expectations: dict[int, set[str]]) -> dict[str, Any]:
    """A test of promtool: a healthy server but for these series, and the alerts that are firing at each minute."""
    return {
        "name": name,
        "interval": "30s",
        "input_series": [{"series": key, "values": values} for key, values in {**HEALTHY, **series}.items()],
        "promql_expr_test": [
            {
                "expr": FIRING,
                "eval_time": f"{minute}m",
                "exp_samples": [{"labels": f'{{alertname="{alert}"}}', "value": 1} for alert in alerts],
            }
            for minute, alerts in expectations.items()
        ],
    }


@pytest.mark.skipif(PROMTOOL is None, reason="promtool is not here; Debian has it in the package prometheus")
@pytest.mark.parametrize("case", [*FAULTS, *CALM], ids=lambda case: case.name)
def test_alerts_fire_when_they_should_and_only_then(case: Case | Calm, tmp_path: Path) -> None:
    minutes = range(1, MINUTES)
    expected = {minute: set() for minute in minutes} if isinstance(case, Calm) else {14: set(), case.at: {case.alert}}
    file = tmp_path / "test.yml"
    test = promtool_test(case.name, case.series, expected)
    content = {"rule_files": [str(PROMETHEUS / "rules.yml")], "evaluation_interval": "30s", "tests": [test]}
    file.write_text(yaml.safe_dump(content))
    process = subprocess.run([str(PROMTOOL), "test", "rules", str(file)], capture_output=True, text=True)
    assert process.returncode == 0, process.stdout + process.stderr


def test_every_alert_has_a_case_in_which_it_fires() -> None:
    assert {case.alert for case in FAULTS} == alert_names()


def test_alerts_look_at_nothing_that_a_healthy_server_does_not_have() -> None:
    """A misspelt metric would never raise an alert; those of the exporters are known by no code of ours."""
    names = {re.split(r"[{]", series)[0] for series in HEALTHY}
    for rule in rules():
        if "alert" in rule:
            metrics = set(re.findall(r"\b(?:westmarch|redis|node)_[a-z_]+\b", rule["expr"]))
            assert metrics <= names, rule["alert"]


def test_every_alert_says_how_bad_and_what_it_is_and_has_a_runbook() -> None:
    headings = re.findall(r"^#+ (.+)$", (ROOT / "docs" / "operations.md").read_text(), re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings}
    for rule in rules():
        if "alert" in rule:
            assert rule["labels"]["severity"] in ("page", "warn")
            assert rule["annotations"]["summary"]
            file, _, anchor = rule["annotations"]["runbook_url"].partition("#")
            assert (file, anchor) == ("docs/operations.md", rule["alert"].lower())
            assert anchor in anchors


def test_alerts_of_every_severity_reach_a_receiver() -> None:
    config = yaml.safe_load((PROMETHEUS / "alertmanager.yml").read_text())
    receivers = {receiver["name"] for receiver in config["receivers"]}
    routes = {matcher: route["receiver"] for route in config["route"]["routes"] for matcher in route["matchers"]}
    severities = {rule["labels"]["severity"] for rule in rules() if "alert" in rule}
    assert set(routes) == {f'severity="{severity}"' for severity in severities}
    assert {config["route"]["receiver"], *routes.values()} == receivers
    for rule in config["inhibit_rules"]:
        for matcher in (*rule["source_matchers"], *rule["target_matchers"]):
            assert set(re.findall(r"Westmarch\w+", matcher)) <= alert_names()


@pytest.mark.skipif(AMTOOL is None, reason="amtool is not here; Debian has it in the package prometheus-alertmanager")
def test_alertmanager_takes_its_configuration() -> None:
    process = subprocess.run(
        [str(AMTOOL), "check-config", PROMETHEUS / "alertmanager.yml"], capture_output=True, text=True
    )
    assert process.returncode == 0, process.stdout + process.stderr


@pytest.mark.skipif(PROMTOOL is None, reason="promtool is not here; Debian has it in the package prometheus")
@pytest.mark.parametrize("name", ["prometheus.yml", "kubernetes.yml"])
def test_prometheus_takes_its_configuration(name: str, tmp_path: Path) -> None:
    shutil.copy(PROMETHEUS / "rules.yml", tmp_path)
    config = yaml.safe_load((PROMETHEUS / name).read_text())
    config["rule_files"] = ["rules.yml"]
    for job in config["scrape_configs"]:
        job.pop("kubernetes_sd_configs", None)  # Debian's promtool is built without it
    (tmp_path / name).write_text(yaml.safe_dump(config))
    process = subprocess.run([str(PROMTOOL), "check", "config", tmp_path / name], capture_output=True, text=True)
    assert process.returncode == 0, process.stdout + process.stderr


def test_both_configurations_name_the_targets_that_an_alert_waits_for() -> None:
    """Compose by its list; Kubernetes by the labels of pods, from which it makes the same names."""
    jobs = yaml.safe_load((PROMETHEUS / "prometheus.yml").read_text())["scrape_configs"]
    targets = {group["labels"]["service"]: group["targets"] for job in jobs for group in job["static_configs"]}
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    assert set(targets) == {*OURS, *STORE}
    assert {target.partition(":")[0] for group in targets.values() for target in group} <= set(compose)
    missing = next(rule["expr"] for rule in rules() if rule.get("alert") == "WestmarchMissing")
    assert set(re.findall(r'service="([\w-]+)"', missing)) == {*OURS, *STORE} - {"bot-worker"}

    ours, store = yaml.safe_load((PROMETHEUS / "kubernetes.yml").read_text())["scrape_configs"]
    for pod, service in (
        ("engine-wotr", "engine-wotr"),
        ("bot-worker-bofa", "bot-worker-bofa"),
        ("archive-", "archive"),
    ):
        assert _relabelled(ours["relabel_configs"][-1], pod) == service
    for pod, service in (("valkey;metrics", "valkey"), ("valkey;metrics-disk", "valkey-disk")):
        assert re.fullmatch(store["relabel_configs"][0]["regex"], pod)
        assert _relabelled(store["relabel_configs"][1], pod) == service
    assert not re.fullmatch(store["relabel_configs"][0]["regex"], "valkey;redis")


def _relabelled(rule: dict[str, Any], value: str) -> str:
    match = re.fullmatch(rule["regex"], value)
    assert match is not None
    return re.sub(r"\$(\d)", lambda group: match[int(group[1])], rule.get("replacement", "$1"))
