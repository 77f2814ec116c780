"""Favor gained, spent and lost (p. 24)."""

from engine.core.events import tell
from engine.games.meq.rules.heroes import corruption_of, past_corruption_of
from engine.games.meq.state import NO_LIMIT, GameState, Hero


def favor_limit(hero: Hero) -> int:
    """The most favor a hero may have (p. 26)."""
    return min([corruption.most_favor for corruption in corruption_of(hero)], default=NO_LIMIT)


def favor_room(s: GameState, h: int) -> int:
    """How much favor a hero can still gain this turn (p. 26)."""
    hero = s.heroes[h]
    if not hero.corruption:
        return NO_LIMIT
    most_gained = min([corruption.most_gained for corruption in past_corruption_of(hero)], default=NO_LIMIT)
    return max(0, min(favor_limit(hero) - hero.favor, most_gained - hero.gained))


def gain_favor(s: GameState, h: int, amount: int) -> None:
    """Favor for a hero (p. 24)."""
    amount = min(amount, favor_room(s, h))
    s.heroes[h].favor += amount
    s.heroes[h].gained += amount
    tell(s, "favor", (h, s.heroes[h].favor))


def lose_favor(s: GameState, h: int, amount: int) -> None:
    """Favor spent or lost."""
    s.heroes[h].favor = max(0, s.heroes[h].favor - amount)
    tell(s, "favor", (h, s.heroes[h].favor))


def trim_favor(s: GameState, h: int) -> None:
    """A hero loses the favor above the limit that a corruption card sets."""
    limit = favor_limit(s.heroes[h])
    if limit < NO_LIMIT:
        lose_favor(s, h, max(0, s.heroes[h].favor - limit))
