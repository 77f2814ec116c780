"""Which bots there are, and how one is made."""

import random
from collections.abc import Callable
from typing import Any

from engine.bots.blundering import Blundering
from engine.bots.greedy import Greedy
from engine.bots.perspective import Bot
from engine.bots.spec import BLUNDER, BotSpec, parse_spec
from engine.bots.uniform import Uniform

BOTS: dict[str, Callable[..., Bot]] = {"random": Uniform, "greedy": Greedy}
"""Every bot by name; each is made with its own source of randomness, and with the parameters that its maker takes."""


def make_bot(bot: str | BotSpec, seed: int | None = None) -> Bot:
    """A fresh bot, by name and parameters."""
    spec = parse_spec(bot, BOTS) if isinstance(bot, str) else bot
    parameters: dict[str, Any] = dict(spec.parameters)
    blunder = parameters.pop(BLUNDER, 0.0)
    rng = random.Random(seed)
    made = BOTS[spec.name](rng, **parameters)
    return Blundering(rng, made, blunder) if blunder else made
