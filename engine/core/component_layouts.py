"""The components of a layout, made from the list that a game has of them."""

from collections.abc import Iterable

from engine.core.game import Component, Printed
from engine.core.layout import ComponentLayout, PrintedLayout, Text


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
