"""The time of day, as everything that is stored has it."""

import time
from collections.abc import Callable
from typing import TypeAlias

Clock: TypeAlias = Callable[[], int]
"""Tells the time of day in milliseconds since 1970."""


def now_ms() -> int:
    """The time of day by this machine."""
    return time.time_ns() // 1_000_000
