"""What the files of a component pack hold, as types: a pack that does not fit them is refused.

docs/games/bofa.md describes the same fields for those who type in a pack. Polish words may be left out.
"""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from engine.games.bofa.cards.vocabulary import combat
from engine.games.bofa.cards.vocabulary.conditions import When, Where
from engine.games.bofa.cards.vocabulary.lasting import Lasting
from engine.games.bofa.cards.vocabulary.orders import Operation
from engine.games.bofa.cards.vocabulary.terms import FateColour, Number, Terrain, Word
from engine.games.bofa.components.box import WRATH_TOKENS

Id: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Text: TypeAlias = Annotated[str, Meta(min_length=1)]
Side: TypeAlias = Literal["free-peoples", "shadow"]
CardType: TypeAlias = Literal["army", "character", "muster"]
DieNeeded: TypeAlias = Literal["army", "character", "muster", "event", "will"]
BorderKind: TypeAlias = Literal["open", "river", "ford", "slope", "impassable"]
Point: TypeAlias = tuple[int, int]


class About(Word, frozen=True, kw_only=True):
    """pack.toml: what the pack is called."""

    id: Id
    title: Text
    title_pl: str = ""
    about: str = ""


class TerritoryEntry(Word, frozen=True, kw_only=True):
    """A territory of the board (p. 8)."""

    id: Id
    name: Text
    name_pl: str = ""
    colour: Text


class RegionEntry(Word, frozen=True, kw_only=True):
    """A region of the board (p. 8-10)."""

    id: Id
    name: Text
    name_pl: str = ""
    territory: str
    terrain: Terrain
    at: Point
    settlement: bool = False
    fortification: Annotated[int, Meta(ge=0, le=12)] = 0
    mustering: bool = False


class BorderEntry(Word, frozen=True):
    """What lies between two regions (p. 9)."""

    between: tuple[str, str]
    kind: BorderKind = "open"


class GoblinEntry(Word, frozen=True, kw_only=True):
    """A goblin mustering point, its pass and the regions the pass leads to (p. 10, 25)."""

    id: Id
    name: Text
    name_pl: str = ""
    pass_name: Text
    pass_name_pl: str = ""
    exits: Annotated[tuple[str, ...], Meta(min_length=1)]
    at: Point
    pass_at: Point


class RangeEntry(Word, frozen=True):
    """What the two sides of the range ruler reach from a region (p. 20)."""

    of: str
    bow: tuple[str, ...] = ()
    magic: tuple[str, ...] = ()


class BoardFile(Word, frozen=True):
    """board.toml."""

    territory: tuple[TerritoryEntry, ...]
    region: tuple[RegionEntry, ...]
    border: tuple[BorderEntry, ...]
    goblins: tuple[GoblinEntry, ...]
    eyrie: Point


class RangeFile(Word, frozen=True):
    """range.toml."""

    range: tuple[RangeEntry, ...]


class ManoeuvreEntry(Word, frozen=True, kw_only=True):
    """A manoeuvre: its words and what it does in combat (p. 26-27)."""

    name: Text
    name_pl: str = ""
    text: Text
    text_pl: str = ""
    effects: Annotated[tuple[combat.Effect, ...], Meta(min_length=1)]
    spares_beorn: bool = False


class UnitEntry(Word, frozen=True, kw_only=True):
    """A type of army unit and its Unit card (p. 21)."""

    id: Id
    name: Text
    name_pl: str = ""
    side: Side
    people: Literal["dwarves", "elves", "men", "goblins", "orcs", "wargs"]
    figures: Annotated[int, Meta(ge=1, le=60)]
    strength: Annotated[int, Meta(ge=1, le=3)]
    terrain: tuple[Terrain, ...]
    manoeuvre: ManoeuvreEntry


class UnitsFile(Word, frozen=True):
    """units.toml, with the special manoeuvre of Thorin."""

    unit: tuple[UnitEntry, ...]
    mighty_strokes: ManoeuvreEntry


class AbilityEntry(Word, frozen=True, kw_only=True):
    """What a general does for its activation token (p. 19)."""

    name: Text
    name_pl: str = ""
    text: Text
    text_pl: str = ""
    order: Annotated[tuple[Operation, ...], Meta(min_length=1)]
    when: When = When()


