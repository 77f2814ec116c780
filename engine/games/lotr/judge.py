"""How good a position looks, for bots that search: threat, wounds, progress and the fights to come.

The players share one fate, so every seat judges alike. Floats are fine here: no rule asks for them.
"""

from engine.games.lotr.components import KIND, OWNER
from engine.games.lotr.promises import in_hand, promise
from engine.games.lotr.state import Attack, Play
from engine.games.lotr.stats import attack, defense, health, may_attack_player, may_fight, threat, willpower
from engine.games.lotr.table import characters, committed, has_flag, heroes, order

THREAT = 1.0
FAILED = 1.2
STAGED_THREAT = 1.7
ROAD = 0.4
BLOW = 0.85
GRAZE = 0.5
ENGAGED = 3.0
ENGAGED_ATTACK = 1.3
ENGAGED_HEALTH = 0.6
ALLY_WILL = 1.3
ALLY_ATTACK = 0.9
ALLY_DEFENSE = 0.7
ALLY_HEALTH = 0.5
ALONE = 0.5
REVEALED_THREAT = 1.7
"""Threat that an encounter card brings on average."""
UNSEEN_ENEMY = 0.5
"""How often an encounter card is an enemy that attacks at once."""
UNSEEN_ATTACK = 3.2
"""How hard such an enemy hits."""
SHADOW_ATTACK = 0.7
"""Attack that a shadow card adds on average."""
HERO = 18.0
WOUND = 2.0
STAGE = 20.0
PROGRESS = 1.6
RESOURCE = 0.5
DANGER = 36
"""Threat above which the dial becomes the first concern."""
MUST_FALL = ("ungoliants-spawn", "hill-troll", "nazgul-of-dol-guldur")
"""Enemies that bar the way to the end."""


def evaluate(s: Play, seat: int) -> float:
    """The group's prospects; higher is better."""
    value = _quest(s) + _staging(s)
    for one in order(s):
        value += _player(s, one) + _combat(s, one)
    value -= 60.0 * sum(player.out for player in s.players)
    value += 3.0 * sum(KIND[card].victory > 0 for card in s.victory)
    return value + 300.0 * len(s.scores)


# -- the quest


def _quest(s: Play) -> float:
    """Stages behind the players, progress on this one, and what the present quest promises."""
    value = 8.0 * s.rescued
    for card in s.quest:
        kind = KIND[card]
        value += STAGE * kind.stage + PROGRESS * min(s.progress, kind.quest_points)
    for state in s.cards.values():
        value += 6.0 * sum(KIND[one].type == "objective" for one in state.attachments)
        value -= 2.0 * (state.guards >= 0)
    return value + _promised_quest(s) if s.questing else value


def _promised_quest(s: Play) -> float:
    """The expected outcome of questing with the characters committed so far."""
    players = len(order(s))
    margin = (
        sum(willpower(s, card) for card in committed(s)) - s.staging_threat - REVEALED_THREAT * _to_come(s, players)
    )
    margin -= sum(threat(s, card) for card in s.staging)
    if margin < 0:
        return FAILED * players * margin
    useful = bool(s.active) or (bool(s.quest) and KIND[s.quest[0]].quest_points > s.progress)
    return (PROGRESS if useful else 0.1) * margin


def _to_come(s: Play, players: int) -> int:
    """How many encounter cards are still to be revealed this phase."""
    if s.step != "commit" and s.after != "staging":
        return s.to_reveal
    if not s.quest or has_flag(s.quest[0], "no staging"):
        return 0
    return players + has_flag(s.quest[0], "one more card")


def _staging(s: Play) -> float:
    """What waits in the staging area and on the road."""
    value = 0.0
    for card in s.staging:
        value -= STAGED_THREAT * threat(s, card)
        if KIND[card].type == "enemy":
            value -= _menace(s, card)
        elif KIND[card].type == "location":
            value += 0.4 * s.cards[card].progress
    for card in s.active:
        value -= ROAD * (KIND[card].quest_points - s.cards[card].progress)
    return value


# -- the players


def _player(s: Play, seat: int) -> float:
    """A player's dial, heroes, allies, cards and resources."""
    player = s.players[seat]
    value = -THREAT * player.threat - 1.0 * max(0, player.threat - DANGER)
    value += sum(in_hand(s, seat, card) for card in player.hand)
    for hero in player.heroes:
        state = s.cards[hero]
        value += HERO + RESOURCE * min(state.resources, 7) - WOUND * state.damage
        value -= 3.0 if health(s, hero) == 1 else 0.0
        value += sum(_attachment(one) for one in state.attachments)
    for ally in player.allies:
        state = s.cards[ally]
        leaves = KIND[ally].id == "gandalf" or any(effect.stat in ("to hand", "into deck") for effect in state.effects)
        value += (0.4 if leaves else 1.0) * _ally(ally) - 0.5 * state.damage
        value += sum(_attachment(one) for one in state.attachments)
    for card in s.resolving:
        if OWNER[card] == seat:
            value += _being_played(s, seat, card)
    return value


def _ally(card: int) -> float:
    """What an ally in play is worth."""
    kind = KIND[card]
    return (
        1.2
        + ALLY_WILL * kind.willpower
        + ALLY_ATTACK * kind.attack
        + ALLY_DEFENSE * kind.defense
        + ALLY_HEALTH * kind.hit_points
    )


def _attachment(card: int) -> float:
    """What an attachment adds to its bearer."""
    kind = KIND[card]
    if OWNER[card] < 0:
        return 0.0 if kind.type == "objective" else -4.0
    if kind.id == "dark-knowledge":
        return 0.5
    return 6.0 if kind.id in ("steward-of-gondor", "unexpected-courage") else 2.4 + 0.6 * kind.cost


