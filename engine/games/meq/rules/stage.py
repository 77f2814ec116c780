"""The stage of the match, and how much influence the Shadow Pool holds in it (p. 12, p. 16)."""

from engine.games.meq.state import GameState

POOL_PER_STAGE = 4
STAGE_ENDS = (6, 12)
"""The last spaces of stages I and II on the Story Track (p. 12)."""


def stage(s: GameState) -> int:
    """The current stage: the furthest part of the Story Track with a marker on it (p. 12)."""
    furthest = max(s.story)
    return 1 if furthest <= STAGE_ENDS[0] else 2 if furthest <= STAGE_ENDS[1] else 3
