"""Texts that several cards share."""

from engine.core.flow import Flow
from engine.games.wotr.cards.hooks import action, battle_icons, path_icons
from engine.games.wotr.components.entries import PATHS, number
from engine.games.wotr.rules.activating import choose_path, paths_numbered
from engine.games.wotr.state import GameState


def on_ground(card: str, ground: str, attack: int = 0, defence: int = 0) -> None:
    """More icons at one battleground."""
    here = number(ground)
    battle_icons(card)(lambda s, bearer, location: (attack, defence) if location == here else (0, 0))


def on_path(card: str, path: str, icons: int = 1) -> None:
    """More icons on one path."""
    here = number(path)
    path_icons(card)(lambda s, bearer, location: icons if location == here else 0)


def higher_paths(s: GameState) -> list[int]:
    """The paths of the next higher number."""
    return paths_numbered(s, s.path_number + 1)


def other_paths(s: GameState) -> list[int]:
    """The other paths of the active path's number."""
    return paths_numbered(s, PATHS[s.path[0]].path)


def next_path(card: str) -> None:
    """On a path: use your action to activate a path of the next higher number."""

    @action("path", card, ready=lambda s, seat, card: bool(higher_paths(s)))
    def onward(s: GameState, seat: int, card: int) -> Flow[None]:
        yield from choose_path(s, seat, higher_paths(s))


def detour(*cards: str) -> None:
    """On a path: use your action to activate a different path of the same number."""

    @action("path", *cards, ready=lambda s, seat, card: bool(other_paths(s)))
    def astray(s: GameState, seat: int, card: int) -> Flow[None]:
        yield from choose_path(s, seat, other_paths(s))
