"""A round of combat: declarations, secret cards, strength, abilities, damage (p. 28 to p. 32)."""

from engine.core.chance import below
from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option, Together
from engine.core.state import disclose
from engine.games.meq.cards.clauses import CombatAbility
from engine.games.meq.cards.registry import COMBAT_ABILITIES, MONSTER_ABILITIES
from engine.games.meq.components.cards import COMBAT
from engine.games.meq.components.figures import ENEMIES
from engine.games.meq.rules.damage import is_defeated, take_damage
from engine.games.meq.rules.fighter import MELEE, RANGED, Fighter
from engine.games.meq.rules.fights import enemy_damage, hero_strength, wound_enemy
from engine.games.meq.rules.hand import leave_hand, one_of_each
from engine.games.meq.rules.influence import extend
from engine.games.meq.rules.pools import lay_open
from engine.games.meq.state import SAURON, GameState, seat_of
from engine.games.meq.steps.turn import hero_step

NO_CARD = -1
FIGHT: Option = ("fight",)
EXHAUST: Option = ("exhaust",)


@hero_step
def clash(s: GameState) -> Flow[None]:
    """One round, until somebody is defeated or both are exhausted (p. 28)."""
    c = s.combat
    yield from declare(s)
    if c.hero_exhausted and c.foe_exhausted:
        s.step = "resolution"
        return
    hero_card, foe_card = yield from choose_cards(s)
    free = reveal_cards(s, hero_card, foe_card)
    hero, foe = Fighter(True, hero_card, c.hero_type), Fighter(False, foe_card, c.foe_type)
    foe.power = MONSTER_ABILITIES.get(c.enemy)
    count_strength(s, hero, foe, free)
    if c.hero_exhausted and c.foe_exhausted:
        s.step = "resolution"
        return
    c.afraid = False
    yield from use_abilities(s, hero, foe)
    yield from resolve_damage(s, hero, foe)
    end_round(s, hero, foe, free)


def declare(s: GameState) -> Flow[None]:
    """Who has no cards, or wants to play none, is exhausted; the hero says so first (p. 32)."""
    c = s.combat
    if not c.hero_exhausted:
        options = [FIGHT, EXHAUST] if s.heroes[c.hero].hand else [EXHAUST]
        choice = yield Decision(seat_of(c.hero), "exhaust", options)
        c.hero_exhausted = choice == EXHAUST
    if not c.foe_exhausted:
        options = [FIGHT, EXHAUST] if c.hand else [EXHAUST]
        choice = yield Decision(SAURON, "exhaust", options)
        c.foe_exhausted = choice == EXHAUST


def choose_cards(s: GameState) -> Flow[tuple[int, int]]:
    """Both choose in secret, but for Anticipate and Fear (p. 28)."""
    c = s.combat
    hand = s.heroes[c.hero].hand
    disclose(s)
    hero_asks = Decision(seat_of(c.hero), "combat", [("play", card) for card in one_of_each(hand)])
    foe_asks = Decision(SAURON, "combat", [("play", card) for card in one_of_each(c.hand)])
    if c.afraid and not c.hero_exhausted:
        hero_asks = Decision(seat_of(c.hero), "combat", [("play", hand[below(s, len(hand))])])
    if c.hero_exhausted:
        choice = yield foe_asks
        return NO_CARD, choice[1]
    if c.foe_exhausted:
        choice = yield hero_asks
        return choice[1], NO_CARD
    watched, watching = _enemy_first(c.foe_next), _enemy_first(c.hero_next)
    if watched == watching:
        mine, theirs = yield Together((hero_asks, foe_asks))
    elif watched:
        mine = yield hero_asks
        _lay_first(s, mine[1])
        theirs = yield foe_asks
    else:
        theirs = yield foe_asks
        _lay_first(s, theirs[1])
        mine = yield hero_asks
    return mine[1], theirs[1]


def _enemy_first(key: str) -> bool:
    """Whether the card of the last round lets the enemy play first (Anticipate)."""
    return bool(key) and COMBAT_ABILITIES.by_key[key].enemy_first


def _lay_first(s: GameState, card: int) -> None:
    """A card is played face up before the other (Anticipate)."""
    s.combat.face_up = card
    disclose(s)
    tell(s, "laid", (card,))


def reveal_cards(s: GameState, hero_card: int, foe_card: int) -> bool:
    """Both cards go onto the combat stacks; gives whether the hero's costs nothing (Ready) (p. 28)."""
    c = s.combat
    c.face_up = NO_CARD
    if hero_card != NO_CARD:
        leave_hand(s, s.heroes[c.hero], hero_card)
        c.hero_stack.append(hero_card)
    if foe_card != NO_CARD:
        c.hand.remove(foe_card)
        c.foe_stack.append(foe_card)
    disclose(s)
    tell(s, "revealed", (hero_card, foe_card))
    free = COMBAT_ABILITIES.by_key[c.hero_next].free_type if c.hero_next else ""
    return bool(free) and hero_card != NO_CARD and COMBAT[hero_card].type == free


