"""The table of Barrow: who holds, shows and hides which treasure."""

from engine.core.state import State

CARDS = 12
HAND = 3


class Barrow(State, kw_only=True):
    """Treasures are ints from 0; the value of one is its number modulo four, plus one."""

    seats: int
    sides: list[str]
    rounds: int
    coins: list[int]
    deck: list[int]
    hands: list[list[int]]
    table: list[list[int]]
    stash: list[list[int]]
    guards: list[int]
    peeked: list[int]
    """Seats that know the top of the deck, which is its last card."""
    turn: int = 0
    acted: int = 0


def value(card: int) -> int:
    """What a treasure is worth."""
    return card % 4 + 1
