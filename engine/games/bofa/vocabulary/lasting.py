"""What a card does for as long as it lies on the table."""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from engine.games.bofa.vocabulary.combat import Effect
from engine.games.bofa.vocabulary.places import Number, Shift, When, Word


class Standing(Word, frozen=True):
    """What a card on the table does, for as long as it lies there."""

    effects: "tuple[Lasts, ...]" = ()
    until: Literal["end_of_turn", "first_battle", "never"] = "never"
    while_: When = msgspec.field(default=When(), name="while")
    """The card is discarded as soon as this no longer holds."""


class Lasting(Word, frozen=True, tag_field="op"):
    """One lasting effect."""


class Bonus(Lasting, frozen=True, tag="battle"):
    """Combat effects that apply in every round the owner's armies fight."""

    effects: "tuple[Effect, ...]"


class BeornDice(Lasting, frozen=True, tag="beorn_dice"):
    """Beorn rolls this many dice."""

    dice: Annotated[int, Meta(ge=1, le=5)]


class BeornTarget(Lasting, frozen=True, tag="beorn_add"):
    """Added to every result Beorn rolls in combat."""

    amount: Shift


class Swift(Lasting, frozen=True, tag="swift"):
    """A character's movement grows."""

    character: str
    amount: Number = 1


class Inspire(Lasting, frozen=True, tag="inspire"):
    """A character's leadership grows."""

    character: str
    amount: Number = 1


class RegroupBonus(Lasting, frozen=True, tag="regroup"):
    """The owner's armies regroup with this much added to each die."""

    amount: Number = 1


Lasts: TypeAlias = Bonus | BeornDice | BeornTarget | Swift | Inspire | RegroupBonus