def count_strength(s: GameState, hero: Fighter, foe: Fighter, free: bool) -> None:
    """Whoever's stack costs more than his strength is exhausted, and the card just played cancelled (p. 29)."""
    c = s.combat
    spent = sum(strength_cost(card, i, None) for i, card in enumerate(c.hero_stack))
    if free:
        spent -= COMBAT[hero.card].cost
    if spent > hero_strength(s) and not c.hero_exhausted:
        c.hero_exhausted = True
        hero.exhaust()
    spent = sum(strength_cost(card, i, foe.power) for i, card in enumerate(c.foe_stack))
    if spent > ENEMIES[c.enemy].strength and not c.foe_exhausted:
        c.foe_exhausted = True
        foe.exhaust()


def active_ability(side: Fighter) -> CombatAbility | None:
    """The ability of the card a side has played, unless it is cancelled."""
    return None if side.cancelled or side.spec is None else COMBAT_ABILITIES[side.card]


def use_abilities(s: GameState, hero: Fighter, foe: Fighter) -> Flow[None]:
    """Abilities of the last round, then of this one; the hero's first, cancelling at once (p. 29)."""
    c = s.combat
    for side in (hero, foe):
        if side.spec is not None:
            own = COMBAT_ABILITIES[side.card]
            side.firm, side.floor = own.firm, own.floor
    for side, other, key, out in ((hero, foe, c.hero_next, c.hero_exhausted), (foe, hero, c.foe_next, c.foe_exhausted)):
        if key and not out:
            later = COMBAT_ABILITIES.by_key[key].later
            if later is not None:
                later(s, side, other)
    hits = [other for side, other in ((hero, foe), (foe, hero)) if _cancels(side, other)]
    for struck in hits:
        struck.cancel()
    for side, other in ((hero, foe), (foe, hero)):
        for card in (active_ability(side), side.power):
            if card is not None and card.now is not None:
                card.now(s, side, other)
            if card is not None and card.ask is not None:
                yield from card.ask(s, side, other)


def _cancels(side: Fighter, other: Fighter) -> bool:
    """Whether a side's card or special ability cancels the other's card."""
    checks = (card.cancels for card in (active_ability(side), side.power) if card is not None)
    return any(check(side, other) for check in checks if check is not None)


def _hit(side: Fighter, other: Fighter) -> int:
    """The damage a side's card deals: attack less defense, more if its ability says so (p. 29)."""
    amount = max(0, side.final_attack - other.final_defense)
    card = active_ability(side)
    if card is not None and card.extra and amount + other.direct > 0:
        amount += card.extra
    return amount


def _suffered(side: Fighter, amount: int) -> int:
    """The damage a side is dealt this round, as its own card makes it more or less."""
    card = active_ability(side)
    if card is None:
        return amount
    if card.reckless and amount:
        amount += card.reckless
    return min(amount, card.most_damage)


def _countered(hero: Fighter, foe: Fighter) -> bool:
    """Whether a monster's Melee card prevents damage and answers it (Counter-attack)."""
    counters = foe.power is not None and foe.power.counters and foe.type == MELEE
    return counters and min(hero.final_attack, foe.final_defense) > 0


def resolve_damage(s: GameState, hero: Fighter, foe: Fighter) -> Flow[None]:
    """Both deal damage at the same time; then whatever answers to it (p. 29)."""
    c = s.combat
    borne = hero.direct
    hero.direct += _countered(hero, foe)
    at_hero, at_foe = _hit(foe, hero), _hit(hero, foe)
    spied = 0
    if foe.power is not None and foe.power.spies and foe.type == RANGED:
        spied, at_hero = at_hero, 0
    hero.taken = _suffered(hero, at_hero + hero.direct)
    mine = active_ability(hero)
    if mine is not None and mine.reflects:
        at_foe += hero.taken
    foe.taken = _suffered(foe, at_foe + foe.direct)
    wound_enemy(s, foe.taken)
    stampede = foe.power is not None and foe.power.from_hand and foe.type == MELEE
    yield from take_damage(s, c.hero, hero.taken - borne, from_hand=stampede)
    if foe.slain:
        wound_enemy(s, max(0, c.health - enemy_damage(s)))
    foe.slain = enemy_damage(s) >= c.health
    if spied:
        yield from extend(s, spied)
    for side, other, card in ((hero, foe, mine), (foe, hero, foe.power)):
        if card is not None and card.after is not None:
            yield from card.after(s, side, other)


def end_round(s: GameState, hero: Fighter, foe: Fighter, free: bool) -> None:
    """Remember what works on the next round, or end the fight (p. 29)."""
    c = s.combat
    if free and hero.card in c.hero_stack:
        c.hero_stack.remove(hero.card)
        lay_open(s.heroes[c.hero], hero.card)
    c.hero_next, c.foe_next = _lasting(hero), _lasting(foe)
    c.hero_type, c.foe_type = hero.type, foe.type
    if foe.slain or c.fled or is_defeated(s.heroes[c.hero]):
        s.step = "resolution"


def _lasting(side: Fighter) -> str:
    """The key of a card that works on the next round."""
    card = active_ability(side)
    if card is None or side.spec is None or not card.lasts:
        return ""
    return side.spec.key


def strength_cost(card: int, at: int, power: CombatAbility | None) -> int:
    """The strength a card in a combat stack uses (p. 29)."""
    spec = COMBAT[card]
    return power.cost(spec, at) if power and power.cost else spec.cost
