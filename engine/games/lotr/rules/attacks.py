"""Attacks: of enemies on players, with defenders and shadow cards, and of characters on enemies (p. 18-21).

The steps of the combat phase run these parts with action windows between; card effects run an attack at once.
"""

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.core.state import disclose
from engine.games.lotr.cards.effects import EXCESS_DAMAGE, SHADOWS, VALUES, Cue
from engine.games.lotr.components.kinds import KIND
from engine.games.lotr.rules.choosing import choose_card
from engine.games.lotr.rules.constant_effects import may_fight
from engine.games.lotr.rules.damage import deal
from engine.games.lotr.rules.in_play import characters, each_player, engaged_enemies, heroes, order, ready
from engine.games.lotr.rules.responses import force, respond
from engine.games.lotr.rules.stats import attack, defense, health
from engine.games.lotr.state import Attack, GameState


def current(s: GameState) -> Attack:
    """The attack under way."""
    return s.attacks[-1]


def undefended(s: GameState) -> bool:
    """Whether nobody defends, or no defender is left (p. 18)."""
    return not any(card in s.cards for card in current(s).defenders)


def defending_player(s: GameState) -> int:
    """Who controls the defender; without one, who is attacked."""
    for card in current(s).defenders:
        if card in s.cards:
            return s.cards[card].seat
    return current(s).seat


def goes_on(s: GameState) -> bool:
    """Whether the attacking enemy is still there, and facing the player it attacks."""
    one = current(s)
    if s.players[one.seat].out or one.enemy not in s.cards:
        return False
    return s.cards[one.enemy].seat == one.seat or one.enemy in s.riders


def begin_enemy_attack(s: GameState, enemy: int, seat: int) -> Flow[None]:
    """An enemy attacks a player (p. 18, step 1)."""
    s.attacks.append(Attack(enemy, seat))
    s.cards[enemy].attacked = True
    tell(s, "attacks", (enemy, seat))
    yield from force(s, "attacks", enemy, Cue(enemy, seat))


def declare_defenders(s: GameState) -> Flow[None]:
    """The attacked player exhausts a defender or none; then others may offer a sentinel (p. 18, 24)."""
    one = current(s)
    yield from _defend(s, one.seat, s.players[one.seat].stands_together, sentinel=False)
    if not one.defenders:
        for seat in each_player(s):
            if seat != one.seat and not one.defenders:
                yield from _defend(s, seat, False, sentinel=True)
    for card in list(one.defenders):
        if one.enemy in s.cards:
            yield from respond(s, "defended", Cue(card, s.cards[card].seat))


def _defend(s: GameState, seat: int, several: bool, sentinel: bool) -> Flow[None]:
    """Ask one player for a defender, or for as many as he likes."""
    one = current(s)
    while True:
        able = fighters(s, seat)
        if sentinel:
            able = [card for card in able if KIND[card].sentinel]
        options: list[Option] = [("defend", card) for card in able]
        choice = yield Decision(seat, "defend", [*options, ("done",) if one.defenders else ("undefended",)])
        if choice[0] != "defend":
            return
        s.cards[choice[1]].exhausted = True
        one.defenders.append(choice[1])
        tell(s, "defends", (choice[1], one.enemy))
        if not several:
            return


def deal_shadow(s: GameState, enemy: int) -> Flow[None]:
    """Deal an enemy a face-down shadow card, unless the deck is empty or the game basic (p. 18, 27)."""
    if s.basic or not s.encounter_deck:
        return
    card = s.encounter_deck.pop()
    state = s.cards[enemy]
    state.shadows.append(card)
    tell(s, "shadow dealt", (enemy,))
    facing = current(s).seat if enemy in s.riders else state.seat
    yield from respond(s, "shadow dealt", Cue(enemy, facing, other=card))


