"""A bot by its name and parameters, as people write it: `greedy`, `greedy:worlds=8`, `greedy:worlds=8,blunder=0.1`."""

import inspect
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NewType

import msgspec

from engine.core.errors import UnknownBot

Seconds = NewType("Seconds", float)
"""A parameter that is a time; written with its unit, as `1s` or `50ms`."""

BLUNDER = "blunder"
"""A parameter that every bot has: how often it chooses at random instead, from 0 to 1."""
_WRITTEN = (int, float, str, Seconds)
"""Kinds of parameters that can be written; a bot may be made with others by programs."""
_UNITS = {"s": 1.0, "ms": 0.001}


class BotSpec(msgspec.Struct, frozen=True):
    """A bot's name, and the parameters it is made with instead of its own."""

    name: str
    parameters: dict[str, Any] = {}

    def __str__(self) -> str:
        parameters = ",".join(f"{name}={_write(value)}" for name, value in sorted(self.parameters.items()))
        return f"{self.name}:{parameters}" if parameters else self.name


def parse_spec(text: str, bots: Mapping[str, Callable[..., Any]]) -> BotSpec:
    """Read a name with parameters. Raises UnknownBot, which says what there is."""
    name, _, rest = text.partition(":")
    if name not in bots:
        raise UnknownBot(f"there is no bot {name!r}; there are: {', '.join(bots)}")
    kinds = {**_parameters(bots[name]), BLUNDER: float}
    parameters: dict[str, Any] = {}
    for assignment in rest.split(",") if rest else ():
        key, equals, value = assignment.partition("=")
        if not equals or key not in kinds:
            raise UnknownBot(f"{name} has no parameter {assignment!r}; it has: {', '.join(f'{one}=' for one in kinds)}")
        parameters[key] = _read(f"{name}:{key}", value, kinds[key])
    if not 0 <= parameters.get(BLUNDER, 0) <= 1:
        raise UnknownBot(f"{name}:{BLUNDER} is a probability from 0 to 1, not {parameters[BLUNDER]:g}")
    return BotSpec(name, parameters)


@cache
def _parameters(kind: Callable[..., Any]) -> dict[str, Any]:
    """What a bot can be made with beside its source of randomness, with the type of each."""
    parameters = list(inspect.signature(kind).parameters.values())[1:]
    return {one.name: one.annotation for one in parameters if one.annotation in _WRITTEN}


def _read(name: str, text: str, kind: Any) -> Any:
    """A parameter's value. Raises UnknownBot if it is none of its kind."""
    if kind is Seconds:
        time = re.fullmatch(r"([0-9.]+)(s|ms)", text)
        if time is None:
            raise UnknownBot(f"{name} is a time such as 1s or 50ms, not {text!r}")
        return float(time[1]) * _UNITS[time[2]]
    try:
        value: Any = kind(text) if kind in (int, float) else text
    except ValueError:
        raise UnknownBot(f"{name} is a {'whole ' if kind is int else ''}number, not {text!r}") from None
    if kind is int and value < 1:
        raise UnknownBot(f"{name} is at least 1, not {text}")
    return value


def _write(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
