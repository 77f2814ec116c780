"""Choices of a player: one of some cards, or one of the players."""

from engine.core.flow import Decision, Flow, Option
from engine.games.lotr.components.box import ENTRIES
from engine.games.lotr.state import GameState


def choose_card(s: GameState, seat: int, kind: str, cards: list[int]) -> Flow[int]:
    """Ask a player to pick one of the cards."""
    options: list[Option] = [("choose", card) for card in cards]
    choice = yield Decision(seat, kind, options)
    return int(choice[1])


def choose_player(s: GameState, seat: int, kind: str, seats: list[int]) -> Flow[int]:
    """Ask a player to pick one of some players."""
    options: list[Option] = [("player", one) for one in seats]
    choice = yield Decision(seat, kind, options)
    return int(choice[1])


def first_copies(cards: list[int]) -> list[int]:
    """The first card of each kind: which of several copies out of play is chosen makes no difference."""
    copies: dict[str, int] = {}
    for card in cards:
        copies.setdefault(ENTRIES[card].id, card)
    return list(copies.values())
