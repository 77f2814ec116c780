"""Imports point one way: each rule says what is allowed, and is shown to fail where it is broken."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.house.imports import Import, cycle, imports

ROOT = Path(__file__).parents[2]

FOUNDATIONS = ("process", "store", "match", "pairs", "competition", "rpc")
"""What services stand on, lowest first."""

BELOW = {
    "api": (),
    **{name: FOUNDATIONS[:height] for height, name in enumerate(FOUNDATIONS)},
    "training": ("pairs",),
    "cli": (*FOUNDATIONS, "training", "client", "supervisor"),
}
"""What a package of `services` may import beside itself and the generated API; a service, the foundations."""

BACK_REFERENCES = {
    Import("engine.core.events", "engine.core.state"): "`tell` takes the state that keeps the events, as a type",
    Import("engine.core.game", "engine.core.match"): "`Game.new_match` is where users begin, and gives a match",
    Import("engine.core.record", "engine.core.match"): "`Record.replay` gives the match, as a type",
    Import("engine.core.narration", "engine.core.match"): "`narrate` takes the match that it tells of, as a type",
    Import("engine.core.observation", "engine.core.match"): "`observe` takes the match that is seen, as a type",
    Import("engine.core.undoing", "engine.core.match"): "`check_undo` takes the match that it judges, as a type",
    Import("engine.core.worlds", "engine.core.match"): "`Match.deal_world` is carried out here, on the match's type",
}
"""Imports that would close a cycle but for being types, or made only when called; and why they stay."""


def package_of(module: str) -> str:
    """`services.bots` of `services.bots.hints`, `engine.games.wotr` of `engine.games.wotr.rules.draw`."""
    depth = 3 if module.startswith("engine.games.") else 2
    return ".".join(module.split(".")[:depth])


def is_in(module: str, *packages: str) -> bool:
    """Whether a module is one of the packages or inside one."""
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def breaks_layers(edge: Import) -> bool:
    """A package of `services` imports one that does not stand below it."""
    if not (is_in(edge.importer, "services") and is_in(edge.imported, "services")):
        return False
    package = package_of(edge.importer)
    below = BELOW.get(package.removeprefix("services."), FOUNDATIONS)
    return not is_in(edge.imported, package, "services.api", *(f"services.{name}" for name in below))


def leaves_services_for_a_game(edge: Import) -> bool:
    """A service imports a game or the kit that tests games."""
    return is_in(edge.importer, "services") and is_in(edge.imported, "engine.games", "engine.testing")


def leaves_engine(edge: Import) -> bool:
    """The engine imports what is neither its own, Python's nor msgspec; but for its adapters, which nobody imports."""
    if is_in(edge.imported, "engine.adapters"):
        return not is_in(edge.importer, "engine.adapters")
    top = edge.imported.split(".")[0]
    allowed = {"engine", "msgspec", *sys.stdlib_module_names}
    if is_in(edge.importer, "engine.adapters"):
        allowed |= {"numpy", "gymnasium", "pettingzoo", "pyspiel"}
    return is_in(edge.importer, "engine") and top not in allowed


def leaves_core(edge: Import) -> bool:
    """The kernel imports another part of the engine; where the games lie is for the registry to know."""
    if not (is_in(edge.importer, "engine.core") and is_in(edge.imported, "engine")):
        return False
    folder_of_games = Import("engine.core.registry", "engine.games")
    return not is_in(edge.imported, "engine.core") and edge != folder_of_games


def leaves_a_game(edge: Import) -> bool:
    """A game imports another one, bots, or the kit that tests games."""
    game = package_of(edge.importer)
    if not (is_in(game, "engine.games") and is_in(edge.imported, "engine")):
        return False
    return edge.imported != "engine" and not is_in(edge.imported, "engine.core", game)


def leaves_bots(edge: Import) -> bool:
    """A bot that plays any game imports one, or the kit that tests games."""
    return is_in(edge.importer, "engine.bots") and is_in(edge.imported, "engine.games", "engine.testing")


