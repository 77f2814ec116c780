"""What a state keeps of hidden components beside its zones is withheld from other seats, or found by the kit."""

from dataclasses import replace
from typing import Any

import pytest

from engine.core import registry
from engine.testing import Variant, check_no_trace
from tests.toy.broken import broken
from tests.toy.leaks import Noting

SETTING = Variant("company", 3)


def test_notes_that_are_withheld_tell_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The notebook that the kit finds in `noted-card` is no fault once it is kept out of the worlds of all seats."""

    def withhold(s: Any, seat: int | None) -> None:
        assert isinstance(s, Noting)
        s.notes.clear()

    game = replace(broken("noted-card"), withhold=withhold)
    monkeypatch.setitem(registry._registered, game.id, game)
    for seed in range(5):
        check_no_trace(game, SETTING, seed)
