"""Examples to learn from: decisions with the keys of every option, and how good a teacher thinks each option is."""

from collections.abc import Iterable, Sequence

import msgspec

from engine.bots.keys import write_key
from engine.core.features import Key


class Standing(msgspec.Struct, frozen=True, array_like=True):
    """A position at a milestone as one side sees it, and whether that side won in the end: 0, 0.5 or 1."""

    side: str
    worth: float
    result: float
    terms: dict[str, float] = {}
    """How much there is of each term that the game names."""


class Examples(msgspec.Struct):
    """Examples of one or many matches, in flat lists: workers send them, and the fit makes arrays of them."""

    keys: list[str] = []
    """Every key once, as files name it."""
    sides: list[str] = []
    """By decision: whose it was."""
    options: list[int] = []
    """By decision: how many options it had."""
    targets: list[float] = []
    """By option: how often to choose it; the options of a decision add up to 1."""
    lengths: list[int] = []
    """By option: how many keys it has."""
    columns: list[int] = []
    """By option, one after the other: its keys, as indices of `keys`."""
    standings: list[Standing] = []


class Collector:
    """Gathers examples."""

    def __init__(self) -> None:
        self.examples = Examples()
        self._index: dict[Key, int] = {}

    def add(self, side: str, rows: Iterable[Sequence[Key]], targets: Sequence[float]) -> None:
        """Add a decision."""
        examples, index = self.examples, self._index
        examples.sides.append(side)
        examples.options.append(len(targets))
        examples.targets += targets
        for row in rows:
            examples.lengths.append(len(row))
            examples.columns += [index.setdefault(key, len(index)) for key in row]

    def finish(self) -> Examples:
        """All that was gathered."""
        self.examples.keys = [write_key(key) for key in self._index]
        return self.examples


def merged(many: Iterable[Examples]) -> Examples:
    """All examples as one, in their order."""
    total = Examples()
    index: dict[str, int] = {}
    for one in many:
        places = [index.setdefault(key, len(index)) for key in one.keys]
        total.sides += one.sides
        total.options += one.options
        total.targets += one.targets
        total.lengths += one.lengths
        total.columns += map(places.__getitem__, one.columns)
        total.standings += one.standings
    total.keys = list(index)
    return total
