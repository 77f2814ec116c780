"""Bots that never come to a decision, or slowly, or end their process, for workers that a test starts; and Barrow for
them to play."""

import os
import random
import sys
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


class Misbehaving:
    """Takes the first option, and misbehaves when it chooses for the second time."""

    def __init__(self, rng: random.Random) -> None:
        self.choices = 0

    def choose(self, view: Perspective) -> int:
        self.choices += 1
        if self.choices == 2:
            self.misbehave()
        return 0

    def misbehave(self) -> None:
        raise NotImplementedError


class KillerBot(Misbehaving):
    """Ends its process."""

    def misbehave(self) -> None:
        os._exit(9)


class QuitterBot(Misbehaving):
    """Asks its process to end."""

    def misbehave(self) -> None:
        sys.exit(9)


class DeafBot(Misbehaving):
    """Hears no alarm, and thinks for ever."""

    def misbehave(self) -> None:
        while True:
            try:
                time.sleep(0.01)
            except BaseException:
                continue


class HoarderBot(Misbehaving):
    """Takes all memory there is."""

    def misbehave(self) -> None:
        hoard = []
        while True:
            hoard.append(bytearray(64 << 20))
            time.sleep(0.05)


class StillbornBot:
    """Ends its process before it is there."""

    def __init__(self, rng: random.Random) -> None:
        os._exit(9)


BOTS.update(killer=KillerBot, quitter=QuitterBot, deaf=DeafBot, hoarder=HoarderBot, stillborn=StillbornBot)
BOTS["endless"] = EndlessBot
BOTS["slow"] = SlowBot
