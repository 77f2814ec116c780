"""Faults of Barrow by which worlds tell what a seat cannot see: notebooks in the state, pools that lack something."""

import msgspec

from engine.core.game import Setting
from tests.toy import view
from tests.toy.game import new_state
from tests.toy.state import Barrow, value


class Page(msgspec.Struct, array_like=True):
    """A page of a notebook."""

    name: str = ""


class Noting(Barrow, kw_only=True):
    """A table with a notebook that no view shows."""

    notes: list[int] = []
    best: dict[int, int] = {}
    passed: dict[int, list[int]] = {}
    known: dict[int, list[int]] = {}
    held: dict[int, dict[int, int]] = {}
    pages: list[Page] = []
    last: int = -1


def noting_state(setting: Setting) -> Noting:
    return Noting(**msgspec.structs.asdict(new_state(setting)))


def note_a_card(s: Barrow, seat: int) -> None:
    """The notebook names a treasure of the hand that had its turn last."""
    assert isinstance(s, Noting)
    s.notes[:] = s.hands[seat][:1]


def note_a_value(s: Barrow, seat: int) -> None:
    """The notebook names no treasure, but tells what the best one of a hand is worth."""
    assert isinstance(s, Noting)
    s.best[seat] = max(map(value, s.hands[seat]), default=0)


def note_a_pass(s: Barrow, seat: int) -> None:
    """The notebook lists what a seat that passed could have played."""
    assert isinstance(s, Noting)
    s.passed[seat] = list(s.hands[seat])


def note_a_peek(s: Barrow, seat: int) -> None:
    """The notebook says of each treasure who has looked at it."""
    assert isinstance(s, Noting)
    if seat in s.peeked:
        s.known.setdefault(s.deck[-1], []).append(seat)


def note_a_key(s: Barrow, seat: int) -> None:
    """The notebook has a chapter, with nothing in it, for a treasure in a hand."""
    assert isinstance(s, Noting)
    s.held.clear()
    s.held.update((card, {}) for card in s.hands[seat][:1])


def note_a_name(s: Barrow, seat: int) -> None:
    """The notebook has the name of a treasure in a hand."""
    assert isinstance(s, Noting)
    s.pages[:] = [Page(f"treasure-{card}") for card in s.hands[seat][:1]]


def note_the_stowed(s: Barrow, seat: int) -> None:
    """The notebook has the treasure that was hidden last, and nothing before."""
    assert isinstance(s, Noting)
    s.last = s.stash[seat][-1] if s.stash[seat] else s.last


def unseen_own_hand(s: Barrow, seat: int | None) -> list[list[int]]:
    return [[*s.deck, *(card for hand in s.hands for card in hand)]]


def unseen_twice(s: Barrow, seat: int | None) -> list[list[int]]:
    return [s.deck, s.deck]


def unseen_nowhere(s: Barrow, seat: int | None) -> list[list[int]]:
    return [[*s.deck, 99]]


def seen_hands(s: Barrow, seat: int | None) -> list[list[int]]:
    """Hands of others are left out of what is dealt anew."""
    return [[*s.deck, *(card for i in range(s.seats) if i != seat for card in s.stash[i])]]


def seen_top(s: Barrow, seat: int | None) -> list[list[int]]:
    """The next treasure to be dug is left out of what is dealt anew."""
    return [[card for pool in view.unseen(s, seat) for card in pool if card not in s.deck[-1:]]]


def seen_stash(s: Barrow, seat: int | None) -> list[list[int]]:
    """Hiding places of others are left out of what is dealt anew."""
    return [[*s.deck, *(card for i in range(s.seats) if i != seat for card in s.hands[i])]]


def first_hand_is_barred(s: Barrow) -> list[tuple[list[int], frozenset[int]]]:
    """The treasures of the first hand are said never to lie in the deck or in another hand."""
    return [(zone, frozenset(s.hands[0])) for zone in (s.deck, *s.hands[1:])]
