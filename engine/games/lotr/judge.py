"""How good a position looks, for bots that search: threat, wounds, progress and the fights to come.

The players share one fate, so every seat judges alike. Floats are fine here: no rule asks for them.
"""

from engine.games.lotr.components import KIND, OWNER
from engine.games.lotr.state import Attack, Play
from engine.games.lotr.stats import attack, defense, health, may_attack_player, may_fight, threat, willpower
from engine.games.lotr.table import characters, committed, has_flag, heroes, order

REVEALED_THREAT = 1.6
"""Threat that an encounter card brings on average."""
SHADOW_ATTACK = 0.7
"""Attack that a shadow card adds on average."""
HERO = 14.0
STAGE = 18.0
DANGER = 38
"""Threat above which the dial becomes the first concern."""


def evaluate(s: Play, seat: int) -> float:
    """The group's prospects; higher is better."""
    value = _quest(s) + _staging(s)
    for one in order(s):
        value += _player(s, one) + _combat(s, one)
    value -= 60.0 * sum(player.out for player in s.players)
    return value + 3.0 * sum(KIND[card].victory > 0 for card in s.victory) + 200.0 * len(s.scores)


def _quest(s: Play) -> float:
    """Stages behind the players, progress on this one, and what the present quest promises."""
    value = 0.0
    for card in s.quest:
        kind = KIND[card]
        value += STAGE * kind.stage
        value += min(s.progress, kind.quest_points) if kind.quest_points else 0.0
    value += 4.0 * s.rescued + 5.0 * sum(
        KIND[one].type == "objective" for state in s.cards.values() for one in state.attachments
    )
    if s.questing:
        value += _promise(s)
    return value


def _promise(s: Play) -> float:
    """The expected outcome of questing with the characters committed so far."""
    players = len(order(s))
    to_come = float(s.to_reveal)
    if s.step == "commit" or s.after == "staging":
        to_come = players + has_flag(s.quest[0], "one more card") if s.quest else players
        if s.quest and has_flag(s.quest[0], "no staging"):
            to_come = 0.0
    margin = sum(willpower(s, card) for card in committed(s)) - s.staging_threat - REVEALED_THREAT * to_come
    margin -= sum(threat(s, card) for card in s.staging)
    if margin < 0:
        return 1.1 * players * margin
    return margin if (s.quest and KIND[s.quest[0]].quest_points) or s.active else 0.2 * margin


def _staging(s: Play) -> float:
    """What waits in the staging area and on the road."""
    value = 0.0
    for card in s.staging:
        value -= 1.3 * threat(s, card)
        if KIND[card].type == "enemy":
            value -= _menace(s, card)
        elif KIND[card].type == "location":
            value += 0.3 * s.cards[card].progress
    for card in s.active:
        value -= 0.4 * (KIND[card].quest_points - s.cards[card].progress)
    return value - 2.0 * sum(state.guards >= 0 for state in s.cards.values())


def _menace(s: Play, enemy: int) -> float:
    """What it is worth to be rid of an enemy."""
    kind = KIND[enemy]
    left = max(health(s, enemy), 0)
    stakes = 3.0 if kind.id in ("ungoliants-spawn", "hill-troll", "nazgul-of-dol-guldur") else 1.0
    return (1.5 + 0.5 * kind.attack) + (0.5 * stakes) * left


def _player(s: Play, seat: int) -> float:
    """A player's dial, heroes, allies, cards and resources."""
    player = s.players[seat]
    value = -1.0 * player.threat - 1.2 * max(0, player.threat - DANGER)
    value += 1.0 * len(player.hand)
    for hero in player.heroes:
        state = s.cards[hero]
        left = health(s, hero)
        value += HERO + 0.5 * min(state.resources, 6) - 1.2 * state.damage - (2.0 if left == 1 else 0.0)
        value += sum(_attachment(one) for one in state.attachments)
    for ally in player.allies:
        kind, state = KIND[ally], s.cards[ally]
        worth = 1.0 + 1.1 * kind.willpower + 0.8 * kind.attack + 0.6 * kind.defense + 0.5 * kind.hit_points
        passing = kind.id == "gandalf" or any(effect.stat in ("to hand", "into deck") for effect in state.effects)
        value += (0.5 if passing else 1.0) * worth - 0.5 * state.damage
        value += sum(_attachment(one) for one in state.attachments)
    return value


