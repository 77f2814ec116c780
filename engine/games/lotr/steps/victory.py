"""How a match is won, lost and scored (p. 22), and how a campaign goes on after a scenario (p. 27)."""

from collections.abc import Callable
from functools import wraps
from typing import NoReturn

from engine.core.flow import Flow
from engine.core.state import Outcome, end_match
from engine.games.lotr.components.kinds import KIND
from engine.games.lotr.scenarios import SIDE
from engine.games.lotr.state import GameState


class ScenarioWon(Exception):
    """Unwinds a step when a campaign goes on to its next scenario."""


def may_win(step: Callable[[GameState], Flow[None]]) -> Callable[[GameState], Flow[None]]:
    """Mark a step in which a scenario may be won: a campaign then goes on to its next scenario (p. 27)."""

    @wraps(step)
    def run(s: GameState) -> Flow[None]:
        try:
            yield from step(s)
        except ScenarioWon:
            s.step = "next scenario"

    return run


def win(s: GameState) -> NoReturn:
    """End the match, or this scenario of a campaign, as won: the last stage is completed (p. 22, 27)."""
    s.scores.append(score(s))
    if s.scenarios_left:
        raise ScenarioWon
    end_match(s, Outcome(list(range(len(s.players))), SIDE, "quest completed", {SIDE: sum(s.scores)}))


def lose(s: GameState, reason: str) -> NoReturn:
    """End the match as lost (p. 22)."""
    end_match(s, Outcome([], "", reason))


def score(s: GameState) -> int:
    """Threat, threat cost of dead heroes and damage on living ones, less victory points; lower is better (p. 22)."""
    total = -sum(KIND[card].victory for card in s.victory)
    for player in s.players:
        total += player.threat
        total += sum(KIND[card].threat_cost for card in player.discard)
        total += sum(s.cards[hero].damage for hero in player.heroes)
    return total
