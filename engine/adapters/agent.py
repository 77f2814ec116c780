"""An agent that was trained elsewhere as a bot: `BOTS["mine"] = bot_of(act)`."""

import random
from collections.abc import Callable
from typing import Any, TypeAlias

from engine.adapters.encoding import Encoding, Observation
from engine.bots.perspective import Perspective

Act: TypeAlias = Callable[[Observation], int]
"""From what a seat sees, with the mask of what it may do, to an action."""


class Agent:
    """Chooses as an agent acts in the environments."""

    def __init__(self, act: Act, parameters: dict[str, Any]) -> None:
        self.act = act
        self.parameters = parameters
        self.encoding: Encoding | None = None

    def choose(self, view: Perspective) -> int:
        """The option that stands for the agent's action. Raises IllegalAction where there is none."""
        if self.encoding is None:
            self.encoding = Encoding(view.rules, view.setting, **self.parameters)
        return self.encoding.index(view.seat, view.decision, int(self.act(self.encoding.look(view))))


def bot_of(act: Act, **parameters: Any) -> Callable[[random.Random], Agent]:
    """The maker of a bot that acts so; with the parameters of the encoding that the agent was trained with."""

    def make(_rng: random.Random) -> Agent:
        return Agent(act, parameters)

    return make
