"""Named features of a decision, by which bots that have learned weigh its options."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

Key: TypeAlias = tuple[str | int, ...]
"""The name of a feature: kebab-case words and numbers, such as `("margin", -1, 2)`."""


class Features(NamedTuple):
    """What a game tells of a decision of a seat: nothing but what that seat may see."""

    situation: Sequence[Key]
    """What holds whichever option is chosen; weighed with the verb of each option."""
    options: Sequence[Sequence[Key]]
    """For each option what it alone would bring about or touch; empty where nothing is told of any."""


NO_FEATURES = Features((), ())
