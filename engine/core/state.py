"""The plain data every game's state is built on, and what runs beside it without being part of it."""

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple, NoReturn, TypeAlias

import msgspec

from engine.core.events import Event


class Outcome(msgspec.Struct, frozen=True, array_like=True):
    """How a match ended: winning seats, their side, each side's score and why, as a short code."""

    winners: list[int]
    side: str
    reason: str
    scores: dict[str, int] = {}


Chance: TypeAlias = int | list[int]
"""What came of one event of chance: a number, or the places from which a shuffle took its cards, in order."""
UNKNOWN_BARRIER, NO_BARRIER, CHANCE_BARRIER, DISCLOSURE_BARRIER = range(4)
"""What a choice brought about that cannot be undone; unknown in snapshots of releases that did not note it."""
Remix: TypeAlias = Callable[[list[int]], None]
"""Gives shuffled cards another order."""


class Draw(NamedTuple):
    """One event of chance as it was asked for: from how many sides or which components, and what came of it."""

    stream: str
    number: int
    among: int | list[int]
    result: int | list[int]


class Causes(list[tuple[Any, ...]]):
    """What the rules are at, innermost last; at its end, a `with` takes the last away."""

    __slots__ = ()

    def __enter__(self) -> None:
        """Nothing is left to do: `because` has added the cause, which spares every choice an object."""

    def __exit__(self, *_: object) -> None:
        self.pop()


class Run:
    """What a running match keeps beside its state: events on their way out and recent chance.

    `chances` holds what came of every event of chance since the checkpoint; `past` is what is still to be repeated
    while a copy catches up, last first. `barrier` is what the choice under way brought about that cannot be undone.
    `checkpoint_due` asks for a checkpoint before the next step.
    In an imagined world, `remix` gives a repeated shuffle another order among the cards its viewer cannot see.
    `trace` is told of every event of chance, for tests. `causes` says what the rules are at, innermost last.
    """

    __slots__ = ("barrier", "causes", "chances", "checkpoint_due", "events", "past", "remix", "trace")

    def __init__(self, past: list[Chance], remix: Remix | None = None) -> None:
        self.events: list[Event] | None = None
        self.chances: list[Chance] = []
        self.barrier = NO_BARRIER
        self.past = past[::-1]
        self.remix = remix
        self.trace: Callable[[Draw], None] | None = None
        self.checkpoint_due = False
        self.causes = Causes()


class State(msgspec.Struct, dict=True, array_like=True, kw_only=True):
    """Base of every game's state: ints, short strings, lists, dicts and structs of these."""

    step: str
    seed: bytes = b""
    streams: dict[str, int] = {}
    """By stream of chance: how many events it has had."""
    disclosed: int = 0
    outcome: Outcome | None = None

    run: ClassVar[Run] = Run([])


class MatchEnded(Exception):
    """Unwinds a flow when the match ends in the middle of it."""


def end_match(s: State, outcome: Outcome) -> NoReturn:
    """End the match here and now."""
    s.outcome = outcome
    raise MatchEnded


def disclose(s: State) -> None:
    """Note that somebody was shown something hidden, so that it cannot be undone."""
    s.disclosed += 1
    run = s.run
    if run.barrier == NO_BARRIER:
        run.barrier = DISCLOSURE_BARRIER


def checkpoint(s: State) -> None:
    """Begin the next step from a checkpoint, although nothing was chosen or drawn since the last.

    For steps that find out who is to be asked by looking at hidden cards: a world dealt from here on keeps who
    is asked, and needs no deal in which the same seats would be passed over again.
    """
    s.run.checkpoint_due = True


def because(s: State, *cause: Any) -> Causes:
    """Note what the decisions inside a `with` are the cost or the consequence of: a cause of the game's vocabulary."""
    causes = s.run.causes
    causes.append(cause)
    return causes
