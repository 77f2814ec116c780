"""A decision as it is asked in a terminal: options in groups, each with a key that stays its own."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.core.layout import Layout
from engine.core.words import Lang

_DECLINING = ("pass", "done")
"""Groups of options by which nothing, or nothing more, is done: they have the same key at every question."""
_DECLINING_KEY = "0"
_FEW = 12
"""Options that are shown at once, whatever their groups."""
_MANY = 9
"""Options of a group from which on it is divided once more, by what they touch."""


@dataclass(frozen=True)
class Offer:
    """An option as a game or a server offers it."""

    label: str
    identity: str
    """What tells it from all others, the same at every question."""
    group: str
    touches: tuple[str, ...]


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

    def choice(self, key: str) -> Choice | None:
        """The choice of that key."""
        return next((one for one in self.choices if one.key == key), None)

    def same(self, identity: str) -> Choice | None:
        """The choice that is the same as one of an earlier question."""
        return next((one for one in self.choices if one.offer.identity == identity), None)


@dataclass
class Numbering:
    """Keys of options. Who declines types 0, always; any other option keeps its number from one question of a kind to
    the next, and a number that was another option's at the last one is left out."""

    _last: dict[str, dict[str, str]] = field(default_factory=dict)

    def keys(self, kind: str, offers: Sequence[Offer]) -> list[str]:
        """A key for every offer of a question."""
        before = self._last.get(kind, {})
        taken = set(before.values())
        free = (str(n) for n in range(1, len(taken) + len(offers) + 1) if str(n) not in taken)
        zero = _DECLINING_KEY
        keys: dict[str, str] = {}
        for offer in offers:
            if offer.group in _DECLINING:
                keys[offer.identity], zero = zero, zero + _DECLINING_KEY
            else:
                keys[offer.identity] = before.get(offer.identity) or next(free)
        self._last[kind] = {identity: key for identity, key in keys.items() if key.strip(_DECLINING_KEY)}
        return [keys[offer.identity] for offer in offers]


def ask(kind: str, prompt: str, version: int, offers: Sequence[Offer], numbering: Numbering) -> Question:
    """A question with the keys of its options."""
    keys = numbering.keys(kind, offers)
    choices = (Choice(index, key, offer) for index, (key, offer) in enumerate(zip(keys, offers, strict=True)))
    return Question(kind, prompt, version, tuple(choices))


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
        for choice in question.choices:
            groups.setdefault(choice.offer.group, []).append(choice)
        fold = len(question.choices) > _FEW and len(groups) > 1
        sections = []
        for group in sorted(groups, key=self._rank):
            title = self._groups.get(group, group)
            parts = list(self._divided(groups[group])) if len(question.choices) > _FEW else [("", groups[group])]
            for name, choices in parts:
                full = f"{title}: {name}" if name else title
                sections.append(Section(full, tuple(choices), (fold or len(parts) > 1) and len(choices) > 2))
        return sections

    def _rank(self, group: str) -> tuple[bool, int]:
        return group not in _DECLINING, self._order.get(group, len(self._order))

    def _divided(self, choices: list[Choice]) -> Iterator[tuple[str, list[Choice]]]:
        """The options of a large group by the first thing they touch; a small one as it is."""
        parts: dict[str, list[Choice]] = {}
        for choice in choices:
            touched = next((self._names[one] for one in choice.offer.touches if one in self._names), "")
            parts.setdefault(touched, []).append(choice)
        if len(choices) < _MANY or len(parts) in (1, len(choices)):
            yield "", choices
            return
        yield from parts.items()


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