def resolve_shadows(s: GameState) -> Flow[None]:
    """Turn up the attacker's shadow cards one by one and resolve their effects (p. 18, step 3)."""
    one = current(s)
    state = s.cards[one.enemy]
    while state.shadows and goes_on(s):
        card = state.shadows.pop(0)
        state.turned.append(card)
        disclose(s)
        tell(s, "shadow", (one.enemy, card))
        effect = SHADOWS.get(card)
        if effect is None:
            one.blank_shadow = True
            continue
        s.cancelled = False
        yield from respond(s, "shadow", Cue(card, defending_player(s)))
        cancelled, s.cancelled = s.cancelled, False
        if cancelled:
            tell(s, "cancelled", (card,))
            continue
        yield from effect(s, card)
        if one.enemy in s.cards:
            yield from force(s, "shadow resolved", one.enemy, Cue(card, one.seat))


def enemy_damage(s: GameState) -> Flow[None]:
    """Attack less defense is dealt to the defender; undefended, all of it to one hero (p. 18, step 4)."""
    one = current(s)
    total = attack(s, one.enemy) + one.bonus
    defenders = [card for card in one.defenders if card in s.cards]
    if not defenders:
        able = heroes(s, one.seat)
        if not able:
            return
        target = yield from choose_card(s, one.seat, "undefended damage", able)
    else:
        target = defenders[0]
        if not one.ignores_defense:
            total -= sum(defense(s, card) for card in defenders)
        if len(defenders) > 1:
            target = yield from choose_card(s, s.cards[target].seat, "defender damage", defenders)
    excess = total - health(s, target)
    yield from deal(s, target, total)
    if excess > 0 and one.enemy in EXCESS_DAMAGE:
        EXCESS_DAMAGE[one.enemy](s, one.seat, excess)


def end_enemy_attack(s: GameState) -> Flow[None]:
    """Damage is determined; then what the enemy does after attacking, also if nobody is left before it (p. 18)."""
    one = current(s)
    if goes_on(s):
        yield from enemy_damage(s)
        if one.enemy in s.cards:
            yield from force(s, "attacked", one.enemy, Cue(one.enemy, one.seat))
    s.attacks.pop()


def attack_at_once(s: GameState, enemy: int, seat: int) -> Flow[None]:
    """A whole enemy attack inside another effect, without action windows."""
    yield from begin_enemy_attack(s, enemy, seat)
    yield from deal_shadow(s, enemy)
    for part in (declare_defenders, resolve_shadows):
        if goes_on(s):
            yield from part(s)
    yield from end_enemy_attack(s)


def strike(s: GameState) -> Flow[None]:
    """Combined attack less the enemy's defense is dealt to it (p. 20, steps 2 and 3)."""
    one = current(s)
    if one.enemy in s.cards:
        fighters = [card for card in one.attackers if card in s.cards]
        total = sum(attack(s, card) for card in fighters) - defense(s, one.enemy)
        yield from deal(s, one.enemy, total)
        if one.enemy not in s.cards:
            yield from respond(s, "attack destroyed", Cue(one.enemy, one.seat))
    s.attacks.pop()


def fighters(s: GameState, seat: int) -> list[int]:
    """Ready characters of a player that may attack or defend (p. 18, 20)."""
    return [card for card in ready(s, characters(s, seat)) if may_fight(s, card)]


def yet_to_attack(s: GameState) -> list[int]:
    """Engaged enemies that have not attacked this round."""
    return [enemy for enemy in engaged_enemies(s) if not s.cards[enemy].attacked]


def yet_to_be_attacked(s: GameState) -> list[int]:
    """Players whom some enemy has still to attack this round."""
    seats = {s.cards[enemy].seat for enemy in yet_to_attack(s)}
    return [seat for seat in order(s) if seat in seats]


def targets(s: GameState, seat: int, card: int) -> list[int]:
    """What a character may attack: engaged enemies, if ranged those of others; Dúnhere in staging (p. 20, 24)."""
    found = list(s.players[seat].engaged)
    if KIND[card].ranged:
        found += [enemy for other in each_player(s) if other != seat for enemy in s.players[other].engaged]
    if VALUES[card].attacks_staging_area:
        found += [enemy for enemy in s.staging if KIND[enemy].type == "enemy"]
    return found
