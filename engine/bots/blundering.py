"""A weakness that any bot can be given, to see whether a test finds it: now and then it chooses at random."""

import random

from engine.bots.perspective import Bot, Perspective, looks_ahead


class Blundering:
    """Another bot that chooses at random with a given probability."""

    def __init__(self, rng: random.Random, bot: Bot, rate: float) -> None:
        self.rng = rng
        self.bot = bot
        self.rate = rate
        self.looks_ahead = looks_ahead(bot)

    def choose(self, view: Perspective) -> int:
        """Any option, or the other bot's choice."""
        if self.rng.random() < self.rate:
            return self.rng.randrange(len(view.options))
        return self.bot.choose(view)
