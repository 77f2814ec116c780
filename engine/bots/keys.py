"""The keys by which any option of any game is weighed: its decision, its verb, and the components it names."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from engine.core.features import Features, Key
from engine.core.flow import Decision, Option
from engine.core.game import Game, Setting

KEYS_VERSION = 1
"""Goes up whenever the keys of this module change: weights that were learned before mean something else."""
WHEN = "when"
"""Stands in a key between the verb of an option and the situation it is weighed in."""
WITH = "with"
"""Stands in a key before a feature that the game tells of an option."""
MOST_MILESTONES = 12
"""Milestones after which all that follow count as one."""
_PAIR = 2


class Label(NamedTuple):
    """What a number in an option stands for."""

    id: str
    kind: str
    is_one_of_many: bool
    """Whether other numbers stand for the same: copies of a card, or numbers that stand for no component at all."""


Labels = Mapping[int, Label]


def labels_of(game: Game[Any], setting: Setting) -> Labels:
    """What the numbers of a setting's components stand for."""
    listed = game.components(setting)
    copies = Counter(component.id for component in listed for _ in component.numbers)
    return {
        number: Label(component.id, component.kind, copies[component.id] > 1)
        for component in listed
        for number in component.numbers
    }


def option_keys(kind: str, option: Option, passed: int, labels: Labels) -> list[Key]:
    """The keys of an option that depend on nothing but itself, the kind of its decision and the milestones passed."""
    verb, *arguments = option
    plain: list[Key] = [(kind, verb)]
    for at, argument in enumerate(arguments, start=1):
        plain += [(kind, verb, at, *part) for part in _parts(argument, labels)]
    dated = [(*key, "round", min(passed, MOST_MILESTONES)) for key in plain]
    if len(arguments) == _PAIR:
        plain.append((kind, verb, *(_name(argument, labels) for argument in arguments)))
    return plain + dated


def _parts(argument: Any, labels: Labels) -> Iterator[Key]:
    label = labels.get(argument)
    if label is None:
        yield (argument,)
        return
    yield (label.id,)
    yield "kind", label.kind
    if label.is_one_of_many:
        yield (argument,)


def _name(argument: Any, labels: Labels) -> str | int:
    label = labels.get(argument)
    return argument if label is None else label.id


def all_keys(decision: Decision, features: Features, passed: int, labels: Labels) -> list[list[Key]]:
    """Every key of every option of a decision, for those who learn what they weigh."""
    rows = []
    for at, option in enumerate(decision.options):
        row = option_keys(decision.kind, option, passed, labels)
        row += [(decision.kind, option[0], WHEN, *key) for key in features.situation]
        if features.options:
            row += [(WITH, *key) for key in features.options[at]]
        rows.append(row)
    return rows


def write_key(key: Key) -> str:
    """A key as files name it."""
    return " ".join(map(str, key))


def read_key(text: str) -> Key:
    """The key that a file names: what looks like a whole number is one."""
    return tuple(int(part) if part.lstrip("-").isdigit() else part for part in text.split(" "))
