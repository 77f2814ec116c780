"""Combat effects: what a card, a manoeuvre or a lasting effect does in a round of combat (p. 26-28)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from engine.games.bofa.cards.vocabulary.conditions import InCombat
from engine.games.bofa.cards.vocabulary.terms import DieFace, Number, Shift, Whose, Word


class _CombatWord(Word, frozen=True, kw_only=True, tag_field="op"):
    """One thing a card does in a round of combat."""

    when: InCombat = InCombat()


class Add(_CombatWord, frozen=True, tag="add"):
    """Change every result of a side's combat roll, leader re-roll, or both; `either` is chosen when shown."""

    amount: Shift
    to: Literal["roll", "reroll", "both", "either"] = "both"
    whose: Whose = "friend"


class Dice(_CombatWord, frozen=True, tag="dice"):
    """A side rolls more or fewer dice, within the limit of five."""

    amount: Shift
    whose: Whose = "friend"


class Rerolls(_CombatWord, frozen=True, tag="rerolls"):
    """A side's leadership counts for more or less this round."""

    amount: Shift
    whose: Whose = "friend"


class Hit(_CombatWord, frozen=True, tag="hit"):
    """The enemy takes more damage."""

    count: Number = 1


class Prevent(_CombatWord, frozen=True, tag="prevent"):
    """Damage dealt this round, to the army or its fortification, is cancelled."""

    count: Number = 1


class Heal(_CombatWord, frozen=True, tag="heal"):
    """Damage is removed from the army, whenever it was dealt."""

    count: Number = 1


class Volley(_CombatWord, frozen=True, tag="volley"):
    """Before the combat roll, roll dice of which each of `hit` or more deals one damage this round."""

    dice: Annotated[int, Meta(ge=1, le=10)]
    hit: DieFace = 5


class Sacrifice(_CombatWord, frozen=True, tag="sacrifice"):
    """Eliminate a character or a leadership token of the army to remove damage."""

    heal: Number = 2


class Void(_CombatWord, frozen=True, tag="void"):
    """The card the enemy played this round has no effect."""


class Withdraw(_CombatWord, frozen=True, tag="withdraw"):
    """The army may retreat at the end of this round as if it had played Regroup."""


class Pin(_CombatWord, frozen=True, tag="pin"):
    """The enemy may neither retreat nor be routed at the end of this round."""


class Pursue(_CombatWord, frozen=True, tag="pursue"):
    """If the enemy retreats or is routed this round it takes damage."""

    count: Number = 1


class Draw(_CombatWord, frozen=True, tag="draw"):
    """Draw event cards."""

    count: Number = 1


class DropLeader(_CombatWord, frozen=True, tag="drop-leader"):
    """The enemy army loses leadership tokens."""

    count: Number = 1


class Storm(_CombatWord, frozen=True, tag="storm"):
    """Fortification, ford and slope do not raise the army's target number this round."""


class TakeBack(_CombatWord, frozen=True, tag="take-back"):
    """Take the unit and manoeuvre cards played in this combat back to hand."""


Effect: TypeAlias = (
    Add
    | Dice
    | Rerolls
    | Hit
    | Prevent
    | Heal
    | Volley
    | Sacrifice
    | Void
    | Withdraw
    | Pin
    | Pursue
    | Draw
    | DropLeader
    | Storm
    | TakeBack
)
