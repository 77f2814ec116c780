"""Lasting effects: what a card does for as long as it lies on the table (p. 15, 17)."""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from engine.games.bofa.cards.vocabulary import combat
from engine.games.bofa.cards.vocabulary.conditions import When
from engine.games.bofa.cards.vocabulary.terms import Number, Shift, Word


class Lasting(Word, frozen=True):
    """The lasting part of a card: its effects, and how long it stays on the table."""

    effects: "tuple[Effect, ...]" = ()
    until: Literal["end-of-turn", "first-battle", "never"] = "never"
    while_: When = msgspec.field(default=When(), name="while")
    """The card is discarded as soon as this no longer holds."""


class _LastingWord(Word, frozen=True, tag_field="op"):
    """One lasting effect."""


class Battle(_LastingWord, frozen=True, tag="battle"):
    """Combat effects that apply in every round the owner's armies fight."""

    effects: tuple[combat.Effect, ...]


class BeornDice(_LastingWord, frozen=True, tag="beorn-dice"):
    """Beorn rolls this many dice."""

    dice: Annotated[int, Meta(ge=1, le=5)]


class BeornAdd(_LastingWord, frozen=True, tag="beorn-add"):
    """Added to every result Beorn rolls in combat."""

    amount: Shift


class Swift(_LastingWord, frozen=True, tag="swift"):
    """A character's movement grows."""

    character: str
    amount: Number = 1


class Inspire(_LastingWord, frozen=True, tag="inspire"):
    """A character's leadership grows."""

    character: str
    amount: Number = 1


class Regroup(_LastingWord, frozen=True, tag="regroup"):
    """The owner's armies regroup with this much added to each die."""

    amount: Number = 1


Effect: TypeAlias = Battle | BeornDice | BeornAdd | Swift | Inspire | Regroup
