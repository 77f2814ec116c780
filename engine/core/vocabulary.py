"""The verbs of a game with their named arguments, and the references by which programs are told of its components.

Inside, an option is a tuple with ints in it. A `Lexicon` is the one place where these are named on the way out.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, Literal, TypeAlias

import msgspec

from engine.core.errors import RulesError
from engine.core.events import ONLY_OPTION, Event
from engine.core.flow import Option

References: TypeAlias = Mapping[str, Mapping[int, str] | Mapping[str, str] | Sequence[str]]
"""By kind of argument: the reference of each int, or of each word, that stands for something, or empty where an int
stands for nothing. Other words stay as they are."""
Value: TypeAlias = str | int | list[str]
"""An argument as it is sent: a reference, a number, a word, or a list of references."""

SEAT = "seat"
"""The kind of arguments that are seats."""
NUMBER = "number"
"""The kind of arguments that are numbers and stand for nothing else."""
OPTION = "option"
"""The kind of an argument, in an event of the kernel's, that is an option: its verb, and its arguments in order."""
DONE = "done"
DECLINING = ("pass", DONE)
"""Groups of options by which nothing, or nothing more, is done."""

_MOST_PHRASES = 4096
"""Options that a lexicon remembers; a decision has some tens, and they come again and again."""

Form = Literal["one", "list", "rest", "inside"]
_FORMS: dict[str, Form] = {"+": "list", "*": "rest", "-": "inside"}
_MANY: dict[Form, str] = {"one": "", "list": ", a list", "rest": ", any number", "inside": ""}


@dataclass(frozen=True)
class Argument:
    """An argument of a verb: one, a `list` of them, or all the `rest`, or one that stays `inside` and is not sent.

    One that is secret may be missing: in an event for who may not see it, in an option where there is nothing to say.
    """

    name: str
    kind: str
    form: Form = "one"
    is_secret: bool = False

    def __str__(self) -> str:
        return f"`{self.name}`: {self.kind}{_MANY[self.form]}{', may be missing' if self.is_secret else ''}"


@dataclass(frozen=True)
class Verb:
    """What a verb means, its arguments in their order, and the group in which its options are shown."""

    about: str
    arguments: tuple[Argument, ...] = ()
    group: str = ""
    outward: Callable[..., Option] | None = None
    """Gives the verb and the values to tell, where the rules keep them in another shape."""

    def told_by(self, outward: Callable[..., Option]) -> "Verb":
        """This verb, with a function that gives what is told from the values of the rules."""
        return replace(self, outward=outward)

    @property
    def sent(self) -> tuple[Argument, ...]:
        """The arguments that somebody outside is told."""
        return tuple(argument for argument in self.arguments if argument.form != "inside")


def verb(about: str, group: str = "", /, **arguments: str) -> Verb:
    """A verb with arguments by name and kind, such as `card="card"`.

    Signs after the kind: `+` is a list, `*` all that follow, `-` what is not sent, and `?`, behind these, what may be
    missing, such as what not everybody may see.
    """
    return Verb(about, tuple(_argument(name, kind) for name, kind in arguments.items()), group)


def _argument(name: str, kind: str) -> Argument:
    many = kind.rstrip("?")
    return Argument(name, many.rstrip("+*-"), _FORMS.get(many[-1], "one"), kind != many)


_KERNEL_EVENTS = {
    "conceded": verb("a seat gave the match up", seat=SEAT),
    "abandoned": verb("nobody came to play"),
    "annulled": verb("an operator ended the match so that it counts for nobody"),
    "undone": verb("a seat took its last choice back", seat=SEAT),
    ONLY_OPTION: verb(
        "a seat was not asked, for it had but this option: a verb and its arguments", seat=SEAT, option=f"{OPTION}*"
    ),
}


@dataclass(frozen=True)
class Vocabulary:
    """Every verb of a game: of options, of events, and of causes that decisions have."""

    kinds: Mapping[str, str]
    """What an argument can be, by the name of its kind."""
    options: Mapping[str, Verb]
    events: Mapping[str, Verb]
    decisions: Mapping[str, str]
    """Every kind of decision, and what it asks."""
    causes: Mapping[str, Verb] = field(default_factory=dict)
    """What a decision can be the cost or the consequence of."""
    words: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    """By kind of argument: ints that stand for a word, and for nothing that could be touched."""
    declining: frozenset[str] = frozenset()
    """Verbs of options by which nothing more is done, although they are in other groups than `pass` and `done`: in a
    terminal they have the key of these."""

    @cached_property
    def groups(self) -> tuple[str, ...]:
        """The groups of options, in the order in which every decision shows them."""
        return tuple(dict.fromkeys(one.group or name for name, one in self.options.items()))

    @cached_property
    def all_events(self) -> Mapping[str, Verb]:
        """The game's own events and the kernel's."""
        return {**self.events, **_KERNEL_EVENTS}


class Phrase(msgspec.Struct, frozen=True):
    """An option, event or cause as it is sent."""

    verb: str
    data: list[Any]
    """The arguments in their order, named."""
    arguments: dict[str, Value]
    """The arguments by name; empty where the game has no vocabulary."""
    touches: list[str]
    """The references among them, each once."""
    group: str


