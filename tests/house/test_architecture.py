"""The ways through the code that ARCHITECTURE.md tells exist: every file, every name in it, every test."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "ARCHITECTURE.md").read_text()
WAYS = re.findall(r"^\*\*\((\w)\) .*?(?=^\*\*\(|^## )", PAGE, re.M | re.S)
NAMED = re.compile(r"`((?:engine|services|tests)/[\w/.-]+\.py)`((?:\s+`[\w.]+`(?:,\s)?)*)")


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


def test_the_page_is_short_and_tells_six_ways() -> None:
    assert len(PAGE.splitlines()) <= 200
    assert WAYS == ["a", "b", "c", "d", "e", "f"]


@pytest.mark.parametrize(("file", "names"), NAMED.findall(PAGE), ids=str)
def test_what_the_page_names_is_there(file: str, names: str) -> None:
    path = ROOT / file
    assert path.is_file(), f"ARCHITECTURE.md names {file}, which does not exist"
    for name in re.findall(r"`([\w.]+)`", names):
        assert name in names_in(path), f"ARCHITECTURE.md looks for {name} in {file}"


def test_methods_that_the_page_names_alone_are_in_a_file_that_it_names() -> None:
    known = set().union(*(names_in(ROOT / file) for file, _ in NAMED.findall(PAGE)))
    methods = set(re.findall(r"`([A-Z]\w+\.\w+)`", PAGE)) - {"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"}
    assert sorted(methods - known) == []
