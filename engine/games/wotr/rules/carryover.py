"""Passing, and how many cards may be kept (p. 10)."""

from engine.games.wotr.cards.hooks import CARRYOVER_PLAY, CARRYOVER_RESERVE
from engine.games.wotr.rules.places import in_play, owner
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState

BASE_CARRYOVER = 2


def may_pass(s: GameState, seat: int) -> bool:
    """At most the carryover limit in hand, or fewer cards than every opponent (p. 10)."""
    hand = len(s.players[seat].hand)
    if hand <= BASE_CARRYOVER or hand <= carryover(s, seat):
        return True
    sides = VARIANTS[s.variant].sides
    return all(len(other.hand) > hand for n, other in enumerate(s.players) if sides[n] != sides[seat])


def carryover(s: GameState, seat: int) -> int:
    """How many cards a player may keep at the end of the action phase (p. 10)."""
    reserve = s.players[seat].reserve
    limit = BASE_CARRYOVER + sum(card in reserve for card in CARRYOVER_RESERVE)
    return limit + sum(owner(s, item) == seat and in_play(s, item) for item in CARRYOVER_PLAY)
