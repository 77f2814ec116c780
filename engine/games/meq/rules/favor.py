"""Favor gained, spent and lost (p. 24)."""

from engine.core.events import tell
from engine.games.meq.rules.heroes import long_suffers, suffers
from engine.games.meq.state import GameState

SAD_FAVOR = 3
"""The most favor of a hero who is Despairing."""


def favor_room(s: GameState, h: int) -> int:
    """How much favor a hero can still gain this turn (p. 26)."""
    hero = s.heroes[h]
    most = 99
    if hero.corruption:
        if suffers(hero, "despairing"):
            most = SAD_FAVOR - hero.favor
        if long_suffers(hero, "mistrusted"):
            most = min(most, 1 - hero.gained)
    return max(0, most)


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
