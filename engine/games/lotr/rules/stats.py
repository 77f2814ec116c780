"""The numbers of cards in play: printed, with constant and lasting effects, never below zero (p. 25)."""

from engine.games.lotr.cards.effects import ADDED, ADDING, Stat
from engine.games.lotr.components.box import ENTRIES
from engine.games.lotr.rules.in_play import players_left
from engine.games.lotr.rules.lasting_effects import lasting_bonus
from engine.games.lotr.state import GameState, InPlay


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
        total += lasting_bonus(state, stat)
    return total if total > 0 else 0


def is_as_printed(s: GameState, card: int, state: InPlay) -> bool:
    """Whether nothing can have changed the numbers of a card."""
    return not (state.attachments or state.effects or s.extra_location_threat or card in ADDING)


def willpower_strength(s: GameState, card: int) -> int:
    """What a character adds to the quest (p. 14)."""
    return _total(s, card, "willpower", ENTRIES[card].willpower)


def attack_strength(s: GameState, card: int) -> int:
    """The damage of a card's attack, before defense (p. 18, 20)."""
    return _total(s, card, "attack", ENTRIES[card].attack)


def defense_strength(s: GameState, card: int) -> int:
    """What a card takes off the damage of an attack on it (p. 18, 20)."""
    return _total(s, card, "defense", ENTRIES[card].defense)


def hit_points(s: GameState, card: int) -> int:
    """The damage that destroys a card (p. 20)."""
    return _total(s, card, "hit-points", ENTRIES[card].hit_points)


def health(s: GameState, card: int) -> int:
    """The hit points that a card has left (p. 20)."""
    return hit_points(s, card) - s.cards[card].damage


def threat_strength(s: GameState, card: int) -> int:
    """What an enemy or location adds to the threat of the staging area (p. 14)."""
    state = s.cards[card]
    if state.effects and any(effect.stat == "no-threat" for effect in state.effects):
        return 0
    printed = ENTRIES[card].threat
    if s.extra_location_threat and ENTRIES[card].type == "location" and card in s.staging:
        printed += s.extra_location_threat
    return _total(s, card, "threat", printed)


def staging_threat(s: GameState) -> int:
    """The threat of everything in the staging area (p. 14)."""
    return sum(threat_strength(s, card) for card in s.staging) + added_staging_threat(s)


def added_staging_threat(s: GameState) -> int:
    """The threat that the staging area has as a whole, by the players who are in the game now (FAQ 1.55)."""
    return s.staging_threat_a_player and s.staging_threat_a_player * players_left(s)
