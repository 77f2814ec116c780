"""The values printed on a card beside its text, in words."""

from engine.core.words import Words, listed
from engine.games.bofa.components.schema import CharacterRow, EventRow, FateRow, StoryRow, UnitRow
from engine.games.bofa.words import FACES, SIDES

_SIDES = dict(zip(("free_peoples", "shadow"), SIDES, strict=True))
_TYPE = Words("{face} card", "karta: {face}")
_STRENGTH = Words("strength {n}", "siła {n}")
_MOVEMENT = Words("movement {n}", "ruch {n}")
_LEADERSHIP = Words("leadership {n}", "przywództwo {n}")
_GENERAL = Words("general", "generał")


def of_card(row: EventRow | StoryRow | FateRow) -> Words:
    """The die result that plays a card (p. 14); a Fate card needs none."""
    if isinstance(row, FateRow):
        return Words("")
    face = FACES[row.type]
    return Words(_TYPE.say("en", face=face.en), _TYPE.say("pl", face=face.pl))


def of_unit(unit: UnitRow) -> Words:
    """The side and strength of a type of unit (p. 21)."""
    return listed(_SIDES[unit.side], _STRENGTH.filled(n=unit.strength))


def of_character(person: CharacterRow) -> Words:
    """The side, movement and leadership of a character (p. 18-19)."""
    numbers = (_MOVEMENT.filled(n=person.movement), _LEADERSHIP.filled(n=person.leadership))
    return listed(_SIDES[person.side], *numbers, *([_GENERAL] if person.general else []))
