"""The draw phase, with which a round ends (p. 8)."""

from engine.core.flow import Flow
from engine.core.state import because
from engine.games.wotr.cards.registry import AFTER_DRAW, EXTRA_DRAW
from engine.games.wotr.rules.drawing import draw
from engine.games.wotr.scenarios import ONCE_A_ROUND, VARIANTS
from engine.games.wotr.state import GameState


def draw_phase(s: GameState) -> Flow[None]:
    """Everybody draws; texts in reserve add to it; the next player becomes first (p. 8)."""
    variant = VARIANTS[s.variant]
    for seat, setup in enumerate(variant.players):
        player = s.players[seat]
        draw(s, seat, setup.draws + sum(EXTRA_DRAW.get(card, 0) for card in player.reserve))
        for card in [card for card in player.reserve if card in AFTER_DRAW]:
            with because(s, "text", card):
                yield from AFTER_DRAW[card](s, seat, card)
        if setup.ring == ONCE_A_ROUND:
            player.ring = True
    s.first = (s.first + 1) % len(variant.order)
    _forget_round(s)
    s.step = "battleground"


def _forget_round(s: GameState) -> None:
    """Clear what was noted for this round alone."""
    s.new_in_reserve = []
    s.played_this_round = []
    s.unplayable_this_round = []
    s.used_this_round = []
    s.events_this_round = []
