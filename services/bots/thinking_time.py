"""The time a bot has to think: counted over a whole AI turn, and enforced by an alarm signal."""

import signal
import time
from collections.abc import Callable
from typing import Any, TypeAlias

SHORTEST_ALARM_SECONDS = 0.001
"""An alarm set to no time at all would never ring."""
REPEAT_ALARM_SECONDS = 0.5
"""An alarm rings again after this, in case it rang where Python drops exceptions (in a generator that is thrown away,
say)."""

Think: TypeAlias = Callable[[], int]
"""Gives the index of an option."""
RunLimited: TypeAlias = Callable[[float, Think], int]
"""Calls a function and raises TimeUp once it has run for so many seconds."""


class TimeUp(BaseException):
    """A bot has thought for too long. No Exception, for a bot that catches its own exceptions must not catch this."""


def run_with_alarm(seconds: float, think: Think) -> int:
    """Call `think` and give its result; raises TimeUp in it after so many seconds. Works in the main thread only.

    Celery's soft time limit would not do: it rings once in a task, wherever the task is by then, in a call to the
    engine or in the first of many decisions. This alarm rings only while a bot thinks, in every decision."""
    signal.signal(signal.SIGALRM, _raise_time_up)
    try:
        try:
            signal.setitimer(signal.ITIMER_REAL, max(seconds, SHORTEST_ALARM_SECONDS), REPEAT_ALARM_SECONDS)
            return think()
        finally:
            _stop_alarm()
    finally:
        _stop_alarm()  # it may have rung while it was being stopped


def _raise_time_up(*_: Any) -> None:
    raise TimeUp


def _stop_alarm() -> None:
    signal.setitimer(signal.ITIMER_REAL, 0)


class ThinkingTime:
    """The seconds a bot has for all decisions of one AI turn; runs from its construction on."""

    def __init__(
        self, seconds: float, clock: Callable[[], float] = time.monotonic, run_limited: RunLimited = run_with_alarm
    ) -> None:
        self._clock = clock
        self._run_limited = run_limited
        self._deadline = clock() + seconds

    @property
    def is_up(self) -> bool:
        """Whether no time is left."""
        return self._clock() >= self._deadline

    def spend_on(self, think: Think) -> int:
        """Call `think` and give its result; raises TimeUp where it needs more time than is left."""
        return self._run_limited(self._deadline - self._clock(), think)
