"""Phase 1, resources (p. 12)."""

from engine.core.flow import Flow
from engine.games.lotr.drawing import draw
from engine.games.lotr.state import Play
from engine.games.lotr.steps.windows import open_window
from engine.games.lotr.table import heroes, order


def resources(s: Play) -> Flow[None]:
    """Each hero gains a resource, then each player draws a card (p. 12)."""
    s.round += 1
    s.phase = "resource"
    for seat in order(s):
        for hero in heroes(s, seat):
            s.cards[hero].resources += 1
        draw(s, seat, 1)
    open_window(s, "end phase")
    yield from ()
