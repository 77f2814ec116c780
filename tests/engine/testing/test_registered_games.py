"""Every registered game passes the conformance kit in every variant, and has its golden playthroughs."""

from pathlib import Path

import pytest

from engine.core.registry import builtin_ids, load
from engine.testing import Case, conformance

GOLDEN = Path(__file__).parents[2] / "golden"


GAMES = [load(id) for id in sorted(builtin_ids())]
"""The games of the engine itself; other tests register toys."""


@pytest.mark.parametrize("case", [case for game in GAMES for case in conformance(game, golden=GOLDEN)], ids=str)
def test_registered_game_conforms(case: Case) -> None:
    case()
