"""The component list: every card, unit, character and region of the pack that a match is played with."""

from engine.core.game import Component, Setting
from engine.core.words import LANGS, Words
from engine.games.bofa.components.library import load
from engine.games.bofa.components.pack import Card, Pack
from engine.games.bofa.components.schema import CharacterRow, EventRow, UnitRow
from engine.games.bofa.words.printed import card_values, character_values, region_text, region_values, unit_values


def components(setting: Setting) -> list[Component]:
    """Every card, unit, character and region of the pack that the setting names."""
    p = load(setting.options["pack"])
    listed = [_card(number, card) for number, card in p.cards.items()]
    listed += [_unit(unit) for unit in p.units]
    listed += [_character(character) for character in p.characters]
    return listed + [_region(p, place) for place in range(p.layout.regions)]


def _card(number: int, card: Card) -> Component:
    row = card.row
    text = Words(row.text, row.text_pl)
    if isinstance(row, EventRow):
        combat = Words(row.combat_name, row.combat_name_pl), Words(row.combat_text, row.combat_text_pl)
        text = Words(*(f"{text.say(lang)} / {combat[0].say(lang)}: {combat[1].say(lang)}" for lang in LANGS))
    name = Words(row.name, row.name_pl)
    return Component(row.id, name, card.deck, 1, text, numbers=(number,), values=card_values(row))


def _unit(row: UnitRow) -> Component:
    text = Words(row.manoeuvre.text, row.manoeuvre.text_pl)
    return Component(row.id, Words(row.name, row.name_pl), "unit", row.figures, text, values=unit_values(row))


def _character(row: CharacterRow) -> Component:
    text = Words(row.text, row.text_pl)
    return Component(row.id, Words(row.name, row.name_pl), "character", 1, text, values=character_values(row))


def _region(p: Pack, place: int) -> Component:
    name, values = p.layout.names[place], region_values(p, place)
    return Component(p.layout.ids[place], name, "region", 1, region_text(p, place), values=values)
