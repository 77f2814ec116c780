"""How a match is won: points, the lead of ten, the last path (p. 18)."""

from typing import NoReturn

from engine.core.state import Outcome, end_match
from engine.games.wotr.components.box import BATTLEGROUNDS, FREE, PATHS, SHADOW
from engine.games.wotr.scenarios import ONCE_A_GAME, VARIANTS
from engine.games.wotr.state import GameState

WINNING_LEAD = 10
_FOR_BATTLEGROUNDS = {n: ground.points for n, ground in BATTLEGROUNDS.items()}
_POINTS = {FREE: _FOR_BATTLEGROUNDS | {n: path.points for n, path in PATHS.items()}, SHADOW: _FOR_BATTLEGROUNDS}
"""By side: what each location counts that it has scored (p. 18)."""


def points(s: GameState, side: str) -> int:
    """A side's score: battlegrounds for both, paths for the Free Peoples, corruption for the Shadow (p. 18)."""
    scored = sum([_POINTS[side].get(location, 0) for location in s.scoring_areas[side]])
    return scored + s.corruption if side == SHADOW else scored


def scores(s: GameState) -> dict[str, int]:
    """The scores of both sides as they stand, without Ring tokens."""
    return {side: points(s, side) for side in (FREE, SHADOW)}


def final_scores(s: GameState) -> dict[str, int]:
    """The scores of both sides after the last path, with a point for each unused Ring token (p. 18)."""
    return {side: n + _unused_rings(s, side) for side, n in scores(s).items()}


def _unused_rings(s: GameState, side: str) -> int:
    """How many Ring tokens of a side could be used once a game and were not."""
    return sum(
        s.players[n].ring
        for n, player in enumerate(VARIANTS[s.variant].players)
        if player.role.side == side and player.ring == ONCE_A_GAME
    )


def victory_check(s: GameState) -> None:
    """A lead of ten wins at once; after the last path the higher score wins, a tie is the Shadow's (p. 18).

    Against bots only the last path decides (AtS p. 2).
    """
    if s.path_number == VARIANTS[s.variant].last_path:
        _win(s, final_scores(s), "last-path")
    standing = scores(s)
    if abs(standing[FREE] - standing[SHADOW]) >= WINNING_LEAD and not VARIANTS[s.variant].bots:
        _win(s, standing, "lead-of-ten")
    s.step = "draw"


def _win(s: GameState, scores: dict[str, int], reason: str) -> NoReturn:
    """End the match with these scores."""
    side = FREE if scores[FREE] > scores[SHADOW] else SHADOW
    variant = VARIANTS[s.variant]
    winners = [seat for seat, own in enumerate(variant.sides) if own == side and seat not in variant.bots]
    end_match(s, Outcome(winners, side, reason, scores))
