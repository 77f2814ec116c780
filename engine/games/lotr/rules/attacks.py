"""Attacks of enemies on players, with defenders and shadow cards, and of characters on enemies (p. 18-21).

The steps of the combat phase run these parts with action windows between; card effects run an attack at once.
"""

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.core.state import because, disclose
from engine.games.lotr.cards.effects import EXCESS_DAMAGE, SHADOWS, VALUES, Cue
from engine.games.lotr.components.box import ENTRIES
from engine.games.lotr.rules.choosing import choose_card
from engine.games.lotr.rules.constant_effects import may_fight
from engine.games.lotr.rules.damage import deal_damage
from engine.games.lotr.rules.in_play import (
    characters,
    each_player,
    engaged_enemies,
    heroes,
    player_order,
    ready,
    staged_enemies,
)
from engine.games.lotr.rules.knowledge import forget
from engine.games.lotr.rules.responses import force, respond
from engine.games.lotr.rules.stats import attack_strength, defense_strength, health
from engine.games.lotr.state import Attack, GameState


def current_attack(s: GameState) -> Attack:
    """The attack under way; of several, the innermost."""
    return s.attacks[-1]


def undefended(s: GameState) -> bool:
    """Whether nobody defends, or no defender is left (p. 18)."""
    return not current_attack(s).defenders


def defending_player(s: GameState) -> int:
    """The player who is attacked, whoever controls the defender: "you" on a shadow card (p. 18, 24)."""
    return current_attack(s).seat


def goes_on(s: GameState) -> bool:
    """Whether an enemy's attack goes on: it is in play, and so is the player whom it attacks.

    It need not be engaged with him any longer (p. 18).
    """
    attack = current_attack(s)
    return not attack.enemy_left and not s.players[attack.seat].eliminated


def begin_enemy_attack(s: GameState, enemy: int, seat: int) -> Flow[None]:
    """Begin the attack of an enemy on a player (p. 18, step 1)."""
    s.attacks.append(Attack(enemy, seat))
    s.cards[enemy].has_attacked = True
    tell(s, "attacks", (enemy, seat))
    yield from force(s, "attacks", enemy, Cue(enemy, seat))


def declare_defenders(s: GameState) -> Flow[None]:
    """The attacked player exhausts a defender or none; then others may offer a sentinel (p. 18, 24)."""
    attack = current_attack(s)
    declares = True
    while declares:
        declares = yield from _declare_defender(s, attack.seat, fighters(s, attack.seat))
        declares = declares and s.players[attack.seat].several_defenders
    for seat in each_player(s):
        if seat != attack.seat and not attack.defenders:
            sentinels = [card for card in fighters(s, seat) if ENTRIES[card].sentinel]
            yield from _declare_defender(s, seat, sentinels)
    for card in list(attack.defenders):
        if card in attack.defenders and not attack.enemy_left:
            yield from respond(s, "defended", Cue(card, s.cards[card].seat))


def _declare_defender(s: GameState, seat: int, able: list[int]) -> Flow[bool]:
    """Ask a player for a defender; whether he declares one."""
    attack = current_attack(s)
    options: list[Option] = [("defend", card) for card in able]
    with because(s, "enemy-attack", attack.enemy, attack.seat):
        choice = yield Decision(seat, "defend", [*options, ("done",) if attack.defenders else ("undefended",)])
    if choice[0] != "defend":
        return False
    s.cards[choice[1]].exhausted = True
    attack.defenders.append(choice[1])
    tell(s, "defends", (choice[1], attack.enemy))
    return True


def deal_shadow(s: GameState, enemy: int) -> Flow[None]:
    """Deal an enemy a face-down shadow card, unless the deck is empty or the game basic (p. 18, 27)."""
    if s.basic or not s.encounter_deck:
        return
    card = s.encounter_deck.pop()
    state = s.cards[enemy]
    state.shadows.append(card)
    tell(s, "shadow-dealt", (enemy,))
    attacks_now = bool(s.attacks) and current_attack(s).enemy == enemy
    facing = current_attack(s).seat if attacks_now else state.seat
    yield from respond(s, "shadow-dealt", Cue(enemy, facing, other=card))


