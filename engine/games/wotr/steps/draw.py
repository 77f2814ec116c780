"""The draw phase, with which a round ends (p. 8)."""

from engine.core.flow import Flow
from engine.games.wotr.cards.hooks import AFTER_DRAW, EXTRA_DRAW
from engine.games.wotr.rules.drawing import draw
from engine.games.wotr.scenarios import ONCE_A_ROUND, VARIANTS
from engine.games.wotr.state import GameState


def draw_phase(s: GameState) -> Flow[None]:
    """Everybody draws; texts in reserve add to it; the next player becomes first (p. 8)."""
    variant = VARIANTS[s.variant]
    for seat, deck in enumerate(variant.players):
        player = s.players[seat]
        draw(s, seat, deck.draws + sum(card in player.reserve for card in EXTRA_DRAW))
        for card, effect in AFTER_DRAW.items():
            if card in player.reserve:
                asks = effect(s, seat, card)
                if asks is not None:
                    yield from asks
        if deck.ring == ONCE_A_ROUND:
            player.ring = True
    s.first = (s.first + 1) % len(variant.order)
    s.fresh, s.played, s.unplayed, s.used, s.permits = [], [], [], [], []
    s.step = "battleground"
