"""What the Shadow's bot looks at: who wins a combat now, and who could ("Potential win", AtS p. 4)."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from engine.games.wotr.components import BATTLEGROUNDS, FIRST_PATH, PATHS, SHADOW, SIDE
from engine.games.wotr.scenarios import WARS
from engine.games.wotr.state import Site, WarState
from engine.games.wotr.steps.icons import attack_at, defence_of, location_defence, path_icons
from engine.games.wotr.steps.playing import may_enter


def lead(s: WarState, location: int, more: Sequence[int] = ()) -> int:
    """By how much the Shadow wins a combat, with more of its cards there; it wins above zero."""
    site = s.sites[location]
    shadow = [*(card for card in site.cards if SIDE[card] == SHADOW), *more]
    free = [card for card in site.cards if SIDE[card] != SHADOW]
    guard = location_defence(s, location)
    if location >= FIRST_PATH:
        attack = site.attack + sum(path_icons(s, card, location) for card in shadow)
        return attack - guard - sum(path_icons(s, card, location) for card in free)
    if BATTLEGROUNDS[location].side == SHADOW:
        attack = site.attack + attack_at(s, location, free)
        return guard + _defence(s, location, shadow) - attack + 1
    return site.attack + attack_at(s, location, shadow) - guard - _defence(s, location, free)


def _defence(s: WarState, ground: int, cards: list[int]) -> int:
    return sum(next(iter(defence_of(s, ground, cards).values())).values())


def winning(s: WarState, location: int) -> bool:
    """Whether the Shadow would win the combat if it were resolved now."""
    return lead(s, location) > 0


def reserves(s: WarState, location: int) -> list[int]:
    """Every Shadow card in reserve that could move to a location (AtS p. 4)."""
    bots = WARS[s.war].bots
    return [card for bot in bots for card in s.players[bot].reserve if may_enter(s, card, location)]


def could_win(s: WarState, location: int, more: Sequence[int] = (), tokens: int = 0) -> bool:
    """Whether the Shadow would win if all that could move there did, and with more cards or tokens of its own."""
    return lead(s, location, [*reserves(s, location), *more]) + tokens > 0


def is_last_path(s: WarState, location: int) -> bool:
    """Whether a location is a path of the highest number of the scenario."""
    return location >= FIRST_PATH and PATHS[location].path == WARS[s.war].last_path


def wanted(s: WarState, location: int, more: Sequence[int] = (), tokens: int = 0) -> bool:
    """Whether more icons are useful: a combat that is being lost but could be won, or the last path (AtS p. 5)."""
    if is_last_path(s, location):
        return True
    return not winning(s, location) and could_win(s, location, more, tokens)


def adds(s: WarState, card: int, location: int) -> bool:
    """Whether a card would add icons there; leadership alone does not without an army to support it (AtS p. 5)."""
    return lead(s, location, [card]) > lead(s, location)


def could_win_if_active(s: WarState, ground: int, without: int = -1) -> bool:
    """Whether a battleground that is not active is worth activating (AtS p. 5)."""
    with _as_if_active(s, ground):
        return lead(s, ground, _movers(s, ground, without)) > 0


def attack_if_active(s: WarState, ground: int, without: int) -> int:
    """The attack that could move to a battleground that is not active."""
    with _as_if_active(s, ground):
        return attack_at(s, ground, _movers(s, ground, without))


@contextmanager
def _as_if_active(s: WarState, ground: int) -> Iterator[None]:
    s.sites[ground] = Site()
    yield
    del s.sites[ground]


def _movers(s: WarState, ground: int, without: int) -> list[int]:
    return [card for card in reserves(s, ground) if card != without]
