"""How a position looks to a side, for bots that search one choice ahead."""

from engine.games.meq.state import Table


def evaluate(s: Table, seat: int) -> float:
    """Placeholder judgement."""
    return 0.0
