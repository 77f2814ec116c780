"""What is printed on cards beside their text, on tokens and on the board, in words."""

from engine.core.words import BETWEEN, LANGS, Words, listed
from engine.games.bofa.components.pack import FateToken, Pack, RecruitmentToken
from engine.games.bofa.components.schema import CharacterEntry, EventEntry, FateEntry, StoryEntry, UnitEntry
from engine.games.bofa.words.names import FACES, SIDES, TERRAINS

_SIDES = dict(zip(("free-peoples", "shadow"), SIDES, strict=True))
_TYPE = Words("{face} card", "karta: {face}")
_STRENGTH = Words("strength {n}", "siła {n}")
_PREFERRED_TERRAIN = Words("preferred terrain {names}", "preferowany teren {names}")
_MOVEMENT = Words("movement {n}", "ruch {n}")
_LEADERSHIP = Words("leadership {n}", "przywództwo {n}")
GENERAL = Words("general", "generał")
_POINTS = Words("settlement, points {n}", "osada, punkty {n}")
_DEFENCE = Words("defence {n}", "obrona {n}")
MUSTERING = Words("mustering region", "region mobilizacji")
_UNITS = Words("units {names}", "jednostki {names}")
_VALUE = Words("value {n}", "wartość {n}")
SYMBOL = Words("symbol of the Fate deck", "symbol talii Przeznaczenia")
COLOURS = {"blue": Words("blue", "niebieski"), "red": Words("red", "czerwony")}
_BORDERS = {
    "open": Words("Beside it: {names}.", "Sąsiednie: {names}."),
    "ford": Words("Over a ford: {names}.", "Przez bród: {names}."),
    "slope": Words("Over a slope: {names}.", "Przez stok: {names}."),
}
_RANGES = {
    "bow": Words("In bow range: {names}.", "W zasięgu łuku: {names}."),
    "magic": Words("In magic range: {names}.", "W zasięgu magii: {names}."),
}


def card_values(row: EventEntry | StoryEntry | FateEntry) -> Words:
    """The die result that plays a card (p. 14); a Fate card needs none."""
    if isinstance(row, FateEntry):
        return Words("")
    face = FACES[row.type]
    return Words(_TYPE.say("en", face=face.en), _TYPE.say("pl", face=face.pl))


def unit_values(unit: UnitEntry) -> Words:
    """The side, strength and preferred terrain of a type of unit (p. 21)."""
    terrain = [_with_names(_PREFERRED_TERRAIN, [TERRAINS[one] for one in unit.terrain])] if unit.terrain else []
    return listed(_SIDES[unit.side], _STRENGTH.filled(n=unit.strength), *terrain)


def character_values(character: CharacterEntry) -> Words:
    """The side, movement and leadership of a character (p. 18-19)."""
    numbers = (_MOVEMENT.filled(n=character.movement), _LEADERSHIP.filled(n=character.leadership))
    return listed(_SIDES[character.side], *numbers, *([GENERAL] if character.general else []))


def recruitment_token_values(p: Pack, token: RecruitmentToken) -> Words:
    """The units on the front of a recruitment token (p. 24)."""
    units = [p.units[unit] for unit in token.units]
    return _with_names(_UNITS, [Words(row.name, row.name_pl) for row in units])


def fate_token_values(token: FateToken) -> Words:
    """The value, symbol and colour of a fate token (p. 16)."""
    symbol = [SYMBOL] if token.symbol else []
    colour = [COLOURS[token.colour]] if token.colour else []
    return listed(_VALUE.filled(n=token.value), *symbol, *colour)


def region_values(p: Pack, place: int) -> Words:
    """The territory and terrain of a region, and what is built there (p. 8-10)."""
    territory = p.contents.board.territory[p.layout.territory[place]]
    values = [Words(territory.name, territory.name_pl), TERRAINS[p.layout.terrain[place]]]
    if p.layout.points[place]:
        values.append(_POINTS.filled(n=p.layout.points[place]))
    if p.layout.defence[place]:
        values.append(_DEFENCE.filled(n=p.layout.defence[place]))
    if place in p.layout.mustering:
        values.append(MUSTERING)
    return listed(*values)


def region_text(p: Pack, place: int) -> Words:
    """What lies beside a region, and what the ruler reaches from there (p. 9, 20)."""
    lines = []
    for kind, words in _BORDERS.items():
        lines.append((words, [there for there in p.layout.neighbours[place] if p.layout.borders[place, there] == kind]))
    for ruler, words in _RANGES.items():
        lines.append((words, sorted(p.layout.reach[ruler][place])))
    names = p.layout.names
    sentences = [_with_names(words, [names[place] for place in places]) for words, places in lines if places]
    return Words(*(" ".join(one.say(lang) for one in sentences) for lang in LANGS))


def _with_names(words: Words, names: list[Words]) -> Words:
    return Words(*(words.say(lang, names=BETWEEN.join(one.say(lang) for one in names)) for lang in LANGS))
