"""How a match is won: points, the lead of ten, the last path (p. 18)."""

from typing import NoReturn

from engine.core.state import Outcome, end_match
from engine.games.wotr.components.entries import BATTLEGROUNDS, FREE, PATHS, SHADOW
from engine.games.wotr.scenarios import ONCE_A_GAME, VARIANTS
from engine.games.wotr.state import GameState

WINNING_LEAD = 10


def points(s: GameState, side: str) -> int:
    """A side's score: battlegrounds for both, paths for the Free Peoples, corruption for the Shadow (p. 18)."""
    total = sum(BATTLEGROUNDS[n].points for n in s.scoring_areas[side] if n in BATTLEGROUNDS)
    if side == SHADOW:
        return total + s.corruption
    return total + sum(PATHS[n].points for n in s.scoring_areas[side] if n in PATHS)


def unused_rings(s: GameState, side: str) -> int:
    """How many Ring tokens of a side could be used once a game and were not: a point each at the end (p. 18)."""
    return sum(
        s.players[n].ring
        for n, player in enumerate(VARIANTS[s.variant].players)
        if player.role.side == side and player.ring == ONCE_A_GAME
    )


def victory_check(s: GameState) -> None:
    """A lead of ten wins at once; after the last path the higher score wins, a tie is the Shadow's (p. 18).

    Against bots only the last path decides (AtS p. 2).
    """
    free, shadow = points(s, FREE), points(s, SHADOW)
    if s.path_number == VARIANTS[s.variant].last_path:
        _win(s, free + unused_rings(s, FREE), shadow + unused_rings(s, SHADOW), "last path")
    if abs(free - shadow) >= WINNING_LEAD and not VARIANTS[s.variant].bots:
        _win(s, free, shadow, "lead of ten")
    s.step = "draw"


def _win(s: GameState, free: int, shadow: int, reason: str) -> NoReturn:
    """End the match with these scores."""
    side = FREE if free > shadow else SHADOW
    variant = VARIANTS[s.variant]
    winners = [seat for seat, own in enumerate(variant.sides) if own == side and seat not in variant.bots]
    end_match(s, Outcome(winners, side, reason, {FREE: free, SHADOW: shadow}))
