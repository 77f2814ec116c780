"""Texts that several cards share."""

from engine.core.flow import Flow
from engine.games.wotr.cards.hooks import action, battle_icons, path_icons
from engine.games.wotr.components import FREE, PATHS, number
from engine.games.wotr.scenarios import WARS
from engine.games.wotr.state import WarState
from engine.games.wotr.steps.location import choose_path, paths_numbered
from engine.games.wotr.steps.terms import cycle_from_hand, draw, forsake


def on_ground(card: str, ground: str, attack: int = 0, defence: int = 0) -> None:
    """More icons at one battleground."""
    here = number(ground)
    battle_icons(card)(lambda s, bearer, location: (attack, defence) if location == here else (0, 0))


def on_path(card: str, path: str, icons: int = 1) -> None:
    """More icons on one path."""
    here = number(path)
    path_icons(card)(lambda s, bearer, location: icons if location == here else 0)


def each_draws(s: WarState, side: str, n: int = 1) -> None:
    """Each player of a side draws cards."""
    for seat in WARS[s.war].each(side):
        draw(s, seat, n)


def each_forsakes(s: WarState, side: str = FREE, n: int = 1) -> Flow[None]:
    """Each player of a side forsakes cards."""
    for seat in WARS[s.war].each(side):
        yield from forsake(s, seat, n)


def each_cycles(s: WarState, side: str, n: int = 1) -> Flow[None]:
    """Each player of a side cycles cards from hand."""
    for seat in WARS[s.war].each(side):
        yield from cycle_from_hand(s, seat, n)


def higher_paths(s: WarState) -> list[int]:
    """The paths of the next higher number."""
    return paths_numbered(s, s.path_number + 1)


def other_paths(s: WarState) -> list[int]:
    """The other paths of the active path's number."""
    return paths_numbered(s, PATHS[s.path[0]].path)


def next_path(card: str) -> None:
    """On a path: use your action to activate a path of the next higher number."""

    @action("path", card, ready=lambda s, seat, card: bool(higher_paths(s)))
    def onward(s: WarState, seat: int, card: int) -> Flow[None]:
        yield from choose_path(s, seat, higher_paths(s))


def detour(*cards: str) -> None:
    """On a path: use your action to activate a different path of the same number."""

    @action("path", *cards, ready=lambda s, seat, card: bool(other_paths(s)))
    def astray(s: WarState, seat: int, card: int) -> Flow[None]:
        yield from choose_path(s, seat, other_paths(s))
