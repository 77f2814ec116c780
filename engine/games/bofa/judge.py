"""How good a position looks, for bots."""

from engine.games.bofa.state import Field


def evaluate(s: Field, seat: int) -> float:
    return 0.0
