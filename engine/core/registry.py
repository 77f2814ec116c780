"""Which games there are. A package under engine/games, or an installed entry point, is enough to join."""

import importlib
import pkgutil
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from engine import games as builtin
from engine.core.errors import UnknownGame
from engine.core.game import Game

_ENTRY_POINTS = "westmarch.games"
_registered: dict[str, Game[Any]] = {}


def register(game: Game[Any]) -> Game[Any]:
    """Make a game playable under its id."""
    _registered[game.id] = game
    return game


@cache
def _installed() -> dict[str, EntryPoint]:
    """Games of other packages, by id; looked up once, because it reads every installed package."""
    return {point.name: point for point in entry_points(group=_ENTRY_POINTS)}


@cache
def builtin_ids() -> frozenset[str]:
    """The games that come with the engine."""
    return frozenset(module.name for module in pkgutil.iter_modules(builtin.__path__))


def game_ids() -> list[str]:
    """The ids of all games, in alphabetical order."""
    return sorted({*builtin_ids(), *_installed(), *_registered})


def load(id: str) -> Game[Any]:
    """The game of that id."""
    if id in _registered:
        return _registered[id]
    if id in _installed():
        return register(_installed()[id].load())
    if id not in builtin_ids():
        raise UnknownGame(f"there is no game {id!r}; there are: {', '.join(game_ids())}")
    module = importlib.import_module(f"engine.games.{id}.game")
    return register(module.GAME)


def all_games() -> list[Game[Any]]:
    """Every game."""
    return [load(id) for id in game_ids()]
