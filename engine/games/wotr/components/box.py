"""The components of the box, each physical card under a number of its own.

Faction cards come first, then battlegrounds, then paths.
"""

from importlib.resources import files
from typing import TypeVar

import msgspec

from engine.core.vocabulary import copy_references
from engine.core.words import Lang, Words
from engine.games.wotr.components.schema import BattlegroundEntry, CardEntry, Entry, PathEntry

FREE = "free"
SHADOW = "shadow"
OTHER_SIDE = {FREE: SHADOW, SHADOW: FREE}

E = TypeVar("E", bound=Entry)


def _read(name: str, entry: type[E]) -> list[E]:
    text = (files("engine.games.wotr") / "data" / f"{name}.toml").read_bytes()
    cards: list[E] = msgspec.toml.decode(text, type=dict[str, list[entry]])["card"]  # type: ignore[valid-type]
    return cards


_DECKS = ("free-peoples", "shadow", "promos")
CARDS: list[CardEntry] = [card for deck in _DECKS for card in _read(deck, CardEntry) for _ in card.number]
"""Every faction card by number, copies included; the promos stand last."""
BASE_CARDS = 120
FIRST_BATTLEGROUND = len(CARDS)
BATTLEGROUNDS: dict[int, BattlegroundEntry] = dict(enumerate(_read("battlegrounds", BattlegroundEntry), len(CARDS)))
FIRST_PATH = FIRST_BATTLEGROUND + len(BATTLEGROUNDS)
PATHS: dict[int, PathEntry] = dict(enumerate(_read("paths", PathEntry), FIRST_PATH))

ENTRIES: list[Entry] = [*CARDS, *BATTLEGROUNDS.values(), *PATHS.values()]
"""Every component by number."""

_FREE_FACTIONS = ("Dúnedain", "Dwarf", "Elf", "Hobbit", "Rohan", "Wizard")
SIDE: list[str] = [FREE if card.faction in _FREE_FACTIONS else SHADOW for card in CARDS]
"""The side of every faction card."""

_numbers: dict[str, list[int]] = {}
for _number, _entry in enumerate(ENTRIES):
    _numbers.setdefault(_entry.id, []).append(_number)


REFERENCES: list[str] = copy_references(entry.id for entry in ENTRIES)
"""Every component by number, as it is named outside: its id, and which copy."""
NUMBERS: dict[str, int] = {reference: n for n, reference in enumerate(REFERENCES)}
"""The number behind each reference."""


def copies(id: str) -> list[int]:
    """The numbers of all copies of a card."""
    return _numbers[id]


def number(id: str) -> int:
    """The number of a card's first copy."""
    return _numbers[id][0]


def name(component: int, lang: Lang = "en") -> str:
    """The name of a component."""
    entry = ENTRIES[component]
    return Words(entry.name, entry.name_pl).say(lang)
