"""What is in the box, from the data files: figures, then every card and token, one id per physical copy.

The first ids belong to cards that are always open to all (items, quests, starting plots): no small number in an
option can be mistaken for a hidden card.
"""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from engine.core.vocabulary import copy_references
from engine.core.words import Words, listed
from engine.games.meq.components.data import named, read
from engine.games.meq.components.schema import (
    COMBAT_DECKS,
    MARKERS,
    Character,
    CombatCard,
    Corruption,
    Encounter,
    Enemy,
    Entry,
    EventCard,
    HeroSheet,
    Item,
    Mission,
    Peril,
    Plot,
    PlotSetup,
    Quest,
    Shadow,
    Token,
)
from engine.games.meq.layout import COLOUR_PAIRS, EVERYWHERE, IN_REGION, LOC, LOCATIONS, REGION, REGIONS

# -- figures


def _hero(id: str, c: dict[str, Any]) -> HeroSheet:
    traits = (c["fortitude"], c["strength"], c["agility"], c["wisdom"])
    return HeroSheet(id, c["name"], traits, LOC[c["start"]], c["ability"], tuple(c.get("items", ())))


HEROES = {key: _hero(key, c) for key, c in read("heroes").items()}
_allies = read("allies")
CHARACTERS = tuple(Character(key, c["name"], c["favor"]) for key, c in _allies["characters"].items())
CHARACTER = {one.id: i for i, one in enumerate(CHARACTERS)}


def _enemy(id: str, c: dict[str, Any]) -> Enemy:
    start = tuple(LOC[place] for place in c.get("start", ()))
    numbers = (c["health"], c["fortitude"], c["strength"], c["wisdom"])
    deck = COMBAT_DECKS.index(c["deck"])
    return Enemy(id, named(c), *numbers, deck, c.get("ability", ""), c.get("stage", 0), start)


_enemies = read("enemies")
MONSTERS = {key: _enemy(key, c) for key, c in _enemies["monsters"].items()}
MINIONS = tuple(_enemy(key, c) for key, c in _enemies["minions"].items())
MINION = {one.id: i for i, one in enumerate(MINIONS)}
ENEMIES = MONSTERS | {one.id: one for one in MINIONS}

# -- cards and tokens

ENTRIES: list[Entry] = []
"""Every component by id."""
KINDS: list[str] = []
"""The kind of every component."""
FIRST_COPY: list[int] = []
"""The id of the first copy of every component."""
COMPONENT_IDS: list[str] = []
"""What all copies of every component share, as it is named outside: its kind, its combat deck, its key."""

T = TypeVar("T", bound=Entry)


def _add(kind: str, entry: T, copies: int, into: dict[int, T]) -> None:
    first = len(ENTRIES)
    key = f"{entry.deck}-{entry.key}" if isinstance(entry, CombatCard) and entry.deck != kind else entry.key
    for _ in range(copies):
        FIRST_COPY.append(first)
        COMPONENT_IDS.append(f"{kind}-{key}")
        into[len(ENTRIES)] = entry
        ENTRIES.append(entry)
        KINDS.append(kind)


def _mask(places: Mapping[str, Any]) -> int:
    """The locations a card names by location or region; all of them when it names none."""
    fits = [LOC[id] for id in places.get("locations", ())]
    fits += [i for id in places.get("regions", ()) for i in IN_REGION[REGION[id]]]
    return sum(1 << i for i in fits or EVERYWHERE)


def _places(places: Mapping[str, Any]) -> Words:
    """The locations or regions a card names; empty where it names none."""
    names = [LOCATIONS[LOC[id]].name for id in places.get("locations", ())]
    return listed(*names, *(REGIONS[REGION[id]].name for id in places.get("regions", ())))


_plots = read("plots")

ITEMS: dict[int, Item] = {}
for _key, _c in _allies["items"].items():
    _add("item", Item(_key, named(_c)), _c["copies"], ITEMS)

QUESTS: dict[int, Quest] = {}
for _key, _c in read("quests").items():
    _monster, _place = _c.get("combat", ("", _c.get("explore")))
    _add("quest", Quest(_key, named(_c), _c["hero"], "advanced" in _c, LOC[_place], _monster), 1, QUESTS)

PLOTS: dict[int, Plot] = {}


