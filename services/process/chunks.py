"""Long lists in pieces."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from google.protobuf.message import Message

T = TypeVar("T")
M = TypeVar("M", bound=Message)
PAGE_BYTES = 1024 * 1024
"""A page of messages is about this large: well below what a transport takes."""


def chunks(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """The items, so many at a time."""
    for start in range(0, len(items), size):
        yield items[start : start + size]


def pages(messages: Iterable[M], most: int = PAGE_BYTES) -> Iterator[list[M]]:
    """The messages, as many at a time as make a page."""
    page: list[M] = []
    size = 0
    for message in messages:
        size += message.ByteSize()
        if page and size > most:
            yield page
            page, size = [], message.ByteSize()
        page.append(message)
    if page:
        yield page
