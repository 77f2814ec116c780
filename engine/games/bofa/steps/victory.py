"""Who wins, at once or at the end of the turn (p. 31)."""

from engine.core.state import Outcome, end_match
from engine.games.bofa.components.box import FATE_SPACES, FREE, SHADOW
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.state import GameState

SHADOW_NEEDS = 10
BEORN_TOO_LATE = 6


def shadow_points(s: GameState, p: Pack) -> int:
    """What the Shadow's settlements are worth (p. 31)."""
    points = p.layout.points
    return sum([points[place] for place in s.shadow_settlements])


def free_peoples_win(s: GameState, p: Pack, reason: str) -> None:
    """The Free Peoples win at once (p. 31)."""
    end_match(s, Outcome([FREE], "free-peoples", reason, scores(s, p)))


def shadow_wins(s: GameState, p: Pack, reason: str) -> None:
    """The Shadow wins (p. 31)."""
    end_match(s, Outcome([SHADOW], "shadow", reason, scores(s, p)))


def scores(s: GameState, p: Pack) -> dict[str, int]:
    """The fate marker's space and the Shadow's points."""
    return {"free-peoples": s.fate, "shadow": shadow_points(s, p)}


def check_front_gate(s: GameState, p: Pack) -> None:
    """Ten points and the Front Gate win for the Shadow at once (p. 31)."""
    if p.layout.front_gate in s.shadow_settlements and shadow_points(s, p) >= SHADOW_NEEDS:
        shadow_wins(s, p, "front-gate")


def check_end_of_turn(s: GameState, p: Pack) -> None:
    """Ten points at the end of a turn win for the Shadow (p. 31)."""
    if shadow_points(s, p) >= SHADOW_NEEDS:
        shadow_wins(s, p, "ten-points")


def check_fate(s: GameState, p: Pack) -> None:
    """The last space of the fate track wins for the Free Peoples at once (p. 11, 17)."""
    if s.fate >= FATE_SPACES:
        s.fate = FATE_SPACES
        free_peoples_win(s, p, "fate")
