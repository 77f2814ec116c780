"""Randomness comes from the seed alone, is fair, and can be verified."""

import hashlib
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import below, commitment, draw, roll, shuffle
from engine.core.state import Run
from tests.engine.core.small import Small


def state(seed: int = 0) -> Small:
    s = Small(step="first", seed=seed.to_bytes(16, "big"))
    s.__dict__["run"] = Run([])
    return s


def test_draws_are_the_keyed_hash_of_a_counter() -> None:
    """Anyone who knows the seed can repeat this with a standard library."""
    s = state(7)
    for counter in range(3):
        expected = hashlib.blake2b(counter.to_bytes(8, "big"), key=s.seed).digest()
        assert draw(s) == int.from_bytes(expected, "big")
    assert s.rolled == 3


def test_commitment_binds_the_seed() -> None:
    assert commitment(b"0" * 16) == hashlib.sha256(b"0" * 16).hexdigest()


@given(st.integers(0, 2**128 - 1), st.integers(1, 1000))
def test_below_and_roll_stay_in_range(seed: int, n: int) -> None:
    assert 0 <= below(state(seed), n) < n
    assert 1 <= roll(state(seed), n) <= n


@given(st.integers(0, 2**128 - 1), st.lists(st.integers(), unique=True, max_size=256))
def test_shuffle_loses_nothing_and_repeats_itself(seed: int, cards: list[int]) -> None:
    once, again = list(cards), list(cards)
    shuffle(state(seed), once)
    shuffle(state(seed), again)
    assert once == again
    assert sorted(once) == sorted(cards)


@given(st.integers(0, 2**128 - 1), st.integers(0, 256), st.integers(0, 99))
def test_a_remixed_shuffle_is_repeated_by_what_it_left(seed: int, cards: int, mixed: int) -> None:
    """In an imagined world other draws take the place of the true ones; a copy that repeats them has its order."""
    true, imagined, copy = state(seed), state(), state()
    shuffle(true, list(range(cards)))
    imagined.__dict__["run"] = Run(true.run.chances, random.Random(mixed).shuffle)
    order = list(range(cards))
    shuffle(imagined, order)
    copy.__dict__["run"] = Run(imagined.run.chances)
    again = list(range(cards))
    shuffle(copy, again)
    assert again == order
    assert sorted(order) == list(range(cards))
    assert imagined.rolled == true.rolled


@pytest.mark.parametrize(("cards", "draws"), [(0, 0), (1, 0), (2, 1), (65, 1), (66, 2), (129, 2), (130, 3)])
def test_shuffle_draws_once_for_every_64_cards(cards: int, draws: int) -> None:
    s = state()
    shuffle(s, list(range(cards)))
    assert s.rolled == draws


def test_shuffle_is_fair() -> None:
    """Each order of four cards in 24,000 shuffles comes within five standard deviations of a thousand times."""
    orders: Counter[tuple[int, ...]] = Counter()
    for seed in range(24_000):
        cards = [0, 1, 2, 3]
        shuffle(state(seed), cards)
        orders[tuple(cards)] += 1
    assert len(orders) == 24
    assert all(abs(count - 1000) < 5 * 31 for count in orders.values())


def test_dice_are_fair() -> None:
    s = state(1)
    pips = Counter(roll(s) for _ in range(60_000))
    assert sorted(pips) == [1, 2, 3, 4, 5, 6]
    assert all(abs(count - 10_000) < 5 * 92 for count in pips.values())


def test_past_chance_is_repeated_before_new_is_drawn() -> None:
    first = state(1)
    drawn = [draw(first) for _ in range(3)]
    other = state(2)
    other.__dict__["run"] = Run(first.run.chances)
    assert [draw(other) for _ in range(3)] == drawn
    assert draw(other) == int.from_bytes(hashlib.blake2b((3).to_bytes(8, "big"), key=other.seed).digest(), "big")
