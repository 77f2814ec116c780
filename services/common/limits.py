"""How fast one caller may go: a token bucket for each, forgotten when idle."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable

MOST_AT_ONCE = 8
"""Things a caller who is not one of us may ask for in one call; each counts as a call."""


class RateLimit:
    """Allows `rate` calls a second to each caller, and `burst` at once."""

    def __init__(
        self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic, remembered: int = 10_000
    ) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._clock = clock
        self._remembered = remembered
        self._buckets: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def allow(self, caller: Hashable, cost: int = 1) -> bool:
        """Take `cost` from the caller's bucket, if it holds that much."""
        now = self._clock()
        left, then = self._buckets.pop(caller, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._rate)
        granted = left >= cost
        self._buckets[caller] = (left - cost if granted else left, now)
        if len(self._buckets) > self._remembered:
            self._buckets.popitem(last=False)
        return granted
