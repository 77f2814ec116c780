"""Importing this makes Barrow, plain, typed and broken, playable by id, for processes that a test starts."""

from engine.core.registry import register
from tests.toy.broken import FAULTS, broken
from tests.toy.game import GAME
from tests.toy.typed import TYPED

register(GAME)
register(TYPED)
for fault in FAULTS:
    register(broken(fault))
