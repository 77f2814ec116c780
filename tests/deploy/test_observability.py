"""Alert rules and the dashboard name only metrics that exist, with labels they have."""

import json
import re
from pathlib import Path

import yaml

from services.common import metrics

DEPLOY = Path(__file__).parents[2] / "deploy"
METRIC = re.compile(r"\bwestmarch_[a-z_]+\b")


def rules() -> list[dict]:
    groups = yaml.safe_load((DEPLOY / "prometheus" / "rules.yml").read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


def expressions() -> list[str]:
    dashboard = json.loads((DEPLOY / "grafana" / "westmarch.json").read_text())
    shown = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    return [rule["expr"] for rule in rules()] + shown


def labels_of() -> dict[str, set[str]]:
    """By name as Prometheus sees it: the labels a metric has."""
    found = {}
    for metric in vars(metrics).values():
        for name in metrics.names():
            if (
                hasattr(metric, "_name")
                and name.startswith(metric._name)
                and name[len(metric._name) :]
                in (
                    "",
                    "_total",
                    "_bucket",
                    "_sum",
                    "_count",
                )
            ):
                found[name] = set(metric._labelnames) | ({"le"} if name.endswith("_bucket") else set())
    return found


def test_every_metric_named_exists() -> None:
    named = {name for expr in expressions() for name in METRIC.findall(expr)}
    assert named <= metrics.names()


def test_every_metric_is_shown_somewhere() -> None:
    named = " ".join(expressions())
    for metric in vars(metrics).values():
        if hasattr(metric, "_labelnames"):
            assert metric._name in named


def test_labels_in_expressions_belong_to_their_metrics() -> None:
    labels = labels_of()
    for expr in expressions():
        available = set().union(*(labels[name] for name in METRIC.findall(expr)))
        used = {label.strip() for group in re.findall(r"by \(([^)]*)\)", expr) for label in group.split(",")}
        used |= set(re.findall(r"[{,]\s*(\w+)=~?\"", expr))
        assert used <= available, expr


def test_alerts_say_how_bad_and_what_it_is() -> None:
    alerts = [rule for rule in rules() if "alert" in rule]
    assert len(alerts) >= 8
    for alert in alerts:
        assert alert["labels"]["severity"] in ("page", "warn")
        assert alert["annotations"]["summary"]


def test_panels_do_not_overlap() -> None:
    dashboard = json.loads((DEPLOY / "grafana" / "westmarch.json").read_text())
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in dashboard["panels"]]
    assert len(set(places)) == len(places)
