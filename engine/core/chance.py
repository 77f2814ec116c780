"""Chance in named streams, from a secret seed in the state.

The n-th event of a stream depends on the seed, the stream and n alone, so two matches of one deal meet the same chance
wherever they do the same thing, whatever was chosen before. A shuffle orders cards by a priority of each: shuffled
without some of them, the others keep their order. The match publishes `commitment(seed)` when it starts and the seed
when it ends, so every event can be verified.
"""

import hashlib
from collections.abc import Sequence
from struct import Struct

from engine.core.state import CHANCE_BARRIER, Chance, Draw, State

SEED_BYTES = 16
_TO_A_HASH = 8  # priorities of 64 bits in one digest of 512
_split_hash = Struct(f">{_TO_A_HASH}Q").unpack


def commitment(seed: bytes) -> str:
    """The SHA-256 of a seed: published before the match, it binds the seed without telling it."""
    return hashlib.sha256(seed).hexdigest()


def below(s: State, n: int, stream: str) -> int:
    """A random whole number from 0 to n - 1."""
    number, repeated = _begin(s, stream)
    bits = repeated if type(repeated) is int else _number_of(s.seed, stream, number)
    s.run.chances.append(bits)
    if s.run.trace is not None:
        s.run.trace(Draw(stream, number, n, bits % n))
    return bits % n


def roll(s: State, stream: str, sides: int = 6) -> int:
    """One die: 1 to `sides`."""
    return below(s, sides, stream) + 1


def pick(s: State, cards: Sequence[int], stream: str) -> int:
    """One of the components at random: the one that a shuffle of all of them would put first."""
    number, repeated = _begin(s, stream)
    if type(repeated) is int and repeated < len(cards):
        place = repeated
    else:
        priorities = _priorities(s.seed, stream, number, cards)
        place = min(range(len(cards)), key=priorities.__getitem__)
    s.run.chances.append(place)
    if s.run.trace is not None:
        s.run.trace(Draw(stream, number, list(cards), cards[place]))
    return cards[place]


def shuffle(s: State, cards: list[int], stream: str) -> None:
    """Put components, no two the same, in random order, in place."""
    number, repeated = _begin(s, stream)
    before = cards[:]
    if type(repeated) is list and len(repeated) == len(cards):
        cards[:] = map(before.__getitem__, repeated)
        if s.run.remix is not None:
            s.run.remix(cards)
            repeated = [before.index(card) for card in cards]
        order = repeated
    else:
        priorities = _priorities(s.seed, stream, number, cards)
        order = sorted(range(len(cards)), key=priorities.__getitem__)
        cards[:] = map(before.__getitem__, order)
    s.run.chances.append(order)
    if s.run.trace is not None:
        s.run.trace(Draw(stream, number, before, cards[:]))


def _begin(s: State, stream: str) -> tuple[int, Chance | None]:
    """Count an event: its number in the stream, and what came of it where a copy repeats it."""
    number = s.streams.get(stream, 0)
    s.streams[stream] = number + 1
    run = s.run
    run.barrier = CHANCE_BARRIER
    past = run.past
    return number, past.pop() if past else None


def _number_of(seed: bytes, stream: str, number: int) -> int:
    """64 bits that belong to one event."""
    return int.from_bytes(hashlib.blake2b(f"{stream}:{number}:0".encode(), key=seed).digest()[:8], "big")


def _priorities(seed: bytes, stream: str, number: int, cards: Sequence[int]) -> list[int]:
    """For each component the priority that it has in an event: of 64 bits, its own whatever lies beside it."""
    event = hashlib.blake2b(f"{stream}:{number}:".encode(), key=seed)
    first = min(cards, default=0) // _TO_A_HASH
    blocks = range(first, max(cards, default=-1) // _TO_A_HASH + 1)
    if len(blocks) > len(cards):  # far apart: only the blocks that hold one
        near = {block: _of_block(event, block) for block in {card // _TO_A_HASH for card in cards}}
        return [near[card // _TO_A_HASH][card % _TO_A_HASH] for card in cards]
    priorities = [0] * (first * _TO_A_HASH)
    for block in blocks:
        priorities += _of_block(event, block)
    return [*map(priorities.__getitem__, cards)]


def _of_block(event: hashlib.blake2b, block: int) -> tuple[int, ...]:
    """The priorities of eight components that follow one another."""
    hash_ = event.copy()  # the key and the event are hashed once
    hash_.update(b"%d" % block)
    return _split_hash(hash_.digest())
