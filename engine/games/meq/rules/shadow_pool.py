"""Influence in the Shadow Pool (p. 16)."""

from engine.core.events import tell
from engine.games.meq.rules.stage import POOL_PER_STAGE, stage
from engine.games.meq.state import GameState


def add_to_pool(s: GameState, amount: int) -> None:
    """Put influence into the Shadow Pool, which holds four for each stage (p. 16)."""
    s.pool = min(s.pool + amount, POOL_PER_STAGE * stage(s))
    tell(s, "pool", (s.pool,))


def drain_pool(s: GameState, amount: int) -> None:
    """Take influence from the Shadow Pool."""
    s.pool = max(0, s.pool - amount)
    tell(s, "pool", (s.pool,))
