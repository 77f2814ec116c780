"""The cases a test runner gets: named, complete, and with the place noted on whatever goes wrong."""

from pathlib import Path

import pytest

from engine.core import registry
from engine.testing import Nonconforming, conformance, perft
from tests.toy import GAME
from tests.toy.broken import broken


def test_every_check_runs_on_every_setting() -> None:
    names = [str(case) for case in conformance(GAME, seeds=(4,), golden=Path("golden"))]
    assert names[0] == "barrow-components"
    assert "barrow-company-3-allies=True-4-undo" in names
    assert "barrow-duel-2-golden" in names
    assert len(names) == len(set(names)) == 1 + 3 * 17 + 5 * 14 + 3 + 2 + 2 + 2


def test_fault_carries_the_name_of_its_case(monkeypatch: pytest.MonkeyPatch) -> None:
    game = broken("lost-card")
    monkeypatch.setitem(registry._registered, game.id, game)
    case = next(case for case in conformance(game) if str(case) == "lost-card-duel-2-0-conservation")
    with pytest.raises(Nonconforming, match=r"lost-card duel-2 seed 0 choice \d+: components lost") as caught:
        case()
    assert caught.value.__notes__ == ["in lost-card-duel-2-0-conservation"]


def test_perft_counts_the_bids_and_the_first_turn() -> None:
    """Three bids each make nine; then six options on three cards, peek, dig, gamble and pass make ten."""
    match = GAME.new_match("duel", seed=1)
    assert [perft(match, depth) for depth in range(4)] == [1, 3, 9, 90]


def test_perft_counts_a_whole_match() -> None:
    """One round of two turns each, without coins, so that nobody bids.

    The second turn has 8 options after each of six plays, 9 after a peek, 12 after a dig and 10 after a gamble or a
    pass: 89 for each of the other seat's ten, and one more where that seat dug away the card that was peeked at.
    """
    match = GAME.new_match("duel", seed=1, coins=0, rounds=1)
    assert [perft(match, depth) for depth in range(4)] == [1, 10, 100, 10 * 89 + 1]
    assert perft(match, 5) == perft(match, 99) == 7973
