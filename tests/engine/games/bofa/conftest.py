"""An empty table for every test of The Battle of Five Armies."""

import pytest

from tests.engine.games.bofa.table import Table


@pytest.fixture
def table() -> Table:
    return Table()
