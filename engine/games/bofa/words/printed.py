"""The values printed on a card beside its text, in words."""

from engine.core.words import Words, listed
from engine.games.bofa.components.schema import CharacterRow, EventRow, FateRow, StoryRow, UnitRow
from engine.games.bofa.words.names import FACES, SIDES

_SIDES = dict(zip(("free_peoples", "shadow"), SIDES, strict=True))
_TYPE = Words("{face} card", "karta: {face}")
_STRENGTH = Words("strength {n}", "siła {n}")
_MOVEMENT = Words("movement {n}", "ruch {n}")
_LEADERSHIP = Words("leadership {n}", "przywództwo {n}")
_GENERAL = Words("general", "generał")


def card_values(row: EventRow | StoryRow | FateRow) -> Words:
    """The die result that plays a card (p. 14); a Fate card needs none."""
    if isinstance(row, FateRow):
        return Words("")
    face = FACES[row.type]
    return Words(_TYPE.say("en", face=face.en), _TYPE.say("pl", face=face.pl))


def unit_values(unit: UnitRow) -> Words:
    """The side and strength of a type of unit (p. 21)."""
    return listed(_SIDES[unit.side], _STRENGTH.filled(n=unit.strength))


def character_values(character: CharacterRow) -> Words:
    """The side, movement and leadership of a character (p. 18-19)."""
    numbers = (_MOVEMENT.filled(n=character.movement), _LEADERSHIP.filled(n=character.leadership))
    return listed(_SIDES[character.side], *numbers, *([_GENERAL] if character.general else []))
