"""Players as texts mean them: the player of a faction, and each player of a side."""

from engine.core.flow import Flow
from engine.games.wotr.components.box import FREE
from engine.games.wotr.rules.drawing import draw
from engine.games.wotr.rules.forsaking import forsake
from engine.games.wotr.rules.hand import cycle_from_hand
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState


def player_of(s: GameState, faction: str) -> int:
    """The player meant by "the Hobbit player" and the like (p. 4)."""
    return VARIANTS[s.variant].player_of[faction]


def each_draws(s: GameState, side: str, n: int = 1) -> None:
    """Each player of a side draws cards."""
    for seat in VARIANTS[s.variant].each(side):
        draw(s, seat, n)


def each_forsakes(s: GameState, side: str = FREE, n: int = 1) -> Flow[None]:
    """Each player of a side forsakes cards."""
    for seat in VARIANTS[s.variant].each(side):
        yield from forsake(s, seat, n)


def each_cycles(s: GameState, side: str, n: int = 1) -> Flow[None]:
    """Each player of a side cycles cards from hand."""
    for seat in VARIANTS[s.variant].each(side):
        yield from cycle_from_hand(s, seat, n)
