"""Chance comes from the seed alone, in streams that repeat; it is fair, and can be verified."""

import hashlib
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import below, commitment, pick, roll, shuffle
from engine.core.state import Run
from tests.engine.core.small import Small

SEEDS = st.integers(0, 2**128 - 1)
CARDS = st.lists(st.integers(0, 5_000), unique=True, max_size=80)


def state(seed: int = 0) -> Small:
    s = Small(step="first", seed=seed.to_bytes(16, "big"))
    s.__dict__["run"] = Run([])
    return s


def shuffled(s: Small, cards: list[int], stream: str = "deck") -> list[int]:
    order = list(cards)
    shuffle(s, order, stream)
    return order


def test_an_event_is_the_keyed_hash_of_its_stream_and_number() -> None:
    """Anyone who knows the seed can repeat this with a standard library."""
    s = state(7)
    for number in range(3):
        digest = hashlib.blake2b(f"dice:{number}:0".encode(), key=s.seed).digest()
        assert below(s, 1_000, "dice") == int.from_bytes(digest[:8], "big") % 1_000
    priorities = {
        card: hashlib.blake2b(f"deck:0:{card // 8}".encode(), key=s.seed).digest()[card % 8 * 8 :][:8]
        for card in range(40)
    }
    assert shuffled(s, list(range(40))) == sorted(priorities, key=priorities.__getitem__)
    assert s.streams == {"dice": 3, "deck": 1}


def test_commitment_binds_the_seed() -> None:
    assert commitment(b"0" * 16) == hashlib.sha256(b"0" * 16).hexdigest()


@given(SEEDS, st.integers(1, 1000))
def test_below_and_roll_stay_in_range(seed: int, n: int) -> None:
    assert 0 <= below(state(seed), n, "a") < n
    assert 1 <= roll(state(seed), "a", n) <= n


@given(SEEDS, CARDS)
def test_shuffle_loses_nothing_and_repeats_itself(seed: int, cards: list[int]) -> None:
    once = shuffled(state(seed), cards)
    assert once == shuffled(state(seed), cards) == shuffled(state(seed), cards[::-1])
    assert sorted(once) == sorted(cards)


@given(SEEDS, CARDS, st.data())
def test_cards_keep_their_order_whatever_else_is_shuffled(seed: int, cards: list[int], data: st.DataObject) -> None:
    some = [card for card in cards if data.draw(st.booleans())]
    order = shuffled(state(seed), cards)
    assert shuffled(state(seed), some) == [card for card in order if card in some]
    if some:
        assert pick(state(seed), some, "deck") == shuffled(state(seed), some)[0]


@given(SEEDS, st.lists(st.sampled_from(["dice", "deck:ann", "deck:bob"]), max_size=20), st.randoms())
def test_what_other_streams_bring_changes_nothing(seed: int, events: list[str], rng: random.Random) -> None:
    """The n-th event of a stream is the same in whatever order the streams are asked."""

    def play(order: list[str]) -> dict[tuple[str, int], int]:
        s = state(seed)
        return {(stream, s.streams.get(stream, 0)): below(s, 10**9, stream) for stream in order}

    mixed = rng.sample(events, len(events))
    assert play(events) == play(mixed)


@given(SEEDS, st.integers(0, 120), st.integers(0, 99))
def test_a_remixed_shuffle_is_repeated_by_what_it_left(seed: int, cards: int, mixed: int) -> None:
    """In an imagined world another order takes the place of the true one; a copy that repeats it has that order."""
    true, imagined, copy = state(seed), state(), state()
    shuffle(true, list(range(cards)), "deck")
    imagined.__dict__["run"] = Run(true.run.chances, random.Random(mixed).shuffle)
    order = shuffled(imagined, list(range(cards)))
    copy.__dict__["run"] = Run(imagined.run.chances)
    assert shuffled(copy, list(range(cards))) == order
    assert sorted(order) == list(range(cards))
    assert imagined.streams == true.streams


def test_shuffle_is_fair() -> None:
    """Each order of four cards in 24,000 shuffles comes within five standard deviations of a thousand times."""
    orders: Counter[tuple[int, ...]] = Counter()
    for seed in range(24_000):
        orders[tuple(shuffled(state(seed), [0, 5, 8, 13]))] += 1
    assert len(orders) == 24
    assert all(abs(count - 1000) < 5 * 31 for count in orders.values())


@pytest.mark.parametrize("draw", [lambda s: roll(s, "dice"), lambda s: pick(s, [9, 3, 4, 17, 8, 1], "dice")])
def test_dice_and_picks_are_fair(draw) -> None:  # type: ignore[no-untyped-def]
    s = state(1)
    counts = Counter(draw(s) for _ in range(60_000))
    assert len(counts) == 6
    assert all(abs(count - 10_000) < 5 * 92 for count in counts.values())


def test_past_chance_is_repeated_before_new_comes() -> None:
    first = state(1)
    cards = [3, 9, 4]
    events = [below(first, 100, "dice"), pick(first, cards, "deck"), shuffled(first, cards)]
    other = state(2)
    other.__dict__["run"] = Run(first.run.chances)
    assert [below(other, 100, "dice"), pick(other, cards, "deck"), shuffled(other, cards)] == events
    assert other.run.chances == first.run.chances
    fresh = state(2)
    fresh.streams = dict(first.streams)
    assert below(other, 10**9, "dice") == below(fresh, 10**9, "dice")


def test_an_event_that_no_longer_fits_is_drawn_anew() -> None:
    """In an imagined world a pile may have another size than in the true match."""
    true = state(1)
    shuffled(true, list(range(9)))
    pick(true, list(range(9)), "deck")
    world = state(2)
    world.__dict__["run"] = Run(true.run.chances)
    assert sorted(shuffled(world, [1, 2, 3])) == [1, 2, 3]
    assert pick(world, [7], "deck") == 7
