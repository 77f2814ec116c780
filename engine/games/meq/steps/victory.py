"""How a match is won: by a mission when the Finale begins, or by the last combat; and what it scores (p. 33, p. 34)."""

from typing import NoReturn

from engine.core.state import Outcome, end_match
from engine.games.meq.cards.registry import MISSION_GOALS
from engine.games.meq.rules.dominance import hero_distance, sauron_distance
from engine.games.meq.rules.fights import LAST_COMBAT, enemy_damage
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
        _win(s, "heroes", "mission")
    if theirs and (ahead < 0 or (ahead == 0 and not ours)):
        _win(s, "sauron", "mission")


def decide_by_last_combat(s: GameState) -> NoReturn:
    """End the match by the champion's fight with the Ringwraiths, which is under way (p. 34)."""
    if enemy_damage(s) >= s.combat.health:
        _win(s, "heroes", "ringwraiths-defeated")
    _win(s, "sauron", "champion-failed")


def scores(s: GameState) -> dict[str, int]:
    """The score of each side as the position stands: spaces come on the Story Track, as dominance counts them (p. 14).

    In the last combat (p. 34) the heroes score the damage on the Ringwraiths as well, Sauron what they can still bear.
    """
    heroes, sauron = FINALE - hero_distance(s), FINALE - sauron_distance(s)
    if s.combat.cause == LAST_COMBAT:
        health, damage = max(0, s.combat.health), enemy_damage(s)
        heroes += min(damage, health)
        sauron += max(0, health - damage)
    return {"heroes": heroes, "sauron": sauron}


def _win(s: GameState, side: str, reason: str) -> NoReturn:
    """End the match: Sauron wins, or the heroes together."""
    winners = [SAURON] if side == "sauron" else [seat_of(h) for h in range(len(s.heroes))]
    standing = scores(s)
    end_match(s, Outcome(winners, side, reason, {**standing, side: standing[side] + VICTORY_POINTS}))