def leaves_testing(edge: Import) -> bool:
    """The conformance kit, which tests any game, imports one."""
    return is_in(edge.importer, "engine.testing") and is_in(edge.imported, "engine.games")


@dataclass(frozen=True)
class Rule:
    """What a layer may import, in words, and a function that finds what breaks it."""

    allowed: str
    is_broken_by: Callable[[Import], bool]
    forbidden: tuple[str, ...]
    """Examples of imports that break it, as `importer > imported`."""
    permitted: tuple[str, ...]
    """Examples of imports that keep it."""


RULES = {
    "services": Rule(
        f"{' <- '.join(FOUNDATIONS)} <- the services, client and supervisor <- cli (which may import client and "
        "supervisor, and no service); no service imports another; all may import services.api",
        breaks_layers,
        (
            "services.process.ports > services.store.lease",
            "services.store.lease > services.match.log",
            "services.match.log > services.rpc.gate",
            "services.rpc.gate > services.engine.lock",
            "services.engine.lock > services.bots.turn",
            "services.ladders.fit > services.archive.records",
            "services.bots.turn > services.client",
            "services.client.seat > services.supervisor.state",
            "services.supervisor.supervisor > services.cli.main",
            "services.cli.main > services.bots.batch",
            "services.api.match_pb2 > services.process.ports",
        ),
        (
            "services.store.lease > services.process.ports",
            "services.store.lease > services.store.connection",
            "services.ladders.fit > services.rpc.gate",
            "services.cli.main > services.client",
            "services.cli.main > services.supervisor.state",
            "services.process.refusals > services.api.errors_pb2",
        ),
    ),
    "services and games": Rule(
        "services import engine, engine.core and engine.bots; a game comes to them through the registry alone",
        leaves_services_for_a_game,
        ("services.cli.board > engine.games.wotr.board", "services.engine.lock > engine.testing.walk"),
        ("services.cli.board > engine.core.game", "services.bots.turn > engine.bots"),
    ),
    "engine": Rule(
        "engine imports the standard library and msgspec; never services, nor anything else; only engine.adapters, "
        "which nothing else imports, may also import numpy and what it adapts to",
        leaves_engine,
        (
            "engine.core.match > services.match.log",
            "engine.bots.greedy > numpy.random",
            "engine > rich",
            "engine.bots.policy > engine.adapters.agent",
            "engine.adapters.agent > services.pairs.legs",
        ),
        (
            "engine.core.match > msgspec.json",
            "engine.core.match > collections.abc",
            "engine > engine.core.match",
            "engine.adapters.pettingzoo > gymnasium.spaces",
            "engine.adapters.agent > engine.adapters.encoding",
        ),
    ),
    "engine.core": Rule(
        "engine.core imports engine.core; its registry finds games by looking into the folder engine.games",
        leaves_core,
        (
            "engine.core.registry > engine.games.wotr.game",
            "engine.core.match > engine.games",
            "engine.core.match > engine.bots.policy",
            "engine.core.match > engine.testing",
            "engine.core.match > engine",
        ),
        ("engine.core.registry > engine.games", "engine.core.match > engine.core.state"),
    ),
    "engine.games": Rule(
        "a game imports engine, engine.core and itself",
        leaves_a_game,
        (
            "engine.games.wotr.game > engine.games.lotr.game",
            "engine.games.wotr.game > engine.testing",
            "engine.games.wotr.judge > engine.bots.greedy",
            "engine.games.wotr > engine.games.wotr2",
        ),
        (
            "engine.games.wotr.game > engine",
            "engine.games.wotr.game > engine.core.flow",
            "engine.games.wotr.game > engine.games.wotr.state",
        ),
    ),
    "engine.bots": Rule(
        "engine.bots imports engine, engine.core and itself",
        leaves_bots,
        ("engine.bots.greedy > engine.games.wotr.judge", "engine.bots.greedy > engine.testing.walk"),
        ("engine.bots.greedy > engine.core.match", "engine.bots.greedy > engine.bots.perspective"),
    ),
    "engine.testing": Rule(
        "engine.testing imports engine, engine.core, engine.bots and itself; a game is given to it",
        leaves_testing,
        ("engine.testing.walk > engine.games.wotr.state",),
        ("engine.testing.walk > engine.core.match", "engine.testing.walk > engine.testing.position"),
    ),
}


