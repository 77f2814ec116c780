"""The kit finds each deliberate fault, with the check that is meant to find it and words that name it."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from engine import testing
from engine.core import registry
from engine.core.errors import RulesError
from engine.testing import Nonconforming, Variant
from tests.toy.broken import FAULTS, broken

SETTING = Variant("company", 3)


def check_named(name: str) -> Callable[..., None]:
    check: Callable[..., None] = getattr(testing, f"check_{name}")
    if name == "random_play":
        return partial(check, most=500)
    if name == "determinism":
        return partial(check, imports=["tests.toy.registered"])
    return check


def check_five_matches(name: str, game: Any) -> None:
    for seed in range(5):
        check_named(name)(game, SETTING, seed=seed)


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, words, _ = FAULTS[fault]
    game: Any = broken(fault)
    monkeypatch.setitem(registry._registered, game.id, game)
    with pytest.raises((Nonconforming, RulesError), match=re.escape(words)):
        check_five_matches(name, game)
