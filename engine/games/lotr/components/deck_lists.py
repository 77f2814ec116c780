"""Deck lists of the players' own: reading them, and the tournament rules they must keep (p. 27)."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

from engine.games.lotr.components.box import BY_ID, DECK_ENTRIES, HEROES, MOST_COPIES
from engine.games.lotr.components.decks import STARTER_DECKS, Deck, starter
from engine.games.lotr.components.schema import CardEntry

SMALLEST_DECK = 50
"""Cards in a tournament deck (p. 27)."""
MOST_HEROES = 3
_LINE = re.compile(r"(?:(\d+)(?:\s*[x×]\s*|\s+))?(.+?)(?:\s*[x×]\s*(\d+))?", re.IGNORECASE)


class Line(NamedTuple):
    """A card as a list names it: how often, and in JSON under which field."""

    name: str
    count: Any
    field: str = ""


class DeckFaults(ValueError):
    """A deck breaks the rules: every fault at once, and the heroes that the deck names all the same."""

    def __init__(self, faults: Iterable[str], heroes: tuple[str, ...] = ()) -> None:
        self.faults = list(faults)
        self.heroes = heroes
        super().__init__("; ".join(self.faults))


def plain_spelling(name: str) -> str:
    """A name without accents, case and punctuation, as lists may spell it."""
    letters = unicodedata.normalize("NFKD", name.replace("ł", "l").replace("Ł", "L"))
    return "".join(letter for letter in letters.casefold() if letter.isalnum())


_NAMES = {
    plain_spelling(name): entry
    for entry in (*HEROES, *DECK_ENTRIES)
    for name in (entry.id, entry.name, entry.name_pl)
    if name
}


def read_deck(value: Any) -> Deck:
    """A deck from the name of a starter deck, from lines such as `3x Gandalf`, or from JSON; raises `DeckFaults`."""
    if isinstance(value, str):
        text = value.strip()
        if text.lower() in STARTER_DECKS:
            return starter(text.lower())
        if text.startswith("{"):
            try:
                value = msgspec.json.decode(text.encode())
            except msgspec.DecodeError as fault:
                raise DeckFaults([f"not JSON: {fault}"]) from None
        else:
            return _deck_of(_read_text(text), [])
    if not isinstance(value, Mapping):
        known = ", ".join(STARTER_DECKS)
        raise DeckFaults([f"{value!r} is neither a starter deck ({known}) nor a list of cards"])
    return _deck_of(*_read_json(value))


def read_decks(values: Any) -> list[Deck]:
    """The decks of all players, who may not share heroes (p. 27); every fault is reported at once."""
    if not isinstance(values, list | tuple):
        raise DeckFaults([f"{values!r} is not a list of decks, one per seat"])
    decks: list[Deck] = []
    faults: list[str] = []
    led: list[tuple[str, ...]] = []
    for seat, value in enumerate(values):
        try:
            decks.append(read_deck(value))
            led.append(decks[-1].heroes)
        except DeckFaults as fault:
            faults += [f"deck {seat + 1}: {one}" for one in fault.faults]
            led.append(fault.heroes)
    faults += shared_heroes(led)
    if faults:
        raise DeckFaults(faults)
    return decks


def shared_heroes(led: list[tuple[str, ...]]) -> list[str]:
    """Heroes that more than one player leads (p. 27)."""
    all_heroes = [hero for heroes in led for hero in heroes]
    twice = sorted({hero for hero in all_heroes if all_heroes.count(hero) > 1})
    return [f"{BY_ID[hero].name} is led by more than one player" for hero in twice]


def check_decks(values: Any) -> None:
    """Raise `DeckFaults` unless every deck may be played."""
    read_decks(values)


def _read_text(text: str) -> list[Line]:
    """Names and numbers from lines of text, without blank lines, comments and headings such as `Heroes:`."""
    lines: list[Line] = []
    for raw in text.splitlines():
        line = raw.split("#")[0].strip()
        if not line or line.endswith(":"):
            continue
        match = _LINE.fullmatch(line)
        assert match is not None
        lines.append(Line(match[2], int(match[1] or match[3] or 1)))
    return lines


def _read_json(value: Mapping[str, Any]) -> tuple[list[Line], list[str]]:
    """Names and numbers from {"heroes": [...], "cards": {...}}, and the faults of its form."""
    unknown = sorted(set(map(str, value)) - {"heroes", "cards"})
    faults = [f"unknown field {field!r}; a deck has heroes and cards" for field in unknown]
    heroes, cards = value.get("heroes", []), value.get("cards", {})
    lines: list[Line] = []
    if isinstance(heroes, list | tuple):
        lines += [Line(name, 1, "heroes") for name in heroes if isinstance(name, str)]
    if not isinstance(heroes, list | tuple) or not all(isinstance(name, str) for name in heroes):
        faults.append("heroes must be a list of names")
    if isinstance(cards, Mapping):
        lines += [Line(name, count, "cards") for name, count in cards.items() if isinstance(name, str)]
    if not isinstance(cards, Mapping) or not all(isinstance(name, str) for name in cards):
        faults.append("cards must map names to numbers")
    return lines, faults


def _deck_of(lines: list[Line], faults: list[str]) -> Deck:
    """The deck that a list describes, checked against the tournament rules (p. 27); faults add to those of its form."""
    counts: dict[str, int] = {}
    for name, count, field in lines:
        entry = _NAMES.get(plain_spelling(name))
        if entry is None:
            faults.append(f"{name}: no such player card")
        elif field == "heroes" and entry.type != "hero":
            faults.append(f"{entry.name}: not a hero")
        elif field == "cards" and entry.type == "hero":
            faults.append(f"{entry.name}: a hero; belongs under heroes")
        elif type(count) is not int or count < 1:
            faults.append(f"{entry.name}: {count!r} is not a number of copies")
        else:
            counts[entry.id] = counts.get(entry.id, 0) + count
    faults += [fault for id, count in counts.items() if (fault := _fault(BY_ID[id], count))]
    heroes = tuple(id for id in counts if BY_ID[id].type == "hero")
    cards = tuple((id, count) for id, count in counts.items() if BY_ID[id].type != "hero")
    if not 1 <= len(heroes) <= MOST_HEROES:
        faults.append(f"{len(heroes)} heroes; a player leads 1 to {MOST_HEROES}")
    size = sum(count for _, count in cards)
    if size < SMALLEST_DECK:
        faults.append(f"{size} cards; a tournament deck has at least {SMALLEST_DECK}")
    if faults:
        raise DeckFaults(faults, heroes)
    return Deck(heroes, cards)


def _fault(entry: CardEntry, count: int) -> str:
    """What is wrong with the number of copies, if anything."""
    if entry.type == "hero":
        return f"{entry.name}: {count} copies of a hero; allowed: 1" if count > 1 else ""
    return f"{entry.name}: {count} copies; at most {MOST_COPIES} of one name" if count > MOST_COPIES else ""