class Lexicon:
    """Names what options and events of one setting speak of. Without a vocabulary everything stays as it is."""

    def __init__(self, vocabulary: Vocabulary | None, references: References) -> None:
        self.references = references
        self._vocabulary = vocabulary
        self._words: Mapping[str, Mapping[int, str]] = {} if vocabulary is None else vocabulary.words
        self._ranks: dict[str, int] = {}
        for named in references.values():
            for reference in filter(None, named.values() if isinstance(named, Mapping) else named):
                self._ranks.setdefault(reference, len(self._ranks))
        self.option = lru_cache(_MOST_PHRASES)(self._option)

    def seat(self, number: int) -> str:
        """The reference of a seat."""
        seats: Any = self.references[SEAT]
        return str(seats[number])

    def event(self, event: Event) -> Phrase:
        """An event, as its reader sees it, named."""
        if event.kind == ONLY_OPTION:
            return self._only_option(*event.data)
        verbs = None if self._vocabulary is None else self._vocabulary.all_events
        return self._phrase("event", verbs, event.kind, event.data)

    def cause(self, cause: Option) -> Phrase:
        """A cause, named."""
        verbs = None if self._vocabulary is None else self._vocabulary.causes
        return self._phrase("cause", verbs, cause[0], cause[1:])

    def order_groups(self, groups: set[str]) -> list[str]:
        """Groups of options in the order that is the same at every decision: as the vocabulary lists their verbs."""
        if len(groups) < 2:
            return list(groups)
        return sorted(groups) if self._vocabulary is None else [one for one in self._vocabulary.groups if one in groups]

    def order_touched(self, touched: set[str]) -> list[str]:
        """What options touch in the order that is the same at every decision: as the setting lists its references."""
        return sorted(touched, key=self._ranks.__getitem__)

    def _only_option(self, seat: int, option: Option) -> Phrase:
        """The event that a seat had but one option."""
        one, name = self.option(tuple(option)), self.seat(seat)
        touches = [name, *(touched for touched in one.touches if touched != name)]
        data = [one.verb, *one.data]
        return Phrase(ONLY_OPTION, [name, *data], {SEAT: name, "option": data}, touches, ONLY_OPTION)

    def _option(self, option: Option) -> Phrase:
        """An option, named."""
        verbs = None if self._vocabulary is None else self._vocabulary.options
        return self._phrase("option", verbs, option[0], option[1:])

    def _phrase(self, what: str, verbs: Mapping[str, Verb] | None, name: str, values: Sequence[Any]) -> Phrase:
        if verbs is None:
            return Phrase(name, list(values), {}, [], name)
        try:
            known = verbs[name]
            if known.outward is not None:
                name, *values = known.outward(*values)
                known = verbs[name]
            parts = [(one, value) for one, value in _parts(known.arguments, values) if one.form != "inside"]
            arguments = {argument.name: self._named(argument.kind, value) for argument, value in parts}
        except (LookupError, TypeError, ValueError) as fault:
            raise RulesError(f"the vocabulary has no {what} {name!r} with arguments {values!r}: {fault!r}") from None
        data: list[Any] = []
        touches: dict[str, None] = {}
        for argument, _ in parts:
            named = arguments[argument.name]
            data += named if argument.form == "rest" else [named]
            if argument.kind in self.references:
                touches.update((one, None) for one in _each(named) if one in self._ranks)
        return Phrase(name, data, arguments, list(touches), known.group or name)

    def _named(self, kind: str, value: Any) -> Any:
        names: Any = self.references.get(kind)
        if type(value) is str:
            return names.get(value, value) if isinstance(names, Mapping) else value
        if type(value) in (list, tuple):
            return [self._named(kind, one) for one in value]
        if value in self._words.get(kind, ()):
            return self._words[kind][value]
        if names is not None:
            return names[value]
        if kind != NUMBER:
            raise ValueError(f"{value!r} is a {kind} without a reference")
        return value


def _parts(arguments: tuple[Argument, ...], values: Sequence[Any]) -> Iterator[tuple[Argument, Any]]:
    """Each argument with its value; too many values or too few are refused."""
    for at, argument in enumerate(arguments):
        if argument.form == "rest":
            yield argument, list(values[at:])
            return
        if at < len(values):
            yield argument, values[at]
        elif not argument.is_secret:
            raise ValueError(f"{argument.name} is missing")
    if len(values) > len(arguments):
        raise ValueError("there are more values than arguments")


def _each(named: Any) -> list[Any]:
    """A named value, or the parts of a list of them."""
    return named if type(named) is list else [named]


# -- references


def copy_references(ids: Iterable[str]) -> list[str]:
    """The references of components by number: their id, with `:1`, `:2` ... behind it where there are copies."""
    ids = list(ids)
    copies, seen = Counter(ids), Counter[str]()
    references = []
    for id in ids:
        seen[id] += 1
        references.append(id if copies[id] == 1 else f"{id}:{seen[id]}")
    return references


def seat_references(roles: Iterable[str]) -> list[str]:
    """The references of seats by number, from the ids of their roles: `seat:frodo`."""
    return [f"{SEAT}:{role}" for role in roles]
