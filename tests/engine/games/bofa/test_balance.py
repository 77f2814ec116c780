"""The figures of the shipped pack are counted by replaying records."""

from benchmarks.balance import play, report
from engine.games.bofa.game import GAME
from engine.testing import Variant
from engine.testing.walk import random_record


def test_a_match_is_counted_by_what_is_told_of_it() -> None:
    record = random_record(GAME, Variant("battle", 2), 1)
    one, outcome = play(record), record.replay().outcome
    assert outcome is not None
    assert (one.side, one.reason) == (outcome.side, outcome.reason)
    assert one.turns > 1
    kinds = {component.id: component.kind for component in GAME.components(GAME.setting())}
    assert {kinds[card] for card in one.played} == {"event", "story"}
    assert {kinds[card] for card in one.shown} == {"event"}


def test_a_report_has_shares_of_matches() -> None:
    plays = [play(random_record(GAME, Variant("battle", 2), seed)) for seed in (1, 2)]
    lines = list(report(plays))
    assert lines[0].startswith("2 matches, ")
    assert lines[3].startswith("played least: ")
    assert lines[3].endswith(" %")
