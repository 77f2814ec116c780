"""The end of a round: victory check, draw phase, the first player token moves on (pp. 8, 18-19)."""

from engine.core.flow import Flow
from engine.core.state import Outcome, end_match
from engine.games.wotr.cards.hooks import AFTER_DRAW, EXTRA_DRAW
from engine.games.wotr.components import BATTLEGROUNDS, FREE, PATHS, SHADOW
from engine.games.wotr.scenarios import ONCE_A_GAME, ONCE_A_ROUND, WARS
from engine.games.wotr.state import WarState
from engine.games.wotr.steps.terms import draw

WINNING_LEAD = 10


def points(s: WarState, side: str) -> int:
    """Battlegrounds for both, paths for the Free Peoples, corruption for the Shadow (p. 18)."""
    total = sum(BATTLEGROUNDS[n].points for n in s.scored[side] if n in BATTLEGROUNDS)
    if side == SHADOW:
        return total + s.corruption
    return total + sum(PATHS[n].points for n in s.scored[side] if n in PATHS)


def unused_rings(s: WarState, side: str) -> int:
    """Ring tokens that could be used once a game and were not: a point each at the end (p. 18)."""
    return sum(
        s.players[n].ring
        for n, seat in enumerate(WARS[s.war].seats)
        if seat.role.side == side and seat.ring == ONCE_A_GAME
    )


def victory_check(s: WarState) -> Flow[None]:
    """A lead of ten wins at once; after the last path the higher score wins, a tie is the Shadow's (p. 18).

    Against bots only the last path decides (AtS p. 2).
    """
    free, shadow = points(s, FREE), points(s, SHADOW)
    if s.path_number == WARS[s.war].last_path:
        _win(s, free + unused_rings(s, FREE), shadow + unused_rings(s, SHADOW), "last path")
    if abs(free - shadow) >= WINNING_LEAD and not WARS[s.war].bots:
        _win(s, free, shadow, "lead of ten")
    s.step = "draw"
    return
    yield


def _win(s: WarState, free: int, shadow: int, reason: str) -> None:
    side = FREE if free > shadow else SHADOW
    war = WARS[s.war]
    winners = [seat for seat, own in enumerate(war.sides) if own == side and seat not in war.bots]
    end_match(s, Outcome(winners, side, reason, {FREE: free, SHADOW: shadow}))


def draw_phase(s: WarState) -> Flow[None]:
    """Everybody draws; texts in reserve add to it; the next player becomes first (p. 8)."""
    war = WARS[s.war]
    for seat, deck in enumerate(war.seats):
        player = s.players[seat]
        draw(s, seat, deck.draws + sum(card in player.reserve for card in EXTRA_DRAW))
        for card, effect in AFTER_DRAW.items():
            if card in player.reserve:
                asks = effect(s, seat, card)
                if asks is not None:
                    yield from asks
        if deck.ring == ONCE_A_ROUND:
            player.ring = True
    s.first = (s.first + 1) % len(war.order)
    s.fresh, s.played, s.unplayed, s.used, s.permits = [], [], [], [], []
    s.step = "battleground"
