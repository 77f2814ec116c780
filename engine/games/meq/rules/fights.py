"""Fights: why they begin, the strength and damage in them, how they end (p. 27). Their rounds are steps."""

from dataclasses import dataclass

from engine.core.chance import pick, shuffle
from engine.core.events import tell
from engine.core.state import disclose
from engine.games.meq.cards.clauses import Effect
from engine.games.meq.cards.registry import MONSTER_ABILITIES
from engine.games.meq.components.box import COMBAT, ENEMIES, MINION
from engine.games.meq.components.schema import STRENGTH
from engine.games.meq.rules.fighter import NO_ABILITY, Fighter
from engine.games.meq.rules.hand import discard
from engine.games.meq.rules.heroes import trait
from engine.games.meq.rules.knowledge import count_types
from engine.games.meq.rules.minions import wound_minion
from engine.games.meq.rules.pools import lay_open
from engine.games.meq.state import Combat, GameState


@dataclass(frozen=True)
class Cause:
    """Why a hero fights, which decides what follows (p. 22, p. 25)."""

    onward: str = ""
    """The step that comes next; "" for the one that the turn was going on to."""
    ends_turn: bool = False
    """A hero who does not defeat the enemy has no more turn."""
    on_victory: Effect | None = None
    """What defeating the enemy gives, also when the hero falls in the fight."""
    in_any_case: Effect | None = None
    """What the fight gives in any case."""


CAUSES = {
    "start-of-turn": Cause(onward="rest"),
    "ambush": Cause(onward="travel"),
    "travel": Cause(ends_turn=True),
    "peril": Cause(ends_turn=True),
    "quest": Cause(onward="turn-end"),
}
"""The causes of fights by the rules; cards add their own."""
LAST_COMBAT = "finale"
"""The cause of the champion's fight, after which the match is over (p. 34)."""


def engage(s: GameState, h: int, enemy: str, cause: str, *, agility_loss: int = 0) -> None:
    """Begin a fight of a hero with an enemy; nothing may come after this in the step (p. 27)."""
    card = ENEMIES[enemy]
    s.combat = Combat(
        hero=h, enemy=enemy, cause=cause, health=card.health, fortitude=card.fortitude, agility_loss=agility_loss
    )
    s.step = "combat"
    tell(s, "fight", (h, enemy))


def is_minion(s: GameState) -> bool:
    """Whether the enemy in the fight under way is a minion."""
    return s.combat.enemy in MINION


def hero_strength(s: GameState) -> int:
    """What the hero may spend in the fight under way, agility turned into strength included (p. 28)."""
    c = s.combat
    hero = s.heroes[c.hero]
    return max(0, trait(hero, STRENGTH) - c.strength_strain * len(hero.corruption)) + c.strength_bonus


def hero_stack_cost(s: GameState) -> int:
    """The strength that the cards of the hero's combat stack cost (p. 28)."""
    return sum(COMBAT[card].cost for card in s.combat.hero_stack)


def enemy_stack_cost(s: GameState) -> int:
    """The strength that the enemy's stack costs; a monster may pay less, but not for cancelled cards (p. 29)."""
    c = s.combat
    costs = [COMBAT[card].cost for card in c.enemy_stack]
    reduced = MONSTER_ABILITIES.get(c.enemy, NO_ABILITY).cost
    if reduced is not None:
        for at, card in enumerate(c.enemy_stack):
            if card not in c.enemy_cancelled:
                costs[at] = reduced(COMBAT[card], at)
    return sum(costs)


def enemy_damage(s: GameState) -> int:
    """The damage on the enemy: a minion keeps what it has (p. 32)."""
    return s.minion_damage[MINION[s.combat.enemy]] if is_minion(s) else s.combat.damage


def wound_enemy(s: GameState, amount: int) -> None:
    """Deal the enemy damage (p. 32)."""
    if amount and is_minion(s):
        wound_minion(s, MINION[s.combat.enemy], amount)
    elif amount:
        s.combat.damage += amount
        tell(s, "enemy-hurt", (s.combat.enemy, amount))


def end_fight(s: GameState) -> None:
    """Put the hero's stack onto the rest pool, and shuffle Sauron's cards back into their deck (p. 29)."""
    c = s.combat
    hero = s.heroes[c.hero]
    for card in c.hero_stack:
        lay_open(hero, card)
    number = ENEMIES[c.enemy].deck
    deck = s.combat_decks[number]
    deck += [*c.enemy_stack, *c.hand, *c.enemy_discard]
    shuffle(s, deck, f"combat:{number}")
    s.combat = Combat()


def lose_random_cards(s: GameState, fighter: Fighter, amount: int) -> list[int]:
    """Discard random cards from a fighter's hand; gives them."""
    c = s.combat
    hand = s.heroes[c.hero].hand if fighter.is_hero else c.hand
    cards = []
    stream = f"hand:{c.hero}" if fighter.is_hero else "combat-hand"
    for _ in range(min(amount, len(hand))):
        card = pick(s, hand, stream)
        if fighter.is_hero:
            discard(s, c.hero, card)
        else:
            hand.remove(card)
            c.enemy_discard.append(card)
            count_types(s)
            tell(s, "enemy-lost", (card,))
        cards.append(card)
    disclose(s)
    return cards
