"""Mountain passes, which open for the Goblins (p. 25)."""

from engine.core.events import tell
from engine.games.bofa.components.box import ARMY_LIMIT
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.state import GameState


def open_passes(s: GameState, p: Pack) -> None:
    """A pass opens for good when five units stand before it (p. 25)."""
    for at, point in enumerate(p.layout.muster_points):
        if s.pass_closed[at] and len(s.armies[point]) >= ARMY_LIMIT:
            open_pass(s, at)


def open_pass(s: GameState, at: int) -> None:
    """Take the marker of a closed pass away (p. 25)."""
    s.pass_closed[at] = False
    tell(s, "pass-opened", (at,))
