"""A pack made ready for play: every name an index, every question the rules ask often a lookup."""

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from engine.games.bofa.cards.program import Program, compile_order
from engine.games.bofa.cards.vocabulary.conditions import When
from engine.games.bofa.cards.vocabulary.lasting import Lasting
from engine.games.bofa.components.box import CHARACTERS, FREE, PILES, SHADOW, SIDES, TERRAINS
from engine.games.bofa.components.schema import FILES, CharacterRow, Contents, EventRow, FateRow, StoryRow, UnitRow
from engine.games.bofa.layout.places import Layout
from engine.games.bofa.state import Frame

FIRST_COMPONENT = 100
"""Components count from here, so that no region or unit is mistaken for one."""


@dataclass(frozen=True)
class CardInfo:
    """One card of any deck, ready for play."""

    id: str
    deck: str
    row: EventRow | StoryRow | FateRow
    type: str
    side: int
    """The seat whose deck it is from; -1 for cards of both."""
    program: Program
    when: When
    lasting: Lasting
    """Its lasting part; nothing, for a card that does not stay in play."""

    @property
    def stays_in_play(self) -> bool:
        """Whether it lies on the table once it is played (p. 15, 17)."""
        return self.row.lasting is not None


@dataclass(frozen=True)
class RecruitInfo:
    """A recruitment token: its pile and the units on its front."""

    pile: int
    units: tuple[int, ...]


@dataclass(frozen=True)
class FateInfo:
    """A fate token."""

    value: int
    symbol: bool
    colour: str


@dataclass(frozen=True)
class Pack:
    """The tables of a pack: its board, units, characters, cards and tokens, every name a number."""

    hash: str
    contents: Contents
    cards: dict[int, CardInfo] = field(default_factory=dict)
    recruits: dict[int, RecruitInfo] = field(default_factory=dict)
    fates: dict[int, FateInfo] = field(default_factory=dict)

    def __post_init__(self) -> None:
        number = FIRST_COMPONENT
        files = self.contents
        for deck, side, rows in (
            ("event", -1, files.events.card),
            ("story", FREE, files.story_free_peoples.card),
            ("story", SHADOW, files.story_shadow.card),
            ("fate", -1, files.fate.card),
        ):
            for row in rows:
                kind = "" if isinstance(row, FateRow) else row.type
                when = When() if isinstance(row, FateRow) else row.when
                program = compile_order(row.order)
                lasting = row.lasting or Lasting()
                self.cards[number] = CardInfo(row.id, deck, row, kind, side, program, when, lasting)
                number += 1
        for pile in sorted(files.tokens.pile, key=lambda one: PILES.index(one.id)):
            for face in pile.face:
                units = tuple(self.unit_ids[name] for name in face.units)
                for _ in range(face.count):
                    self.recruits[number] = RecruitInfo(PILES.index(pile.id), units)
                    number += 1
        for token in files.tokens.fate:
            for _ in range(token.count):
                self.fates[number] = FateInfo(token.value, token.symbol, token.colour or "")
                number += 1

    @cached_property
    def key(self) -> str:
        """The pack as a match names it: its id and content hash."""
        return f"{self.contents.about.id}@{self.hash}"

    @cached_property
    def layout(self) -> Layout:
        """The places of the board."""
        return Layout(self.contents.board, self.contents.range)

    # -- armies and characters -------------------------------------------------------------------------------------

    @cached_property
    def units(self) -> tuple[UnitRow, ...]:
        """The unit types."""
        return self.contents.units.unit

    @cached_property
    def unit_ids(self) -> dict[str, int]:
        """The number of every unit type."""
        return {row.id: number for number, row in enumerate(self.units)}

    @cached_property
    def goblins(self) -> int:
        """The unit type of the Goblins."""
        return self.unit_ids["goblins"]

    @cached_property
    def unit_side(self) -> tuple[int, ...]:
        """The seat each unit type fights for."""
        return tuple(SIDES.index(row.side) for row in self.units)

    @cached_property
    def strength(self) -> tuple[int, ...]:
        """The strength of each unit type."""
        return tuple(row.strength for row in self.units)

    @cached_property
    def figures(self) -> tuple[int, ...]:
        """How many figures of each unit type there are."""
        return tuple(row.figures for row in self.units)

    @cached_property
    def prefers(self) -> dict[str, tuple[bool, ...]]:
        """Whether each unit type prefers a terrain, by terrain (p. 26)."""
        return {terrain: tuple(terrain in row.terrain for row in self.units) for terrain in TERRAINS}

    @cached_property
    def pile_units(self) -> tuple[tuple[int, ...], ...]:
        """The unit types that a pile of recruitment tokens can bring (p. 24)."""
        return tuple(
            tuple(sorted({u for token in self.recruits.values() if token.pile == pile for u in token.units}))
            for pile in range(len(PILES))
        )

    @cached_property
    def characters(self) -> tuple[CharacterRow, ...]:
        """The characters, in the order of `CHARACTERS`."""
        rows = {row.id: row for row in self.contents.characters.character}
        return tuple(rows[name] for name in CHARACTERS)

    @cached_property
    def leadership(self) -> tuple[int, ...]:
        """The leadership of each character."""
        return tuple(row.leadership for row in self.characters)

    @cached_property
    def movement(self) -> tuple[int, ...]:
        """The movement of each character."""
        return tuple(row.movement for row in self.characters)

    @cached_property
    def abilities(self) -> dict[int, Program]:
        """What each general does for an activation token, but for the Lord of the Eagles (p. 32)."""
        return {
            number: compile_order(row.ability.order)
            for number, row in enumerate(self.characters)
            if row.ability is not None
        }

    @cached_property
    def arrivals(self) -> dict[int, Program]:
        """What else happens when a character enters."""
        return {number: compile_order(row.arrives) for number, row in enumerate(self.characters) if row.arrives}

    def program_of(self, frame: Frame) -> Program:
        """The program of the card or ability that is being carried out."""
        if frame.source == "general":
            return self.abilities[frame.id]
        if frame.source == "arrive":
            return self.arrivals[frame.id]
        return self.cards[frame.id].program

    @cached_property
    def deck(self) -> dict[str, list[int]]:
        """The components that each deck and pile starts with."""
        decks: dict[str, list[int]] = {"event": [], "story_0": [], "story_1": [], "fate": []}
        for number, card in self.cards.items():
            decks[card.deck if card.deck != "story" else f"story_{card.side}"].append(number)
        for number, token in self.recruits.items():
            decks.setdefault(f"pile_{token.pile}", []).append(number)
        decks["tokens"] = [number for number, token in self.fates.items() if not token.colour]
        decks["special"] = [number for number, token in self.fates.items() if token.colour]
        return decks


def content_hash(folder: Path) -> str:
    """A fingerprint of all files of a pack."""
    digest = hashlib.blake2b(digest_size=8)
    for name, _ in FILES.values():
        digest.update(name.encode() + b"\0" + (folder / name).read_bytes() + b"\0")
    return digest.hexdigest()
