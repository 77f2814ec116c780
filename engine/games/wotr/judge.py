"""How good a position looks for a seat: points, combats as they stand, and cards."""

from engine.games.wotr.components import FREE, SHADOW
from engine.games.wotr.scenarios import WARS
from engine.games.wotr.state import WarState
from engine.games.wotr.steps.scoring import points


def evaluate(s: WarState, seat: int) -> float:
    """The seat's side ahead of the other."""
    lead = points(s, FREE) - points(s, SHADOW)
    return lead if WARS[s.scenario].sides[seat] == FREE else -lead
