"""The names of cards and tokens."""

from engine.core.words import Words
from engine.games.meq.components.box import CARDS, MONSTERS
from engine.games.meq.components.schema import Spec, Token


def _name(spec: Spec) -> Words:
    """A card's own name; a token's is that of the monster on it."""
    if isinstance(spec, Token):
        return Words(MONSTERS[spec.monster].name) if spec.monster else Words("blank token", "pusty żeton")
    return Words(spec.name)


CARD_NAMES = tuple(_name(spec) for spec in CARDS)
"""The name of every card and token, by its number."""
