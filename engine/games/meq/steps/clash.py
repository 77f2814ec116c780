"""A round of combat: declarations, secret cards, strength, abilities, damage (p. 28 to p. 32)."""

from typing import Any

from engine.core.chance import pick
from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option, Together
from engine.core.state import because, disclose
from engine.games.meq.cards.registry import COMBAT_ABILITIES, MONSTER_ABILITIES
from engine.games.meq.components.box import COMBAT, ENEMIES
from engine.games.meq.rules.damage import is_defeated, take_damage
from engine.games.meq.rules.fighter import MELEE, NO_ABILITY, RANGED, CombatAbility, Fighter
from engine.games.meq.rules.fights import (
    enemy_damage,
    enemy_stack_cost,
    hero_stack_cost,
    hero_strength,
    wound_enemy,
)
from engine.games.meq.rules.hand import leave_hand, one_of_each
from engine.games.meq.rules.influence import extend
from engine.games.meq.rules.knowledge import count_types
from engine.games.meq.rules.pools import lay_open
from engine.games.meq.state import SAURON, GameState, seat_of
from engine.games.meq.steps.turn import hero_step

NO_CARD = -1
FIGHT: Option = ("fight",)
EXHAUST: Option = ("exhaust",)


@hero_step
def clash(s: GameState) -> Flow[None]:
    """Fight one round; rounds go on until somebody is defeated or both are exhausted (p. 28)."""
    c = s.combat
    were = (c.hero_exhausted, c.enemy_exhausted)
    yield from declare(s)
    were = tell_exhausted(s, *were)
    if c.hero_exhausted and c.enemy_exhausted:
        s.step = "resolution"
        return
    hero_card, enemy_card = yield from choose_cards(s)
    free = reveal_cards(s, hero_card, enemy_card)
    hero = Fighter(hero_card, c.hero_type, NO_ABILITY, is_hero=True)
    enemy = Fighter(enemy_card, c.enemy_type, MONSTER_ABILITIES.get(c.enemy, NO_ABILITY), is_hero=False)
    count_strength(s, hero, enemy, free)
    tell_exhausted(s, *were)
    if c.hero_exhausted and c.enemy_exhausted:
        s.step = "resolution"
        return
    c.afraid = False
    yield from use_abilities(s, hero, enemy)
    yield from resolve_damage(s, hero, enemy)
    end_round(s, hero, enemy, free)


def tell_exhausted(s: GameState, hero_was: bool, enemy_was: bool) -> tuple[bool, bool]:
    """Tell who has become exhausted, by choice or because nothing else was left; who is now."""
    c = s.combat
    if c.hero_exhausted and not hero_was:
        tell(s, "hero-exhausted", (c.hero,))
    if c.enemy_exhausted and not enemy_was:
        tell(s, "enemy-exhausted", (c.enemy,))
    return c.hero_exhausted, c.enemy_exhausted


def declare(s: GameState) -> Flow[None]:
    """Ask who fights on: who has no cards, or wants to play none, is exhausted (p. 32)."""
    c = s.combat
    if not c.hero_exhausted:
        options = [FIGHT, EXHAUST] if s.heroes[c.hero].hand else [EXHAUST]
        choice = yield Decision(seat_of(c.hero), "exhaust", options)
        c.hero_exhausted = choice == EXHAUST
    if not c.enemy_exhausted:
        options = [FIGHT, EXHAUST] if c.hand else [EXHAUST]
        choice = yield Decision(SAURON, "exhaust", options)
        c.enemy_exhausted = choice == EXHAUST