def _plot(key: str, c: dict[str, Any]) -> Plot:
    affects = tuple(LOC[id] for id in c.get("affects", ()))
    setup = msgspec.convert(c["setup"], PlotSetup) if "setup" in c else None
    marker = MARKERS.index(c["marker"])
    return Plot(key, named(c), c.get("influence", 0), c["favor"], marker, c["advance"], affects, "gollum" in c, setup)


for _kind in ("starting-plot", "plot"):
    for _key, _c in _plots.items():
        if ("starting" in _c) == (_kind == "starting-plot"):
            _add(_kind, _plot(_key, _c), _c.get("copies", 1), PLOTS)

SHADOWS: dict[int, Shadow] = {}
for _key, _c in read("shadow").items():
    _add("shadow", Shadow(_key, named(_c), _c["influence"], _c["timing"]), _c.get("copies", 1), SHADOWS)

EVENTS: dict[int, EventCard] = {}
for _key, _c in read("events").items():
    _who, _where = _c.get("character", ("", ""))
    _event = EventCard(
        _key,
        named(_c),
        _c["stage"],
        _c["priority"],
        LOC.get(_c.get("affects", ""), -1),
        CHARACTER.get(_who, -1),
        LOC.get(_where, -1),
        tuple(LOC[id] for id in _c["favor"]),
        MARKERS.index(_c["marker"]) if "marker" in _c else -1,
    )
    _add("event", _event, 1, EVENTS)

ENCOUNTERS: dict[int, Encounter] = {}
for _key, _c in read("encounters").items():
    _deck = (*COLOUR_PAIRS, "haven").index(_c["deck"])
    _explore = LOC.get(_c.get("explore", ""), -1)
    _encounter = Encounter(_key, named(_c), _deck, _c["priority"], _places(_c), _mask(_c), _explore, "reshuffle" in _c)
    _add("encounter", _encounter, 1, ENCOUNTERS)

PERILS: dict[int, Peril] = {}
for _key, _c in read("perils").items():
    _add("peril", Peril(_key, named(_c), _places(_c), _mask(_c), "reshuffle" in _c), 1, PERILS)

CORRUPTIONS: dict[int, Corruption] = {}
for _key, _c in read("corruption").items():
    _add("corruption", Corruption(_key, named(_c), _c.get("favor", -1)), 1, CORRUPTIONS)

MISSIONS: dict[int, Mission] = {}
for _key, _c in read("missions").items():
    _add("mission", Mission(_key, named(_c), _c["side"]), 1, MISSIONS)

COMBAT: dict[int, CombatCard] = {}
"""Hero, skill and monster combat cards."""


def _combat(kind: str, deck: str, cards: dict[str, Any]) -> None:
    for key, c in cards.items():
        card = CombatCard(key, named(c), deck, c["type"], c["attack"], c["defense"], c["cost"], c.get("move", ""))
        _add(kind, card, c.get("copies", 1), COMBAT)


for _key, _cards in read("hero-cards").items():
    _combat("hero-card", _key, _cards)
_combat("skill", "skill", read("skills"))
for _key, _cards in read("monster-cards").items():
    _combat("monster-card", _key, _cards)

_BLANK = Words("blank token", "pusty żeton")
TOKENS: dict[int, Token] = {}
for _pool, _faces in _enemies["tokens"].items():
    for _key, _copies in _faces.items():
        _face = "" if _key == "blank" else _key
        _name = MONSTERS[_face].name if _face else _BLANK
        _add("monster-token", Token(f"{_pool}-{_key}", _name, COLOUR_PAIRS.index(_pool), _face), _copies, TOKENS)

REFERENCES: list[str] = copy_references(COMPONENT_IDS)
"""Every card and token by number, as it is named outside. Figures are named by their ids."""
NUMBERS: dict[str, int] = {reference: n for n, reference in enumerate(REFERENCES)}
"""The number behind each reference."""


def ids(kind: str, key: str = "") -> list[int]:
    """The ids of a kind, or of the copies of one component."""
    return [i for i, one in enumerate(KINDS) if one == kind and key in ("", ENTRIES[i].key)]


def cards_of(deck: str) -> list[int]:
    """The ids of a hero, skill or monster combat deck."""
    return [i for i, card in COMBAT.items() if card.deck == deck]
