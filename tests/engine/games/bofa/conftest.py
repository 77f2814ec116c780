"""An empty tabletop for every test of The Battle of Five Armies."""

import pytest

from tests.engine.games.bofa.tabletop import Tabletop


@pytest.fixture
def tabletop() -> Tabletop:
    return Tabletop()
