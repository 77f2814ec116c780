"""The box: every component is there in the right number, has words in both languages, and a card needs behaviour."""

from collections import Counter

import pytest

import engine
from engine.core.errors import RulesError
from engine.games.meq import catalogue
from engine.games.meq.cards import effect
from engine.games.meq.components import CARDS, COMBAT, KINDS, TOKENS
from engine.games.meq.game import GAME
from engine.games.meq.map import ADJACENT, EVERYWHERE, HAVENS, IDS, PATHS, REGIONS, SIZE, STRONGHOLDS

BOX = {
    "event": 42,
    "shadow": 24,
    "quest": 15,
    "starting plot": 3,
    "plot": 15,
    "encounter": 90,
    "peril": 15,
    "monster reference": 14,
    "monster card": 75,
    "hero card": 125,
    "skill": 20,
    "mission": 10,
    "item": 9,
    "corruption": 16,
    "monster token": 50,
    "character": 8,
    "minion": 5,
    "hero": 5,
}
"""Copies by kind (p. 3); the shadow deck has the 24 cards that are known."""


def test_copies_add_up_to_the_box() -> None:
    found: Counter[str] = Counter()
    for component in GAME.components():
        found[component.kind] += component.copies
    assert found == BOX


def test_every_component_has_words_in_both_languages() -> None:
    for component in GAME.components():
        assert len(component.text.en) > 5, component.id
        assert len(component.text.pl) > 5, component.id
        assert component.text.en != component.text.pl


def test_numbers_name_every_copy() -> None:
    numbers = sorted(number for component in GAME.components() for number in component.numbers)
    assert numbers == list(range(len(CARDS)))


def test_a_card_without_behaviour_fails_at_load(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(effect.SHADOW, "betrayed")
    with pytest.raises(RulesError, match="Betrayed has no behaviour"):
        catalogue._cards()


def test_decks_have_25_cards() -> None:
    decks = Counter(card.deck for card in COMBAT.values())
    assert decks.pop("skill") == 20
    assert set(decks.values()) == {25}


def test_four_of_ten_tokens_are_blank() -> None:
    for pool in range(5):
        faces = [token.monster for token in TOKENS.values() if token.pool == pool]
        assert (len(faces), faces.count("")) == (10, 4)


def test_the_map() -> None:
    assert (SIZE, sum(len(ways) for ways in PATHS) // 2, len(REGIONS)) == (63, 106, 10)
    assert [IDS[i] for i in STRONGHOLDS] == ["dol_guldur", "mount_gundabad", "barad_dur"]
    assert len(HAVENS) == 7
    for i in EVERYWHERE:
        assert all(i in ADJACENT[j] for j in ADJACENT[i])


def test_the_game_is_registered() -> None:
    game = engine.load("meq")
    assert game is GAME
    assert [len(game.table(seats=n).roles) for n in (2, 3, 4)] == [2, 3, 4]
    assert len(KINDS) == len(CARDS)
