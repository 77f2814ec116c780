"""What the data files hold of the components of the box, kind by kind."""

import msgspec

from engine.core.words import Words

TRAITS = ("fortitude", "strength", "agility", "wisdom")
FORTITUDE, STRENGTH, AGILITY, WISDOM = range(4)
MARKERS = ("hero", "ring", "conquest", "corruption")
"""The story markers: the heroes' green one, then Sauron's yellow, red and black ones (p. 12)."""


COMBAT_DECKS = ("zealot", "ravager", "behemoth")


class Entry(msgspec.Struct, frozen=True):
    """What every component has: a key that is unique within its kind, and a name."""

    key: str
    name: Words


class Item(Entry, frozen=True):
    """An item card (p. 26)."""


class Quest(Entry, frozen=True):
    """A starting or advanced quest (p. 25): explore `place`, or fight `monster` there instead of an encounter."""

    hero: str
    advanced: bool
    place: int
    monster: str


class PlotSetup(msgspec.Struct, frozen=True):
    """What a starting plot gives Sauron before the first turn (p. 8); pairs are cards drawn and kept."""

    strongholds: int
    extension: int
    pool: int
    shadow: tuple[int, int]
    plot: tuple[int, int]


class Plot(Entry, frozen=True):
    """A plot card (p. 13)."""

    influence: int
    favor: int
    marker: int
    advance: int
    affects: tuple[int, ...]
    gollum: bool
    setup: PlotSetup | None


class Shadow(Entry, frozen=True):
    """A shadow card (p. 18)."""

    influence: int
    timing: str


class EventCard(Entry, frozen=True):
    """An event card (p. 14); one with a place it affects stays in play."""

    stage: int
    priority: int
    affects: int
    character: int
    character_at: int
    favor: tuple[int, ...]
    marker: int


class Encounter(Entry, frozen=True):
    """An encounter card (p. 25); `fits` is the mask of its locations, `explore` where a quest is completed."""

    deck: int
    priority: int
    where: Words
    fits: int
    explore: int
    reshuffle: bool


class Peril(Entry, frozen=True):
    """A peril card and the mask of the locations it affects (p. 23)."""

    where: Words
    fits: int
    reshuffle: bool


class Corruption(Entry, frozen=True):
    """A corruption card and the favor that discards it at rest; -1 for those resolved at once (p. 26)."""

    favor: int


class Mission(Entry, frozen=True):
    """A mission card of one side (p. 33)."""

    side: str


class CombatCard(Entry, frozen=True):
    """A card of a hero, skill or monster combat deck (p. 28)."""

    deck: str
    type: str
    attack: int
    defense: int
    cost: int
    move: str


class Token(Entry, frozen=True):
    """A monster token: the pool it comes from and the monster on its face, "" on a blank one (p. 19)."""

    pool: int
    monster: str


class HeroSheet(msgspec.Struct, frozen=True):
    """A hero (p. 20)."""

    id: str
    name: str
    traits: tuple[int, int, int, int]
    start: int
    ability: str
    items: tuple[str, ...]


class Enemy(msgspec.Struct, frozen=True):
    """A monster reference card, or a minion with the stage it enters at and where (p. 12, p. 27)."""

    id: str
    name: Words
    health: int
    fortitude: int
    strength: int
    wisdom: int
    deck: int
    ability: str
    stage: int = 0
    start: tuple[int, ...] = ()


class Character(msgspec.Struct, frozen=True):
    """A character token and the favor it gives (p. 24)."""

    id: str
    name: str
    favor: int
