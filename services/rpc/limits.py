"""How fast one caller may go: a token bucket for each, forgotten when idle."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable

MOST_AT_ONCE = 8
"""Things a caller who is not one of us may ask for in one call; each counts as a call."""


class Bucket:
    """Fills at `rate` a second up to `burst`."""

    __slots__ = ("_burst", "_left", "_rate", "_then")

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self._rate = rate
        self._burst = self._left = float(burst)
        self._then = now

    def take(self, now: float, cost: int = 1) -> bool:
        """Take `cost` out, if the bucket holds that much."""
        granted = self._fill(now) >= cost
        if granted:
            self._left -= cost
        return granted

    def take_on_credit(self, now: float, cost: int) -> float:
        """Take `cost` out in any case; how many seconds it takes to make up for what was not there."""
        self._left = self._fill(now) - cost
        return -self._left / self._rate if self._left < 0 else 0.0

    def _fill(self, now: float) -> float:
        left = self._left + (now - self._then) * self._rate
        self._left = left if left < self._burst else self._burst
        self._then = now
        return self._left


class RateLimit:
    """Allows `rate` calls a second to each caller, and `burst` at once."""

    def __init__(
        self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic, remembered: int = 10_000
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._remembered = remembered
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def allow(self, caller: Hashable, cost: int = 1) -> bool:
        """Take `cost` from the caller's bucket, if it holds that much."""
        now = self._clock()
        bucket = self._buckets.get(caller)
        if bucket is None:
            bucket = self._buckets[caller] = Bucket(self._rate, self._burst, now)
            if len(self._buckets) > self._remembered:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(caller)
        return bucket.take(now, cost)
