"""Which side is nearer to the end of the story: dominance (p. 14, p. 35)."""

from engine.games.meq.rules.story import FINALE, HERO_MARKER, SAURON_MARKERS, SHADOW_FALLS, pace
from engine.games.meq.state import GameState

NEVER = 99
"""More story steps than any match has."""


def sauron_distance(s: GameState) -> int:
    """Spaces Sauron still needs: one marker to the Finale, or all three to Shadow Falls (p. 14)."""
    nearest = FINALE - max(s.story[1:])
    falls = sum(max(0, SHADOW_FALLS - s.story[m]) for m in SAURON_MARKERS)
    return min(nearest, falls)


def hero_distance(s: GameState) -> int:
    """Spaces the heroes' marker still needs to the Finale (p. 14)."""
    return FINALE - s.story[HERO_MARKER]


def _steps(spaces: int, speed: int) -> int:
    """Story steps that a distance takes."""
    if spaces <= 0:
        return 0
    return -(-spaces // speed) if speed else NEVER


def steps_left(s: GameState, speed: list[int]) -> tuple[int, int]:
    """Story steps that the heroes and Sauron need at a pace ("Advanced dominance", p. 35)."""
    finale = min(_steps(FINALE - s.story[m], speed[m]) for m in SAURON_MARKERS)
    falls = max(_steps(SHADOW_FALLS - s.story[m], speed[m]) for m in SAURON_MARKERS)
    return _steps(hero_distance(s), speed[HERO_MARKER]), min(finale, falls)


def lead(s: GameState) -> int:
    """Above 0 when the heroes are dominant, below 0 when Sauron is, 0 when nobody is (p. 14, p. 35)."""
    if s.advanced_dominance:
        ours, theirs = steps_left(s, pace(s))
        return theirs - ours
    return sauron_distance(s) - hero_distance(s)
