"""A hero's life, rest and damage pools: cards laid open, restored and healed (p. 20, p. 21)."""

from engine.core.chance import shuffle
from engine.core.events import tell
from engine.core.state import disclose
from engine.games.meq.rules.knowledge import forget, note_skill
from engine.games.meq.state import GameState, Hero


def lay_open(hero: Hero, card: int) -> None:
    """Put a card face up on the rest pool; everybody knows it from now on (p. 21)."""
    hero.rest.append(card)
    note_skill(hero, card)


def restore(s: GameState, h: int, *, rest: bool = True, damage: bool = False) -> None:
    """Shuffle the rest pool, the damage pool or both into the life pool (p. 20)."""
    hero = s.heroes[h]
    if rest and hero.rest:
        hero.reshuffled = list(hero.rest)
        hero.hand_before = len(hero.hand)
        hero.damage_before = len(hero.damage)
        hero.life += hero.rest
        hero.rest = []
    if damage:
        hero.life += hero.damage
        hero.damage, hero.from_hand, hero.damage_before = [], [], 0
    shuffle(s, hero.life, f"life:{h}")
    tell(s, "restored", (h, len(hero.life)))


def shuffle_hand_into_life(s: GameState, h: int) -> None:
    """Shuffle the hand into the life pool."""
    hero = s.heroes[h]
    for card in hero.hand:
        forget(s, card)
    hero.life += hero.hand
    hero.hand, hero.hand_before = [], 0
    shuffle(s, hero.life, f"life:{h}")


def move_damage_to_rest(s: GameState, h: int, amount: int) -> None:
    """Move cards from the top of the damage pool to the top of the rest pool."""
    hero = s.heroes[h]
    for _ in range(min(amount, len(hero.damage))):
        lay_open(hero, hero.damage.pop())
        hero.from_hand.pop()
    hero.damage_before = min(hero.damage_before, len(hero.damage))
    disclose(s)


def shuffle_damage_into_rest(s: GameState, h: int) -> None:
    """Shuffle the damage pool into the rest pool."""
    move_damage_to_rest(s, h, len(s.heroes[h].damage))
    shuffle(s, s.heroes[h].rest, f"rest:{h}")
