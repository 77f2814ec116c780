"""Rate limits: a burst, then a steady pace, for each caller apart."""

from services.rpc.limits import RateLimit, TokenBucket


def test_a_burst_then_the_rate() -> None:
    now = [0.0]
    limit = RateLimit(rate=2, burst=3, clock=lambda: now[0])
    assert [limit.allow("ann") for _ in range(4)] == [True, True, True, False]
    now[0] += 0.5
    assert [limit.allow("ann") for _ in range(2)] == [True, False]
    assert limit.allow("bob")
    now[0] += 100
    assert [limit.allow("ann") for _ in range(4)] == [True, True, True, False]


def test_only_so_many_callers_are_remembered() -> None:
    limit = RateLimit(rate=0.0, burst=1, clock=lambda: 0.0, remembered=2)
    assert limit.allow("ann")
    assert not limit.allow("ann")
    assert limit.allow("bob")
    assert limit.allow("cid")
    assert limit.allow("ann")


def test_who_takes_more_than_there_is_waits_until_it_is_filled_in() -> None:
    bucket = TokenBucket(rate=10, burst=5, now=0.0)
    assert bucket.reserve(0.0, 5) == 0.0
    assert bucket.reserve(0.0, 2) == 0.2
    assert bucket.reserve(0.2, 1) == 0.1
    assert bucket.reserve(100.0, 5) == 0.0
