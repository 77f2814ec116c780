"""Rate limits: token buckets, and one for each of the callers lately heard of."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable

MOST_ITEMS = 8
"""Items that a caller who is not one of us may ask for in one call; each counts as a call."""


class TokenBucket:
    """Fills at `rate` tokens a second up to `burst`."""

    __slots__ = ("_burst", "_filled_at", "_rate", "_tokens")

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self._rate = rate
        self._burst = self._tokens = float(burst)
        self._filled_at = now

    def try_take(self, now: float, cost: int = 1) -> bool:
        """Take `cost` tokens out, if the bucket holds that many."""
        granted = self._fill(now) >= cost
        if granted:
            self._tokens -= cost
        return granted

    def reserve(self, now: float, cost: int) -> float:
        """Take `cost` tokens out in any case. The seconds to wait until those that were missing are filled in."""
        self._tokens = self._fill(now) - cost
        return -self._tokens / self._rate if self._tokens < 0 else 0.0

    def _fill(self, now: float) -> float:
        tokens = self._tokens + (now - self._filled_at) * self._rate
        self._tokens = tokens if tokens < self._burst else self._burst
        self._filled_at = now
        return self._tokens


class RateLimit:
    """Allows `rate` calls a second to each caller, and `burst` at once. Remembers so many callers."""

    def __init__(
        self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic, remembered: int = 10_000
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._remembered = remembered
        self._buckets: OrderedDict[Hashable, TokenBucket] = OrderedDict()

    def allow(self, caller: Hashable, cost: int = 1) -> bool:
        """Take `cost` tokens out of the caller's bucket, if it holds that many."""
        now = self._clock()
        bucket = self._buckets.get(caller)
        if bucket is None:
            bucket = self._buckets[caller] = TokenBucket(self._rate, self._burst, now)
            if len(self._buckets) > self._remembered:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(caller)
        return bucket.try_take(now, cost)