def resolve_shadows(s: GameState) -> Flow[None]:
    """Turn up the attacker's shadow cards one by one and resolve their effects (p. 18, step 3)."""
    attack = current_attack(s)
    state = s.cards[attack.enemy]
    while state.shadows and goes_on(s):
        card = state.shadows.pop(0)
        forget(s, [card])
        state.open_shadows.append(card)
        disclose(s)
        tell(s, "shadow", (attack.enemy, card))
        effect = SHADOWS.get(card)
        if effect is None:
            attack.blank_shadow = True
            continue
        s.cancelled = False
        yield from respond(s, "shadow", Cue(card, defending_player(s)))
        cancelled, s.cancelled = s.cancelled, False
        if cancelled:
            tell(s, "cancelled", (card,))
            continue
        with because(s, "shadow", card):
            yield from effect(s, card)
        if not attack.enemy_left:
            yield from force(s, "shadow-resolved", attack.enemy, Cue(card, attack.seat))


def enemy_strength(s: GameState, attack: Attack) -> int:
    """The attack of an enemy that attacks, with what shadow effects add (p. 18)."""
    return attack_strength(s, attack.enemy) + attack.bonus


def combined_defense(s: GameState, attack: Attack) -> int:
    """What those who defend against an enemy take off its attack; nothing if a shadow effect ignores it (p. 18)."""
    return 0 if attack.ignores_defense else sum(defense_strength(s, card) for card in attack.defenders)


def combined_attack(s: GameState, attack: Attack) -> int:
    """The attack of all characters that attack an enemy (p. 20)."""
    return sum(attack_strength(s, card) for card in attack.attackers)


def enemy_damage(s: GameState) -> Flow[None]:
    """Deal attack less defense to the defender; undefended, all of the attack to one hero (p. 18, step 4)."""
    attack = current_attack(s)
    total = enemy_strength(s, attack)
    defenders = list(attack.defenders)
    if not defenders:
        able = heroes(s, attack.seat)
        if not able:
            return
        with because(s, "enemy-attack", attack.enemy, attack.seat):
            target = yield from choose_card(s, attack.seat, "undefended-damage", able)
    else:
        target = defenders[0]
        total -= combined_defense(s, attack)
        if len(defenders) > 1:
            with because(s, "enemy-attack", attack.enemy, attack.seat):
                target = yield from choose_card(s, attack.seat, "defender-damage", defenders)
    excess = total - health(s, target)
    yield from deal_damage(s, target, total)
    if excess > 0 and attack.enemy in EXCESS_DAMAGE:
        EXCESS_DAMAGE[attack.enemy](s, attack.seat, excess)


def end_enemy_attack(s: GameState) -> Flow[None]:
    """Determine damage, then do what the enemy does after attacking, even if that eliminated the player (p. 18)."""
    attack = current_attack(s)
    if goes_on(s):
        yield from enemy_damage(s)
        if not attack.enemy_left:
            yield from force(s, "attacked", attack.enemy, Cue(attack.enemy, attack.seat))
    s.attacks.pop()


def attack_at_once(s: GameState, enemy: int, seat: int) -> Flow[None]:
    """Carry out a whole enemy attack inside another effect, without action windows."""
    yield from begin_enemy_attack(s, enemy, seat)
    yield from deal_shadow(s, enemy)
    for part in (declare_defenders, resolve_shadows):
        if goes_on(s):
            yield from part(s)
    yield from end_enemy_attack(s)


def strike(s: GameState) -> Flow[None]:
    """Deal the attackers' combined attack less the enemy's defense to it (p. 20, steps 2 and 3)."""
    attack = current_attack(s)
    if not attack.enemy_left:
        total = combined_attack(s, attack) - defense_strength(s, attack.enemy)
        yield from deal_damage(s, attack.enemy, total)
        if attack.enemy_left:
            yield from respond(s, "attack-destroyed", Cue(attack.enemy, attack.seat))
    s.attacks.pop()


def fighters(s: GameState, seat: int) -> list[int]:
    """Ready characters of a player that may attack or defend (p. 18, 20)."""
    return [card for card in ready(s, characters(s, seat)) if may_fight(s, card)]


def yet_to_attack(s: GameState) -> list[int]:
    """Engaged enemies that have not attacked this round."""
    return [enemy for enemy in engaged_enemies(s) if not s.cards[enemy].has_attacked]


def yet_to_be_attacked(s: GameState) -> list[int]:
    """Players whom some enemy has still to attack this round."""
    seats = {s.cards[enemy].seat for enemy in yet_to_attack(s)}
    return [seat for seat in player_order(s) if seat in seats]


def targets(s: GameState, seat: int, card: int) -> list[int]:
    """The enemies a character may attack: engaged ones, if ranged also those of other players (p. 20, 24)."""
    enemies = list(s.players[seat].engaged)
    if ENTRIES[card].ranged:
        enemies += [enemy for other in each_player(s) if other != seat for enemy in s.players[other].engaged]
    if VALUES[card].attacks_staging_area:
        enemies += staged_enemies(s)
    return enemies
