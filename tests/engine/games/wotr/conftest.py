"""Tabletops for the tests of War of the Ring: The Card Game, and the mark that names the cards a test plays."""

import pytest

from tests.engine.games.wotr.tabletop import Tabletop


def pytest_configure(config: pytest.Config) -> None:
    """Make `@pytest.mark.card("boromir")` known: the test plays these cards and asserts what their texts say."""
    config.addinivalue_line("markers", "card(*ids): the test plays these cards and asserts what their texts say")


@pytest.fixture
def tabletop() -> Tabletop:
    """An action phase of the Trilogy."""
    return Tabletop("trilogy")


@pytest.fixture
def duel() -> Tabletop:
    """An action phase of the two-player Duel."""
    return Tabletop("duel")


@pytest.fixture
def promos() -> Tabletop:
    """An action phase of the Trilogy with the promotional cards."""
    return Tabletop("trilogy", promos=True)
