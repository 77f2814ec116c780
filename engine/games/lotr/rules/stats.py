"""The numbers of cards in play: printed, with constant and lasting effects, never below zero (p. 25)."""

from engine.games.lotr.cards.effects import ADDED, Stat
from engine.games.lotr.components.kinds import KIND
from engine.games.lotr.rules.lasting_effects import lasting
from engine.games.lotr.state import GameState


def _total(s: GameState, card: int, stat: Stat, printed: int) -> int:
    """A number of a card with every effect on it."""
    total = printed
    added = ADDED[stat]
    if card in added:
        total += added[card](s, card)
    state = s.cards[card]
    for one in state.attachments:
        if one in added:
            total += added[one](s, card)
    if state.effects:
        total += lasting(state, stat)
    return total if total > 0 else 0


def willpower(s: GameState, card: int) -> int:
    """How well a character quests."""
    return _total(s, card, "willpower", KIND[card].willpower)


def attack(s: GameState, card: int) -> int:
    """How hard a card hits."""
    return _total(s, card, "attack", KIND[card].attack)


def defense(s: GameState, card: int) -> int:
    """How much damage of an attack a card takes away."""
    return _total(s, card, "defense", KIND[card].defense)


def hit_points(s: GameState, card: int) -> int:
    """How much damage destroys a card (p. 20)."""
    return _total(s, card, "hit points", KIND[card].hit_points)


def health(s: GameState, card: int) -> int:
    """The hit points that are left (p. 20)."""
    return hit_points(s, card) - s.cards[card].damage


def threat(s: GameState, card: int) -> int:
    """What an enemy or location adds to the staging area's threat."""
    state = s.cards[card]
    if state.effects and any(effect.stat == "no threat" for effect in state.effects):
        return 0
    return _total(s, card, "threat", KIND[card].threat)


def staging_threat(s: GameState) -> int:
    """The threat of everything in the staging area (p. 14)."""
    return sum(threat(s, card) for card in s.staging) + s.staging_threat