def _being_played(s: Play, seat: int, card: int) -> float:
    """A card on its way into play, or an event whose effect is still to come."""
    kind = KIND[card]
    cost = 0.5 * RESOURCE * kind.cost
    if kind.type == "ally":
        return (0.7 if kind.id == "gandalf" else 1.0) * _ally(card) - cost
    if kind.type == "attachment":
        return _attachment(card) - cost
    return promise(s, seat, kind.id) - cost


# -- combat


def _menace(s: Play, enemy: int) -> float:
    """What it is worth to be rid of an enemy."""
    kind = KIND[enemy]
    left = max(health(s, enemy), 0)
    if kind.id in MUST_FALL:
        return 6.0 + 2.0 * left
    if s.cards[enemy].seat < 0:
        return 2.0 + 0.7 * kind.attack + 0.5 * left
    return ENGAGED + ENGAGED_ATTACK * kind.attack + ENGAGED_HEALTH * left


def _combat(s: Play, seat: int) -> float:
    """The attacks a player has still to face this round, met by those still ready, and the blows they can return."""
    engaged = s.players[seat].engaged
    value = -sum(_menace(s, enemy) for enemy in engaged)
    if s.step in ("engage", "check") and any(KIND[enemy].id == "hummerhorns" for enemy in engaged):
        value -= HERO  # their sting is still to come
    if s.phase == "refresh":
        return value
    fighting = [card for card in characters(s, seat) if not s.cards[card].exhausted and may_fight(s, card)]
    coming = [card for card in engaged if not s.cards[card].attacked and may_attack_player(s, card, seat)]
    struck = [card for card in engaged if not s.cards[card].struck >> seat & 1]
    if s.phase not in ("combat", "encounter"):
        dial = s.players[seat].threat
        lured = [card for card in s.staging if KIND[card].type == "enemy" and KIND[card].engagement_cost <= dial]
        coming, struck = coming + lured, struck + lured
    for one in s.attacks:
        if one.seat == seat and one.enemy in s.cards:
            value += _attack(s, one, fighting)
    for enemy in sorted(coming, key=lambda card: -KIND[card].attack):
        value -= _faced(s, seat, enemy, fighting)
    if s.questing:
        value -= UNSEEN_ENEMY * _to_come(s, 1) * _faced_strength(s, seat, UNSEEN_ATTACK, list(fighting))
    return value + _blows(s, struck, fighting) + 0.05 * len(fighting)


def _faced(s: Play, seat: int, enemy: int, fighting: list[int]) -> float:
    """The cost of an enemy's attack."""
    return _faced_strength(s, seat, attack(s, enemy) + SHADOW_ATTACK, fighting)


def _faced_strength(s: Play, seat: int, strength: float, fighting: list[int]) -> float:
    """The cost of one attack: the best ready defender takes it, or a hero does undefended."""
    costs = [(_hurt(s, card, strength - defense(s, card)) + 0.3 * attack(s, card), card) for card in fighting]
    alone = undefended_cost(s, seat, strength + 0.8)
    if costs:
        cost, card = min(costs)
        if cost < alone:
            fighting.remove(card)
            return cost
    return alone


def _hurt(s: Play, card: int, damage: float) -> float:
    """What it costs that a character takes damage."""
    damage = max(damage, 0.0)
    hero, left = KIND[card].type == "hero", health(s, card)
    if damage >= left:
        return HERO + 4.0 if hero else 0.5 + _ally(card)
    near = 3.0 if hero and damage >= left - 1.5 else 0.0
    return (WOUND if hero else 0.7) * damage + near


def undefended_cost(s: Play, seat: int, strength: float) -> float:
    """What an undefended attack of that strength costs."""
    return min((_hurt(s, hero, strength) for hero in heroes(s, seat)), default=0.0) + ALONE


def _attack(s: Play, one: Attack, fighting: list[int]) -> float:
    """What the attack under way will do as things stand."""
    if s.step == "declare attackers" or one.attackers:
        fighters = [card for card in one.attackers if card in s.cards]
        return _blow(s, one.enemy, sum(attack(s, card) for card in fighters or fighting)) + (0.0 if fighters else 0.1)
    strength = attack(s, one.enemy) + one.bonus + SHADOW_ATTACK * len(s.cards[one.enemy].shadows)
    defenders = [card for card in one.defenders if card in s.cards]
    if defenders:
        guard = 0 if one.ignores_defense else sum(defense(s, card) for card in defenders)
        return -min(_hurt(s, card, strength - guard) for card in defenders)
    if s.step == "defend" or s.after == "defend":
        return -_faced(s, one.seat, one.enemy, fighting)
    return -undefended_cost(s, one.seat, strength)


def _blow(s: Play, enemy: int, strength: int) -> float:
    """The gain of striking an enemy that hard."""
    damage = strength - defense(s, enemy)
    if damage <= 0:
        return 0.0
    if damage >= health(s, enemy):
        return _menace(s, enemy) + 1.0 + 0.5 * KIND[enemy].threat
    return (2.0 if KIND[enemy].id in MUST_FALL else GRAZE) * damage


def _blows(s: Play, enemies: list[int], fighting: list[int]) -> float:
    """What the characters left ready could do to enemies not yet attacked this round."""
    strength = sum(attack(s, card) for card in fighting)
    value = 0.0
    for enemy in sorted(enemies, key=lambda card: health(s, card) + defense(s, card)):
        if strength <= 0:
            break
        needed = health(s, enemy) + defense(s, enemy)
        value += BLOW * _blow(s, enemy, min(strength, needed))
        strength -= needed
    return value
