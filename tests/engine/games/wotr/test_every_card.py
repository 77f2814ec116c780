"""Every card with text is named by a test that plays it, `@pytest.mark.card("boromir")`, and tells what it does."""

import re

import msgspec
import pytest

from engine.core.words import Words
from engine.games.wotr.cards.registry import Card, clauses_of_texts
from engine.games.wotr.cards.texts import TEXTS, compose
from engine.games.wotr.components.box import ENTRIES, number
from engine.games.wotr.game import GAME
from tests.engine.games.marked import played_by
from tests.engine.games.wotr import cards

WITH_TEXT = sorted({entry.id for entry in ENTRIES if entry.effects})


@pytest.mark.parametrize("card", WITH_TEXT)
def test_a_card_with_text_has_a_test_of_its_own(card: str) -> None:
    assert played_by(cards).get(card), f"no test is marked card({card!r})"


def test_marks_name_cards_that_exist() -> None:
    assert sorted(set(played_by(cards)) - set(WITH_TEXT)) == []


def test_the_component_list_is_whole_and_implemented() -> None:
    components = GAME.components(GAME.setting())
    assert sum(component.copies for component in components) == 124 + 14 + 27
    assert all(component.implemented for component in components)
    assert all(component.text.en and component.text.pl for component in components if component.id in WITH_TEXT)


def test_ids_are_kebab_case() -> None:
    """And what is whose is one word: `helms-deep`."""
    ids = [component.id for component in GAME.components(GAME.setting())]
    assert not [id for id in ids if not re.fullmatch(r"[a-z]+(-[a-z]{2,})*", id)]


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


# -- texts

DRAW = Words("When you play this card: draw 1 card.", "Po zagraniu: dobierz 1 kartę.")


def test_a_text_is_composed_in_the_order_of_its_clauses() -> None:
    """Two shared parts, and one typed sentence where a clause is the card's own."""
    assert TEXTS["the-black-easterling"] == Words(
        "+1 defence at Dol Guldur. When you play this card: draw 1 card.",
        "+1 obrony na polu bitwy Dol Guldur. Po zagraniu: dobierz 1 kartę.",
    )
    assert TEXTS["the-lidless-eye"].en == (
        "While any Shadow battleground is active, no path is open to this card, played or moved. "
        "When you play it: every Shadow player draws 1 card. In reserve: your carryover limit is 1 higher."
    )


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("dol-amroth", "Gracz Dúnedainów może poświęcić 1 kartę, aby dobrać 1."),
        ("inn-of-the-prancing-pony", "Każdy gracz Cienia dobiera 2 karty."),
        ("lorien", "Aktywuj lub reaktywuj też Dol Guldur, pole bitwy Cienia."),
        ("dead-men-of-dunharrow", "+2 ataku, +2 obrony, gdy wspiera Obieżyświata lub Aragorna."),
        ("the-red-arrow", "Do końca rundy karty Rohanu można zagrywać i poruszać na pola bitew Dúnedainów."),
        (
            "corsairs-of-umbar",
            "Zużyj akcję w rezerwie: wyklucz tę kartę; aktywuj pole bitwy Umbar, o ile jest w talii pól bitew Cienia.",
        ),
    ],
)
def test_a_composed_polish_text_inflects(card: str, text: str) -> None:
    assert TEXTS[card].pl == text


def test_what_stands_in_the_middle_of_a_sentence_is_no_title() -> None:
    assert TEXTS["gothmog"].en.startswith("When you play this card: the Witch-king is removed from the game.")


def test_a_text_that_is_typed_and_composed_is_refused() -> None:
    elrond = msgspec.structs.replace(ENTRIES[number("elrond")], text="Draw.", text_pl="Dobierz.")
    with pytest.raises(LookupError, match=r"^elrond has a text, but its clauses tell themselves$"):
        compose(elrond, [DRAW, DRAW])


@pytest.mark.parametrize("pl", ["", "Dobierz."])
def test_a_clause_that_nothing_tells_is_refused(pl: str) -> None:
    boromir = msgspec.structs.replace(ENTRIES[number("boromir")], text="", text_pl=pl)
    with pytest.raises(LookupError, match=r"^boromir has clauses of its own that no text tells in both languages$"):
        compose(boromir, [DRAW, None])


def test_who_is_replaced_is_removed_by_the_card_that_replaces_it() -> None:
    """Page 11: Gandalf the Grey by the White, Strider by Aragorn."""
    replaced = {id: clause.rule for id, clause in Card.registry.of_kind("replaced-by")}
    assert replaced == {"gandalf-the-grey": "gandalf-the-white", "strider": "aragorn"}
    assert all(Card.registry.blocks[other].replaces == id for id, other in replaced.items())
