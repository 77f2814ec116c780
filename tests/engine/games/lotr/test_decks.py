"""Deck lists: starter decks, lists as text and JSON, and every fault reported at once."""

import pytest

from engine.core.errors import BadOption
from engine.games.lotr.components.deck_lists import DeckFaults, read_deck, read_decks
from engine.games.lotr.components.decks import STARTER_DECKS, starter
from engine.games.lotr.game import GAME

LIST = """
Heroes:
1x Éowyn
1x Aragorn
Glorfindel

Allies:
3x Gandalf
3x Faramir   # unique, three copies all the same
2 Northern Tracker
Strażnik Cytadeli x3
3x Lórien Guide
3x Snowbourn Scout
3x Daughter of the Nimrodel
3x Miner of the Iron Hills
3x Wandering Took

Events:
3x A Test of Will
3x Hasty Stroke
3x Sneak Attack
3x Lore of Imladris
3x Ever Vigilant
3x Stand and Fight
3x Radagast's Cunning
3x Secret Paths
"""


@pytest.mark.parametrize("id", STARTER_DECKS)
def test_starter_decks_hold_thirty_cards_and_three_heroes(id: str) -> None:
    """Every card of the sphere and one Gandalf (p. 10)."""
    deck = starter(id)
    assert sum(count for _, count in deck.cards) == 30
    assert len(deck.heroes) == 3
    assert ("gandalf", 1) in deck.cards
    assert read_deck(id.title()) == deck


def test_a_text_list_is_read_by_name_in_either_language() -> None:
    deck = read_deck(LIST)
    assert deck.heroes == ("eowyn", "aragorn", "glorfindel")
    assert dict(deck.cards)["guard-of-the-citadel"] == 3
    assert sum(count for _, count in deck.cards) == 50


def test_json_lists_say_the_same() -> None:
    deck = read_deck(LIST)
    value = {"heroes": list(deck.heroes), "cards": dict(deck.cards)}
    assert read_deck(value) == deck
    assert read_deck(
        '{"heroes": ["Éowyn"], "cards": {' + ", ".join(f'"{id}": {n}' for id, n in deck.cards) + "}}"
    ).heroes


def test_every_fault_is_reported_at_once_by_card() -> None:
    with pytest.raises(DeckFaults) as caught:
        read_deck("1x Aragorn\n2x Gimli\n1x Legolas\n1x Thalin\n4x Gandalf\n1x Balrog\n2x Forest Spider\n0x Feint")
    faults = caught.value.faults
    assert faults == [
        "Balrog: no such player card",
        "Forest Spider: no such player card",
        "Feint: 0 is not a number of copies",
        "Gimli: 2 copies of a hero; allowed: 1",
        "Gandalf: 4 copies; at most 3 of one name",
        "4 heroes; a player leads 1 to 3",
        "4 cards; a tournament deck has at least 50",
    ]


def test_faults_of_the_form_do_not_hide_those_of_the_cards() -> None:
    with pytest.raises(DeckFaults) as caught:
        read_deck({"heroes": ["Aragorn", "Sam"], "cards": {"Gandalf": 4}, "name": "x"})
    assert caught.value.faults == [
        "unknown field 'name'; a deck has heroes and cards",
        "Sam: no such player card",
        "Gandalf: 4 copies; at most 3 of one name",
        "4 cards; a tournament deck has at least 50",
    ]
    assert caught.value.heroes == ("aragorn",)
    with pytest.raises(DeckFaults) as caught:
        read_deck({"heroes": ["Aragorn", 7], "cards": ["Gandalf"]})
    assert caught.value.faults == [
        "heroes must be a list of names",
        "cards must map names to numbers",
        "0 cards; a tournament deck has at least 50",
    ]


def test_a_malformed_deck_still_tells_which_heroes_it_shares() -> None:
    with pytest.raises(DeckFaults, match="Aragorn is led by more than one player"):
        read_decks([LIST, {"heroes": ["Aragorn"], "side": []}])


def test_json_lists_keep_heroes_and_cards_apart() -> None:
    with pytest.raises(DeckFaults) as caught:
        read_deck({"heroes": ["Aragorn", "Gandalf", "Beorn"], "cards": {"Gimli": 1, "Feint": 3}})
    assert caught.value.faults == [
        "Gandalf: not a hero",
        "Beorn: not a hero",
        "Gimli: a hero; belongs under heroes",
        "3 cards; a tournament deck has at least 50",
    ]


@pytest.mark.parametrize("line", ["3x Gandalf", "3X Gandalf", "3xGandalf", "3 × Gandalf", "3 gandalf", "Gandalf X3"])
def test_copies_are_counted_however_they_are_written(line: str) -> None:
    with pytest.raises(DeckFaults) as caught:
        read_deck(f"Aragorn\n{line}")
    assert caught.value.faults == ["3 cards; a tournament deck has at least 50"]


@pytest.mark.parametrize(("value", "word"), [
    (7, "neither a starter deck"),
    ("{not json", "not JSON"),
    ({"heroes": "Aragorn", "cards": []}, "heroes must be a list"),
    ({"side": []}, "unknown field 'side'"),
    ({"heroes": ["Aragorn"], "cards": {"Gandalf": "3"}}, "'3' is not a number of copies"),
])  # fmt: skip
def test_malformed_decks_are_refused(value: object, word: str) -> None:
    with pytest.raises(DeckFaults, match=word):
        read_deck(value)


def test_no_hero_sits_at_the_table_twice() -> None:
    with pytest.raises(DeckFaults, match="Aragorn is led by more than one player"):
        read_decks(["leadership", LIST])


def test_a_shared_hero_is_named_also_when_a_deck_has_other_faults() -> None:
    with pytest.raises(DeckFaults) as caught:
        read_decks([LIST, "1x Aragorn\n3x Gandalf"])
    assert caught.value.faults == [
        "deck 2: 3 cards; a tournament deck has at least 50",
        "Aragorn is led by more than one player",
    ]


def test_a_match_takes_decks_and_fills_the_other_seats() -> None:
    match = GAME.new_match("passage-through-mirkwood", 2, 1, decks=[LIST])
    heroes = [[one.card for one in player.heroes] for player in match.observation(None).players]
    assert heroes[0] == ["eowyn", "aragorn", "glorfindel"]
    assert heroes[1] == ["legolas", "gimli", "thalin"]  # Leadership would bring Aragorn again
    assert len(heroes) == 2
    assert match.record.replay().digest() == match.digest()


def test_a_match_refuses_bad_decks_with_every_reason() -> None:
    with pytest.raises(BadOption, match=r"deck 2: .*Balrog") as caught:
        GAME.new_match("passage-through-mirkwood", 2, 1, decks=["lore", "1x Balrog"])
    assert "0 heroes" in str(caught.value)
    with pytest.raises(BadOption, match="3 decks for 2 seats"):
        GAME.new_match("passage-through-mirkwood", 2, 1, decks=["lore", "spirit", "tactics"])
    with pytest.raises(BadOption, match="no starter deck is left"):
        GAME.new_match("passage-through-mirkwood", 3, 1, decks=[LIST])
    with pytest.raises(BadOption, match="only seats 0 to 0"):
        GAME.new_match("passage-through-mirkwood", 1, 1, **{"first-player": 2})
