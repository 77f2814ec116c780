"""Which games there are. A package under engine/games, or an installed entry point, is enough to join."""

import importlib
import pkgutil
from importlib.metadata import entry_points
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


def game_ids() -> list[str]:
    """The ids of all games, in alphabetical order."""
    found = {module.name for module in pkgutil.iter_modules(builtin.__path__)}
    found.update(point.name for point in entry_points(group=_ENTRY_POINTS))
    found.update(_registered)
    return sorted(found)


def load(id: str) -> Game[Any]:
    """The game of that id."""
    if id in _registered:
        return _registered[id]
    if id not in game_ids():
        raise UnknownGame(f"there is no game {id!r}; there are: {', '.join(game_ids())}")
    for point in entry_points(group=_ENTRY_POINTS):
        if point.name == id:
            return register(point.load())
    module = importlib.import_module(f"engine.games.{id}.game")
    return register(module.GAME)


def all_games() -> list[Game[Any]]:
    """Every game."""
    return [load(id) for id in game_ids()]
