"""Who imports whom, read from the sources: nothing is executed, and imports for type checkers count."""

import ast
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path


@dataclass(frozen=True, order=True)
class Import:
    """One module names another one, of ours or of others."""

    importer: str
    imported: str

    def __str__(self) -> str:
        return f"{self.importer} imports {self.imported}"


def modules(root: Path, *packages: str) -> dict[str, Path]:
    """Every module of the packages, by its dotted name; a package stands for its `__init__.py`."""
    paths = sorted(path for package in packages for path in (root / package).rglob("*.py"))
    return {_name(path.relative_to(root)): path for path in paths}


def imports(root: Path, *packages: str) -> list[Import]:
    """Every import of the packages' modules, wherever in a module it stands."""
    known = modules(root, *packages)
    return sorted({Import(name, target) for name, path in known.items() for target in _imported(name, path, known)})


def cycle(edges: Iterable[Import]) -> list[str] | None:
    """A way from a module back to itself, if there is one."""
    graph: dict[str, set[str]] = {}
    for edge in edges:
        graph.setdefault(edge.importer, set()).add(edge.imported)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as fault:
        path: list[str] = fault.args[1]
        return path[::-1]  # importers first
    return None


def _name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(name: str, path: Path, known: Container[str]) -> Iterator[str]:
    """What a module imports: `from package import module` names the module, anything else what it is taken from."""
    for node in ast.walk(ast.parse(path.read_text(), path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = _source(node, name, path)
            for alias in node.names:
                inner = f"{source}.{alias.name}"
                yield inner if inner in known else source


def _source(node: ast.ImportFrom, name: str, path: Path) -> str:
    """The module that names are taken from; a relative import starts at the importer's package."""
    if node.level == 0:
        return node.module or ""
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    above = package[: len(package) - node.level + 1]
    return ".".join([*above, node.module] if node.module else above)
