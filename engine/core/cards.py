"""What cards do, for games that write them as code: one card is one block.

A block is a class under the card's id. Its docstring says what the card does; its methods, each marked as a clause of
the card's text, do it. The registry makes flows of methods that ask nobody, and refuses to load a game whose cards lack
a clause of their text or have one too many.

A block without an id is a part that cards are made from; what it annotates are its parameters, set by each card.
"""

import inspect
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, ClassVar, NamedTuple, TypeVar

from engine.core.flow import as_flow
from engine.core.words import Words

F = TypeVar("F", bound=Callable[..., Any])
_MARK = "__clauses__"
_SENTENCE = "__sentence__"


class Clause(NamedTuple):
    """One clause of a card's text, and the rule that carries it out."""

    kind: str
    """What the game calls such a clause: `played`, `action`, `forced` ..."""
    rule: Any
    """A flow; a plain function where it only works something out; or a value."""
    terms: Any = None
    """What the game keeps beside the rule: a condition, a cost, the event it answers."""


def clause(kind: str, terms: Any = None, *, flow: bool = True) -> Callable[[F], F]:
    """Mark a method of a block as the rule of a clause. Without `flow` it is called as it is, for what it returns."""

    def mark(rule: F) -> F:
        rule.__dict__.setdefault(_MARK, []).append((kind, terms, flow))
        return rule

    return mark


def says(en: str, pl: str) -> Callable[[F], F]:
    """Give the clause of a part the sentence that tells it; its `{placeholders}` are the part's parameters."""

    def mark(rule: F) -> F:
        rule.__dict__[_SENTENCE] = Words(en, pl)
        return rule

    return mark


def sentence_of(one: Clause) -> Words | None:
    """The template that the clause of a part was given; a card's own clause has none."""
    return getattr(one.rule, _SENTENCE, None)


class Registry:
    """The cards of one game by id, with the clauses of each."""

    def __init__(self, values: Mapping[str, str] | None = None) -> None:
        self._values = dict(values or {})
        """Attributes of a block that are clauses by themselves, each with its kind."""
        self._clauses: dict[str, list[Clause]] = {}
        self.blocks: dict[str, Any] = {}
        """The block of each card that has one, for rules that read its values."""

    def add(self, id: str, *clauses: Clause) -> None:
        """Enter clauses of a card."""
        self._clauses.setdefault(id, []).extend(clauses)

    def of_kind(self, kind: str) -> Iterator[tuple[str, Clause]]:
        """Every clause of a kind, with the id of its card."""
        for id, clauses in self._clauses.items():
            yield from ((id, one) for one in clauses if one.kind == kind)

    def of_card(self, id: str) -> Sequence[Clause]:
        """Every clause of a card."""
        return self._clauses.get(id, ())

    def has(self, id: str) -> bool:
        """Whether a card does anything."""
        return id in self._clauses

    def check(self, kinds_by_card: Mapping[str, Collection[str]]) -> None:
        """Refuse to load unless each card does what its text names, clause by clause, and nothing else."""
        faults = []
        for id in sorted({*kinds_by_card, *self._clauses}):
            if id not in kinds_by_card:
                faults.append(f"no card has the id {id}")
                continue
            named = Counter(kinds_by_card[id])
            entered = Counter(one.kind for one in self._clauses.get(id, ()))
            if missing := sorted((named - entered).elements()):
                faults.append(f"{id} lacks {', '.join(missing)}")
            if extra := sorted((entered - named).elements()):
                faults.append(f"{id} does more than its text says: {', '.join(extra)}")
        if faults:
            raise LookupError("; ".join(faults))

    def parameters_of(self, id: str) -> dict[str, Any]:
        """What a card sets of what its parts ask for, by name."""
        card = self.blocks[id]
        return {name: getattr(card, name) for name in _parameters(type(card))}

    def add_block(self, block: type, id: str) -> None:
        """Enter a block. Refused: a second one for a card, an attribute that is no clause, a parameter not set."""
        if id in self._clauses:
            raise LookupError(f"the card {id} has two blocks; {block.__qualname__} is the second")
        card = block()
        self.add(id, *self._clauses_of(card))
        self.blocks[id] = card

    def _clauses_of(self, card: object) -> Iterator[Clause]:
        block = type(card)
        parameters = _parameters(block)
        if unset := [name for name in parameters if not hasattr(card, name)]:
            raise LookupError(f"{block.__qualname__} does not set {', '.join(unset)}")
        for name in _own_names(block):
            rule = getattr(card, name)
            marks = getattr(rule, _MARK, ())
            for kind, terms, flow in marks:
                yield Clause(kind, as_flow(rule) if flow else rule, terms)
            if name in self._values:
                yield Clause(self._values[name], rule)
            elif not marks and not name.startswith("_") and name not in parameters:
                known = ", ".join(sorted(self._values)) or "none"
                raise LookupError(f"{block.__qualname__}.{name} is no clause; mark it, or name one of: {known}")


class Block:
    """One card. A game's own `Card` stands on it, with its registry and the defaults of the values a card may have."""

    registry: ClassVar[Registry]

    def __init_subclass__(cls, *, id: str | tuple[str, ...] = ()) -> None:
        """Enter the block under its id, or under those of several cards that do the same."""
        for one in (id,) if isinstance(id, str) else id:
            cls.registry.add_block(cls, one)


def _parts(block: type) -> list[type]:
    """A block and the blocks it is made from, itself last; not the root of the game's cards."""
    return list(takewhile(lambda part: "registry" not in vars(part), block.__mro__))[::-1]


def _own_names(block: type) -> list[str]:
    """What a block and the blocks it is made from define, in their order; not what every card of the game has."""
    return list(dict.fromkeys(name for part in _parts(block) for name in vars(part) if name[:2] != "__"))


def _parameters(block: type) -> list[str]:
    """What the blocks that a card is made from ask it to set."""
    return [name for part in _parts(block) for name in inspect.get_annotations(part)]
