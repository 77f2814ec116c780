"""Long sequences in chunks of one size."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def chunks(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """The items in their order, so many at a time."""
    for start in range(0, len(items), size):
        yield items[start : start + size]
