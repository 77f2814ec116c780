"""The toy game, playable for the length of a test."""

from typing import Any

import pytest

from engine.core import registry
from engine.core.game import Game
from tests.toy import GAME


@pytest.fixture
def barrow(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    """The toy game, registered."""
    monkeypatch.setitem(registry._registered, GAME.id, GAME)
    return GAME
