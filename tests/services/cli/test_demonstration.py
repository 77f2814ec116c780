"""The results of the demo, as they are shown."""

import io

from rich.console import Console

from engine import load
from services.api.bots_pb2 import MatchResult
from services.api.match_pb2 import Outcome
from services.cli.demonstration import ScenarioBatch, print_results


def test_the_results_of_every_game_fit_a_terminal_of_80_columns() -> None:
    batches = []
    for game in map(load, ("wotr", "lotr", "meq", "bofa")):
        for scenario in game.scenarios:
            roles = game.setting(scenario.id).roles
            results = [
                MatchResult(decisions=length, outcome=Outcome(winners=[seat], side=role.side))
                for seat, role in enumerate(roles)
                for length in (98, 1234)
            ]
            batches.append(ScenarioBatch(game.id, scenario.id, ("random",) * len(roles), 0.5, results))
    wide, narrow = (Console(file=io.StringIO(), width=columns) for columns in (200, 80))
    for console in (wide, narrow):
        print_results(console, batches)
    shown = narrow.file.getvalue()
    assert max(map(len, shown.splitlines())) <= 80
    assert "…" not in shown
    assert {word for word in shown.split() if word.isalpha()} <= set(wide.file.getvalue().split())
