"""Cycle or eliminate cards from hand, the player's choice (p. 13)."""

from engine.core.flow import Flow, Option
from engine.games.wotr.rules.asking import ask
from engine.games.wotr.rules.cycling import CYCLE, cycle_card
from engine.games.wotr.rules.eliminating import eliminate_card
from engine.games.wotr.rules.forsaking import forsake
from engine.games.wotr.state import GameState


def cycle_from_hand(s: GameState, seat: int, n: int = 1, but: int = -1) -> Flow[None]:
    """Cycle cards from hand, the player's choice; with an empty hand forsake instead (p. 13)."""
    for _ in range(n):
        hand = s.players[seat].hand
        if hand:
            choice: Option = yield from ask(s, seat, "cycle", [CYCLE[card] for card in hand])
            cycle_card(s, seat, choice[1])
        else:
            yield from forsake(s, seat, but=but)


def eliminate_from_hand(s: GameState, seat: int, n: int = 1) -> Flow[None]:
    """Eliminate cards from hand, the player's choice; an empty hand costs nothing (p. 13)."""
    for _ in range(min(n, len(s.players[seat].hand))):
        hand = s.players[seat].hand
        choice: Option = yield from ask(s, seat, "eliminate", [("eliminate", card) for card in hand])
        eliminate_card(s, seat, choice[1])
