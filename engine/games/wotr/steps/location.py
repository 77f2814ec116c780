"""The location phase: activating and reactivating battlegrounds and paths (pp. 8-9)."""

from engine.core.chance import below
from engine.core.events import tell
from engine.core.flow import Flow, Option
from engine.games.wotr.cards.hooks import ACTIVATED
from engine.games.wotr.components import BATTLEGROUNDS, FREE, PATHS, SHADOW
from engine.games.wotr.scenarios import WARS
from engine.games.wotr.state import Site, WarState
from engine.games.wotr.steps.asking import ask
from engine.games.wotr.steps.combat import path_combat

OTHER = {FREE: SHADOW, SHADOW: FREE}


def first_player(s: WarState) -> int:
    """The seat with the first player token."""
    return WARS[s.war].order[s.first]


def battleground_phase(s: WarState) -> Flow[None]:
    """The first player activates a battleground: at random, or as the scenario's schedule says (pp. 8, 22)."""
    s.round += 1
    war = WARS[s.war]
    tell(s, "round", (s.round, first_player(s)))
    for ground in war.schedule[s.round - 1] if war.schedule else _drawn_battleground(s):
        if any(ground in deck for deck in s.battleground_decks.values()):
            yield from activate_battleground(s, first_player(s), ground)
    s.step = "path"


def _drawn_battleground(s: WarState) -> tuple[int, ...]:
    """A random battleground of the first player's side, of the other side if there is none, or none (p. 8)."""
    side = WARS[s.war].sides[first_player(s)]
    deck = s.battleground_decks[side] or s.battleground_decks[OTHER[side]]
    return (deck[below(s, len(deck))],) if deck else ()


def path_phase(s: WarState) -> Flow[None]:
    """The first player activates a random path, one higher than the last (p. 9)."""
    choices = paths_numbered(s, s.path_number + 1)
    yield from activate_path(s, first_player(s), choices[below(s, len(choices))])
    s.turn = s.first
    s.step = "action"


# -- battlegrounds


def inactive_battlegrounds(s: WarState, among: frozenset[int]) -> list[int]:
    """The battlegrounds that could be activated from a deck or reactivated from a scoring area."""
    waiting = [
        ground
        for area in (s.battleground_decks[FREE], s.battleground_decks[SHADOW], s.scored[FREE], s.scored[SHADOW])
        for ground in area
        if ground in among
    ]
    return sorted(waiting)


def scored_battlegrounds(s: WarState, among: frozenset[int]) -> list[int]:
    """The battlegrounds that could be reactivated."""
    return sorted(ground for area in (s.scored[FREE], s.scored[SHADOW]) for ground in area if ground in among)


def activate_battleground(s: WarState, seat: int, ground: int) -> Flow[None]:
    """Lay a battleground face up, from its deck or from a scoring area, and resolve its text (p. 8)."""
    site = Site()
    for side, deck in s.battleground_decks.items():
        if ground in deck:
            deck.remove(ground)
        elif ground in s.scored[side]:
            s.scored[side].remove(ground)
            site.breached = BATTLEGROUNDS[ground].side != side
    s.battlegrounds.append(ground)
    s.sites[ground] = site
    tell(s, "activated", (seat, ground))
    yield from _activation_text(s, seat, ground)


def choose_battleground(s: WarState, seat: int, grounds: list[int]) -> Flow[int]:
    """Activate or reactivate one of several battlegrounds, the seat's choice; which one it was."""
    chosen: Option = yield from ask(s, seat, "battleground", [("activate", ground) for ground in grounds])
    yield from activate_battleground(s, seat, chosen[1])
    ground: int = chosen[1]
    return ground


# -- paths


def paths_numbered(s: WarState, number: int) -> list[int]:
    """The paths of a number that have not been activated in this match (p. 9)."""
    return [path for path in s.path_deck if PATHS[path].path == number]


def activate_path(s: WarState, seat: int, path: int) -> Flow[None]:
    """Lay a path face up; combat on the path it replaces comes first, then its text (p. 9)."""
    if s.path:
        yield from path_combat(s, s.path[0])
    s.path_deck.remove(path)
    s.path = [path]
    s.path_number = PATHS[path].path
    s.sites[path] = Site()
    tell(s, "activated", (seat, path))
    yield from _activation_text(s, seat, path)


def choose_path(s: WarState, seat: int, paths: list[int]) -> Flow[int]:
    """Activate one of several paths, the seat's choice (p. 9); which one it was."""
    chosen: Option = yield from ask(s, seat, "path", [("activate", path) for path in paths])
    yield from activate_path(s, seat, chosen[1])
    path: int = chosen[1]
    return path


def _activation_text(s: WarState, seat: int, location: int) -> Flow[None]:
    asks = ACTIVATED[location](s, seat, location)
    if asks is not None:
        yield from asks
