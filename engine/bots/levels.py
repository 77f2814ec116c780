"""Bots for people, by level: `novice`, `adept` and `master`, each a bot with a budget that suits a live match."""

import random

from engine.bots.blundering import Blundering
from engine.bots.horizon import Horizon
from engine.bots.swift import Swift

NOVICE_BLUNDERS = 0.25
"""How often a novice chooses at random."""


class Novice(Blundering):
    """For a first match: sound habits, but every fourth choice is made at random."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng, Swift(rng), NOVICE_BLUNDERS)


class Adept(Swift):
    """For who knows the rules: sound habits without blunders, and no looking ahead."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)


class Master(Horizon):
    """For who wants to lose: looks ahead to the end of the round, in six worlds."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng, worlds=6, options=5)
