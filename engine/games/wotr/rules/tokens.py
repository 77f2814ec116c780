"""Combat tokens and corruption tokens (pp. 14, 18)."""

from engine.core.events import tell
from engine.games.wotr.state import GameState


def strengthen(s: GameState, location: int, attack: int = 0, defence: int = 0) -> None:
    """Put combat tokens on a location (p. 14)."""
    site = s.sites[location]
    site.attack += attack
    site.defence += defence
    tell(s, "strengthened", (location, attack, defence))


def corrupt(s: GameState, n: int = 1) -> None:
    """Add corruption to the Shadow's scoring area (p. 18)."""
    s.corruption += n
    tell(s, "corruption", (n, s.corruption))


def heal(s: GameState, n: int) -> None:
    """Remove corruption, as far as there is any (p. 18)."""
    n = min(n, s.corruption)
    if n:
        s.corruption -= n
        tell(s, "corruption", (-n, s.corruption))
