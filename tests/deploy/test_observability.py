"""Alert rules and the dashboard name only metrics that exist, with labels they have."""

import itertools
import json
import re
from pathlib import Path

import yaml
from prometheus_client import Counter, Gauge, Histogram, generate_latest

from services.process import metrics

DEPLOY = Path(__file__).parents[2] / "deploy"
METRIC = re.compile(r"\bwestmarch_[a-z_]+\b")


def rules() -> list[dict]:
    groups = yaml.safe_load((DEPLOY / "prometheus" / "rules.yml").read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


def expressions() -> list[str]:
    dashboard = json.loads((DEPLOY / "grafana" / "westmarch.json").read_text())
    queries = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    return [rule["expr"] for rule in rules()] + queries


def test_every_metric_named_exists() -> None:
    names = {name for expr in expressions() for name in METRIC.findall(expr)}
    assert names <= metrics.exported().keys()


def test_every_metric_is_shown_somewhere() -> None:
    names = {name for expr in expressions() for name in METRIC.findall(expr)}
    for name in metrics.exported():
        family = re.sub("_(bucket|sum|count)$", "", name)
        assert any(other == name or other.startswith(f"{family}_") for other in names), name


def test_the_series_are_those_that_a_process_exports() -> None:
    """As the page of /metrics has them, once every metric has been used."""
    for metric in vars(metrics).values():
        if isinstance(metric, Counter | Gauge | Histogram) and metric._labelnames:
            metric.labels(*("x" for _ in metric._labelnames))
    page = generate_latest().decode()
    series: dict[str, set[str]] = {}
    for name, labels in re.findall(r"^(westmarch_\w+)(?:\{(.*?)\})? ", page, re.MULTILINE):
        if not name.endswith("_created"):
            series.setdefault(name, set()).update(re.findall(r"(\w+)=", labels))
    assert series == metrics.exported()


def test_labels_in_expressions_belong_to_their_metrics() -> None:
    labels = metrics.exported()
    for expr in expressions():
        available = set().union(*(labels[name] for name in METRIC.findall(expr)))
        if not METRIC.search(expr):
            available |= {"job", "instance", "service", "mountpoint", "role"}  # of targets and exporters
        names = {label.strip() for group in re.findall(r"by \(([^)]*)\)", expr) for label in group.split(",")}
        names |= set(re.findall(r"[{,]\s*(\w+)=~?\"", expr))
        assert names <= available, expr


def test_panels_do_not_overlap() -> None:
    dashboard = json.loads((DEPLOY / "grafana" / "westmarch.json").read_text())
    places = [panel["gridPos"] for panel in dashboard["panels"]]
    for one, other in itertools.combinations(places, 2):
        beside = one["x"] + one["w"] <= other["x"] or other["x"] + other["w"] <= one["x"]
        above = one["y"] + one["h"] <= other["y"] or other["y"] + other["h"] <= one["y"]
        assert beside or above, (one, other)
