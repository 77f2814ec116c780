"""Item cards gained and lost (p. 26)."""

from engine.core.events import tell
from engine.games.meq.cards.clauses import ItemEffect
from engine.games.meq.cards.registry import ITEM_EFFECTS
from engine.games.meq.components.box import ITEMS
from engine.games.meq.state import GameState, Hero


def items_of(hero: Hero) -> tuple[ItemEffect, ...]:
    """What the items of a hero do, every copy of them (p. 26)."""
    return tuple([ITEM_EFFECTS[card] for card in hero.items])


def gain_item(s: GameState, h: int, key: str) -> None:
    """Take an item card of that name, if one is left (p. 26)."""
    for card in s.items:
        if ITEMS[card].key == key:
            s.items.remove(card)
            s.heroes[h].items.append(card)
            tell(s, "item", (h, card))
            return


def lose_item(s: GameState, h: int, card: int) -> None:
    """Give an item card back."""
    s.heroes[h].items.remove(card)
    s.items.append(card)
    tell(s, "lost-item", (h, card))
