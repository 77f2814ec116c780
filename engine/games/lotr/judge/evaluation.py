"""How good a position looks, for bots: threat, heroes, progress, and what is still to be overcome.

The players win or lose together, so the value is the same for every seat. No rule asks for it.
"""

from functools import cache

from engine.games.lotr.components.box import BY_ID, ENTRIES, OWNER
from engine.games.lotr.rules.in_play import copies_in_play, player_order
from engine.games.lotr.rules.stats import health, hit_points, threat_strength
from engine.games.lotr.scenarios import SCENARIO_KINDS
from engine.games.lotr.state import GameState

# Weights in points of threat: first fitted to some sixteen thousand positions at the start of a round, then several
# (wounds, progress, the staging area) set by hand, where what goes together with a win was no cause of it.
HERO = 1.2
"""For each point of his threat cost."""
RESOURCE = 0.2
MOST_RESOURCES = 8
"""More resources than that are worth nothing."""
ELIMINATED = 60.0
VICTORY_CARD = 3.0

STAGES = (0.0, 0.0, 4.0, 14.0)
"""For having reached a stage, beside the progress that completed those before."""
PROGRESS = 2.0
LAST_PROGRESS = 2.5
"""Progress at the last stage."""
LAST_STAGE = 3
RESCUED = 8.0
OBJECTIVE = 6.0
GUARD = 2.0
SPAWN_MISSING = 30.0
"""The players must defeat Ungoliant's Spawn, and it is not in play."""
SCENARIO_WON = 150.0

STAGED_THREAT = 3.5
STAGED_LOCATION = 3.5
STAGED_PROGRESS = 0.5
STAGED_ENEMY = 1.5
ACTIVE_LOCATION = 0.5
"""For each progress that the active location still lacks."""
ENGAGED = 4.2
ENGAGED_HEALTH = 1.3
KEY_ENEMY = 4.0
KEY_ENEMIES = ("ungoliants-spawn", "hill-troll", "nazgul-of-dol-guldur")
"""Enemies that must be defeated before the quest can be."""

ALLY = 0.5
ALLY_WILLPOWER = 0.5
ALLY_ATTACK = 0.6
ALLY_DEFENSE = 0.4
ALLY_HIT_POINTS = 0.7
ALLY_DAMAGE = 0.4
ATTACHMENT = 1.2
ATTACHMENT_COST = 0.3
BEST_ATTACHMENT = 6.2
BEST_ATTACHMENTS = ("steward-of-gondor", "unexpected-courage")
HARMFUL_ATTACHMENT = 3.0
CARD = 1.0
"""A card in hand."""
BEST_CARDS = {"steward-of-gondor": 2.5, "unexpected-courage": 2.5, "gandalf": 2.0, "northern-tracker": 1.5}
"""Cards that are worth more in hand."""


def evaluate(s: GameState, seat: int) -> float:
    """The group's prospects; higher is better."""
    value = _quest(s) + _staging(s) + SCENARIO_WON * len(s.scores)
    value += sum(_player(s, one) for one in player_order(s))
    return value - ELIMINATED * sum(player.eliminated for player in s.players) + VICTORY_CARD * len(s.victory)


def _quest(s: GameState) -> float:
    """What stages, progress and objectives are worth."""
    value = RESCUED * s.rescued
    for card in s.quest:
        entry = ENTRIES[card]
        value += STAGES[entry.stage] + PROGRESS * completed_points(s.scenario, entry.stage)
        value += (LAST_PROGRESS if entry.stage == LAST_STAGE else PROGRESS) * min(s.progress, entry.quest_points)
        if entry.id == "dont-leave-the-path" and not copies_in_play(s, "ungoliants-spawn"):
            value -= SPAWN_MISSING
    for state in s.cards.values():
        value += OBJECTIVE * sum(ENTRIES[one].type == "objective" for one in state.attachments)
        value -= GUARD * (state.guards >= 0)
    return value


@cache
def completed_points(scenario: str, stage: int) -> int:
    """The quest points of the stages before a stage."""
    before = {BY_ID[id].stage: BY_ID[id].quest_points for id in SCENARIO_KINDS[scenario].stages}
    return sum([points for number, points in before.items() if number < stage])


def _staging(s: GameState) -> float:
    """What the staging area and the active location cost."""
    value = 0.0
    for card in s.staging:
        value -= STAGED_THREAT * threat_strength(s, card)
        if ENTRIES[card].type == "enemy":
            value -= STAGED_ENEMY + _key_enemy(s, card)
        elif ENTRIES[card].type == "location":
            value += STAGED_LOCATION + STAGED_PROGRESS * s.cards[card].progress
    for card in s.active:
        value -= ACTIVE_LOCATION * (ENTRIES[card].quest_points - s.cards[card].progress)
    return value


def _key_enemy(s: GameState, enemy: int) -> float:
    """What an enemy costs more if it must be defeated."""
    return KEY_ENEMY + health(s, enemy) if ENTRIES[enemy].id in KEY_ENEMIES else 0.0


def _player(s: GameState, seat: int) -> float:
    """What a player's threat, heroes, allies, cards, resources and engaged enemies are worth."""
    player = s.players[seat]
    value = -1.0 * player.threat + sum(BEST_CARDS.get(ENTRIES[card].id, CARD) for card in player.hand)
    for hero in player.heroes:
        state = s.cards[hero]
        hurt = state.damage / hit_points(s, hero)
        value += HERO * ENTRIES[hero].threat_cost * (1 - hurt * hurt) + RESOURCE * min(state.resources, MOST_RESOURCES)
        value += sum(_attachment(one) for one in state.attachments)
    for ally in player.allies:
        if ENTRIES[ally].id != "gandalf":
            value += _ally(ally) - ALLY_DAMAGE * s.cards[ally].damage
        value += sum(_attachment(one) for one in s.cards[ally].attachments)
    for enemy in player.engaged:
        value -= ENGAGED + ENGAGED_HEALTH * health(s, enemy) + _key_enemy(s, enemy)
    return value


def _ally(card: int) -> float:
    """What an ally in play is worth."""
    entry = ENTRIES[card]
    fight = ALLY_ATTACK * entry.attack + ALLY_DEFENSE * entry.defense + ALLY_HIT_POINTS * entry.hit_points
    return ALLY + ALLY_WILLPOWER * entry.willpower + fight


def _attachment(card: int) -> float:
    """What an attachment is worth to the character it is attached to."""
    entry = ENTRIES[card]
    if OWNER[card] < 0:
        return 0.0 if entry.type == "objective" else -HARMFUL_ATTACHMENT
    return BEST_ATTACHMENT if entry.id in BEST_ATTACHMENTS else ATTACHMENT + ATTACHMENT_COST * entry.cost
