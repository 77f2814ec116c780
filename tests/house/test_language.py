"""Every module, class and function that others use says what it is, plainly, and is named for what it does."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.house.imports import modules

ROOT = Path(__file__).parents[2]

RIDDLES = re.compile(
    r"(the same|so it is|who is about|and|it (goes|is|has)|those of (them|this|these)|those that|that (an?|the))\b",
    re.IGNORECASE,
)
"""Openings that say what something is only to those who have read what stands before it."""

EMPTY_NAMES = frozenset({"util", "utils", "helper", "helpers", "common", "manager", "managers", "misc"})
"""Names that anything could have."""

PARTICIPLES = frozenset({"asked", "found", "told"})
"""Names that say how a value was come by, not what it is."""

Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def riddles(tree: ast.Module) -> Iterator[str]:
    """Docstrings that open with a riddle: of modules, classes and functions, and of the values they describe."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(ast.Constant(str(text))) if RIDDLES.match(text):
                yield text


def without_docstring(tree: ast.Module) -> Iterator[str]:
    """Public classes and functions without a docstring, and the module itself, as `module`, if it has none."""
    if not ast.get_docstring(tree):
        yield "module"
    promises = {method.name for node in _public(tree) if _is_protocol(node) for method in _public(node)}
    marks = set(_clause_marks(tree))
    for node in _public(tree):
        if not ast.get_docstring(node) and not _is_worded(node):
            yield node.name
        if isinstance(node, ast.ClassDef):
            elsewhere = set() if _is_protocol(node) else promises
            for method in _public(node):
                is_told = method.name in elsewhere or _is_remote_call(method, node) or _is_clause(method, marks)
                if not ast.get_docstring(method) and not is_told:
                    yield f"{node.name}.{method.name}"


def _public(node: ast.Module | Definition) -> list[Definition]:
    """What others may use of a module or a class."""
    return [child for child in node.body if isinstance(child, Definition) and not child.name.startswith("_")]


def _is_protocol(node: Definition) -> bool:
    """A protocol, which describes its methods once for all classes of the module that have them."""
    return isinstance(node, ast.ClassDef) and "Protocol" in map(ast.unparse, node.bases)


def _is_remote_call(method: Definition, outer: ast.ClassDef) -> bool:
    """A method of a gRPC servicer, which the API's own files describe."""
    return method.name[0].isupper() and any(ast.unparse(base).endswith("Servicer") for base in outer.bases)


def _clause_marks(tree: ast.Module) -> Iterator[str]:
    """The decorators by which a game marks the clauses of its cards: they come from its registry of cards."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").endswith(".cards.registry"):
            yield from (alias.name for alias in node.names)


def _is_clause(method: Definition, marks: set[str]) -> bool:
    """A clause of a card: what all its clauses do, the docstring of the card's block says."""
    return any(ast.unparse(decorator).partition("(")[0] in marks for decorator in method.decorator_list)


def _is_worded(node: Definition) -> bool:
    """An effect whose decorator is given the words of the card, as in `@as_effect("lose 1 favor", ...)`."""
    for decorator in node.decorator_list:
        match decorator:
            case ast.Call(args=[ast.Constant(str(words)), *_]) if " " in words:
                return True
    return False


def participles(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Values that are named by a participle, with their lines: variables, parameters and attributes."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) | ast.Attribute(attr=name, ctx=ast.Store()):
                if name.strip("_") in PARTICIPLES:
                    yield node.lineno, name


def sources() -> Iterator[tuple[str, ast.Module]]:
    """Our modules; the Python code of the API is generated."""
    for name, path in modules(ROOT, "engine", "services").items():
        if not name.startswith("services.api"):
            yield name, ast.parse(path.read_text(), path)


def test_what_others_use_says_what_it_is() -> None:
    faults = [f"{module}: {name}" for module, tree in sources() for name in without_docstring(tree)]
    assert not faults, f"without a docstring: {faults}"


def test_no_docstring_is_a_riddle() -> None:
    faults = [f"{module}: {text}" for module, tree in sources() for text in riddles(tree)]
    assert not faults, f"the first clause says what it is, in words that need no other docstring: {faults}"


def test_no_value_is_named_by_a_participle() -> None:
    benchmarks = ((name, ast.parse(path.read_text(), path)) for name, path in modules(ROOT, "benchmarks").items())
    trees = [*sources(), *benchmarks]
    faults = [f"{module}:{line} {name}" for module, tree in trees for line, name in participles(tree)]
    assert not faults, f"name a value for what it is: {faults}"


def test_no_module_has_a_name_that_anything_could_have() -> None:
    ours = modules(ROOT, "engine", "services", "tests", "benchmarks", "protos")
    empty = [name for name in ours if EMPTY_NAMES & set(name.split("."))]
    assert not empty, f"name a module for what it does: {empty}"


# -- the checks themselves

SOURCE = '''
from engine.games.wotr.cards.registry import Card, action, played

class Command(Protocol):
    """Something to do."""

    def entry(self):
        """What it adds."""

class Choose:
    """A choice."""

    def __init__(self): ...
    def entry(self): ...
    def other(self): ...

class Engine(EngineServicer):
    """The calls."""

    async def Play(self): ...
    async def drain(self): ...

class Galadriel(Card, id="galadriel"):
    """Played: draw a card."""

    @played
    def draw_a_card(self): ...
    @action("path", ready=True)
    def walk(self): ...
    @property
    def draws(self): ...

class _Inner:
    def free(self): ...

LIMIT = 3
"""Who is about to fail."""

def tell():
    """The SAME again."""

    def inner():
        """So it is done."""

def sameness():
    """The sameness of two things."""

@as_effect("lose 1 favor", "utrata 1 przysługi")
def lose_favor(): ...

@effect("lose-favor")
def loses_favor(): ...

def _silent(): ...
def loud(): ...
'''


def test_what_has_no_docstring_is_found() -> None:
    silent = ["module", "Choose.other", "Engine.drain", "Galadriel.draws", "loses_favor", "loud"]
    assert list(without_docstring(ast.parse(SOURCE))) == silent
    protocol = ast.parse('"""A module."""\nclass One(Protocol):\n    def choose(self): ...')
    assert list(without_docstring(protocol)) == ["One", "One.choose"]


def test_riddles_are_found_wherever_they_stand() -> None:
    assert sorted(riddles(ast.parse(SOURCE))) == ["So it is done.", "The SAME again.", "Who is about to fail."]


def test_participles_are_found_wherever_a_value_gets_its_name() -> None:
    source = "found = 1\ndef seek(told): ...\nfor asked in [found]: ...\nfounded: int = 2\nunit._found = 3\n"
    assert sorted(participles(ast.parse(source))) == [(1, "found"), (2, "told"), (3, "asked"), (5, "_found")]
