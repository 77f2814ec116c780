"""Every card with text is named by a test that plays it: `@pytest.mark.card("boromir")`."""

import importlib
import pkgutil
from types import ModuleType

import pytest

from engine.games.wotr.components import ENTRIES
from engine.games.wotr.game import GAME
from tests.engine.games.wotr import cards

WITH_TEXT = sorted({entry.id for entry in ENTRIES if entry.text})


def _modules() -> list[ModuleType]:
    return [
        importlib.import_module(f"{cards.__name__}.{module.name}")
        for module in pkgutil.iter_modules(cards.__path__)
        if module.name.startswith("test_")
    ]


def _played() -> dict[str, set[str]]:
    """Which tests play each card."""
    played: dict[str, set[str]] = {}
    for module in _modules():
        for name, test in vars(module).items():
            if name.startswith("test_"):
                for mark in getattr(test, "pytestmark", []):
                    for card in mark.args if mark.name == "card" else ():
                        played.setdefault(card, set()).add(name)
    return played


@pytest.mark.parametrize("card", WITH_TEXT)
def test_a_card_with_text_has_a_test_of_its_own(card: str) -> None:
    assert _played().get(card), f"no test is marked card({card!r})"


def test_marks_name_cards_that_exist() -> None:
    assert sorted(set(_played()) - set(WITH_TEXT)) == []


def test_the_component_list_is_whole_and_implemented() -> None:
    components = GAME.components()
    assert sum(component.copies for component in components) == 124 + 14 + 27
    assert all(component.implemented for component in components)
    assert all(component.text.en and component.text.pl for component in components if component.id in WITH_TEXT)
