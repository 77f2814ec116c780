"""The plain data every game's state is built on, and what runs beside it without being part of it."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NamedTuple, NoReturn, TypeAlias, TypeVar

import msgspec

from engine.core.events import Event

T = TypeVar("T")


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
    `findings` holds what `find_once` found since the checkpoint, `known` what it found there in the match that a copy
    is made of, last first, and `ahead` what a step found for the next.
    `trace` is told of every event of chance, for tests. `causes` says what the rules are at, innermost last, and
    `end_cause` what they were at when they ended the match.
    """

    __slots__ = (
        "ahead",
        "barrier",
        "causes",
        "chances",
        "checkpoint_due",
        "end_cause",
        "events",
        "findings",
        "known",
        "past",
        "remix",
        "trace",
    )

    def __init__(self, past: list[Chance], remix: Remix | None = None, known: Sequence[Any] = ()) -> None:
        self.events: list[Event] | None = None
        self.chances: list[Chance] = []
        self.barrier = NO_BARRIER
        self.past = past[::-1]
        self.remix = remix
        self.trace: Callable[[Draw], None] | None = None
        self.checkpoint_due = False
        self.causes = Causes()
        self.end_cause: tuple[Any, ...] | None = None
        self.findings: list[Any] = []
        self.known = [*known][::-1]
        self.ahead: tuple[State, Callable[..., Any], tuple[Any, ...], Any] | None = None


class State(msgspec.Struct, dict=True, array_like=True, kw_only=True):
    """Base of every game's state: ints, short strings, lists, dicts and structs of these."""

    step: str
    seed: bytes = b""
    streams: dict[str, int] = {}
    """By stream of chance: how many events it has had."""
    disclosed: int = 0
    outcome: Outcome | None = None

    run: ClassVar[Run] = Run([])


class StepEnded(Exception):
    """Unwinds a flow when its step ends in the middle of it; the next is the one that the state names."""


class MatchEnded(Exception):
    """Unwinds a flow when the match ends in the middle of it."""


def end_match(s: State, outcome: Outcome) -> NoReturn:
    """End the match here and now."""
    s.outcome = outcome
    s.run.end_cause = s.run.causes[-1] if s.run.causes else None
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


def find_once(s: State, find: Callable[..., T], *args: Any) -> T:
    """What is found in the state, such as options; a copy that comes here again takes it over, and so changes it not.

    For what costs much to find. It must depend on the state and the arguments alone.
    """
    run = s.run
    if run.known:
        result: T = run.known.pop()
    elif run.ahead is not None and run.ahead[0] is s and run.ahead[1:3] == (find, args):
        result = run.ahead[3]
    else:
        result = find(s, *args)
    run.ahead = None
    run.findings.append(result)
    return result


def find_ahead(s: State, find: Callable[..., T], *args: Any) -> T:
    """What the next step is going to find once, found for it already; nothing may change in between."""
    result = find(s, *args)
    found_ahead(s, result, find, *args)
    return result


def found_ahead(s: State, result: T, find: Callable[..., T], *args: Any) -> None:
    """Note what the next step is going to find once, where something else has found it already."""
    s.run.ahead = (s, find, args, result)


def because(s: State, *cause: Any) -> Causes:
    """Note what the decisions inside a `with` are the cost or the consequence of: a cause of the game's vocabulary."""
    causes = s.run.causes
    causes.append(cause)
    return causes
