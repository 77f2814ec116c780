"""Finds the knee: the highest rate that a server sustains."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from benchmarks.load.tally import Window

GROWTH = 1.5
HALVINGS = 3


@dataclass(frozen=True)
class Knee:
    """What was sustained last, and what no more; None where there was no such thing."""

    sustained: Window | None
    failed: Window | None


async def find_knee(trial: Callable[[float], Awaitable[Window]], first: float, most: float) -> Knee:
    """Try rates that grow until one is not sustained, then rates between, each as a trial; none above the most."""
    good, bad = Knee(None, None), first
    rate = first
    while True:
        window = await trial(rate)
        if not window.is_sustained:
            bad = rate
            good = Knee(good.sustained, window)
            break
        good = Knee(window, None)
        if rate >= most:
            return good
        rate = min(rate * GROWTH, most)
    low = bad / GROWTH if good.sustained else 0.0
    for _ in range(HALVINGS):
        middle = (low + bad) / 2
        window = await trial(middle)
        if window.is_sustained:
            low, good = middle, Knee(window, good.failed)
        else:
            bad, good = middle, Knee(good.sustained, window)
    return good
