"""Every game of ours has one shape: who knows one finds their way in all."""

import importlib
import inspect
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest

from engine import load
from engine.core.registry import builtin_ids

ROOT = Path(__file__).parents[2]

PACKAGES = frozenset({"components", "rules", "steps", "cards", "judge"})
CHAPTERS = PACKAGES | {"game", "scenarios", "state", "view", "words", "layout", "board"}
"""What a game is made of, beside its data: packages, and modules that may be packages where they would be too long."""

MODULES = (
    *("components.schema", "components.box", "components.listing"),
    *("steps.setup", "steps.victory", "cards.registry", "judge.evaluation", "judge.features"),
)
"""Modules that the packages of every game have."""

HOMES = {
    "steps.setup": ("new_state",),
    "steps.victory": ("scores",),
    "layout": ("zones", "references"),
    "view": ("observe", "unseen", "barred", "plausible"),
    "words": ("describe", "prompt", "narrate", "purpose"),
    "components.listing": ("components",),
    "board": ("draw_board",),
    "judge.evaluation": ("evaluate",),
    "judge.features": ("features",),
}
"""Where a game defines the functions that it registers, under the names by which it registers them."""


@pytest.fixture(params=sorted(builtin_ids()))
def id(request: pytest.FixtureRequest) -> str:
    """Each game that comes with the engine."""
    name: str = request.param
    return name


def module_of(id: str, name: str) -> ModuleType:
    """A module of a game."""
    return importlib.import_module(f"engine.games.{id}.{name}")


def chapters(folder: Path) -> set[str]:
    """The modules and folders at the top of a game's package that hold anything but what Python compiled."""
    files = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    return {Path(path.parts[0]).stem for path in files} - {"__init__"}


def test_it_is_made_of_these_chapters_and_no_others(id: str) -> None:
    folder = ROOT / "engine" / "games" / id
    assert sorted(chapters(folder)) == sorted({*CHAPTERS, "data"})
    assert [name for name in sorted(PACKAGES) if not (folder / name / "__init__.py").exists()] == []


def test_its_packages_have_the_modules_of_every_game(id: str) -> None:
    folder = ROOT / "engine" / "games" / id
    assert [name for name in MODULES if not (folder / f"{name.replace('.', '/')}.py").exists()] == []


def test_it_registers_its_game_state_and_scenarios(id: str) -> None:
    game = module_of(id, "game").GAME
    assert game is load(id)
    assert game.id == id
    assert game.state is module_of(id, "state").GameState
    assert game.scenarios is module_of(id, "scenarios").SCENARIOS


@pytest.mark.parametrize("home", HOMES)
def test_what_it_registers_is_defined_in_its_chapter(id: str, home: str) -> None:
    strangers = []
    for name in HOMES[home]:
        function = getattr(load(id), name)
        is_at_home = f"{function.__module__}.".startswith(f"engine.games.{id}.{home}.") and function.__name__ == name
        is_the_kernels = function.__module__ == "engine.core.game"  # what a game does without
        if not (is_at_home or is_the_kernels):
            strangers.append(f"{name} is {function.__module__}.{function.__name__}")
    assert not strangers, f"{id}.{home} is where these are defined in every game"


def test_its_schema_calls_what_the_data_says_of_a_component_an_entry(id: str) -> None:
    schema = module_of(id, "components.schema")
    names = [name for name, one in inspect.getmembers(schema, inspect.isclass) if one.__module__ == schema.__name__]
    assert [name for name in names if name.endswith("Entry")]
    assert [name for name in names if name.endswith(("Kind", "Row", "Spec"))] == []


def test_its_tests_play_on_a_tabletop(id: str) -> None:
    name = f"tests.engine.games.{id}.tabletop"
    assert find_spec(name) is not None
    assert inspect.isclass(importlib.import_module(name).Tabletop)
