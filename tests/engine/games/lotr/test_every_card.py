"""Every card with text is named by a test that plays it: `@pytest.mark.card("aragorn")`."""

import pytest

from engine.games.lotr.cards.texts import text_of
from engine.games.lotr.components.box import DISTINCT_ENTRIES
from tests.engine.games import lotr
from tests.engine.games.lotr.behaviour import BEHAVIOUR
from tests.engine.games.marked import played_by

WITH_TEXT = [kind.id for kind in DISTINCT_ENTRIES if text_of(kind).en]


@pytest.mark.parametrize("card", WITH_TEXT)
def test_a_card_with_text_has_a_test_of_its_own(card: str) -> None:
    assert played_by(lotr).get(card), f"no test is marked card({card!r})"


def test_marks_name_cards_that_exist() -> None:
    assert sorted(set(played_by(lotr)) - set(WITH_TEXT)) == []


def test_cards_with_behaviour_are_cards_with_text() -> None:
    assert sorted(set(BEHAVIOUR) - set(WITH_TEXT)) == []
