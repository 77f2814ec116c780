"""Counters on the cards of characters: Ring, wrath, bodyguard and concentration tokens (p. 3, 18, 33, 34)."""

from engine.core.events import tell
from engine.games.bofa.components.box import BODYGUARD_TOKENS, CONCENTRATION_TOKENS, RING_TOKENS, WRATH_TOKENS
from engine.games.bofa.state import GameState

COUNTERS = {"ring": "rings", "wrath": "wrath", "bodyguard": "bodyguards", "concentration": "concentration"}
"""Where the state keeps each kind of counter."""
IN_THE_BOX = {
    "ring": RING_TOKENS,
    "wrath": WRATH_TOKENS,
    "bodyguard": BODYGUARD_TOKENS,
    "concentration": CONCENTRATION_TOKENS,
}
"""How many of each kind there are."""


def change_counter(s: GameState, kind: str, by: int) -> None:
    """Counters come to a card or leave it, never fewer than none nor more than the box holds."""
    name = COUNTERS[kind]
    before = getattr(s, name)
    now = max(0, min(IN_THE_BOX[kind], before + by))
    if now != before:
        setattr(s, name, now)
        tell(s, "counter", (kind, now))
