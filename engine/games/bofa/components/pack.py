"""A pack ready for play: every name is a number, and what the rules often look for is worked out once."""

import hashlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from engine.core.vocabulary import copy_references
from engine.games.bofa.cards.program import Program, compile_order
from engine.games.bofa.cards.vocabulary.conditions import When, Where
from engine.games.bofa.cards.vocabulary.lasting import Lasting
from engine.games.bofa.components.box import CHARACTERS, FREE, PILES, SHADOW, SIDES, TERRAINS
from engine.games.bofa.components.schema import (
    FILES,
    CharacterEntry,
    Contents,
    EventEntry,
    FateEntry,
    StoryEntry,
    UnitEntry,
)
from engine.games.bofa.layout.places import Layout
from engine.games.bofa.state import Frame

FIRST_COMPONENT = 100
"""Cards and tokens are counted from here, so that no place or unit is mistaken for one."""
BOTH = -1
"""The side of cards that both players use."""


@dataclass(frozen=True)
class Card:
    """One card of any deck, ready for play."""

    row: EventEntry | StoryEntry | FateEntry
    deck: str
    side: int
    """The seat whose deck it is from, or `BOTH`."""
    type: str = ""
    """The die result that plays it; none for a Fate card."""
    when: When = When()
    """The condition on which it may be played."""

    @property
    def id(self) -> str:
        """Its id in the pack."""
        return self.row.id

    @cached_property
    def program(self) -> Program:
        """What it does when it is played."""
        return compile_order(self.row.order)

    @cached_property
    def lasting(self) -> Lasting:
        """What it does while it stays in play; nothing, for a card that does not."""
        return self.row.lasting or Lasting()

    @property
    def stays_in_play(self) -> bool:
        """Whether it lies on the table once it is played (p. 15, 17)."""
        return self.row.lasting is not None


class RecruitmentToken(NamedTuple):
    """A recruitment token: its pile, the units on its front, and what all tokens with that front are called."""

    pile: int
    units: tuple[int, ...]
    id: str


class FateToken(NamedTuple):
    """A fate token; the special ones have a colour."""

    value: int
    symbol: bool
    colour: str

    @property
    def id(self) -> str:
        """What all tokens that look like it are called."""
        return f"fate-token:{self.value}{'-symbol' if self.symbol else ''}{self.colour and f'-{self.colour}'}"


@dataclass(frozen=True)
class Pack:
    """The board, units, characters, cards and tokens of a pack, each by its number."""

    hash: str
    contents: Contents

    @cached_property
    def key(self) -> str:
        """The pack as a match names it: its id and content hash."""
        return f"{self.contents.about.id}@{self.hash}"

    @cached_property
    def layout(self) -> Layout:
        """The places of the board."""
        return Layout(self.contents.board, self.contents.range)

    # -- cards and tokens --------------------------------------------------------------------------------------

    @cached_property
    def cards(self) -> dict[int, Card]:
        """Every card of every deck by its number."""
        files = self.contents
        cards = [Card(row, "event", BOTH, row.type, row.when) for row in files.events.card]
        cards += [Card(row, "story", FREE, row.type, row.when) for row in files.story_free_peoples.card]
        cards += [Card(row, "story", SHADOW, row.type, row.when) for row in files.story_shadow.card]
        cards += [Card(row, "fate", BOTH) for row in files.fate.card]
        return dict(enumerate(cards, FIRST_COMPONENT))

    @cached_property
    def recruitment_tokens(self) -> dict[int, RecruitmentToken]:
        """Every recruitment token by its number."""
        faces = [(PILES.index(pile.id), face) for pile in self.contents.tokens.pile for face in pile.face]
        tokens = [
            RecruitmentToken(
                pile,
                tuple(self.unit_numbers[name] for name in face.units),
                f"token:{PILES[pile]}:{'-'.join(face.units)}",
            )
            for pile, face in sorted(faces, key=lambda one: one[0])
            for _ in range(face.count)
        ]
        return dict(enumerate(tokens, FIRST_COMPONENT + len(self.cards)))

    @cached_property
    def fate_tokens(self) -> dict[int, FateToken]:
        """Every fate token by its number."""
        rows = self.contents.tokens.fate
        tokens = [FateToken(row.value, row.symbol, row.colour or "") for row in rows for _ in range(row.count)]
        return dict(enumerate(tokens, FIRST_COMPONENT + len(self.cards) + len(self.recruitment_tokens)))

    def deck(self, name: str, side: int = BOTH) -> list[int]:
        """The cards a deck starts with."""
        return list(self._decks[name, side])

    def pile(self, pile: int) -> list[int]:
        """The recruitment tokens a pile starts with."""
        return list(self._piles[pile])

    @cached_property
    def _decks(self) -> dict[tuple[str, int], list[int]]:
        decks: dict[tuple[str, int], list[int]] = {}
        for number, card in self.cards.items():
            decks.setdefault((card.deck, card.side), []).append(number)
        return decks

    @cached_property
    def _piles(self) -> list[list[int]]:
        tokens = self.recruitment_tokens.items()
        return [[number for number, token in tokens if token.pile == pile] for pile in range(len(PILES))]

    @cached_property
    def pile_units(self) -> tuple[tuple[int, ...], ...]:
        """The unit types that a pile of recruitment tokens can bring (p. 24)."""
        return tuple(
            tuple(sorted({unit for number in self.pile(pile) for unit in self.recruitment_tokens[number].units}))
            for pile in range(len(PILES))
        )

    # -- references --------------------------------------------------------------------------------------------
    # What the rules or the pack's own lists name has a colon in it: no id of a pack has one.

    @cached_property
    def component_references(self) -> dict[int, str]:
        """How every card and token is named outside, by its number: its id, and which copy."""
        ids = {number: card.id for number, card in self.cards.items()}
        ids |= {number: token.id for number, token in self.recruitment_tokens.items()}
        ids |= {number: token.id for number, token in self.fate_tokens.items()}
        return dict(zip(ids, copy_references(ids.values()), strict=True))

    @cached_property
    def unit_references(self) -> tuple[str, ...]:
        """How every unit type is named outside."""
        return tuple(row.id for row in self.units)

    @cached_property
    def territory_references(self) -> tuple[str, ...]:
        """How every territory is named outside."""
        return tuple(f"territory:{row.id}" for row in self.contents.board.territory)

    # -- units -------------------------------------------------------------------------------------------------

    @cached_property
    def units(self) -> tuple[UnitEntry, ...]:
        """The unit types."""
        return self.contents.units.unit

    @cached_property
    def unit_numbers(self) -> dict[str, int]:
        """The number of every unit type."""
        return {row.id: number for number, row in enumerate(self.units)}

    @cached_property
    def goblins(self) -> int:
        """The unit type of the Goblins."""
        return self.unit_numbers["goblins"]

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

    # -- characters --------------------------------------------------------------------------------------------

    @cached_property
    def characters(self) -> tuple[CharacterEntry, ...]:
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
    def grounds(self) -> dict[Where, tuple[int, ...]]:
        """The regions that conditions ask for by their ground, as the rules have worked them out."""
        return {}

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


def content_hash(folder: Path) -> str:
    """A fingerprint of all files of a pack."""
    digest = hashlib.blake2b(digest_size=8)
    for name, _ in FILES.values():
        digest.update(name.encode() + b"\0" + (folder / name).read_bytes() + b"\0")
    return digest.hexdigest()
