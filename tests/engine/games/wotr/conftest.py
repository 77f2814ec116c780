"""Tables for the tests of War of the Ring: The Card Game, and the mark that names the cards a test plays."""

import pytest

from tests.engine.games.wotr.table import Table


def pytest_configure(config: pytest.Config) -> None:
    """Make `@pytest.mark.card("boromir")` known: the test plays these cards and asserts what their texts say."""
    config.addinivalue_line("markers", "card(*ids): the test plays these cards and asserts what their texts say")


@pytest.fixture
def table() -> Table:
    """An action phase of the Trilogy."""
    return Table("trilogy")


@pytest.fixture
def duel() -> Table:
    """An action phase of the two-player Duel."""
    return Table("duel")


@pytest.fixture
def promos() -> Table:
    """An action phase of the Trilogy with the promotional cards."""
    return Table("trilogy", promos=True)
