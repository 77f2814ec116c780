"""The component list: every card of the box, with its words."""

from engine.core.game import Component, Setting
from engine.core.words import Words
from engine.games.lotr.cards.texts import text_of
from engine.games.lotr.components.box import DISTINCT_ENTRIES, NUMBERS
from engine.games.lotr.components.schema import CardEntry
from engine.games.lotr.words import printed_on, values_of


def components(_setting: Setting) -> list[Component]:
    """Every card of the box; all are implemented, or the package would not load."""
    return [component_of(entry) for entry in DISTINCT_ENTRIES]


def component_of(entry: CardEntry) -> Component:
    """A card with its words."""
    return Component(
        entry.id,
        Words(entry.name, entry.name_pl),
        entry.type,
        entry.copies,
        text_of(entry),
        numbers=tuple(NUMBERS[entry.id]),
        values=values_of(entry),
        printed=printed_on(entry),
    )
