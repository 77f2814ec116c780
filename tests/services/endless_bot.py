"""Bots that never come to a decision, or slowly, for workers that a test starts; and Barrow for them to play."""

import random
import time

from engine.bots import BOTS, Perspective
from tests.toy import registered  # noqa: F401  # makes the toy game playable


class EndlessBot:
    """Thinks for ever, and does not mind faults."""

    def __init__(self, rng: random.Random) -> None: ...

    def choose(self, view: Perspective) -> int:
        while True:
            try:
                time.sleep(0.01)
            except Exception:
                continue


class SlowBot:
    """Thinks for a while, and takes the first option."""

    def __init__(self, rng: random.Random) -> None: ...

    def choose(self, view: Perspective) -> int:
        time.sleep(0.3)
        return 0


BOTS["endless"] = EndlessBot
BOTS["slow"] = SlowBot
