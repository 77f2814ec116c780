"""Passing, and how many cards may be kept (p. 10)."""

from engine.games.wotr.cards.registry import CARRYOVER_IN_PLAY, CARRYOVER_IN_RESERVE
from engine.games.wotr.rules.places import owner
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState

BASE_CARRYOVER = 2


def may_pass(s: GameState, seat: int) -> bool:
    """Whether a player may pass: at most the carryover limit in hand, or fewer cards than every opponent (p. 10)."""
    hand = len(s.players[seat].hand)
    if hand <= BASE_CARRYOVER or hand <= carryover(s, seat):
        return True
    return hand < min([len(s.players[opponent].hand) for opponent in VARIANTS[s.variant].opponents[seat]])


def carryover(s: GameState, seat: int) -> int:
    """How many cards a player may keep at the end of the action phase (p. 10)."""
    limit = BASE_CARRYOVER
    reserve = s.players[seat].reserve
    if not CARRYOVER_IN_RESERVE.keys().isdisjoint(reserve):
        limit += sum([CARRYOVER_IN_RESERVE.get(card, 0) for card in reserve])
    for items in s.items.values():
        if not CARRYOVER_IN_PLAY.keys().isdisjoint(items):
            limit += sum([CARRYOVER_IN_PLAY.get(item, 0) for item in items if owner(s, item) == seat])
    return limit
