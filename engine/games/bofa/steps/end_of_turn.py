"""Phase 6: the Shadow's victory, and what does not last longer than a turn (p. 11)."""

from engine.core.events import tell
from engine.games.bofa.components.library import pack_of
from engine.games.bofa.rules.cards_in_play import discard_until
from engine.games.bofa.rules.eagles import all_fly_home
from engine.games.bofa.state import GameState
from engine.games.bofa.steps.victory import check_end_of_turn


def end_turn(s: GameState) -> None:
    """Phase 6: victory, then leadership, Eagles, Bats and unused activation tokens go (p. 11)."""
    p = pack_of(s)
    check_end_of_turn(s, p)
    tell(s, "turn-ends", (s.turn,))
    s.leaders = [0] * len(s.leaders)
    s.bats = [0] * len(s.bats)
    all_fly_home(s)
    s.active_generals = []
    discard_until(s, p, "end-of-turn")
    s.step = "reorganise"
