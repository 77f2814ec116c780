"""Which active locations a character or army may enter (p. 10)."""

from functools import cache

from engine.games.wotr.cards.registry import ALSO_ENTERS, MAY_NOT_ENTER, OPENERS_IN_RESERVE, OPENS_THIS_ROUND
from engine.games.wotr.components.box import number
from engine.games.wotr.components.groups import open_to
from engine.games.wotr.rules.places import in_reserve
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState


def may_enter(s: GameState, card: int, location: int) -> bool:
    """Whether a character or army may be played or moved to an active location (p. 10)."""
    if card in MAY_NOT_ENTER and MAY_NOT_ENTER[card](s, location):
        return False
    if location in _always_open(s.variant)[card]:
        return True
    if s.events_this_round and _is_open_this_round(s, card, location):
        return True
    return card in OPENERS_IN_RESERVE and _is_opened_from_reserve(s, card, location)


def open_locations(s: GameState, card: int) -> list[int]:
    """The active locations a character or army may enter."""
    active = (*s.path, *s.battlegrounds)
    if s.events_this_round or card in MAY_NOT_ENTER or card in OPENERS_IN_RESERVE:
        return [location for location in active if may_enter(s, card, location)]
    always_open = _always_open(s.variant)[card]
    return [location for location in active if location in always_open]


@cache
def _always_open(variant: str) -> list[frozenset[int]]:
    """For every faction card the locations open to it by its faction, its path numbers and its own text."""
    nowhere: frozenset[int] = frozenset()
    return [open_to(card) | ALSO_ENTERS.get(n, nowhere) for n, card in enumerate(VARIANTS[variant].printed)]


def _is_open_this_round(s: GameState, card: int, location: int) -> bool:
    """Whether an event of this round opens a location to a card."""
    openings = [OPENS_THIS_ROUND[event] for event in map(number, s.events_this_round) if event in OPENS_THIS_ROUND]
    return any(card in opening.cards and location in opening.locations for opening in openings)


def _is_opened_from_reserve(s: GameState, card: int, location: int) -> bool:
    """Whether a card in reserve opens a location to another."""
    return any(location in locations and in_reserve(s, opener) for opener, locations in OPENERS_IN_RESERVE[card])
