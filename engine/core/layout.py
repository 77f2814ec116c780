"""What a board is drawn from: where things lie, how they are shown, and what is printed on them, for one setting.

A layout never changes during a match. What lies where at the moment is in the observation, and the layout says where
to look there: by JSON pointers (RFC 6901), such as `/players/0/hand`.
"""

from typing import Literal

import msgspec

from engine.core.words import Words


class Text(msgspec.Struct, frozen=True):
    """A phrase in every language of the server."""

    en: str
    """In English."""
    pl: str
    """In Polish."""

    @classmethod
    def of(cls, words: Words) -> "Text":
        """The text of some words; where a translation is missing, English stands in."""
        return cls(words.say("en"), words.say("pl"))


class SeatLayout(msgspec.Struct, frozen=True):
    """Somebody who plays: a seat of the match, or a player whom the rules themselves move."""

    reference: str
    """How observations, options and events name it."""
    number: int | None
    """The number of the seat, with which the API is called; null where the rules play it."""
    role: str
    """The id of its role."""
    name: Text
    """What the role is called."""
    side: str
    """The side it plays for."""


ZoneKind = Literal["row", "pile", "hand", "board", "map-region"]
Anchor = Literal["start", "middle", "end"]


class Zone(msgspec.Struct, frozen=True, kw_only=True):
    """Where components lie."""

    reference: str
    """How the zone is named."""
    kind: ZoneKind
    """How it is shown: side by side, one on the other, as a hand, on a board of its own, or in a region of the map."""
    owner: str | None = None
    """The seat or side it belongs to; null where it is everybody's."""
    title: Text
    """What it is called."""
    contents: str | None = None
    """JSON pointer to its list in the observation, of references or objects with them; null where all is hidden."""
    count: str | None = None
    """JSON pointer to how many components it holds; null where the list is always whole."""


class Point(msgspec.Struct, frozen=True):
    """A point of the map; x goes right and y down, in the units of `MapLayout`."""

    x: float
    """How far to the right."""
    y: float
    """How far down."""


class Adjacency(msgspec.Struct, frozen=True):
    """A way from one place to another."""

    to: str
    """The place it leads to, by reference."""
    kind: str
    """What kind of way it is, in the game's words; empty where all are alike."""
    cost: int | None = None
    """What it costs to go there, in the game's measure; null where no way costs anything."""
    label: Point | None = None
    """Where its cost or kind is written; null where the middle of the way will do."""
    water: bool = False
    """Whether it goes by water, whatever its kind."""


class PrintedLayout(msgspec.Struct, frozen=True):
    """A value or an icon that is printed on a component or on the map."""

    id: str
    """Which value it is, in the game's words."""
    name: Text
    """What it is called."""
    value: int | str | list[int | str]
    """How much it is, or which it names."""
    text: Text | None = None
    """The value in words; null where it is a number, a name or a reference."""


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A place of the map."""

    reference: str
    """How the place is named."""
    name: Text
    """What it is called."""
    at: Point
    """Where it lies."""
    label: Point
    """Where its name is written, on the base line of the text."""
    anchor: Anchor = "middle"
    """Whether the name begins at that point, has its middle there, or ends there."""
    adjacent: list[Adjacency]
    """The ways that lead from it."""
    terrain: str
    """What the land is like, in the game's words; empty where the game makes no difference."""
    region: str | None
    """The region it belongs to, by reference."""
    printed: list[PrintedLayout] = []
    """What else is printed there, one by one."""
    contents: str | None = None
    """JSON pointer to what stands there, in the observation."""


class Region(msgspec.Struct, frozen=True, kw_only=True):
    """A region of the map."""

    reference: str
    """How the region is named."""
    name: Text
    """What it is called."""
    outline: list[Point]
    """Its border; empty where it is not drawn."""
    label: Point | None = None
    """Where the middle of its name is written; null where that is left to who draws it."""
    printed: list[PrintedLayout] = []
    """What else is printed there, one by one."""


class Step(msgspec.Struct, frozen=True):
    """A step of a track."""

    value: int | str
    """What the observation has while the track stands there."""
    title: Text
    """What is written on it."""


class Track(msgspec.Struct, frozen=True, kw_only=True):
    """Something that goes up and down step by step."""

    reference: str
    """How the track is named."""
    owner: str | None = None
    """The seat or side it belongs to; null where it is everybody's."""
    title: Text
    """What it is called."""
    steps: list[Step]
    """Its steps in their order; empty where it is a number without an end."""
    position: str
    """JSON pointer to where it stands, in the observation."""


class ComponentLayout(msgspec.Struct, frozen=True, kw_only=True):
    """A card or token of which there are one or more copies."""

    id: str
    """What all its copies share; a reference names one copy."""
    references: list[str]
    """How its copies are named."""
    kind: str
    """What it is: a character, an army, a path ..."""
    name: Text
    """What it is called."""
    text: Text
    """What its text says."""
    values: Text
    """Its printed values in words."""
    printed: list[PrintedLayout]
    """Its printed values and icons one by one."""


class MapLayout(msgspec.Struct, frozen=True, kw_only=True):
    """The map of a game."""

    width: float
    """How wide it is."""
    height: float
    """How high it is."""
    place_radius: float | None = None
    """How large a place can be drawn without touching another, a way or a name; null where nobody measured it."""
    text_height: float | None = None
    """The font size for which the names of places find room; null where nobody measured it."""
    places: list[Place]
    """Every place."""
    regions: list[Region]
    """Every region."""


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """All that a board of one setting is drawn from, beside the observation."""

    game: str
    """The id of the game."""
    scenario: str
    """The id of the scenario."""
    seats: list[SeatLayout]
    """Everybody who plays, in the order of the observation."""
    zones: list[Zone]
    """Where components lie."""
    map: MapLayout | None
    """The map; null where the game has none."""
    tracks: list[Track]
    """What goes up and down step by step."""
    components: list[ComponentLayout]
    """What is printed on every card and token."""
    words: dict[str, dict[str, Text]] = {}
    """By kind: what the game's own words are called that stand in observations, options and here, such as terrains."""
