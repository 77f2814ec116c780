"""The time a bot has to think: counted over a whole turn, and ended by an alarm that rings while it thinks."""

import signal
import time
from collections.abc import Callable
from typing import Any, TypeAlias

SHORTEST_SECONDS = 0.001
"""Of an alarm: one set to no time at all would never ring."""
AGAIN_SECONDS = 0.5
"""An alarm that rings where Python drops exceptions (a generator that is thrown away, say) rings again after this."""

Think: TypeAlias = Callable[[], int]
Alarm: TypeAlias = Callable[[float, Think], int]
"""Lets somebody think for so many seconds."""


class TimeUp(BaseException):
    """A bot has thought for too long. No Exception, for a bot that outlives faults of its own must not outlive this."""


def alarm(seconds: float, think: Think) -> int:
    """What the thinking comes to; TimeUp where it lasts longer. Only the main thread of a process hears the alarm.

    A limit of Celery rings once in a task, wherever that is by then: in a call to the engine, or in the first of many
    decisions. This one rings where a bot thinks and nowhere else, however often it is asked."""
    signal.signal(signal.SIGALRM, _ring)
    try:
        try:
            signal.setitimer(signal.ITIMER_REAL, max(seconds, SHORTEST_SECONDS), AGAIN_SECONDS)
            return think()
        finally:
            _stop()
    finally:
        _stop()  # it may have rung while it was being stopped


def _ring(*_: Any) -> None:
    raise TimeUp


def _stop() -> None:
    signal.setitimer(signal.ITIMER_REAL, 0)


class Patience:
    """So many seconds for all that a bot has to think of in one turn."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic, alarm: Alarm = alarm) -> None:
        self._clock = clock
        self._alarm = alarm
        self._until = clock() + seconds

    @property
    def is_over(self) -> bool:
        """Whether nothing is left."""
        return self._clock() >= self._until

    def spend(self, think: Think) -> int:
        """What the thinking comes to; TimeUp where it needs more than is left."""
        return self._alarm(self._until - self._clock(), think)
