"""Winning, the group's score (p. 22), and the way from scenario to scenario in a campaign (p. 27)."""

from typing import NoReturn

from engine.core.state import Outcome, end_match
from engine.games.lotr.components import KIND
from engine.games.lotr.state import Play

SIDE = "players"


class ScenarioWon(Exception):
    """Unwinds a step when a campaign goes on to its next scenario."""


def win(s: Play) -> NoReturn:
    """The last stage is completed: the match is won, or the campaign goes on (p. 22, 27)."""
    s.scores.append(score(s))
    if s.scenarios_left:
        raise ScenarioWon
    end_match(s, Outcome(list(range(len(s.players))), SIDE, "quest completed", {SIDE: sum(s.scores)}))


def score(s: Play) -> int:
    """Threat, threat cost of dead heroes and damage on living ones, less victory points; lower is better (p. 22)."""
    total = -sum(KIND[card].victory for card in s.victory)
    for player in s.players:
        total += player.threat
        total += sum(KIND[card].threat_cost for card in player.discard)
        total += sum(s.cards[hero].damage for hero in player.heroes)
    return total
