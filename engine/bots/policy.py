"""What a bot is, and which there are."""

import random
from collections.abc import Callable
from typing import Protocol

from engine.bots.greedy import Greedy
from engine.bots.perspective import Perspective
from engine.bots.uniform import Uniform
from engine.core.errors import UnknownBot


class Bot(Protocol):
    """Chooses for a seat."""

    def choose(self, view: Perspective) -> int:
        """The index of the option to take."""


BOTS: dict[str, Callable[[random.Random], Bot]] = {"random": Uniform, "greedy": Greedy}
"""Every bot by name; each is made with its own source of randomness."""


def make_bot(name: str, seed: int | None = None) -> Bot:
    """A fresh bot of that name."""
    try:
        kind = BOTS[name]
    except KeyError:
        raise UnknownBot(f"there is no bot {name!r}; there are: {', '.join(BOTS)}") from None
    return kind(random.Random(seed))
