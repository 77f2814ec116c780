"""Phase 1, resources (p. 12)."""

from engine.games.lotr.rules.hand import draw
from engine.games.lotr.rules.in_play import heroes, player_order
from engine.games.lotr.state import GameState
from engine.games.lotr.steps.action_windows import open_window


def resources(s: GameState) -> None:
    """Each hero gains a resource, then each player draws a card (p. 12)."""
    s.round += 1
    s.phase = "resource"
    for seat in player_order(s):
        for hero in heroes(s, seat):
            s.cards[hero].resources += 1
        draw(s, seat, 1)
    open_window(s, "end-phase")
