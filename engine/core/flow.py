"""Decisions, and the flows that ask for them.

A rule that needs a choice is a generator: it yields a `Decision` and is sent the option that was chosen.
"""

from collections.abc import Generator
from typing import Any, TypeAlias, TypeVar

import msgspec

T = TypeVar("T")

Option: TypeAlias = tuple[Any, ...]
"""A verb and what it acts on, such as `("play", 17, "reserve")`."""


class Decision(msgspec.Struct, frozen=True, gc=False):
    """A seat must pick one of the options. With a single option nobody is asked."""

    seat: int
    kind: str
    options: list[Option]


class Together(msgspec.Struct, frozen=True):
    """Several seats choose in secret at once; the flow is sent their choices in this order."""

    decisions: tuple[Decision, ...]


Flow: TypeAlias = Generator[Decision | Together, Any, T]
