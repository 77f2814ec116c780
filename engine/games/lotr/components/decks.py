"""The starter decks (p. 10), and a deck as a match is played with it."""

from functools import cache

import msgspec

from engine.core.words import Words
from engine.games.lotr.components.box import DECK_ENTRIES, read_data
from engine.games.lotr.components.schema import StarterDeck


class Deck(msgspec.Struct, frozen=True):
    """The heroes a player leads and the cards of his deck, by card id."""

    heroes: tuple[str, ...]
    cards: tuple[tuple[str, int], ...]


STARTER_DECKS = {one["id"]: msgspec.convert(one, StarterDeck) for one in read_data("decks")["deck"]}
SPHERE_NAMES = {deck.id: Words(deck.title, deck.title_pl) for deck in STARTER_DECKS.values()} | {
    "neutral": Words("Neutral", "neutralna")
}
"""The spheres in words, with the neutral cards that belong to none."""


@cache
def starter(id: str) -> Deck:
    """A starter deck: its sphere's cards and one Gandalf (p. 10)."""
    cards = [(entry.id, entry.copies) for entry in DECK_ENTRIES if entry.sphere == id]
    return Deck(STARTER_DECKS[id].heroes, (*cards, ("gandalf", 1)))
