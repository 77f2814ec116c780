"""What encounter cards may be revealed next, for bots: the cards that nobody sees, never their order."""

from collections import Counter
from typing import NamedTuple

from engine.games.lotr.cards.effects import VALUES
from engine.games.lotr.components.box import ENTRIES
from engine.games.lotr.components.schema import CardEntry
from engine.games.lotr.rules.in_play import players_left
from engine.games.lotr.state import GameState

TREACHERY = 1.0
"""What a treachery is as bad as, in threat."""
ENEMY = 0.5
"""What an enemy is worse than its threat."""


class Coming(NamedTuple):
    """What the staging step of this round may still bring."""

    certain: float
    """Threat that the cards beyond the first bring on average."""
    threats: dict[float, float]
    """How likely the first card brings how much threat."""
    enemies: list[CardEntry]
    """The enemies that may come."""
    pool: int
    """How many cards may come."""
    reveals: int
    """How many cards are revealed."""

    def enemy(self, dial: int) -> tuple[float, tuple[float, float, float]]:
        """How likely an enemy comes that engages at once, and the attack, defense and health of such on average."""
        near = [one for one in self.enemies if one.engagement_cost <= dial]
        if not near or not self.reveals:
            return 0.0, (0.0, 0.0, 0.0)
        count = len(near)
        mean = (
            sum([one.attack for one in near]) / count,
            sum([one.defense for one in near]) / count,
            sum([one.hit_points for one in near]) / count,
        )
        return min(count / self.pool * self.reveals, 1.0), mean


NOTHING = Coming(0.0, {0.0: 1.0}, [], 0, 0)
"""Nothing is revealed any more this round."""


def what_may_come(s: GameState) -> Coming:
    """What the staging step of this round may still bring, if it is yet to come."""
    reveals = _reveals(s)
    pool = s.encounter_deck + [card for state in s.cards.values() for card in state.shadows]
    pool = pool or s.encounter_discard
    if not reveals or not pool:
        return NOTHING
    entries = [ENTRIES[card] for card in pool]
    counts = dict(sorted(Counter([_threat(one) for one in entries]).items()))
    share = 1 / len(entries)
    mean = share * sum([threat * count for threat, count in counts.items()])
    threats = {threat: count * share for threat, count in counts.items()}
    enemies = [one for one in entries if one.type == "enemy"]
    return Coming(mean * (reveals - 1), threats, enemies, len(entries), reveals)


def _reveals(s: GameState) -> int:
    """How many cards the staging step has still to reveal."""
    if s.phase not in ("resource", "planning", "quest") or not s.quest:
        return 0
    stage = VALUES[s.quest[0]]
    if s.staging_step or (s.phase == "quest" and s.next_step == "resolve-quest"):
        return s.to_reveal
    return s.to_reveal or (0 if stage.skips_staging else players_left(s) + stage.extra_reveals)


def _threat(card: CardEntry) -> float:
    """What a card is as bad as on the quest, in threat."""
    return TREACHERY if card.type == "treachery" else card.threat + (ENEMY if card.type == "enemy" else 0.0)
