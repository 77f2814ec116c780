"""Favor gained, spent and lost, and favor on the board (p. 24)."""

from engine.core.events import tell
from engine.games.meq.cards.registry import CORRUPTION_EFFECTS
from engine.games.meq.layout import IDS
from engine.games.meq.state import NO_LIMIT, GameState, Hero


def favor_limit(hero: Hero) -> int:
    """The most favor a hero may have (p. 26)."""
    return min([NO_LIMIT, *[CORRUPTION_EFFECTS[card].most_favor for card in hero.corruption]])


def favor_room(s: GameState, h: int) -> int:
    """How much favor a hero can still gain this turn; a card that speaks of future turns must lie there before it."""
    hero = s.heroes[h]
    room = NO_LIMIT
    for card in hero.corruption:
        effect = CORRUPTION_EFFECTS[card]
        if effect.most_favor - hero.favor < room:
            room = effect.most_favor - hero.favor
        if effect.most_gained - hero.favor_gained < room and card not in hero.new_corruption:
            room = effect.most_gained - hero.favor_gained
    return max(0, room)


def gain_favor(s: GameState, h: int, amount: int) -> None:
    """Give a hero favor, as much as there is room for (p. 24)."""
    amount = min(amount, favor_room(s, h))
    s.heroes[h].favor += amount
    s.heroes[h].favor_gained += amount
    tell(s, "favor", (h, s.heroes[h].favor))


def lose_favor(s: GameState, h: int, amount: int) -> None:
    """Take favor from a hero, as far as there is any."""
    s.heroes[h].favor = max(0, s.heroes[h].favor - amount)
    tell(s, "favor", (h, s.heroes[h].favor))


def trim_favor(s: GameState, h: int) -> None:
    """Take the favor above the limit that a corruption card sets."""
    limit = favor_limit(s.heroes[h])
    if limit < NO_LIMIT:
        lose_favor(s, h, max(0, s.heroes[h].favor - limit))


def put_favor(s: GameState, place: int) -> None:
    """Put a favor on a location (p. 14)."""
    s.favor[place] += 1
    tell(s, "favor-placed", (IDS[place],))


def remove_favor(s: GameState, place: int) -> None:
    """Take a favor off a location."""
    s.favor[place] -= 1
    tell(s, "favor-removed", (IDS[place],))
