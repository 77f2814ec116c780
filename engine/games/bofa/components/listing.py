"""The component list: everything of the pack that a match is played with, from cards to regions."""

from collections.abc import Mapping

from engine.core.game import Component, Setting
from engine.core.words import LANGS, Words
from engine.games.bofa.components.box import MIGHTY_STROKES
from engine.games.bofa.components.library import load
from engine.games.bofa.components.pack import Card, FateToken, Pack, RecruitmentToken
from engine.games.bofa.components.schema import CharacterEntry, EventEntry, ManoeuvreEntry, UnitEntry
from engine.games.bofa.words.printed import (
    card_values,
    character_values,
    fate_token_values,
    recruitment_token_values,
    region_text,
    region_values,
    unit_values,
)
from engine.games.bofa.words.printed_values import (
    printed_on_card,
    printed_on_character,
    printed_on_fate_token,
    printed_on_recruitment_token,
    printed_on_region,
    printed_on_unit,
)

REGION = "region"
"""The kind of those components that are places of the map."""
_RECRUITMENT_TOKEN = Words("Recruitment token", "Żeton rekrutacji")
_FATE_TOKEN = Words("Fate token", "Żeton przeznaczenia")


def components(setting: Setting) -> list[Component]:
    """Every card, unit, character, token and region of the pack that the setting names."""
    p = load(setting.options["pack"])
    listed = [_card(number, card) for number, card in p.cards.items()]
    listed += [_unit(unit) for unit in p.units]
    listed.append(_mighty_strokes(p.contents.units.mighty_strokes))
    listed += [_character(character) for character in p.characters]
    listed += [_recruitment_token(p, copies) for copies in _by_id(p.recruitment_tokens)]
    listed += [_fate_token(p, copies) for copies in _by_id(p.fate_tokens)]
    return listed + [_region(p, place) for place in range(p.layout.regions)]


def _card(number: int, card: Card) -> Component:
    row = card.row
    text = Words(row.text, row.text_pl)
    if isinstance(row, EventEntry):
        combat = _titled(Words(row.combat_name, row.combat_name_pl), Words(row.combat_text, row.combat_text_pl))
        text = _joined(" / ", text, combat)
    return Component(
        id=row.id,
        name=Words(row.name, row.name_pl),
        kind=card.deck,
        copies=1,
        text=text,
        numbers=(number,),
        values=card_values(row),
        printed=printed_on_card(card),
    )


def _unit(row: UnitEntry) -> Component:
    manoeuvre = row.manoeuvre
    return Component(
        id=row.id,
        name=Words(row.name, row.name_pl),
        kind="unit",
        copies=row.figures,
        text=_titled(Words(manoeuvre.name, manoeuvre.name_pl), Words(manoeuvre.text, manoeuvre.text_pl)),
        values=unit_values(row),
        printed=printed_on_unit(row),
    )


def _mighty_strokes(row: ManoeuvreEntry) -> Component:
    return Component(MIGHTY_STROKES, Words(row.name, row.name_pl), "manoeuvre", 1, Words(row.text, row.text_pl))


def _character(row: CharacterEntry) -> Component:
    text, ability = Words(row.text, row.text_pl), row.ability
    if ability is not None:
        words = _titled(Words(ability.name, ability.name_pl), Words(ability.text, ability.text_pl))
        text = _joined(" ", text, words)
    return Component(
        id=row.id,
        name=Words(row.name, row.name_pl),
        kind="character",
        copies=1,
        text=text,
        values=character_values(row),
        printed=printed_on_character(row),
    )


def _recruitment_token(p: Pack, copies: tuple[int, ...]) -> Component:
    token = p.recruitment_tokens[copies[0]]
    values = recruitment_token_values(p, token)
    return Component(
        id=_component_id(token),
        name=_titled(_RECRUITMENT_TOKEN, values),
        kind="recruitment-token",
        copies=len(copies),
        numbers=copies,
        values=values,
        printed=printed_on_recruitment_token(p, token),
    )


def _fate_token(p: Pack, copies: tuple[int, ...]) -> Component:
    token = p.fate_tokens[copies[0]]
    values = fate_token_values(token)
    return Component(
        id=_component_id(token),
        name=_titled(_FATE_TOKEN, values),
        kind="fate-token",
        copies=len(copies),
        numbers=copies,
        values=values,
        printed=printed_on_fate_token(token),
    )


def _region(p: Pack, place: int) -> Component:
    return Component(
        id=p.layout.references[place],
        name=p.layout.names[place],
        kind=REGION,
        copies=1,
        text=region_text(p, place),
        values=region_values(p, place),
        printed=printed_on_region(p, place),
    )


def _by_id(tokens: Mapping[int, RecruitmentToken] | Mapping[int, FateToken]) -> list[tuple[int, ...]]:
    """The numbers of tokens, those together that look alike."""
    copies: dict[str, list[int]] = {}
    for number, token in tokens.items():
        copies.setdefault(token.id, []).append(number)
    return [tuple(numbers) for numbers in copies.values()]


def _component_id(token: RecruitmentToken | FateToken) -> str:
    """The id of a token in the list, where ids have no colons."""
    return token.id.replace(":", "-")


def _titled(title: Words, text: Words) -> Words:
    return _joined(": ", title, text)


def _joined(between: str, *parts: Words) -> Words:
    return Words(*(between.join(part.say(lang) for part in parts) for lang in LANGS))
