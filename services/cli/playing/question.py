"""A decision as it is asked in a terminal: options in groups, each with a key that stays its own."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.core.layout import Layout
from engine.core.vocabulary import DECLINING, DONE, Vocabulary
from engine.core.words import Lang

_DECLINING_KEY = "0"
"""The key, at every question, of the option by which nothing, or nothing more, is done."""
_VARIES = re.compile(r"\s*\([^)]*\)|\d+")
"""What may differ when a question is asked again: its numbers, and a remark such as why one may not pass."""
_FEW = 12
"""Options that are shown at once, whatever their groups."""
_PAIR = 2
"""Options that a title would not make shorter."""
_MANY = 9
"""Options of a group from which on it is divided once more, by what they touch, where that makes it shorter by half."""


@dataclass(frozen=True)
class Offer:
    """An option as a game or a server offers it."""

    label: str
    identity: str
    """What tells it from all others, the same at every question."""
    group: str
    touches: tuple[str, ...]


def shown_group(vocabulary: Vocabulary | None, verb: str, group: str) -> str:
    """The group in which a terminal shows an option: all by which nothing more is done are in one."""
    return DONE if vocabulary is not None and verb in vocabulary.declining else group


@dataclass(frozen=True)
class Choice:
    """An option with the key by which it is chosen."""

    index: int
    key: str
    offer: Offer

    @property
    def label(self) -> str:
        """The option in words."""
        return self.offer.label


@dataclass(frozen=True)
class Section:
    """Options that are shown together under a title; one that is `folded` shows them when it is asked for."""

    title: str
    choices: tuple[Choice, ...]
    folded: bool


@dataclass(frozen=True)
class Question:
    """An open decision of the person at the terminal."""

    kind: str
    prompt: str
    version: int
    choices: tuple[Choice, ...]
    topic: str = ""
    """What it has in common with those of which it is one that is asked again."""

    def choice(self, key: str) -> Choice | None:
        """The choice of that key."""
        return next((one for one in self.choices if one.key == key), None)

    @property
    def first(self) -> Choice:
        """The first choice by which something is done; the first of all where there is none."""
        return next((one for one in self.choices if one.offer.group not in DECLINING), self.choices[0])

    def same(self, identity: str) -> Choice | None:
        """The choice that is the same as one of an earlier question."""
        return next((one for one in self.choices if one.offer.identity == identity), None)


@dataclass(frozen=True)
class _Numbered:
    """A question that was asked, with the keys that its options had."""

    topic: str
    keys: dict[str, str]
    """By identity."""


@dataclass
class Numbering:
    """Keys of options. Who declines types 0, always; others are numbered from 1 at each new question. While one is
    asked again, an option keeps its number, and a number that was another option's just before is left out."""

    _questions: list[_Numbered] = field(default_factory=list)
    _goes_back: bool = False

    def go_back(self) -> None:
        """A choice is taken back: a question that was asked before has the keys that it had."""
        self._goes_back = True

    def keys(self, topic: str, offers: Sequence[Offer]) -> list[str]:
        """A key for every offer of a question; questions of one topic are one question that is asked again."""
        keys = self._keys_back_then(topic, offers) if self._goes_back else None
        self._goes_back = False
        if keys is None:
            keys = _number(offers, self._numbers(topic, offers))
        self._questions.append(_Numbered(topic, keys))
        return [keys[offer.identity] for offer in offers]

    def _keys_back_then(self, topic: str, offers: Sequence[Offer]) -> dict[str, str] | None:
        """The keys of the question that is asked again after a choice was taken back; what followed it is forgotten."""
        identities = {offer.identity for offer in offers}
        for at in reversed(range(len(self._questions))):
            one = self._questions[at]
            if one.topic == topic and one.keys.keys() == identities:
                del self._questions[at:]
                return one.keys
        return None

    def _numbers(self, topic: str, offers: Sequence[Offer]) -> dict[str, str]:
        """The numbers when this question was asked last, if any of the options is still there."""
        last = next((one.keys for one in reversed(self._questions) if one.topic == topic), {})
        numbers = {identity: key for identity, key in last.items() if key.strip(_DECLINING_KEY)}
        return numbers if any(offer.identity in numbers for offer in offers) else {}


