"""Phase 1: dice are taken back and cards drawn (p. 11)."""

from engine.core.events import tell
from engine.core.flow import Flow
from engine.games.bofa.components.box import BEORN, FREE, SHADOW, THORIN
from engine.games.bofa.components.library import pack_of
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.hand import draw_event, draw_story, keep_hand_limit
from engine.games.bofa.state import GameState


def reorganise(s: GameState) -> None:
    """Phase 1: dice are taken back, and each player draws an Event and a Story card (p. 11)."""
    p = pack_of(s)
    s.turn += 1
    s.dice_pool = [5 + any(s.characters[who] >= 0 for who in (THORIN, BEORN)), 6 + holds_two_settlements(s, p)]
    tell(s, "turn", (s.turn,))
    for seat in (FREE, SHADOW):
        draw_event(s, seat, 1)
        draw_story(s, seat, 1)
    s.step = "hand-limit"


def holds_two_settlements(s: GameState, p: Pack) -> bool:
    """Whether the Shadow holds two settlements of one territory, which gives it one more die (p. 12)."""
    territories = [p.layout.territory[place] for place in s.shadow_settlements]
    return len(set(territories)) < len(territories)


def trim_hands(s: GameState) -> Flow[None]:
    """The end of phase 1: no hand has more than six cards (p. 11)."""
    for seat in (FREE, SHADOW):
        yield from keep_hand_limit(s, seat)
    s.step = "activate"
