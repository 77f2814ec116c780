"""The hero as a figure: traits, levels, place (p. 20, p. 26)."""

from collections.abc import Iterable

from engine.core.events import tell
from engine.core.flow import Decision, Flow
from engine.games.meq.components.cards import CORRUPTIONS
from engine.games.meq.components.figures import HEROES
from engine.games.meq.components.specs import TRAITS
from engine.games.meq.layout import IDS, LOC, LOCATIONS
from engine.games.meq.state import SAURON, GameState, Hero

MOST_LEVELS = 2
_WEAKENS = {"weary": 0, "weak": 1, "helpless": 2, "deranged": 3}
"""Corruption that lowers a trait by one."""


def sheet(hero: Hero) -> str:
    """The special ability of a hero."""
    return HEROES[hero.who].ability


def suffers(hero: Hero, key: str) -> bool:
    """Whether a corruption card lies on the hero."""
    return any(CORRUPTIONS[card].key == key for card in hero.corruption)


def long_suffers(hero: Hero, key: str) -> bool:
    """Whether a corruption card lies on the hero since before this turn (Hopeless, Mistrusted)."""
    return any(CORRUPTIONS[card].key == key and card not in hero.recent for card in hero.corruption)


def new_turn(s: GameState) -> None:
    """A player turn begins, a hero's or Sauron's: what is counted by the turn starts anew."""
    for hero in s.heroes:
        hero.gained = 0
        hero.recent = []


def trait(hero: Hero, which: int) -> int:
    """Fortitude, strength, agility or wisdom with levels and corruption (p. 20, p. 26)."""
    value = HEROES[hero.who].traits[which] + hero.levels[which]
    for card in hero.corruption:
        if _WEAKENS.get(CORRUPTIONS[card].key) == which:
            value -= 1
    return max(0, value)


def level_up(s: GameState, h: int, which: int) -> None:
    """Gain a level, at most two in each trait (p. 26)."""
    hero = s.heroes[h]
    if hero.levels[which] < MOST_LEVELS:
        hero.levels[which] += 1
        tell(s, "level", (h, TRAITS[which], trait(hero, which)))


def move_to(s: GameState, h: int, place: int) -> None:
    """Put the figure on another location."""
    s.heroes[h].place = place
    tell(s, "moved", (h, IDS[place]))


def in_haven(hero: Hero) -> bool:
    """Whether the hero stands in a haven."""
    return LOCATIONS[hero.place].haven


def heroes_at(s: GameState, place: int) -> list[int]:
    """The heroes on a location."""
    return [h for h, hero in enumerate(s.heroes) if hero.place == place]


def move_hero(s: GameState, h: int, by: int, places: Iterable[int], kind: str = "relocate") -> Flow[None]:
    """A seat moves the hero's figure to one of these locations."""
    choice = yield Decision(by, kind, [("carry", h, IDS[i]) for i in places])
    move_to(s, h, LOC[choice[2]])


def choose_hero(s: GameState) -> Flow[int]:
    """Sauron chooses a hero."""
    choice = yield Decision(SAURON, "hero", [("hero", h) for h in range(len(s.heroes))])
    return int(choice[1])
