"""Every registered game passes the conformance kit in every setting, and has its golden playthroughs."""

from pathlib import Path

import pytest

from engine import all_games
from engine.testing import Case, conformance

GOLDEN = Path(__file__).parents[2] / "golden"


@pytest.mark.parametrize("case", [case for game in all_games() for case in conformance(game, golden=GOLDEN)], ids=str)
def test_registered_game_conforms(case: Case) -> None:
    case()
