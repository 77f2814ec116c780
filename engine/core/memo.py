"""Tables that fill themselves: what is worked out once for each key."""

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Memo(dict[K, V]):
    """Values by key, each worked out when it is first looked up.

    Cheaper to ask than a cached function, for rules that look up many values in a row. It forgets nothing: keys must be
    few, such as the cards of a game.
    """

    __slots__ = ("_work_out",)

    def __init__(self, work_out: Callable[[K], V]) -> None:
        super().__init__()
        self._work_out = work_out

    def __missing__(self, key: K) -> V:
        value = self[key] = self._work_out(key)
        return value
