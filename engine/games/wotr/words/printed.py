"""Words for the values printed on a card, together and one by one (pp. 6-7)."""

from engine.core.game import Printed
from engine.core.layout_parts import named_after
from engine.core.words import BETWEEN, LANGS, Words, listed
from engine.games.wotr.components.box import BATTLEGROUNDS, CARDS, FREE, PATHS, SHADOW
from engine.games.wotr.components.schema import BattlegroundEntry, CardEntry, Entry, PathEntry

FACTIONS = {
    "Dúnedain": Words("Dúnedain", "Dúnedainowie"),
    "Dwarf": Words("Dwarf", "Krasnoludy"),
    "Elf": Words("Elf", "Elfy"),
    "Hobbit": Words("Hobbit", "Hobbici"),
    "Rohan": Words("Rohan", "Rohan"),
    "Wizard": Words("Wizard", "Czarodzieje"),
    "Isengard": Words("Isengard", "Isengard"),
    "Monstrous": Words("Monstrous", "Monstrum"),
    "Mordor": Words("Mordor", "Mordor"),
    "Southron": Words("Southron", "Południowcy"),
}
"""The factions (pp. 3-4)."""
KEYWORDS = {
    "Weapon": Words("Weapon", "Broń"),
    "Mount": Words("Mount", "Wierzchowiec"),
    "Ent": Words("Ent", "Ent"),
    "Nazgûl": Words("Nazgûl", "Nazgûl"),
}
SIDES = {FREE: Words("Free Peoples", "Wolne Ludy"), SHADOW: Words("Shadow", "Cień")}
_GROUPS = {**FACTIONS, "Ent": Words("Ent", "Entowie"), "Nazgûl": Words("Nazgûl", "Nazgûle")}
"""Those who may wield an item or fight somewhere, where they are no single character."""
_NAMES = {entry.name: Words(entry.name, entry.name_pl) for entry in CARDS}
_ICONS = {
    "attack": Words("attack {n}", "atak {n}"),
    "defence": Words("defence {n}", "obrona {n}"),
    "lead_attack": Words("leadership attack {n}", "przywództwo: atak {n}"),
    "lead_defence": Words("leadership defence {n}", "przywództwo: obrona {n}"),
    "path": Words("path icons {n}", "symbole na ścieżce {n}"),
}
_PATHS = Words("on paths {numbers}", "na ścieżkach {numbers}")
_WIELDERS = Words("wielded by {names}", "dzierżyciel: {names}")
_PATH = Words("path {n}", "ścieżka {n}")
_POINTS = Words("points {n}", "punkty {n}")
_DEFENDERS = Words("defended by {names}", "bronią: {names}")
_ATTACKERS = Words("attacked by {names}", "atakują: {names}")
_NAMED = {
    "attack": Words("attack", "atak"),
    "defence": Words("defence", "obrona"),
    "lead_attack": Words("leadership attack", "przywództwo: atak"),
    "lead_defence": Words("leadership defence", "przywództwo: obrona"),
    "path": Words("path icons", "symbole na ścieżce"),
    "paths": Words("paths it may enter", "ścieżki, na które może wejść"),
    "wielders": Words("wielders", "dzierżyciele"),
    "points": Words("points", "punkty"),
    "number": Words("path number", "numer ścieżki"),
    "side": Words("defending side", "strona broniąca"),
    "defenders": Words("defenders", "obrońcy"),
    "attackers": Words("attackers", "atakujący"),
    "faction": Words("faction", "frakcja"),
    "keywords": Words("keywords", "słowa kluczowe"),
}
"""What the values are called one by one."""


def values_of(number: int) -> Words:
    """The values printed on a component, in words."""
    if number in BATTLEGROUNDS:
        return _of_battleground(BATTLEGROUNDS[number])
    if number in PATHS:
        return _of_path(PATHS[number])
    return _of_card(CARDS[number])


def _of_card(card: CardEntry) -> Words:
    icons = [words.filled(n=getattr(card, icon)) for icon, words in _ICONS.items() if getattr(card, icon)]
    if card.paths:
        icons.append(_PATHS.filled(numbers=" ".join(map(str, card.paths))))
    if card.wielders:
        icons.append(_with_names(_WIELDERS, card.wielders))
    keywords = [KEYWORDS[keyword] for keyword in card.keywords]
    return listed(_called(card.faction), *keywords, *icons)


def _of_battleground(ground: BattlegroundEntry) -> Words:
    worth = (_POINTS.filled(n=ground.points), _ICONS["defence"].filled(n=ground.defence))
    return listed(*worth, _with_names(_DEFENDERS, ground.defenders), _with_names(_ATTACKERS, ground.attackers))


def _of_path(path: PathEntry) -> Words:
    return listed(_PATH.filled(n=path.path), _POINTS.filled(n=path.points), _ICONS["defence"].filled(n=path.defence))


def _with_names(words: Words, names: list[str]) -> Words:
    """A phrase with the names of factions or characters in it."""
    called = [_called(name) for name in names]
    return Words(
        words.say("en", names=BETWEEN.join(one.en for one in called)),
        words.say("pl", names=BETWEEN.join(one.say("pl") for one in called)),
    )


def _called(name: str) -> Words:
    """What a faction, a group of characters or a character is called; short names are the same in Polish."""
    return _GROUPS.get(name) or _NAMES.get(name) or Words(name)


# -- one by one

_SAID = {"keywords": KEYWORDS, "side": SIDES}
"""The words of values that are no names of factions or characters."""
_ON_CARDS = ("faction", "keywords", "attack", "defence", "lead_attack", "lead_defence", "path", "paths", "wielders")
_ON_BATTLEGROUNDS = ("side", "points", "defence", "defenders", "attackers")


def printed_on(entry: Entry) -> tuple[Printed, ...]:
    """The values and icons printed on a component, one by one."""
    if isinstance(entry, PathEntry):
        values = {"number": entry.path, "points": entry.points, "defence": entry.defence}
    else:
        fields = _ON_CARDS if isinstance(entry, CardEntry) else _ON_BATTLEGROUNDS
        values = {name: getattr(entry, name) for name in fields}
    return tuple(
        Printed(named_after(name), _NAMED[name], tuple(value) if isinstance(value, list) else value, _said(name, value))
        for name, value in values.items()
        if value not in (0, [], "")
    )


def _said(name: str, value: int | str | list[int] | list[str]) -> Words | None:
    """A value in words, if it is one or some."""
    words = [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, str)]
    if not words:
        return None
    called = [_SAID[name][one] if name in _SAID else _called(one) for one in words]
    return Words(*(BETWEEN.join(one.say(lang) for one in called) for lang in LANGS))