def choose_cards(s: GameState) -> Flow[tuple[int, int]]:
    """Let both choose a card in secret, unless an ability makes one play first, or at random (p. 28)."""
    c = s.combat
    hand = s.heroes[c.hero].hand
    disclose(s)
    hero_decision = Decision(seat_of(c.hero), "combat", [("play", card) for card in one_of_each(hand)])
    enemy_decision = Decision(SAURON, "combat", [("play", card) for card in one_of_each(c.hand)])
    if c.afraid and not c.hero_exhausted:
        hero_decision = Decision(seat_of(c.hero), "combat", [("play", pick(s, hand, f"hand:{c.hero}"))])
    if c.hero_exhausted:
        choice = yield enemy_decision
        return NO_CARD, choice[1]
    if c.enemy_exhausted:
        choice = yield hero_decision
        return choice[1], NO_CARD
    if _opponent_first(c.hero_next):  # the hero's ability comes first, where both have it (p. 32)
        theirs = yield enemy_decision
        _lay_first(s, theirs[1])
        mine = yield hero_decision
    elif _opponent_first(c.enemy_next):
        mine = yield hero_decision
        _lay_first(s, mine[1])
        theirs = yield enemy_decision
    else:
        mine, theirs = yield Together((hero_decision, enemy_decision))
    return mine[1], theirs[1]


def _opponent_first(key: str) -> bool:
    """Whether the card of the last round lets the enemy play first."""
    return bool(key) and COMBAT_ABILITIES.by_key[key].opponent_first


def _lay_first(s: GameState, card: int) -> None:
    """Lay a card face up before the other fighter chooses."""
    s.combat.face_up = card
    disclose(s)
    tell(s, "laid", (card,))


def reveal_cards(s: GameState, hero_card: int, enemy_card: int) -> bool:
    """Put both cards onto the combat stacks; gives whether the hero's costs no strength (p. 28)."""
    c = s.combat
    c.face_up = NO_CARD
    if hero_card != NO_CARD:
        leave_hand(s, s.heroes[c.hero], hero_card)
        c.hero_stack.append(hero_card)
    if enemy_card != NO_CARD:
        c.hand.remove(enemy_card)
        c.enemy_stack.append(enemy_card)
        count_types(s)
    disclose(s)
    tell(s, "revealed", (hero_card, enemy_card))
    free = COMBAT_ABILITIES.by_key[c.hero_next].free_type if c.hero_next else ""
    return bool(free) and hero_card != NO_CARD and COMBAT[hero_card].type == free


def count_strength(s: GameState, hero: Fighter, enemy: Fighter, free: bool) -> None:
    """Exhaust whoever's stack costs more than his strength, and cancel the card just played (p. 29)."""
    c = s.combat
    cost = hero_stack_cost(s)
    if free:
        cost -= COMBAT[hero.card].cost
    if cost > hero_strength(s) and not c.hero_exhausted:
        c.hero_exhausted = True
        hero.exhaust()
    if enemy_stack_cost(s) > ENEMIES[c.enemy].strength and not c.enemy_exhausted:
        c.enemy_exhausted = True
        enemy.exhaust()


def active_ability(fighter: Fighter) -> CombatAbility:
    """The ability of the card a fighter has played, unless it is cancelled."""
    return NO_ABILITY if fighter.cancelled or fighter.spec is None else COMBAT_ABILITIES[fighter.card]


def use_abilities(s: GameState, hero: Fighter, enemy: Fighter) -> Flow[None]:
    """Use the abilities of the last round, then of this one; the hero's first, cancelling at once (p. 29)."""
    c = s.combat
    for fighter in (hero, enemy):
        if fighter.spec is not None:
            ability = COMBAT_ABILITIES[fighter.card]
            fighter.firm, fighter.floor = ability.firm, ability.floor
    if not c.hero_exhausted:
        _use_last_ability(s, hero, enemy, c.hero_next)
    if not c.enemy_exhausted:
        _use_last_ability(s, enemy, hero, c.enemy_next)
    for fighter in [other for one, other in ((hero, enemy), (enemy, hero)) if _cancels(one, other)]:
        fighter.cancel()
    for fighter, other in ((hero, enemy), (enemy, hero)):
        yield from _use_ability(s, active_ability(fighter), fighter, other, "text", fighter.card)
        yield from _use_ability(s, fighter.monster_ability, fighter, other, "ability", c.enemy)


