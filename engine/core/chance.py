"""Randomness: a keyed hash of a secret seed and a counter, both in the state.

The match publishes `commitment(seed)` when it starts and the seed when it ends, so every shuffle can be verified.
"""

import hashlib

from engine.core.state import State

SEED_BYTES = 16
_DRAW_BYTES = 64
_PER_DRAW = 64  # a draw of 512 bits orders up to 64 cards with a bias below 2**-200


def commitment(seed: bytes) -> str:
    """What is published before the match: it binds the seed without telling it."""
    return hashlib.sha256(seed).hexdigest()


def draw(s: State) -> int:
    """The next 512 random bits."""
    run = s.run
    bits = run.past.pop() if run.past else hashlib.blake2b(s.rolled.to_bytes(8, "big"), key=s.seed).digest()
    s.rolled += 1
    run.chances.append(bits)
    return int.from_bytes(bits, "big")


def below(s: State, n: int) -> int:
    """A random whole number from 0 to n - 1."""
    return draw(s) % n


def roll(s: State, sides: int = 6) -> int:
    """One die: 1 to `sides`."""
    return draw(s) % sides + 1


def shuffle(s: State, cards: list[int]) -> None:
    """Put components, no two the same and at most 256, in random order, in place."""
    remix = s.run.remix
    if remix is None or not s.run.past:
        _mix(s, cards)
        return
    before, drawn = cards[:], len(s.run.chances)
    _mix(s, cards)
    remix(cards)
    s.run.chances[drawn:] = _draws_for(before, cards)


def _mix(s: State, cards: list[int]) -> None:
    bits = left = 0
    for i in range(len(cards) - 1, 0, -1):
        if not left:
            bits, left = draw(s), _PER_DRAW
        bits, j = divmod(bits, i + 1)
        left -= 1
        if j != i:
            cards[i], cards[j] = cards[j], cards[i]


def _draws_for(before: list[int], after: list[int]) -> list[bytes]:
    """The draws that shuffle one order into the other."""
    order, draws = before[:], []
    bits, base, left = 0, 1, _PER_DRAW
    for i in range(len(order) - 1, 0, -1):
        j = order.index(after[i])
        order[i], order[j] = order[j], order[i]
        bits, base, left = bits + j * base, base * (i + 1), left - 1
        if not left or i == 1:
            draws.append(bits.to_bytes(_DRAW_BYTES, "big"))
            bits, base, left = 0, 1, _PER_DRAW
    return draws
