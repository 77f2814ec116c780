"""How a match is won: by a mission when the Finale begins, or by the last combat; and what it scores (p. 33, p. 34)."""

from typing import NoReturn

from engine.core.state import Outcome, end_match
from engine.games.meq.cards.registry import MISSION_GOALS
from engine.games.meq.rules.dominance import hero_distance, sauron_distance
from engine.games.meq.rules.story import FINALE
from engine.games.meq.state import SAURON, GameState, seat_of

VICTORY_POINTS = 50
"""More than a side can score without winning."""


def missions_met(s: GameState) -> tuple[bool, bool]:
    """Whether the heroes and Sauron fulfil their mission cards."""
    return MISSION_GOALS[s.hero_mission[0]].met(s), MISSION_GOALS[s.sauron_mission[0]].met(s)


def decide_by_missions(s: GameState, ahead: int, ours: bool, theirs: bool) -> None:
    """End the match if the dominant side fulfils its mission, or only one side does and none is dominant (p. 34)."""
    if ours and (ahead > 0 or (ahead == 0 and not theirs)):
        _win(s, "heroes", "mission", progress(s))
    if theirs and (ahead < 0 or (ahead == 0 and not ours)):
        _win(s, "sauron", "mission", progress(s))


def decide_by_last_combat(s: GameState, health: int, damage: int) -> NoReturn:
    """End the match by the champion's fight with the Ringwraiths (p. 34).

    The heroes score the damage done to them, Sauron what they could have borne still.
    """
    scores = progress(s)
    scores["heroes"] += min(damage, max(0, health))
    scores["sauron"] += max(0, health - damage)
    if damage >= health:
        _win(s, "heroes", "ringwraiths-defeated", scores)
    _win(s, "sauron", "champion-failed", scores)


def progress(s: GameState) -> dict[str, int]:
    """How far each side has come on the Story Track, as dominance counts it (p. 14)."""
    return {"heroes": FINALE - hero_distance(s), "sauron": FINALE - sauron_distance(s)}


def _win(s: GameState, side: str, reason: str, scores: dict[str, int]) -> NoReturn:
    """End the match: Sauron wins, or the heroes together."""
    winners = [SAURON] if side == "sauron" else [seat_of(h) for h in range(len(s.heroes))]
    end_match(s, Outcome(winners, side, reason, {**scores, side: scores[side] + VICTORY_POINTS}))
