"""Every card with text is named by a test that plays it: `@pytest.mark.card("boromir")`."""

import pytest

from engine.games.wotr.cards.registry import Card, clauses_of_texts
from engine.games.wotr.components.box import ENTRIES
from engine.games.wotr.game import GAME
from tests.engine.games.marked import played_by
from tests.engine.games.wotr import cards

WITH_TEXT = sorted({entry.id for entry in ENTRIES if entry.text})


@pytest.mark.parametrize("card", WITH_TEXT)
def test_a_card_with_text_has_a_test_of_its_own(card: str) -> None:
    assert played_by(cards).get(card), f"no test is marked card({card!r})"


def test_marks_name_cards_that_exist() -> None:
    assert sorted(set(played_by(cards)) - set(WITH_TEXT)) == []


def test_the_component_list_is_whole_and_implemented() -> None:
    components = GAME.components()
    assert sum(component.copies for component in components) == 124 + 14 + 27
    assert all(component.implemented for component in components)
    assert all(component.text.en and component.text.pl for component in components if component.id in WITH_TEXT)


@pytest.mark.parametrize(
    ("card", "effects", "fault"),
    [
        ("boromir", ["played", "entered", "action"], "boromir lacks action"),
        ("boromir", ["played"], "boromir does more than its text says: entered"),
        ("galadriel", ["played", "after-draw"], "galadriel does more than its text says: extra-draw"),
        ("mordor-orcs", ["extra-draw"], "mordor-orcs lacks extra-draw"),
        (
            "gorbag-shagrat",
            ["entered"],
            "gorbag-shagrat does more than its text says: accepted-by-bot, foreseen-by-bot",
        ),
    ],
)
def test_a_card_that_does_more_or_less_than_its_text_is_refused(card: str, effects: list[str], fault: str) -> None:
    with pytest.raises(LookupError, match=f"^{fault}$"):
        Card.registry.check({**clauses_of_texts(), card: effects})
