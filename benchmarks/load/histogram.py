"""A histogram of waits, which processes send to each other and add up."""

import math
from collections.abc import Iterable

SMALLEST_MS = 0.01
GROWTH = 1.02
"""From one bucket to the next: every figure is right within two per cent."""
_LOG_GROWTH = math.log(GROWTH)


class Histogram:
    """Waits in milliseconds, counted in buckets that grow by two per cent."""

    def __init__(self, buckets: Iterable[tuple[int, int]] = ()) -> None:
        self._buckets = dict(buckets)

    def add(self, milliseconds: float) -> None:
        """Count a wait."""
        bucket = int(math.log(max(milliseconds, SMALLEST_MS) / SMALLEST_MS) / _LOG_GROWTH)
        self._buckets[bucket] = self._buckets.get(bucket, 0) + 1

    def merge(self, other: "Histogram") -> None:
        """Count the waits of another one too."""
        for bucket, count in other._buckets.items():
            self._buckets[bucket] = self._buckets.get(bucket, 0) + count

    @property
    def count(self) -> int:
        """How many waits there are."""
        return sum(self._buckets.values())

    def percentile(self, percent: float) -> float:
        """The wait that so many of a hundred do not exceed; 0 where there is none."""
        missing = self.count * percent / 100
        for bucket, count in sorted(self._buckets.items()):
            missing -= count
            if missing <= 0:
                return SMALLEST_MS * GROWTH ** (bucket + 1)
        return 0.0

    def pairs(self) -> list[tuple[int, int]]:
        """Its buckets, of which another one can be made."""
        return list(self._buckets.items())
