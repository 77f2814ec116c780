"""Every card with text is named by a test that plays it: `@pytest.mark.card("aragorn")`."""

import importlib
import pkgutil

import pytest

from engine.games.lotr.components import KINDS
from tests.engine.games import lotr
from tests.engine.games.lotr.behaviour import BEHAVIOUR

WITH_TEXT = [kind.id for kind in KINDS if kind.words().en]
OWN_MODULE = __name__.rpartition(".")[2]


def _played() -> dict[str, set[str]]:
    """Which tests play each card."""
    played: dict[str, set[str]] = {}
    for found in pkgutil.iter_modules(lotr.__path__):
        if not found.name.startswith("test_") or found.name == OWN_MODULE:
            continue
        for name, test in vars(importlib.import_module(f"{lotr.__name__}.{found.name}")).items():
            for mark in getattr(test, "pytestmark", []) if name.startswith("test_") else ():
                for card in mark.args if mark.name == "card" else ():
                    played.setdefault(card, set()).add(name)
    return played


@pytest.mark.parametrize("card", WITH_TEXT)
def test_a_card_with_text_has_a_test_of_its_own(card: str) -> None:
    assert _played().get(card), f"no test is marked card({card!r})"


def test_marks_name_cards_that_exist() -> None:
    assert sorted(set(_played()) - set(WITH_TEXT)) == []


def test_cards_with_behaviour_are_cards_with_text() -> None:
    assert sorted(set(BEHAVIOUR) - set(WITH_TEXT)) == []
