"""Which active locations a character or army may enter (p. 10)."""

from collections.abc import Sequence
from functools import cache, lru_cache

from engine.core.flow import Option
from engine.games.wotr.cards.registry import ALSO_ENTERS, MAY_NOT_ENTER, OPENERS_IN_RESERVE, OPENS_THIS_ROUND
from engine.games.wotr.components.box import number
from engine.games.wotr.components.groups import open_to
from engine.games.wotr.rules.places import in_reserve
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState

REMEMBERED = 1 << 16
"""Cards with active locations of which the ways are remembered: they are the same turn after turn."""


def may_enter(s: GameState, card: int, location: int) -> bool:
    """Whether a character or army may be played or moved to an active location (p. 10)."""
    if card in MAY_NOT_ENTER and MAY_NOT_ENTER[card](s, location):
        return False
    if location in _always_open(s.variant)[card]:
        return True
    if s.events_this_round and _is_open_this_round(s, card, location):
        return True
    return card in OPENERS_IN_RESERVE and _is_opened_from_reserve(s, card, location)


def ways_to_enter(s: GameState, verb: str, card: int) -> Sequence[Option]:
    """A character's or army's ways into the active locations that it may enter, by play or move."""
    active = (*s.path, *s.battlegrounds)
    steady = None if s.events_this_round else steady_ways(s.variant, active, verb, card)
    if steady is None:
        return [(verb, card, location) for location in active if may_enter(s, card, location)]
    return steady


@lru_cache(maxsize=REMEMBERED)
def steady_ways(variant: str, active: tuple[int, ...], verb: str, card: int) -> tuple[Option, ...] | None:
    """A card's ways into active locations where no event opens any; None where they hang on more than that."""
    if card in MAY_NOT_ENTER or card in OPENERS_IN_RESERVE:
        return None
    is_open = _always_open(variant)[card]
    return tuple((verb, card, location) for location in active if location in is_open)


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
