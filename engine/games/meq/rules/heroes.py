"""The hero as a figure: traits, levels, place (p. 20, p. 26)."""

from collections.abc import Callable, Iterable

from engine.core.events import tell
from engine.core.flow import Decision, Flow
from engine.games.meq.cards.clauses import CorruptionEffect
from engine.games.meq.cards.registry import CORRUPTION_EFFECTS
from engine.games.meq.components.box import HEROES
from engine.games.meq.components.schema import TRAITS
from engine.games.meq.layout import IDS, LOC, LOCATIONS
from engine.games.meq.state import SAURON, GameState, Hero

MOST_LEVELS = 2


def corruption_of(hero: Hero) -> list[CorruptionEffect]:
    """What the corruption cards on a hero do."""
    return [CORRUPTION_EFFECTS[card] for card in hero.corruption]


def corruption_with(hero: Hero, amount: Callable[[CorruptionEffect], int]) -> dict[int, int]:
    """The corruption cards on a hero that add to something, with how much each does."""
    amounts = ((card, amount(CORRUPTION_EFFECTS[card])) for card in hero.corruption)
    return {card: n for card, n in amounts if n}


def spaces_for_sauron(hero: Hero) -> int:
    """How far Sauron's leftmost marker advances when the hero rests or is defeated (p. 20, p. 32)."""
    return 1 + sum(corruption.more_spaces for corruption in corruption_of(hero))


def is_isolated(hero: Hero) -> bool:
    """Whether the hero may not consult characters or trade."""
    return any(corruption.isolates for corruption in corruption_of(hero))


def new_turn(s: GameState) -> None:
    """Begin a player turn, a hero's or Sauron's: what is counted by the turn starts anew."""
    for hero in s.heroes:
        hero.favor_gained = 0
        hero.new_corruption = []


def trait(hero: Hero, which: int) -> int:
    """Fortitude, strength, agility or wisdom with levels and corruption (p. 20, p. 26)."""
    value = HEROES[hero.who].traits[which] + hero.levels[which]
    for card in hero.corruption:
        if CORRUPTION_EFFECTS[card].lowered_trait == which:
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
    """Let a seat choose one of these locations for the hero's figure."""
    choice = yield Decision(by, kind, [("carry", h, IDS[i]) for i in places])
    move_to(s, h, LOC[choice[2]])


def choose_hero(s: GameState) -> Flow[int]:
    """Let Sauron choose a hero."""
    choice = yield Decision(SAURON, "hero", [("hero", h) for h in range(len(s.heroes))])
    return int(choice[1])
