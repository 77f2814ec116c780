"""Tables for the tests of The Lord of the Rings: The Card Game."""

import pytest

from tests.engine.games.lotr.tabletop import Tabletop


@pytest.fixture
def table() -> Tabletop:
    """One player with Aragorn, Gimli and Éowyn."""
    return Tabletop()


@pytest.fixture
def two() -> Tabletop:
    """Two players: Aragorn, Gimli and Éowyn; Legolas, Denethor and Eleanor."""
    return Tabletop(["aragorn", "gimli", "eowyn"], ["legolas", "denethor", "eleanor"])
