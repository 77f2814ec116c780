"""The control of settlements (p. 23, 31)."""

from bisect import insort

from engine.core.events import tell
from engine.games.bofa.components.box import FREE, SHADOW
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.tokens import return_token, tokens_of
from engine.games.bofa.state import GameState
from engine.games.bofa.steps.victory import check_front_gate


def occupy(s: GameState, p: Pack, seat: int, place: int) -> None:
    """Units step into a region: control changes, enemy recruitment tokens are removed (p. 23, 24)."""
    if place >= p.layout.regions:
        return
    if p.layout.is_settlement[place]:
        if seat == SHADOW and place not in s.shadow_settlements:
            insort(s.shadow_settlements, place)
            tell(s, "captured", (place,))
        elif seat == FREE and place in s.shadow_settlements:
            s.shadow_settlements.remove(place)
            tell(s, "freed", (place,))
    if s.tokens[place]:
        for token in tokens_of(s, p, 1 - seat, place):
            return_token(s, p, place, token)
    if seat == SHADOW:
        check_front_gate(s, p)


def free_settlement(s: GameState, p: Pack, place: int) -> None:
    """Beorn frees an empty settlement by passing through it (p. 33)."""
    if place in s.shadow_settlements:
        occupy(s, p, FREE, place)


def enemy_controls(s: GameState, p: Pack, seat: int, place: int) -> bool:
    """Whether the enemy of a side controls a settlement there."""
    return p.layout.is_settlement[place] and (place in s.shadow_settlements) == (seat == FREE)
