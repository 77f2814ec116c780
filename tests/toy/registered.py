"""Importing this makes Barrow and its broken variants playable by id, for processes that a test starts."""

from engine.core.registry import register
from tests.toy.broken import FAULTS, broken
from tests.toy.game import GAME

register(GAME)
for fault in FAULTS:
    register(broken(fault))
