"""Limits for each caller apart: a burst, then a steady pace; waits that grow with every fault."""

from services.rpc.limits import Penalties, RateLimit, TokenBucket


def test_a_burst_then_the_rate() -> None:
    now = [0.0]
    limit = RateLimit(rate=2, burst=3, clock=lambda: now[0])
    assert [limit.take("ann") for _ in range(4)] == [0, 0, 0, 0.5]
    now[0] += 0.5
    assert [limit.take("ann") for _ in range(2)] == [0, 0.5]
    assert not limit.take("bob")
    now[0] += 100
    assert [limit.take("ann") for _ in range(4)] == [0, 0, 0, 0.5]


def test_only_so_many_callers_are_remembered() -> None:
    limit = RateLimit(rate=0.0, burst=1, clock=lambda: 0.0, remembered=2)
    assert not limit.take("ann")
    assert limit.take("ann")
    assert not limit.take("bob")
    assert not limit.take("cid")
    assert not limit.take("ann")


def test_what_was_used_beyond_the_allowance_is_waited_for() -> None:
    now = [0.0]
    limit = RateLimit(rate=0.5, burst=1, clock=lambda: now[0])
    assert not limit.reserve("ann", 0)
    assert limit.reserve("ann", 3) == 4
    now[0] += 3
    assert limit.reserve("ann", 0) == 1
    assert not limit.reserve("bob", 0)


def test_each_fault_beyond_the_free_ones_costs_twice_as_much_and_only_time_makes_it_good() -> None:
    now = [0.0]
    penalties = Penalties(free=2, first_seconds=1, longest_seconds=10, clock=lambda: now[0])
    waits = []
    for _ in range(8):
        penalties.add("ann")
        waits.append(penalties.wait("ann"))
        now[0] += waits[-1]
    assert waits == [0, 0, 1, 2, 4, 8, 10, 10]
    assert penalties.wait("bob") == 0
    now[0] += 10.5
    assert penalties.wait("ann") == 0
    penalties.add("ann")
    assert penalties.wait("ann") == 0, "all is forgiven"


def test_who_takes_more_than_there_is_waits_until_it_is_filled_in() -> None:
    bucket = TokenBucket(rate=10, burst=5, now=0.0)
    assert bucket.reserve(0.0, 5) == 0.0
    assert bucket.reserve(0.0, 2) == 0.2
    assert bucket.reserve(0.2, 1) == 0.1
    assert bucket.reserve(100.0, 5) == 0.0
