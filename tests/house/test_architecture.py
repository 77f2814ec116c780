"""The ways through the code that ARCHITECTURE.md tells exist: every file, every name in it, every test."""

import ast
import re
from pathlib import Path

import pytest

from services.rpc.issuers import SERVICE_METHODS
from tests.house.test_layers import BELOW, FOUNDATIONS

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "ARCHITECTURE.md").read_text()
WAYS = {way[1]: way[0] for way in re.finditer(r"^\*\*\((\w)\) .*?(?=^Test: )", PAGE, re.M | re.S)}
NAMED = re.compile(r"`((?:engine|services|tests)/[\w/.-]+\.py)`((?:\s+`[\w.]+`(?:,\s)?)*)")
METHOD = re.compile(r"`([A-Z]\w+\.\w+)`")

CALLED_BY_OTHERS = {
    "Gate": "the server that every process starts",
    "ai_turn": "Celery, by its name",
    "play_pairs": "Celery, by its name",
    "ArchiveServicer.Verify": "clients",
    "Galadriel": "nobody: its block is entered when its module is loaded",
}
"""What a way names and no other file of it calls, and who does."""


def methods_of(service: str) -> set[str]:
    """The RPCs of a service, by its file of the API."""
    return set(re.findall(r"^  rpc (\w+)", (ROOT / f"protos/westmarch/v1/{service}.proto").read_text(), re.M))


def names_in(path: Path) -> set[str]:
    """The functions, classes, methods and top-level values that a module defines, methods as `Class.method`."""
    names: set[str] = set()
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            methods = (one for one in node.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))
            names.update(f"{node.name}.{method.name}" for method in methods)
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names.update(target.id for target in targets if isinstance(target, ast.Name))
    return names


def used_in(path: Path) -> set[str]:
    """The last parts of all names that a module uses."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    return {node.attr for node in nodes if isinstance(node, ast.Attribute)} | {
        node.id for node in nodes if isinstance(node, ast.Name)
    }


def test_the_page_is_short_and_tells_six_ways() -> None:
    assert len(PAGE.splitlines()) <= 200
    assert list(WAYS) == ["a", "b", "c", "d", "e", "f"]


def test_the_picture_of_processes_has_what_each_service_may_call() -> None:
    """What its token is good for, by services/rpc/issuers.py."""
    (picture,) = re.findall(r"## Processes\n+```\n(.*?)```", PAGE, re.S)
    calls: dict[str, set[str]] = {name: set() for name in SERVICE_METHODS}
    service = ""
    for line in picture.splitlines():
        if names := re.findall(r"─> (\w+)", line):
            service = names[0]
        for other, methods in re.findall(r"(\w+): ([A-Z]\w+(?:, [A-Z]\w+)*)", line.partition("bot workers")[0]):
            assert other in SERVICE_METHODS, f"{other} is no service"
            assert set(methods.split(", ")) <= methods_of(other), f"{other} has no such method in protos/"
            calls[service].update(methods.split(", "))
    assert calls == SERVICE_METHODS


def test_the_layers_stand_as_the_graph_of_imports_is_held() -> None:
    (order,) = re.findall(r"Imports point downwards only: (.*?);", PAGE, re.S)
    names = [name.strip() for name in order.split("<-")]
    assert names[: len(FOUNDATIONS)] == list(FOUNDATIONS)
    assert [" ".join(name.split()) for name in names[len(FOUNDATIONS) :]] == [
        "the services, client, supervisor",
        "cli",
    ]
    assert BELOW["training"] == ("pairs",), "the page says that training stands on pairs alone"


def test_the_table_of_layers_names_every_package_of_services() -> None:
    (table,) = re.findall(r"^\| layer \| is \|\n(?:\|.*\n)+", PAGE, re.M)
    first_column = " ".join(row.split("|")[1] for row in table.splitlines())
    packages = {path.parent.name for path in (ROOT / "services").glob("*/__init__.py")}
    assert packages == {name.removeprefix("services/") for name in re.findall(r"`((?:services/)?\w+)`", first_column)}


@pytest.mark.parametrize(("file", "names"), NAMED.findall(PAGE), ids=str)
def test_what_the_page_names_is_there(file: str, names: str) -> None:
    path = ROOT / file
    assert path.is_file(), f"ARCHITECTURE.md names {file}, which does not exist"
    for name in re.findall(r"`([\w.]+)`", names):
        assert name in names_in(path), f"ARCHITECTURE.md looks for {name} in {file}"


def test_methods_that_the_page_names_alone_are_in_a_file_that_it_names() -> None:
    known = set().union(*(names_in(ROOT / file) for file, _ in NAMED.findall(PAGE)))
    methods = set(re.findall(METHOD, PAGE)) - {"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"}
    assert sorted(methods - known) == []


@pytest.mark.parametrize("way", WAYS)
def test_what_a_way_names_is_called_on_it(way: str) -> None:
    """By a file that it names, or by the table in which a game registers its functions."""
    files = {ROOT / file for file, _ in NAMED.findall(WAYS[way])} | set(ROOT.glob("engine/games/*/game.py"))
    used = set[str]().union(*map(used_in, files))
    named = {name for _, names in NAMED.findall(WAYS[way]) for name in re.findall(r"`([\w.]+)`", names)}
    named.update(re.findall(METHOD, WAYS[way]))
    assert sorted(name for name in named - CALLED_BY_OTHERS.keys() if name.split(".")[-1] not in used) == []
