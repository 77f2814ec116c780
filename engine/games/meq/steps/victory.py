"""How a match is won: by a mission when the Finale begins, or by the last combat (p. 33, p. 34)."""

from typing import NoReturn

from engine.core.state import Outcome, end_match
from engine.games.meq.cards.registry import MISSION_GOALS
from engine.games.meq.state import SAURON, GameState, seat_of


def missions_met(s: GameState) -> tuple[bool, bool]:
    """Whether the heroes and Sauron fulfil their mission cards."""
    return MISSION_GOALS[s.hero_mission[0]].met(s), MISSION_GOALS[s.sauron_mission[0]].met(s)


def decide_by_missions(s: GameState, ahead: int, ours: bool, theirs: bool) -> None:
    """End the match if the dominant side fulfils its mission, or only one side does and none is dominant (p. 34)."""
    if ours and (ahead > 0 or (ahead == 0 and not theirs)):
        heroes_win(s, "mission")
    if theirs and (ahead < 0 or (ahead == 0 and not ours)):
        sauron_wins(s, "mission")


def decide_by_last_combat(s: GameState, won: bool) -> NoReturn:
    """End the match by the champion's fight with the Ringwraiths (p. 34)."""
    if won:
        heroes_win(s, "ringwraiths_defeated")
    sauron_wins(s, "champion_failed")


def heroes_win(s: GameState, reason: str) -> NoReturn:
    """End the match: the heroes win together."""
    end_match(s, Outcome([seat_of(h) for h in range(len(s.heroes))], "heroes", reason))


def sauron_wins(s: GameState, reason: str) -> NoReturn:
    """End the match: Sauron wins."""
    end_match(s, Outcome([SAURON], "sauron", reason))
