"""The time of day in milliseconds, as in everything that is stored."""

import time
from collections.abc import Callable
from typing import TypeAlias

Clock: TypeAlias = Callable[[], int]
"""Gives the time of day in milliseconds since 1970."""


def now_ms() -> int:
    """The time of day by this machine's clock."""
    return time.time_ns() // 1_000_000
