"""Parts of a layout that are made from what a game lists already: its roles and its components."""

from collections.abc import Container, Iterable, Mapping

from engine.core.game import Component, Printed, Role
from engine.core.layout import ComponentLayout, PrintedLayout, SeatLayout, Text
from engine.core.words import Words


def named_after(field: str) -> str:
    """What a thing is called outside that observations have in a field: names are in kebab-case, fields are not."""
    return field.replace("_", "-")


def seat_layouts(roles: Iterable[Role], references: Iterable[str], automatic: Container[int] = ()) -> list[SeatLayout]:
    """Everybody who plays, from their roles and references; who is `automatic` is played by the rules, at no seat."""
    return [
        SeatLayout(
            reference=reference,
            number=None if n in automatic else n,
            role=role.id,
            name=Text.of(role.name),
            side=role.side,
        )
        for n, (role, reference) in enumerate(zip(roles, references, strict=True))
    ]


def component_layouts(
    components: Iterable[Component], references: Mapping[int, str] | Iterable[str]
) -> list[ComponentLayout]:
    """Components as a layout has them, from the game's list and the references of its numbers.

    A component without numbers is named by its id, for all its copies.
    """
    names = references if isinstance(references, Mapping) else dict(enumerate(references))
    return [
        ComponentLayout(
            id=one.id,
            references=[names[number] for number in one.numbers] or [one.id],
            kind=one.kind,
            name=Text.of(one.name),
            text=Text.of(one.text),
            values=Text.of(one.values),
            printed=printed_layouts(one.printed),
        )
        for one in components
    ]


def word_layouts(words: Mapping[str, Mapping[str, Words]]) -> dict[str, dict[str, Text]]:
    """What a game's own words are called, by kind, as a layout has them."""
    return {kind: {word: Text.of(title) for word, title in some.items()} for kind, some in words.items()}


def printed_layouts(values: Iterable[Printed]) -> list[PrintedLayout]:
    """Printed values as a layout has them."""
    return [
        PrintedLayout(
            id=one.id,
            name=Text.of(one.name),
            value=list(one.value) if isinstance(one.value, tuple) else one.value,
            text=None if one.said is None else Text.of(one.said),
        )
        for one in values
    ]
