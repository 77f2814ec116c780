"""Decisions, and the flows that ask for them.

A rule that needs a choice is a generator: it yields a `Decision` and is sent the option that was chosen.
"""

import functools
import inspect
from collections.abc import Callable, Generator
from types import GeneratorType
from typing import Any, ParamSpec, TypeAlias, TypeVar, cast

import msgspec

P = ParamSpec("P")
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


def as_flow(rule: Callable[P, Flow[T] | T]) -> Callable[P, Flow[T]]:
    """Make a flow of a rule that asks nobody: a plain function. A generator function is a flow already."""
    if inspect.isgeneratorfunction(rule):
        return cast(Callable[P, Flow[T]], rule)

    @functools.wraps(rule)
    def flow(*args: P.args, **kwargs: P.kwargs) -> Flow[T]:
        result = rule(*args, **kwargs)
        if type(result) is GeneratorType:
            return cast(T, (yield from result))
        return cast(T, result)

    return flow
