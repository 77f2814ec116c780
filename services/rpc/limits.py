"""Limits for each of the callers lately heard of: token buckets, and waits that grow with every fault."""

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable

MOST_ITEMS = 8
"""Items that a caller who is not one of us may ask for in one call; each counts as a call."""


class TokenBucket:
    """Fills at `rate` tokens a second up to `burst`."""

    __slots__ = ("_burst", "_filled_at", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = self._tokens = burst
        self._filled_at = now

    def take(self, now: float, cost: float = 1) -> float:
        """Take `cost` tokens out, if the bucket holds that many: 0. Otherwise the seconds until it does."""
        missing = cost - self._fill(now)
        if missing <= 0:
            self._tokens -= cost
            return 0.0
        return self._seconds_for(missing)

    def reserve(self, now: float, cost: float) -> float:
        """Take `cost` tokens out in any case. The seconds to wait until those that were missing are filled in."""
        self._tokens = self._fill(now) - cost
        return self._seconds_for(-self._tokens) if self._tokens < 0 else 0.0

    def _seconds_for(self, tokens: float) -> float:
        return tokens / self._rate if self._rate else math.inf

    def _fill(self, now: float) -> float:
        tokens = self._tokens + (now - self._filled_at) * self._rate
        self._tokens = tokens if tokens < self._burst else self._burst
        self._filled_at = now
        return self._tokens


class RateLimit:
    """Allows `rate` calls a second, or whatever else is counted, to each caller, and `burst` at once. Remembers so many
    callers."""

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic, remembered: int = 10_000
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._remembered = remembered
        self._buckets: OrderedDict[Hashable, TokenBucket] = OrderedDict()

    def take(self, caller: Hashable, cost: float = 1) -> float:
        """Take `cost` tokens from the caller's bucket, if it holds that many: 0. Else the seconds until it does."""
        now = self._clock()
        return self._bucket(caller, now).take(now, cost)

    def reserve(self, caller: Hashable, cost: float) -> float:
        """Take `cost` tokens out in any case. The seconds until the caller is out of debt."""
        now = self._clock()
        return self._bucket(caller, now).reserve(now, cost)

    def _bucket(self, caller: Hashable, now: float) -> TokenBucket:
        bucket = self._buckets.get(caller)
        if bucket is None:
            bucket = self._buckets[caller] = TokenBucket(self._rate, self._burst, now)
            if len(self._buckets) > self._remembered:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(caller)
        return bucket


class Penalties:
    """Makes callers wait after faults: some are free, then every further one costs twice the wait of the one before.

    Only time makes them good: who guesses could have a right answer at hand."""

    def __init__(
        self,
        free: int,
        first_seconds: float,
        longest_seconds: float,
        clock: Callable[[], float] = time.monotonic,
        remembered: int = 10_000,
    ) -> None:
        self._free = free
        self._first = first_seconds
        self._longest = longest_seconds
        self._clock = clock
        self._remembered = remembered
        self._faults: OrderedDict[Hashable, tuple[int, float]] = OrderedDict()
        """By caller: how many faults are not forgiven, and until when they wait."""

    def wait(self, caller: Hashable) -> float:
        """The seconds that the caller still has to wait."""
        count, until = self._faults.get(caller, (0, 0.0))
        left = until - self._clock()
        if count and left < -self._longest:  # forgiven
            del self._faults[caller]
        return max(0.0, left)

    def add(self, caller: Hashable) -> None:
        """Note a fault of the caller."""
        count = self._faults.pop(caller, (0, 0.0))[0] + 1
        wait = self._first * 2.0 ** min(count - self._free - 1, 32) if count > self._free else 0.0
        self._faults[caller] = count, self._clock() + min(wait, self._longest)
        if len(self._faults) > self._remembered:
            self._faults.popitem(last=False)
