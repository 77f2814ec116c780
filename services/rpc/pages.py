"""Long lists of messages in pages that the transport takes."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from google.protobuf.message import Message

M = TypeVar("M", bound=Message)
PAGE_BYTES = 1024 * 1024
"""A page of messages is about this large: well below what the transport takes."""


def pages(messages: Iterable[M], most_bytes: int = PAGE_BYTES) -> Iterator[list[M]]:
    """The messages in their order, as many at a time as make a page; a larger one by itself."""
    page: list[M] = []
    size = 0
    for message in messages:
        size += message.ByteSize()
        if page and size > most_bytes:
            yield page
            page, size = [], message.ByteSize()
        page.append(message)
    if page:
        yield page
