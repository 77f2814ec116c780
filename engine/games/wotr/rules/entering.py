"""Which active locations a character or army may enter (p. 10)."""

from collections.abc import Sequence
from functools import cache, lru_cache

from engine.core.flow import Option
from engine.core.memo import Memo
from engine.games.wotr.cards.registry import ALSO_ENTERS, MAY_NOT_ENTER, OPENERS_IN_RESERVE, OPENS_THIS_ROUND
from engine.games.wotr.components.box import number
from engine.games.wotr.components.groups import open_to
from engine.games.wotr.rules.places import in_reserve
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState

REMEMBERED = 1 << 12
"""Groups of active locations of which every card's ways are remembered: they are the same all through a round."""


def may_enter(s: GameState, card: int, location: int) -> bool:
    """Whether a character or army may be played or moved to an active location (p. 10)."""
    return location in _open_now(s, card) and not _is_closed(s, card, location)


def ways_to_enter(s: GameState, verb: str, card: int) -> Sequence[Option]:
    """A character's or army's ways into the active locations that it may enter, by play or move."""
    active = (*s.path, *s.battlegrounds)
    steady = None if s.events_this_round else steady_ways(s.variant, active, verb)[card]
    if steady is None:
        is_open, ways = _open_now(s, card), _ways(verb)
        return [ways[card, place] for place in active if place in is_open and not _is_closed(s, card, place)]
    return steady


@lru_cache(maxsize=REMEMBERED)
def steady_ways(variant: str, active: tuple[int, ...], verb: str) -> Memo[int, Sequence[Option] | None]:
    """Each card's ways into active locations where no event opens any; None where they hang on more than that."""
    always_open, ways = _always_open(variant), _ways(verb)

    def ways_of(card: int) -> Sequence[Option] | None:
        if card in MAY_NOT_ENTER or card in OPENERS_IN_RESERVE:
            return None
        return tuple(ways[card, location] for location in active if location in always_open[card])

    return Memo(ways_of)


@cache
def _ways(verb: str) -> Memo[tuple[int, int], Option]:
    """The option of entering, by card and location."""
    return Memo(lambda way: (verb, *way))


def _open_now(s: GameState, card: int) -> frozenset[int]:
    """The locations open to a card: always, by an event of this round, or by a card in reserve."""
    is_open = _always_open(s.variant)[card]
    for event in map(number, s.events_this_round):
        if event in OPENS_THIS_ROUND and card in OPENS_THIS_ROUND[event].cards:
            is_open |= OPENS_THIS_ROUND[event].locations
    for opener, locations in OPENERS_IN_RESERVE.get(card, ()):
        if in_reserve(s, opener):
            is_open |= locations
    return is_open


def _is_closed(s: GameState, card: int, location: int) -> bool:
    """Whether a card's own text keeps it out of a location that is open to it."""
    return card in MAY_NOT_ENTER and MAY_NOT_ENTER[card](s, location)


@cache
def _always_open(variant: str) -> list[frozenset[int]]:
    """For every faction card the locations open to it by its faction, its path numbers and its own text."""
    nowhere: frozenset[int] = frozenset()
    return [open_to(card) | ALSO_ENTERS.get(n, nowhere) for n, card in enumerate(VARIANTS[variant].printed)]
