"""Who wins, at once or at the end of the turn, and what each side scores (p. 31)."""

from typing import NoReturn

from engine.core.state import Outcome, end_match
from engine.games.bofa.components.box import FATE_SPACES, FREE, SHADOW, SIDES
from engine.games.bofa.components.library import pack_of
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.state import GameState

SHADOW_NEEDS = 10
BEORN_TOO_LATE = 6
VICTORY_POINTS = 50
"""More than a side can score without winning."""


def shadow_points(s: GameState, p: Pack) -> int:
    """What the Shadow's settlements are worth (p. 31)."""
    points = p.layout.points
    return sum([points[place] for place in s.shadow_settlements])


def win(s: GameState, seat: int, reason: str) -> NoReturn:
    """End the match for the side of a seat, which scores more for it than a side can without winning."""
    standing, side = scores(s), SIDES[seat]
    end_match(s, Outcome([seat], side, reason, {**standing, side: standing[side] + VICTORY_POINTS}))


def scores(s: GameState) -> dict[str, int]:
    """The score of each side as the position stands: settlements by their points, and spaces of the fate track.

    The Free Peoples count what they hold and how far the marker has come, the Shadow what it has taken and how far the
    marker has still to go (p. 17, 31).
    """
    p = pack_of(s)
    taken = shadow_points(s, p)
    free = sum(p.layout.points) - taken + s.fate
    return {SIDES[FREE]: free, SIDES[SHADOW]: taken + FATE_SPACES - s.fate}


def check_front_gate(s: GameState, p: Pack) -> None:
    """Ten points and the Front Gate win for the Shadow at once (p. 31)."""
    if p.layout.front_gate in s.shadow_settlements and shadow_points(s, p) >= SHADOW_NEEDS:
        win(s, SHADOW, "front-gate")


def check_end_of_turn(s: GameState, p: Pack) -> None:
    """Ten points at the end of a turn win for the Shadow (p. 31)."""
    if shadow_points(s, p) >= SHADOW_NEEDS:
        win(s, SHADOW, "ten-points")


def check_fate(s: GameState, p: Pack) -> None:
    """The last space of the fate track wins for the Free Peoples at once (p. 11, 17)."""
    if s.fate >= FATE_SPACES:
        s.fate = FATE_SPACES
        win(s, FREE, "fate")
