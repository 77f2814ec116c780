"""How long a bot takes for its decisions: counts by a scale on which each step is a tenth of a decade."""

import math
from collections import Counter
from collections.abc import Mapping

STEPS = 10
"""Steps in a decade."""


def step_of(seconds: float) -> int:
    """The step of the scale in which a time lies; a second is at 0, a millisecond at -30."""
    return math.floor(math.log10(max(seconds, 1e-7)) * STEPS)


def quantile(counts: Mapping[int, int], share: float) -> float:
    """The time within which that share of the decisions was made, in seconds; 0 where there was none."""
    left = math.ceil(share * sum(counts.values()))
    for step in sorted(counts):
        left -= counts[step]
        if left <= 0:
            return float(10 ** ((step + 0.5) / STEPS))
    return 0.0


def merged(one: Mapping[int, int], other: Mapping[int, int]) -> dict[int, int]:
    """The counts of both."""
    return dict(Counter(one) + Counter(other))
