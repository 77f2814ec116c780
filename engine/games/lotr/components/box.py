"""The cards of the box: every entry as data/*.toml has it, and the entry and owner of every copy.

Encounter and quest cards exist once each; every seat has its own copies of the heroes and of the player cards.
"""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from engine.core.vocabulary import copy_references
from engine.core.words import Lang
from engine.games.lotr.components.schema import CardEntry

PLAYER_SETS = ("heroes", "leadership", "tactics", "spirit", "lore", "neutral")
ENCOUNTER_SETS = (
    "spiders-of-mirkwood",
    "wilderlands",
    "dol-guldur-orcs",
    "passage-through-mirkwood",
    "escape-from-dol-guldur",
    "journey-down-the-anduin",
    "saurons-reach",
)
SPHERES = ("leadership", "tactics", "spirit", "lore")
MOST_SEATS = 4
MOST_COPIES = 3
"""Copies of one card in a player deck (p. 9)."""


def read_data(name: str) -> dict[str, Any]:
    """The contents of a file of data/."""
    return tomllib.loads((files("engine.games.lotr") / "data" / f"{name}.toml").read_text("utf-8"))


def _entries() -> tuple[CardEntry, ...]:
    """Every card of the box, in the order of the printed numbers."""
    entries: list[CardEntry] = []
    for name in (*PLAYER_SETS, *ENCOUNTER_SETS, "quests"):
        entries += [msgspec.convert({**card, "set": name}, CardEntry) for card in read_data(name)["card"]]
    return tuple(sorted(entries, key=lambda entry: entry.number))


ORC_GUARD = CardEntry(
    id="orc-guard",
    number=0,
    name="Orc Guard",
    name_pl="Ork Strażnik",
    type="enemy",
    attack=1,
    defense=1,
    hit_points=1,
    effects=("forced",),
    text="A face-down player card. When it leaves play, that card goes to its owner's discard pile.",
    text_pl="Zakryta karta gracza. Gdy opuszcza grę, ta karta trafia na stos kart odrzuconych właściciela.",
)
"""What a face-down player card counts as in Dol Guldur; printed on Tower Gate and Out of the Dungeons."""

DISTINCT_ENTRIES = _entries()
BY_ID = {entry.id: entry for entry in DISTINCT_ENTRIES}

HEROES = tuple(entry for entry in DISTINCT_ENTRIES if entry.type == "hero")
DECK_ENTRIES = tuple(entry for entry in DISTINCT_ENTRIES if entry.sphere and entry.type != "hero")
ENCOUNTER_ENTRIES = tuple(entry for entry in DISTINCT_ENTRIES if entry.set in ENCOUNTER_SETS)
QUESTS = tuple(entry for entry in DISTINCT_ENTRIES if entry.type == "quest")

FIRST_SEAT = 100
PER_SEAT = len(HEROES) + MOST_COPIES * len(DECK_ENTRIES)
FIRST_GUARD = FIRST_SEAT + MOST_SEATS * PER_SEAT


def _copies() -> tuple[list[CardEntry], list[int]]:
    """The entry and the owner of every component id; encounter cards belong to nobody (-1)."""
    shared = [entry for entry in ENCOUNTER_ENTRIES for _ in range(entry.copies)] + list(QUESTS)
    own = list(HEROES) + [entry for entry in DECK_ENTRIES for _ in range(MOST_COPIES)]
    unused = FIRST_SEAT - len(shared)
    entries = shared + [ORC_GUARD] * unused + own * MOST_SEATS
    owners = [-1] * FIRST_SEAT + [seat for seat in range(MOST_SEATS) for _ in own]
    guards = MOST_SEATS * MOST_COPIES * len(DECK_ENTRIES)
    return entries + [ORC_GUARD] * guards, owners + [-1] * guards


_of, _owner = _copies()
ENTRIES: tuple[CardEntry, ...] = tuple(_of)
"""The entry of each component id."""
OWNER: tuple[int, ...] = tuple(_owner)
"""The seat that owns each component id, or -1."""


def _references() -> list[str]:
    """The reference of each component id; ids that no card has are not counted among the Orc Guards."""
    ids = ["unused" if entry is ORC_GUARD and card < FIRST_GUARD else entry.id for card, entry in enumerate(ENTRIES)]
    return [entry.id if entry.type == "hero" else one for entry, one in zip(ENTRIES, copy_references(ids), strict=True)]


REFERENCES: list[str] = _references()
"""Every component id as it is named outside.

A hero is led by one player only, so that its id is enough. Copies of other player cards are counted over all seats,
three for each: `gandalf:4` is the first Gandalf of the second player.
"""
ENTRY_OF: dict[str, CardEntry] = dict(zip(REFERENCES, ENTRIES, strict=True))
"""The entry behind each reference."""

NUMBERS: dict[str, list[int]] = {}
"""The component ids of each card, over all seats."""
for _index, _entry in enumerate(ENTRIES):
    NUMBERS.setdefault(_entry.id, []).append(_index)


def copies(id: str, seat: int = 0) -> list[int]:
    """The component ids of every copy of a card; of a player card, those that the seat owns."""
    return list(_copies_of(id, seat))


@cache
def _copies_of(id: str, seat: int) -> tuple[int, ...]:
    return tuple(card for card in NUMBERS[id] if OWNER[card] in (seat, -1))


def name_of(card: int, lang: Lang = "en") -> str:
    """The name of a component."""
    return ENTRIES[card].called(lang)
