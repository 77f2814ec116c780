"""Lasting effects: changes to cards that hold until the phase or the round ends (p. 25)."""

from engine.core.events import tell
from engine.games.lotr.state import Effect, GameState, InPlay

CANNOT_ATTACK = "cannot-attack"
"""The lasting effect that keeps an enemy from attacking a player, whose seat is its amount."""


def boost(s: GameState, card: int, stat: str, amount: int, until: str = "phase") -> None:
    """Change a number of a card for a while; effects add up (p. 25)."""
    s.cards[card].effects.append(Effect(stat, amount, until))
    tell(s, "boosted", (card, stat, amount))


def boost_each(s: GameState, cards: list[int], stat: str, amount: int) -> None:
    """Change a number of several cards until the phase ends."""
    for card in cards:
        boost(s, card, stat, amount)


def lasting_bonus(card: InPlay, stat: str) -> int:
    """The sum of the lasting effects on a number of the card (p. 25)."""
    return sum(effect.amount for effect in card.effects if effect.stat == stat)
