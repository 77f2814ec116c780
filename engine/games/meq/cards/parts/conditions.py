"""Conditions of cards: mostly a trait of the hero against something that can be counted."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.core.words import Words
from engine.games.meq.cards.clauses import Test
from engine.games.meq.components.box import CHARACTER, CHARACTERS
from engine.games.meq.components.schema import AGILITY, FORTITUDE, STRENGTH, WISDOM
from engine.games.meq.layout import ADJACENT, IN_REGION, LOCATIONS, REGION, REGIONS, in_region
from engine.games.meq.rules.heroes import trait
from engine.games.meq.rules.tokens import tokens_within
from engine.games.meq.state import GameState


@dataclass(frozen=True)
class Condition:
    """A question about the match and hero number h."""

    words: Words
    test: Test


_TRAIT_WORDS = {
    FORTITUDE: Words("your fortitude", "twoje męstwo"),
    STRENGTH: Words("your strength", "twoja siła"),
    AGILITY: Words("your agility", "twoja zręczność"),
    WISDOM: Words("your wisdom", "twoja wiedza"),
}


@dataclass(frozen=True)
class Measure:
    """Something in the match that can be counted."""

    words: Words
    count: Callable[[GameState, int], int]


def own_region(s: GameState, h: int) -> tuple[int, ...]:
    """The locations of the hero's region."""
    return IN_REGION[LOCATIONS[s.heroes[h].place].region]


REGION_INFLUENCE = Measure(
    Words("the influence in your region", "wpływ w twoim regionie"),
    lambda s, h: sum(s.influence[i] for i in own_region(s, h)),
)
REGION_MONSTERS = Measure(
    Words("the number of monster tokens in your region", "liczba żetonów potworów w twoim regionie"),
    lambda s, h: tokens_within(s, own_region(s, h)),
)
CORRUPTION_COUNT = Measure(
    Words("the number of your Corruption cards", "liczba twoich kart Korupcji"),
    lambda s, h: len(s.heroes[h].corruption),
)
PLOT_COUNT = Measure(Words("the number of active plots", "liczba aktywnych kart Intrygi"), lambda s, _h: len(s.plots))
POOL = Measure(Words("the influence in the Shadow Pool", "wpływ w Puli Cienia"), lambda s, _h: s.pool)
SHADOWED_NEIGHBOURS = Measure(
    Words("the number of adjacent locations with influence", "liczba sąsiednich lokacji z wpływem"),
    lambda s, h: sum(s.influence[i] > 0 for i in ADJACENT[s.heroes[h].place]),
)


def influence_in(*regions: str) -> Measure:
    """The influence in some regions together."""
    places = tuple(i for id in regions for i in in_region(id))
    names = [REGIONS[REGION[id]].name for id in regions]
    en, pl = " and ".join(name.en for name in names), " i ".join(name.pl for name in names)
    words = Words(f"the influence in {en}", f"wpływ w regionach {pl}")
    return Measure(words, lambda s, _h: sum(s.influence[i] for i in places))


def _compare(which: int, measure: Measure, en: str, pl: str, test: Callable[[int, int], bool]) -> Condition:
    name = _TRAIT_WORDS[which]
    words = Words(f"{name.en} {en} {measure.words.en}", f"{name.pl} {pl} {measure.words.pl}")
    return Condition(words, lambda s, h: test(trait(s.heroes[h], which), measure.count(s, h)))


def at_least(which: int, measure: Measure) -> Condition:
    """The trait equals or exceeds it."""
    return _compare(which, measure, "is at least", "wynosi co najmniej tyle, co", lambda a, b: a >= b)


def above(which: int, measure: Measure) -> Condition:
    """The trait exceeds it."""
    return _compare(which, measure, "is above", "wynosi więcej niż", lambda a, b: a > b)


def below(which: int, measure: Measure) -> Condition:
    """The trait is lower."""
    return _compare(which, measure, "is below", "wynosi mniej niż", lambda a, b: a < b)


def at_most(which: int, measure: Measure) -> Condition:
    """The trait is lower or equal."""
    return _compare(which, measure, "is at most", "wynosi najwyżej tyle, co", lambda a, b: a <= b)


UNCORRUPTED = Condition(
    Words("you have no Corruption cards", "nie masz kart Korupcji"), lambda s, h: not s.heroes[h].corruption
)
CORRUPTED = Condition(
    Words("you have a Corruption card", "masz kartę Korupcji"), lambda s, h: bool(s.heroes[h].corruption)
)
INFLUENCED = Condition(
    Words("there is influence here", "jest tu wpływ"), lambda s, h: s.influence[s.heroes[h].place] > 0
)


def on_board(character: str) -> Condition:
    """A character is in play."""
    who = CHARACTER[character]
    name = CHARACTERS[who].name
    return Condition(Words(f"{name} is in play", f"{name} jest w grze"), lambda s, _h: s.characters[who] >= 0)
