"""How a match is won, lost and scored (p. 22), and how a campaign goes on after a scenario (p. 27)."""

from collections.abc import Callable
from functools import wraps
from typing import NoReturn

from engine.core.events import tell
from engine.core.flow import Flow
from engine.core.state import Outcome, end_match
from engine.games.lotr.components.box import KIND
from engine.games.lotr.rules.dol_guldur import claimed_objectives
from engine.games.lotr.scenarios import SIDE
from engine.games.lotr.state import GameState

THREAT_LIMIT = 50
"""The threat at which a player is eliminated (p. 22)."""


class ScenarioWon(Exception):
    """Unwinds a step when a campaign goes on to its next scenario."""


def may_win(step: Callable[[GameState], Flow[None]]) -> Callable[[GameState], Flow[None]]:
    """Mark a step in which a scenario may be won: a campaign then goes on to its next scenario (p. 27)."""

    @wraps(step)
    def run(s: GameState) -> Flow[None]:
        try:
            yield from step(s)
        except ScenarioWon:
            s.step = "next-scenario"

    return run


def win(s: GameState) -> NoReturn:
    """End the match, or this scenario of a campaign, as won: the last stage is completed (p. 22, 27)."""
    s.scores.append(group_score(s))
    tell(s, "scored", (s.scores[-1],))
    if s.scenarios_left:
        raise ScenarioWon
    end_match(s, Outcome(list(range(len(s.players))), SIDE, "quest-completed", {SIDE: WON - sum(s.scores)}))


def lose(s: GameState, reason: str, standing: dict[str, int]) -> NoReturn:
    """End the match as lost (p. 22), scored as it stood when the last player fell."""
    end_match(s, Outcome([], "", reason, standing))


def group_score(s: GameState) -> int:
    """The book's score of a won scenario: threat, threat cost of dead heroes and damage on living ones, less victory
    points; lower is better (p. 22)."""
    total = -sum(KIND[card].victory for card in s.victory)
    for player in s.players:
        total += player.threat
        total += sum(KIND[card].threat_cost for card in player.discard)
        total += sum(s.cards[hero].damage for hero in player.heroes)
    return total


# The score of an outcome: higher is better, and every won match scores more than any lost one. In a lost match a
# scenario, a stage and an objective each outweigh everything below them together.

WON = 20_000
"""A won match, less the book's score."""
SCENARIO = 3_000
"""Each scenario of a campaign that was won."""
STAGE = 1_000
"""Each stage that was completed."""
PROGRESS = 500
"""The progress that completes the present stage, or as much of it as there is."""
OBJECTIVE = 100
"""Each claimed objective, and the rescue of the prisoner."""
HERO = 2
"""Each hero who is left."""
MOST_ROUNDS = 50
"""Each round counts one, up to so many."""


def scores(s: GameState) -> dict[str, int]:
    """The score of the match if it ended now as lost: how far the players have come, then what they have left."""
    return {SIDE: SCENARIO * len(s.scores) + _quest_score(s) + _survival_score(s)}


def _quest_score(s: GameState) -> int:
    """What stages, progress and objectives count."""
    total = OBJECTIVE * (claimed_objectives(s) + s.rescued)
    for card in s.quest:
        goal = KIND[card].quest_points
        total += STAGE * (KIND[card].stage - 1)
        total += PROGRESS * min(s.progress, goal) // goal if goal else 0
    return total


def _survival_score(s: GameState) -> int:
    """What heroes, threat and rounds count: less than one objective."""
    heroes = sum(len(player.heroes) for player in s.players)
    threat_left = sum(THREAT_LIMIT - player.threat for player in s.players) // len(s.players)
    return HERO * heroes + threat_left // 2 + min(s.round, MOST_ROUNDS)
