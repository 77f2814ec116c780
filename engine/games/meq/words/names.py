"""The names of cards and tokens."""

from engine.games.meq.components.box import ENTRIES

CARD_NAMES = tuple(entry.name for entry in ENTRIES)
"""The name of every card and token, by its number; a token has that of the monster on it."""