def _use_ability(s: GameState, ability: CombatAbility, fighter: Fighter, other: Fighter, *cause: Any) -> Flow[None]:
    """Do what the ability of a card or a monster does at once, and what it asks for."""
    if ability.now is not None:
        ability.now(s, fighter, other)
    if ability.ask is not None:
        with because(s, *cause):
            yield from ability.ask(s, fighter, other)


def _use_last_ability(s: GameState, fighter: Fighter, other: Fighter, key: str) -> None:
    """Do what the card of the last round does in this one (p. 28)."""
    later = COMBAT_ABILITIES.by_key[key].later if key else None
    if later is not None:
        later(s, fighter, other)


def _cancels(fighter: Fighter, other: Fighter) -> bool:
    """Whether a fighter's card or special ability cancels the other's card."""
    checks = (active_ability(fighter).cancels, fighter.monster_ability.cancels)
    return any(check(fighter, other) for check in checks if check is not None)


def _card_damage(fighter: Fighter, other: Fighter) -> int:
    """The damage a fighter's card deals: attack less defense, more if its ability says so (p. 29)."""
    damage = max(0, fighter.final_attack - other.final_defense)
    return damage + active_ability(fighter).extra if damage + other.ability_damage > 0 else damage


def _damage_to(fighter: Fighter, damage: int) -> int:
    """The damage a fighter takes this round, as the own card makes it more or less."""
    ability = active_ability(fighter)
    return min(damage + ability.reckless if damage else 0, ability.most_damage)


def _countered(hero: Fighter, enemy: Fighter) -> bool:
    """Whether a monster's Melee card prevents damage and answers it."""
    counters = enemy.monster_ability.counters and enemy.type == MELEE
    return counters and min(hero.final_attack, enemy.final_defense) > 0


def resolve_damage(s: GameState, hero: Fighter, enemy: Fighter) -> Flow[None]:
    """Deal both damage at the same time; then do what answers to it (p. 29)."""
    c = s.combat
    before = hero.ability_damage
    hero.ability_damage += _countered(hero, enemy)
    to_hero, to_enemy = _card_damage(enemy, hero), _card_damage(hero, enemy)
    influence = 0
    if enemy.monster_ability.spies and enemy.type == RANGED:
        influence, to_hero = to_hero, 0
    hero.damage_taken = _damage_to(hero, to_hero + hero.ability_damage)
    ability = active_ability(hero)
    if ability.reflects:
        to_enemy += hero.damage_taken
    enemy.damage_taken = _damage_to(enemy, to_enemy + enemy.ability_damage)
    wound_enemy(s, enemy.damage_taken)
    from_hand = enemy.monster_ability.from_hand and enemy.type == MELEE
    with because(s, "fight", c.enemy):
        yield from take_damage(s, c.hero, hero.damage_taken - before, from_hand=from_hand)
    if enemy.slain:
        wound_enemy(s, max(0, c.health - enemy_damage(s)))
    enemy.slain = enemy_damage(s) >= c.health
    if influence:
        with because(s, "ability", c.enemy):
            yield from extend(s, influence)
    if ability.after is not None:
        with because(s, "text", hero.card):
            yield from ability.after(s, hero, enemy)
    if enemy.monster_ability.after is not None:
        with because(s, "ability", c.enemy):
            yield from enemy.monster_ability.after(s, enemy, hero)


def end_round(s: GameState, hero: Fighter, enemy: Fighter, free: bool) -> None:
    """Remember what works on the next round, or end the fight (p. 29)."""
    c = s.combat
    if free and hero.card in c.hero_stack:
        c.hero_stack.remove(hero.card)
        lay_open(s.heroes[c.hero], hero.card)
    if enemy.cancelled and enemy.spec is not None:
        c.enemy_cancelled.append(enemy.card)
    c.hero_next, c.enemy_next = _lasting(hero), _lasting(enemy)
    c.hero_type, c.enemy_type = hero.type, enemy.type
    if enemy.slain or c.fled or is_defeated(s.heroes[c.hero]):
        s.step = "resolution"


def _lasting(fighter: Fighter) -> str:
    """The key of the fighter's card, if it works on the next round."""
    return COMBAT[fighter.card].key if active_ability(fighter).lasts else ""
