"""The `random` bot: every option is as good as another."""

import random

from engine.bots.perspective import Perspective


class Uniform:
    """Chooses uniformly at random."""

    looks_ahead = False

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def choose(self, view: Perspective) -> int:
        """Any option."""
        return int(self.rng.random() * len(view.options))
