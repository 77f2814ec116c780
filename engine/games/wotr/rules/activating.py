"""Activate and reactivate battlegrounds and paths (pp. 8-9)."""

from engine.core.events import tell
from engine.core.flow import Flow, Option
from engine.core.state import because
from engine.games.wotr.cards.registry import ACTIVATED
from engine.games.wotr.components.box import BATTLEGROUNDS, PATHS
from engine.games.wotr.rules.asking import ask
from engine.games.wotr.rules.fighting import path_combat
from engine.games.wotr.state import GameState, Site


def inactive_battlegrounds(s: GameState, among: frozenset[int]) -> list[int]:
    """The battlegrounds that could be activated from a deck or reactivated from a scoring area."""
    areas = (*s.battleground_decks.values(), *s.scoring_areas.values())
    return sorted(ground for area in areas for ground in area if ground in among)


def waits_in_deck(s: GameState, ground: int) -> bool:
    """Whether a battleground is still in its deck."""
    return any(ground in deck for deck in s.battleground_decks.values())


def scored_battlegrounds(s: GameState, among: frozenset[int]) -> list[int]:
    """The battlegrounds that could be reactivated."""
    return sorted(ground for area in s.scoring_areas.values() for ground in area if ground in among)


def activate_battleground(s: GameState, seat: int, ground: int) -> Flow[None]:
    """Lay a battleground face up, from its deck or from a scoring area, and resolve its text (p. 8)."""
    site = Site()
    for side, deck in s.battleground_decks.items():
        if ground in deck:
            deck.remove(ground)
        elif ground in s.scoring_areas[side]:
            s.scoring_areas[side].remove(ground)
            site.own_defence_ignored = BATTLEGROUNDS[ground].side != side
    s.battlegrounds.append(ground)
    s.sites[ground] = site
    tell(s, "activated", (seat, ground))
    with because(s, "text", ground):
        yield from ACTIVATED[ground](s, seat, ground)


def choose_battleground(s: GameState, seat: int, grounds: list[int]) -> Flow[int]:
    """Activate or reactivate one of several battlegrounds, the player's choice, and give which."""
    choice: Option = yield from ask(s, seat, "battleground", [("activate", ground) for ground in grounds])
    yield from activate_battleground(s, seat, choice[1])
    ground: int = choice[1]
    return ground


def paths_numbered(s: GameState, number: int) -> list[int]:
    """The paths of a number that have not been activated in this match (p. 9)."""
    return [path for path in s.path_deck if PATHS[path].path == number]


def higher_paths(s: GameState) -> list[int]:
    """The paths of the next higher number."""
    return paths_numbered(s, s.path_number + 1)


def other_paths(s: GameState) -> list[int]:
    """The other paths of the active path's number."""
    return paths_numbered(s, PATHS[s.path[0]].path)


def activate_path(s: GameState, seat: int, path: int) -> Flow[None]:
    """Lay a path face up; combat on the path it replaces comes first, then its text (p. 9)."""
    if s.path:
        yield from path_combat(s, s.path[0])
    s.path_deck.remove(path)
    s.path = [path]
    s.path_number = PATHS[path].path
    s.sites[path] = Site()
    tell(s, "activated", (seat, path))
    with because(s, "text", path):
        yield from ACTIVATED[path](s, seat, path)


def choose_path(s: GameState, seat: int, paths: list[int]) -> Flow[int]:
    """Activate one of several paths, the player's choice (p. 9), and give which."""
    choice: Option = yield from ask(s, seat, "path", [("activate", path) for path in paths])
    yield from activate_path(s, seat, choice[1])
    path: int = choice[1]
    return path
