"""The component list: every card of the box, with its words."""

from engine.core.game import Component, Setting
from engine.core.words import Words
from engine.games.lotr.cards.texts import text_of
from engine.games.lotr.components.box import KINDS, NUMBERS
from engine.games.lotr.components.schema import Kind
from engine.games.lotr.words import printed_on, values_of


def components(_setting: Setting) -> list[Component]:
    """Every card of the box; all are implemented, or the package would not load."""
    return [component_of(kind) for kind in KINDS]


def component_of(kind: Kind) -> Component:
    """A card with its words."""
    return Component(
        kind.id,
        Words(kind.name, kind.name_pl),
        kind.type,
        kind.copies,
        text_of(kind),
        numbers=tuple(NUMBERS[kind.id]),
        values=values_of(kind),
        printed=printed_on(kind),
    )
