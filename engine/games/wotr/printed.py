"""The values printed on a card beside its text (p. 6-7), in words."""

from engine.core.words import BETWEEN, Words, listed
from engine.games.wotr.components import (
    BATTLEGROUNDS,
    CARDS,
    PATHS,
    BattlegroundEntry,
    CardEntry,
    PathEntry,
)

_FACTIONS = {
    "Dwarf": Words("Dwarf", "Krasnoludowie"),
    "Elf": Words("Elf", "Elfowie"),
    "Hobbit": Words("Hobbit", "Hobbici"),
    "Wizard": Words("Wizard", "Czarodzieje"),
    "Southron": Words("Southron", "Południowcy"),
    "Monstrous": Words("Monstrous", "Monstrum"),
}
_ICONS = {
    "attack": Words("attack {n}", "atak {n}"),
    "defence": Words("defence {n}", "obrona {n}"),
    "lead_attack": Words("leadership attack {n}", "dowodzenie: atak {n}"),
    "lead_defence": Words("leadership defence {n}", "dowodzenie: obrona {n}"),
    "path": Words("path icons {n}", "ikony ścieżki {n}"),
}
_PATHS = Words("on paths {numbers}", "na ścieżkach {numbers}")
_WIELDERS = Words("wielded by {names}", "dzierżyciel: {names}")
_PATH = Words("path {n}", "ścieżka {n}")
_POINTS = Words("points {n}", "punkty {n}")
_DEFENDERS = Words("defended by {names}", "bronią: {names}")
_ATTACKERS = Words("attacked by {names}", "atakują: {names}")


def values_of(number: int) -> Words:
    """What is printed on a component."""
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
        icons.append(_named(_WIELDERS, card.wielders))
    return listed(_faction(card.faction), *map(Words, card.keywords), *icons)


def _of_battleground(ground: BattlegroundEntry) -> Words:
    worth = (_POINTS.filled(n=ground.points), _ICONS["defence"].filled(n=ground.defence))
    return listed(*worth, _named(_DEFENDERS, ground.defenders), _named(_ATTACKERS, ground.attackers))


def _of_path(path: PathEntry) -> Words:
    return listed(_PATH.filled(n=path.path), _POINTS.filled(n=path.points), _ICONS["defence"].filled(n=path.defence))


def _named(words: Words, names: list[str]) -> Words:
    """A phrase with the names of factions or characters in it."""
    called = [_faction(name) for name in names]
    return Words(
        words.say("en", names=BETWEEN.join(one.en for one in called)),
        words.say("pl", names=BETWEEN.join(one.say("pl") for one in called)),
    )


def _faction(name: str) -> Words:
    return _FACTIONS.get(name, Words(name))