class CharacterEntry(Word, frozen=True, kw_only=True):
    """A character card (p. 18-19, 32-34)."""

    id: Id
    name: Text
    name_pl: str = ""
    side: Side
    text: Text
    text_pl: str = ""
    movement: Annotated[int, Meta(ge=0, le=6)] = 0
    leadership: Annotated[int, Meta(ge=0, le=4)] = 0
    general: bool = False
    fate: Annotated[int, Meta(ge=1, le=15)] | None = None
    """The space of the fate track the figure waits on; none for those who start in play, and for Bolg."""
    die: DieNeeded | None = None
    """The result that brings the character into play."""
    enters: Where | None = None
    arrives: tuple[Operation, ...] = ()
    """What else happens when the character enters."""
    wrath: Annotated[int, Meta(ge=1, le=WRATH_TOKENS)] | None = None
    """The wrath tokens Beorn enters with (p. 33)."""
    ability: AbilityEntry | None = None


class CharactersFile(Word, frozen=True):
    """characters.toml."""

    character: tuple[CharacterEntry, ...]


class FaceEntry(Word, frozen=True):
    """The front of some recruitment tokens (p. 24)."""

    units: Annotated[tuple[str, ...], Meta(min_length=1, max_length=2)]
    count: Annotated[int, Meta(ge=1, le=30)]


class PileEntry(Word, frozen=True, kw_only=True):
    """A group of recruitment tokens (p. 24)."""

    id: Id
    name: Text
    name_pl: str = ""
    side: Side
    face: tuple[FaceEntry, ...]


class FateTokenEntry(Word, frozen=True):
    """Fate tokens of one value (p. 16)."""

    value: Annotated[int, Meta(ge=0, le=6)]
    symbol: bool = False
    count: Number = 1
    colour: FateColour | None = None


class TokensFile(Word, frozen=True):
    """tokens.toml."""

    pile: tuple[PileEntry, ...]
    fate: tuple[FateTokenEntry, ...]


class GroupEntry(Word, frozen=True):
    """What stands in one place when the game begins (p. 7)."""

    region: str
    units: dict[str, Number]
    characters: tuple[str, ...] = ()
    tokens: dict[str, Number] = {}


class SetupFile(Word, frozen=True):
    """setup.toml."""

    group: tuple[GroupEntry, ...]


class EventEntry(Word, frozen=True, kw_only=True):
    """An Event card: an order effect and a combat effect (p. 14)."""

    id: Id
    name: Text
    name_pl: str = ""
    type: CardType
    text: Text
    text_pl: str = ""
    order: Annotated[tuple[Operation, ...], Meta(min_length=1)]
    combat_name: Text
    combat_name_pl: str = ""
    combat_text: Text
    combat_text_pl: str = ""
    combat: Annotated[tuple[combat.Effect, ...], Meta(min_length=1)]
    when: When = When()
    lasting: Lasting | None = msgspec.field(default=None, name="table")


class StoryEntry(Word, frozen=True, kw_only=True):
    """A Story card (p. 14)."""

    id: Id
    name: Text
    name_pl: str = ""
    type: CardType
    text: Text
    text_pl: str = ""
    order: tuple[Operation, ...] = ()
    when: When = When()
    lasting: Lasting | None = msgspec.field(default=None, name="table")


class FateEntry(Word, frozen=True, kw_only=True):
    """A Fate card, mostly played beside a character (p. 17)."""

    id: Id
    name: Text
    name_pl: str = ""
    character: Literal["beorn", "eagles", "thorin", ""]
    text: Text
    text_pl: str = ""
    order: tuple[Operation, ...] = ()
    lasting: Lasting | None = msgspec.field(default=None, name="table")


class EventsFile(Word, frozen=True):
    """events.toml."""

    card: tuple[EventEntry, ...]


class StoryFile(Word, frozen=True):
    """story_free_peoples.toml and story_shadow.toml."""

    card: tuple[StoryEntry, ...]


class FateFile(Word, frozen=True):
    """fate.toml."""

    card: tuple[FateEntry, ...]


class Contents(msgspec.Struct, frozen=True):
    """The whole pack as its files say it."""

    about: About
    board: BoardFile
    range: RangeFile
    units: UnitsFile
    characters: CharactersFile
    tokens: TokensFile
    setup: SetupFile
    events: EventsFile
    story_free_peoples: StoryFile
    story_shadow: StoryFile
    fate: FateFile


FILES: dict[str, tuple[str, type[Word]]] = {
    "about": ("pack.toml", About),
    "board": ("board.toml", BoardFile),
    "range": ("range.toml", RangeFile),
    "units": ("units.toml", UnitsFile),
    "characters": ("characters.toml", CharactersFile),
    "tokens": ("tokens.toml", TokensFile),
    "setup": ("setup.toml", SetupFile),
    "events": ("events.toml", EventsFile),
    "story_free_peoples": ("story_free_peoples.toml", StoryFile),
    "story_shadow": ("story_shadow.toml", StoryFile),
    "fate": ("fate.toml", FateFile),
}
"""Every file of a pack, by the part of `Contents` it becomes."""
