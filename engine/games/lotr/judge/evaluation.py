"""How good a position looks, for bots that search: threat, wounds, progress and what still stands in the way.

The players share one fate, so every seat judges alike. Floats are fine here: no rule asks for them.
"""

from engine.games.lotr.components.kinds import KIND, OWNER
from engine.games.lotr.rules.in_play import copies_in_play, player_order
from engine.games.lotr.rules.stats import health, hit_points, threat_strength
from engine.games.lotr.state import GameState

# Weights in points of threat: first fitted to some sixteen thousand positions at the start of a round, then several
# (wounds, progress, the staging area) set by hand, where the fit told company from cause badly.
HERO = 1.2
"""A hero's worth, in terms of his threat cost."""
RESOURCE = 0.2
STAGES = (0.0, 0.0, 3.6, 17.7)
PROGRESS = 1.5
LAST_PROGRESS = 1.8
STAGED_THREAT = 3.5
STAGED_LOCATION = 3.5
STAGED_ENEMY = 1.5
ROAD = 0.5
ENGAGED = 4.2
ENGAGED_HEALTH = 1.3
ALLY = 0.5
ALLY_WILL = 0.5
ALLY_ATTACK = 0.6
ALLY_DEFENSE = 0.4
ALLY_HEALTH = 0.7
ATTACHMENT = 1.2
TREASURE = 6.2
TREASURES = ("steward-of-gondor", "unexpected-courage")
IN_HAND = {"steward-of-gondor": 2.5, "unexpected-courage": 2.5, "gandalf": 2.0, "northern-tracker": 1.5}
UNFOUND = 30.0
WON = 150.0
MUST_FALL = ("ungoliants-spawn", "hill-troll", "nazgul-of-dol-guldur")
"""Enemies that bar the way to the end."""


def evaluate(s: GameState, seat: int) -> float:
    """The group's prospects; higher is better."""
    value = _quest(s) + _staging(s) + WON * len(s.scores)
    value += sum(_player(s, one) for one in player_order(s))
    return value - 60.0 * sum(player.eliminated for player in s.players) + 3.0 * len(s.victory)


def _quest(s: GameState) -> float:
    """Stages behind the players, progress on this one, and what its end still needs."""
    value = 8.0 * s.rescued
    for card in s.quest:
        kind = KIND[card]
        value += STAGES[kind.stage]
        value += (LAST_PROGRESS if kind.stage == 3 else PROGRESS) * min(s.progress, kind.quest_points)
        if kind.id == "dont-leave-the-path" and not copies_in_play(s, "ungoliants-spawn"):
            value -= UNFOUND
    for state in s.cards.values():
        value += 6.0 * sum(KIND[one].type == "objective" for one in state.attachments)
        value -= 2.0 * (state.guards >= 0)
    return value


def _staging(s: GameState) -> float:
    """What waits in the staging area and on the road."""
    value = 0.0
    for card in s.staging:
        value -= STAGED_THREAT * threat_strength(s, card)
        if KIND[card].type == "enemy":
            value -= STAGED_ENEMY + _bar(s, card)
        elif KIND[card].type == "location":
            value += STAGED_LOCATION + 0.5 * s.cards[card].progress
    for card in s.active:
        value -= ROAD * (KIND[card].quest_points - s.cards[card].progress)
    return value


def _bar(s: GameState, enemy: int) -> float:
    """What it costs more that an enemy bars the way."""
    return 4.0 + health(s, enemy) if KIND[enemy].id in MUST_FALL else 0.0


def _player(s: GameState, seat: int) -> float:
    """A player's dial, heroes, allies, cards, resources and the enemies before him."""
    player = s.players[seat]
    value = -1.0 * player.threat + sum(IN_HAND.get(KIND[card].id, 1.0) for card in player.hand)
    for hero in player.heroes:
        state = s.cards[hero]
        hurt = state.damage / hit_points(s, hero)
        value += HERO * KIND[hero].threat_cost * (1 - hurt * hurt) + RESOURCE * min(state.resources, 8)
        value += sum(_attachment(one) for one in state.attachments)
    for ally in player.allies:
        if KIND[ally].id != "gandalf":
            value += _ally(ally) - 0.4 * s.cards[ally].damage
        value += sum(_attachment(one) for one in s.cards[ally].attachments)
    for enemy in player.engaged:
        value -= ENGAGED + ENGAGED_HEALTH * health(s, enemy) + _bar(s, enemy)
    return value


def _ally(card: int) -> float:
    """What an ally in play is worth."""
    kind = KIND[card]
    fight = ALLY_ATTACK * kind.attack + ALLY_DEFENSE * kind.defense + ALLY_HEALTH * kind.hit_points
    return ALLY + ALLY_WILL * kind.willpower + fight


def _attachment(card: int) -> float:
    """What an attachment adds to its bearer."""
    kind = KIND[card]
    if OWNER[card] < 0:
        return 0.0 if kind.type == "objective" else -3.0
    return TREASURE if kind.id in TREASURES else ATTACHMENT + 0.3 * kind.cost
