"""Which bot a name stands for, exactly: a hash of the code and data that it chooses by."""

import ast
import hashlib
import importlib.util
import inspect
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from engine.bots.spec import BLUNDER, BotSpec
from engine.core.game import Game

_BOTS = "engine.bots"
_BLUNDERING = f"{_BOTS}.blundering"


def fingerprint(spec: BotSpec, kind: Callable[..., Any], game: Game[Any]) -> str:
    """A bot's name and parameters, and a hash of what it chooses by: the modules that it is made of, as far as they are
    its own package's or this one's, and the game's judgement with all weights. Read once in a process."""
    modules = (kind.__module__, _BLUNDERING) if BLUNDER in spec.parameters else (kind.__module__,)
    return f"{spec}@{_hash(modules, _package(game), game.id, game.rules_version)}"


@cache
def _hash(modules: tuple[str, ...], package: str, game: str, rules_version: int) -> str:
    digest = hashlib.blake2b(f"{game} {rules_version}".encode(), digest_size=6)
    for file in sorted({*_files(modules), *_judgement(package)}):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _package(game: Game[Any]) -> str:
    """The package that a game is written in."""
    return str(game.new_state.__module__).removesuffix(".steps.setup")


def _judgement(package: str) -> Iterator[Path]:
    """What bots know of a game: its code, and its weights."""
    file = getattr(sys.modules.get(f"{package}.judge"), "__file__", None)
    if file is not None:
        yield from Path(file).parent.rglob("*.py")
        yield from Path(file).parent.rglob("*.json.gz")


def _files(modules: tuple[str, ...]) -> Iterator[Path]:
    """The files of modules, and of those that they import and that bots are made of."""
    known: set[str] = set()
    waiting = list(modules)
    while waiting:
        name = waiting.pop()
        module = sys.modules.get(name)
        file = getattr(module, "__file__", None)
        if name in known or module is None or file is None or not file.endswith(".py"):
            continue
        known.add(name)
        yield Path(file)
        own = name.partition(".")[0]
        waiting += [
            one for one in _imports(module) if one.startswith(f"{_BOTS}.") or (own != "engine" and _is_in(one, own))
        ]


def _is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def _imports(module: ModuleType) -> Iterator[str]:
    """The modules that one imports, anywhere in it; of a name that a package passes on, where that is defined."""
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = "." * node.level + (node.module or "")
            package = module.__package__ or module.__name__
            source = importlib.util.resolve_name(source, package) if node.level else source
            yield source
            for alias in node.names:
                yield f"{source}.{alias.name}"
                yield str(getattr(getattr(sys.modules.get(source), alias.name, None), "__module__", ""))