@pytest.fixture(scope="module")
def house() -> list[Import]:
    """Every import of the tree."""
    return imports(ROOT, "engine", "services")


@pytest.mark.parametrize("name", RULES)
def test_imports_keep_the_rule(house: list[Import], name: str) -> None:
    rule = RULES[name]
    broken = [str(edge) for edge in house if rule.is_broken_by(edge)]
    assert not broken, f"{broken}; allowed: {rule.allowed}"


def test_no_module_imports_itself_through_others(house: list[Import]) -> None:
    way = cycle(edge for edge in house if edge not in BACK_REFERENCES)
    assert way is None, f"imports go in a circle: {' -> '.join(way)}; move what both need into a module below them"


@pytest.mark.parametrize("edge", BACK_REFERENCES, ids=str)
def test_each_back_reference_is_needed(house: list[Import], edge: Import) -> None:
    others = [one for one in house if one not in BACK_REFERENCES]
    assert edge in house, "nobody imports this any more: take it off the list"
    assert cycle([*others, edge]), "this closes no cycle any more: take it off the list"


# -- the checks themselves


def plant(root: Path, sources: dict[str, str]) -> list[Import]:
    """The imports of a small tree."""
    for name, source in sources.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source)
    return imports(root, "engine", "services")


def plant_import(root: Path, example: str) -> list[Import]:
    """The imports of a tree in which one module imports another one, as the example says."""
    importer, imported = example.split(" > ")
    return plant(root, {f"{importer.replace('.', '/')}/__init__.py": f"import {imported}\n"})


@pytest.mark.parametrize(("name", "example"), [(name, one) for name, rule in RULES.items() for one in rule.forbidden])
def test_a_forbidden_import_is_found(tmp_path: Path, name: str, example: str) -> None:
    assert [edge for edge in plant_import(tmp_path, example) if RULES[name].is_broken_by(edge)]


@pytest.mark.parametrize(("name", "example"), [(name, one) for name, rule in RULES.items() for one in rule.permitted])
def test_a_permitted_import_is_let_be(tmp_path: Path, name: str, example: str) -> None:
    assert not [edge for edge in plant_import(tmp_path, example) if RULES[name].is_broken_by(edge)]


def test_imports_are_read_in_every_form(tmp_path: Path) -> None:
    edges = plant(
        tmp_path,
        {
            "engine/core/state.py": "",
            "engine/core/words.py": "",
            "engine/core/match.py": "import json, engine.core.state as state\n"
            "from engine.core import words\n"
            "from engine.core.state import State\n"
            "from . import words\n"
            "from ..bots.policy import Bot\n"
            "def late():\n    import msgspec\n"
            "if TYPE_CHECKING:\n    from services.api import match_pb2\n",
        },
    )
    wanted = ("engine.bots.policy", "engine.core.state", "engine.core.words", "json", "msgspec", "services.api")
    assert edges == [Import("engine.core.match", name) for name in wanted]


def test_a_cycle_is_named_by_its_path(tmp_path: Path) -> None:
    edges = plant(
        tmp_path,
        {
            "engine/a.py": "from engine import b",
            "engine/b.py": "def late():\n    from engine.c import thing",
            "engine/c.py": "if TYPE_CHECKING:\n    import engine.a",
            "engine/d.py": "import engine.a",
        },
    )
    assert cycle(edges) in [[f"engine.{name}" for name in way] for way in ("abca", "bcab", "cabc")]
    assert cycle(edge for edge in edges if edge.importer != "engine.c") is None


def test_a_package_may_import_its_own_modules(tmp_path: Path) -> None:
    edges = plant(
        tmp_path,
        {
            "engine/a/__init__.py": "from engine.a import b",
            "engine/a/b.py": "from engine.a.c import thing",
            "engine/a/c.py": "",
        },
    )
    assert edges == [Import("engine.a", "engine.a.b"), Import("engine.a.b", "engine.a.c")]
    assert cycle(edges) is None