def _number(offers: Sequence[Offer], before: Mapping[str, str]) -> dict[str, str]:
    """Keys by identity, given the numbers that were used just before."""
    taken = set(before.values())
    free = (str(n) for n in range(1, len(taken) + len(offers) + 1) if str(n) not in taken)
    zero = _DECLINING_KEY
    keys: dict[str, str] = {}
    for offer in offers:
        if offer.group in DECLINING:
            keys[offer.identity], zero = zero, zero + _DECLINING_KEY
        else:
            keys[offer.identity] = before.get(offer.identity) or next(free)
    return keys


def ask(
    kind: str, prompt: str, version: int, offers: Sequence[Offer], numbering: Numbering, round_: int = 0
) -> Question:
    """A question with the keys of its options; within a round, one of the same kind and words is asked again, whatever
    the numbers and remarks in them."""
    topic = f"{round_} {kind} {_VARIES.sub('', prompt)}"
    keys = numbering.keys(topic, offers)
    choices = (Choice(index, key, offer) for index, (key, offer) in enumerate(zip(keys, offers, strict=True)))
    return Question(kind, prompt, version, tuple(choices), topic)


class Grouping:
    """The titles under which options are shown: of what is done, then of what it is done with."""

    def __init__(self, layout: Layout | None, lang: Lang, order: Sequence[str] = ()) -> None:
        self._groups: Mapping[str, str] = {}
        self._names: dict[str, str] = {}
        self._order = {group: at for at, group in enumerate(order)}
        if layout is not None:
            self._groups = {word: getattr(text, lang) for word, text in layout.words.get("group", {}).items()}
            self._names = dict(_names(layout, lang))

    def sections(self, question: Question) -> list[Section]:
        """The options by group, who declines first; folded where there are many of them."""
        groups: dict[str, list[Choice]] = {}
        for choice in sorted(question.choices, key=lambda choice: int(choice.key)):
            groups.setdefault(choice.offer.group, []).append(choice)
        fold = len(question.choices) > _FEW and len(groups) > 1
        sections = []
        for group in sorted(groups, key=self._rank):
            title = self._groups.get(group, group)
            parts = list(self._divided(groups[group])) if len(question.choices) > _FEW else [("", groups[group])]
            for name, choices in parts:
                full = f"{title}: {name}" if name else title
                sections.append(Section(full, tuple(choices), (fold or len(parts) > 1) and _is_folded(choices)))
        return sections

    def _rank(self, group: str) -> tuple[bool, int]:
        return group not in DECLINING, self._order.get(group, len(self._order))

    def _divided(self, choices: list[Choice]) -> Iterator[tuple[str, list[Choice]]]:
        """The options of a large group by the first thing they touch; a small one as it is."""
        parts: dict[str, list[Choice]] = {}
        for choice in choices:
            touched = next((self._names[one] for one in choice.offer.touches if one in self._names), "")
            parts.setdefault(touched, []).append(choice)
        rows = sum(1 if _is_folded(part) else len(part) for part in parts.values())
        if len(choices) < _MANY or len(parts) == 1 or 2 * rows > len(choices):
            yield "", choices
            return
        yield from parts.items()


def _is_folded(choices: Sequence[Choice]) -> bool:
    """Whether options that stand together are so many that a title alone is shorter."""
    return len(choices) > _PAIR


def _names(layout: Layout, lang: Lang) -> Iterator[tuple[str, str]]:
    """What every reference of a layout is called."""
    for component in layout.components:
        for reference in component.references:
            yield reference, getattr(component.name, lang)
    for place in layout.map.places if layout.map else []:
        yield place.reference, getattr(place.name, lang)
    for zone in layout.zones:
        yield zone.reference, getattr(zone.title, lang)
    for seat in layout.seats:
        yield seat.reference, getattr(seat.name, lang)
