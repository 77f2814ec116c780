"""Importing this makes Barrow playable by its id, for processes that a test starts."""

from engine.core.registry import register
from tests.toy.game import GAME

register(GAME)
