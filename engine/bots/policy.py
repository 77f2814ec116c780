"""Which bots there are, and how one is made."""

import random
from collections.abc import Callable, Mapping
from typing import Any

from engine.bots.blundering import Blundering
from engine.bots.greedy import Greedy
from engine.bots.horizon import Horizon
from engine.bots.levels import Adept, Master, Novice
from engine.bots.perspective import Bot
from engine.bots.spec import BLUNDER, BotSpec, parse_spec
from engine.bots.swift import Swift
from engine.bots.uniform import Uniform

SHIPPED_BOTS: Mapping[str, Callable[..., Bot]] = {
    "random": Uniform,
    "greedy": Greedy,
    "swift": Swift,
    "horizon": Horizon,
    "novice": Novice,
    "adept": Adept,
    "master": Master,
}
"""The bots of this package, by name."""

BOTS: dict[str, Callable[..., Bot]] = dict(SHIPPED_BOTS)
"""Every bot by name, those of plugins too; each is made with a source of randomness and the parameters of its maker."""


def make_bot(bot: str | BotSpec, seed: int | None = None) -> Bot:
    """A fresh bot, by name and parameters."""
    spec = parse_spec(bot, BOTS) if isinstance(bot, str) else bot
    parameters: dict[str, Any] = dict(spec.parameters)
    blunder = parameters.pop(BLUNDER, 0.0)
    rng = random.Random(seed)
    policy = BOTS[spec.name](rng, **parameters)
    return Blundering(rng, policy, blunder) if blunder else policy
