"""Where a card in play stands, and whose it is (p. 11)."""

from engine.games.wotr.components.groups import ITEM
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState

RESERVE = -1
"""The place of a card in reserve; any other place is a location's number."""


def owner(s: GameState, card: int) -> int:
    """The player a faction card belongs to."""
    return VARIANTS[s.variant].owner[card]


def place(s: GameState, card: int) -> int | None:
    """Where a character or army in play stands; None when it is not in play (p. 11)."""
    if card in s.players[VARIANTS[s.variant].owner[card]].reserve:
        return RESERVE
    for location, site in s.sites.items():
        if card in site.cards:
            return location
    return None


def cards_in_play(s: GameState) -> set[int]:
    """The characters and armies in play, whoever they belong to."""
    cards: set[int] = set()
    for player in s.players:
        cards.update(player.reserve)
    for site in s.sites.values():
        cards.update(site.cards)
    return cards


def wielder(s: GameState, item: int) -> int | None:
    """Who wields an item in play."""
    for character, items in s.items.items():
        if item in items:
            return character
    return None


def in_play(s: GameState, card: int) -> bool:
    """Whether a card lies face up in a reserve or at a location (p. 11)."""
    return (wielder(s, card) if card in ITEM else place(s, card)) is not None


def in_reserve(s: GameState, card: int) -> bool:
    """Whether a character or army is in its owner's reserve."""
    return card in s.players[owner(s, card)].reserve
