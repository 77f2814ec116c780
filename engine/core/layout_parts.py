"""Parts of a layout that are made from what a game lists already: its roles and its components."""

from collections.abc import Container, Iterable

from engine.core.game import Component, Printed, Role
from engine.core.layout import ComponentLayout, PrintedLayout, SeatLayout, Text


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


def component_layouts(components: Iterable[Component], references: Iterable[str]) -> list[ComponentLayout]:
    """Components as a layout has them, from the game's list and the references of its numbers."""
    names = dict(enumerate(references))
    return [
        ComponentLayout(
            id=one.id,
            references=[names[number] for number in one.numbers],
            kind=one.kind,
            name=Text.of(one.name),
            text=Text.of(one.text),
            values=Text.of(one.values),
            printed=[_printed(value) for value in one.printed],
        )
        for one in components
    ]


def _printed(one: Printed) -> PrintedLayout:
    value = list(one.value) if isinstance(one.value, tuple) else one.value
    return PrintedLayout(one.id, Text.of(one.name), value)
