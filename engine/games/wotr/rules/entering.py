"""Which active locations a character or army may enter (p. 10)."""

from engine.games.wotr.cards.hooks import BARRED, PERMITS
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState


def may_enter(s: GameState, card: int, location: int) -> bool:
    """Whether a character or army may be played or moved to an active location (p. 10)."""
    if card in BARRED and BARRED[card](s, location):
        return False
    if location in VARIANTS[s.variant].open_to[card]:
        return True
    return (bool(s.permits) or s.promos) and any(permit(s, card, location) for permit in PERMITS)


def open_locations(s: GameState, card: int) -> list[int]:
    """The active locations a character or army may enter."""
    return [location for location in (*s.path, *s.battlegrounds) if may_enter(s, card, location)]
