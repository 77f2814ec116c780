"""How a match is won, lost and scored (p. 22), and how a campaign goes on after a scenario (p. 27)."""

from typing import NamedTuple, NoReturn

from engine.core.events import tell
from engine.core.state import Outcome, StepEnded, end_match
from engine.games.lotr.components.box import ENTRIES
from engine.games.lotr.rules.dol_guldur import claimed_objectives
from engine.games.lotr.scenarios import SIDE
from engine.games.lotr.state import GameState

THREAT_LIMIT = 50
"""The threat at which a player is eliminated (p. 22)."""


class ScenarioWon(StepEnded):
    """Ends the step in which a scenario is won: a campaign goes on to its next scenario (p. 27)."""


def win(s: GameState) -> NoReturn:
    """End the match, or this scenario of a campaign, as won: the last stage is completed (p. 22, 27)."""
    s.scores.append(group_score(s).total)
    tell(s, "scored", (s.scores[-1],))
    if s.scenarios_left:
        s.step = "next-scenario"
        raise ScenarioWon
    end_match(s, Outcome(list(range(len(s.players))), SIDE, "quest-completed", {SIDE: WON - sum(s.scores)}))


def lose(s: GameState, reason: str, standing: dict[str, int]) -> NoReturn:
    """End the match as lost (p. 22), scored as it stood when the last player fell."""
    end_match(s, Outcome([], "", reason, standing))


class GroupScore(NamedTuple):
    """The book's score of a won scenario, in parts; lower is better (p. 22)."""

    threat: int
    dead_heroes: int
    """The threat cost of dead heroes."""
    damage: int
    """Damage on living heroes."""
    victory_points: int

    @property
    def total(self) -> int:
        """The score: victory points are taken off it."""
        return self.threat + self.dead_heroes + self.damage - self.victory_points


def group_score(s: GameState) -> GroupScore:
    """The book's score of the scenario as it stands (p. 22)."""
    players = s.players
    return GroupScore(
        threat=sum(player.threat for player in players),
        dead_heroes=sum(ENTRIES[card].threat_cost for player in players for card in player.discard),
        damage=sum(s.cards[hero].damage for player in players for hero in player.heroes),
        victory_points=sum(ENTRIES[card].victory for card in s.victory),
    )


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
    objectives = OBJECTIVE * (claimed_objectives(s) + s.rescued)
    quest = stages_score(s) + progress_score(s) + objectives
    return {SIDE: SCENARIO * len(s.scores) + quest + _survival_score(s)}


def stages_score(s: GameState) -> int:
    """What completed stages count."""
    return STAGE * sum(ENTRIES[card].stage - 1 for card in s.quest)


def progress_score(s: GameState) -> int:
    """What the progress on the present stage counts."""
    goals = [goal for card in s.quest if (goal := ENTRIES[card].quest_points)]
    return sum(PROGRESS * min(s.progress, goal) // goal for goal in goals)


def _survival_score(s: GameState) -> int:
    """What heroes, threat and rounds count: less than one objective."""
    heroes = sum(len(player.heroes) for player in s.players)
    threat_left = sum(THREAT_LIMIT - player.threat for player in s.players) // len(s.players)
    return HERO * heroes + threat_left // 2 + min(s.round, MOST_ROUNDS)