def _attachment(card: int) -> float:
    """What an attachment adds to its bearer."""
    kind = KIND[card]
    if OWNER[card] < 0:
        return 0.0 if kind.type == "objective" else -4.0
    if kind.id == "dark-knowledge":
        return 0.5
    return 5.0 if kind.id == "steward-of-gondor" else 2.2 + 0.6 * kind.cost


def _combat(s: Play, seat: int) -> float:
    """The attacks a player has still to face this round, met by those still ready, and the blows they can return."""
    fighting = [card for card in characters(s, seat) if not s.cards[card].exhausted and may_fight(s, card)]
    value, engaged = 0.0, s.players[seat].engaged
    value -= sum(_menace(s, enemy) for enemy in engaged)
    if s.phase == "refresh":
        return value
    coming = [card for card in engaged if not s.cards[card].attacked and may_attack_player(s, card, seat)]
    if s.phase not in ("combat", "encounter"):
        dial = s.players[seat].threat
        coming += [card for card in s.staging if KIND[card].type == "enemy" and KIND[card].engagement_cost <= dial]
    for one in s.attacks:
        value += _attack(s, one) if one.seat == seat else 0.0
    for enemy in sorted(coming, key=lambda card: -KIND[card].attack):
        value -= _faced(s, seat, enemy, fighting)
    return value + _blows(s, seat, fighting)


def _faced(s: Play, seat: int, enemy: int, fighting: list[int]) -> float:
    """The cost of one attack: the best ready defender takes it, or a hero does undefended."""
    strength = attack(s, enemy) + SHADOW_ATTACK
    costs = [(_hurt(s, card, strength - defense(s, card)), card) for card in fighting]
    alone = _undefended(s, seat, strength + 0.7)
    if costs:
        cost, card = min(costs)
        if cost < alone:
            fighting.remove(card)
            return cost
    return alone


def _hurt(s: Play, card: int, damage: float) -> float:
    """What it costs that a character takes damage."""
    damage = max(damage, 0.0)
    hero = KIND[card].type == "hero"
    if damage >= health(s, card):
        return HERO + 4.0 if hero else 1.5 + KIND[card].cost
    return (1.2 if hero else 0.5) * damage + (1.0 if damage >= health(s, card) - 1 else 0.0)


def _undefended(s: Play, seat: int, strength: float) -> float:
    return min((_hurt(s, hero, strength) for hero in heroes(s, seat)), default=0.0)


def _attack(s: Play, one: Attack) -> float:
    """What the attack under way will do as things stand."""
    if one.enemy not in s.cards:
        return 0.0
    if one.attackers:
        fighters = [card for card in one.attackers if card in s.cards]
        return _blow(s, one.enemy, sum(attack(s, card) for card in fighters))
    strength = attack(s, one.enemy) + one.bonus + SHADOW_ATTACK * len(s.cards[one.enemy].shadows)
    defenders = [card for card in one.defenders if card in s.cards]
    if not defenders:
        return 0.0 if s.step == "enemy attack" else -_undefended(s, one.seat, strength)
    guard = 0 if one.ignores_defense else sum(defense(s, card) for card in defenders)
    return -min(_hurt(s, card, strength - guard) for card in defenders)


def _blow(s: Play, enemy: int, strength: int) -> float:
    """The gain of striking an enemy that hard."""
    damage = strength - defense(s, enemy)
    if damage <= 0:
        return 0.0
    left = health(s, enemy)
    if damage >= left:
        return _menace(s, enemy) + 1.0 + 0.5 * KIND[enemy].threat
    return 0.45 * damage


def _blows(s: Play, seat: int, fighting: list[int]) -> float:
    """What the characters left ready could do to engaged enemies."""
    strength = sum(attack(s, card) for card in fighting)
    value = 0.0
    for enemy in s.players[seat].engaged:
        if strength <= 0 or s.cards[enemy].struck >> seat & 1:
            continue
        needed = health(s, enemy) + defense(s, enemy)
        value += 0.8 * _blow(s, enemy, min(strength, needed))
        strength -= needed
    return value
