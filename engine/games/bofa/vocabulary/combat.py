"""What a card does in a round of combat."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from engine.games.bofa.vocabulary.places import Face, Number, Shift, Terrain, Whose, Word


class Fight(Word, frozen=True):
    """When a combat effect applies; every line given must hold."""

    attacking: bool | None = None
    terrain: tuple[Terrain, ...] = ()
    army_has: tuple[str, ...] = ()
    enemy_has: tuple[str, ...] = ()
    character: tuple[str, ...] = ()
    first_round: bool | None = None
    leadership: bool | None = None
    fortification: bool | None = None
    """The defender stands behind a fortification, broken or not."""
    outnumbered: bool | None = None
    """The enemy has more units."""
    hit: bool | None = None
    """The army has dealt damage this round (for effects on damage)."""


class Combat(Word, frozen=True, tag_field="op"):
    """One thing a card does in a round of combat."""


class Add(Combat, frozen=True, tag="add"):
    """Change every result of a side's combat roll, leader re-roll, or both; `either` is chosen when shown."""

    amount: Shift
    to: Literal["roll", "reroll", "both", "either"] = "both"
    whose: Whose = "friend"
    when: Fight = Fight()


class Dice(Combat, frozen=True, tag="dice"):
    """A side rolls more or fewer dice, within the limit of five."""

    amount: Shift
    whose: Whose = "friend"
    when: Fight = Fight()


class Rerolls(Combat, frozen=True, tag="rerolls"):
    """A side's leadership counts for more or less this round."""

    amount: Shift
    whose: Whose = "friend"
    when: Fight = Fight()


class Hit(Combat, frozen=True, tag="hit"):
    """The enemy takes more damage."""

    count: Number = 1
    when: Fight = Fight()


class Prevent(Combat, frozen=True, tag="prevent"):
    """Damage dealt this round, to the army or its fortification, is cancelled."""

    count: Number = 1
    when: Fight = Fight()


class Mend(Combat, frozen=True, tag="heal"):
    """Damage is removed from the army, whenever it was dealt."""

    count: Number = 1
    when: Fight = Fight()


class Shots(Combat, frozen=True, tag="volley"):
    """Before the combat roll, roll dice of which each of `hit` or more deals one damage this round."""

    dice: Annotated[int, Meta(ge=1, le=10)]
    hit: Face = 5
    when: Fight = Fight()


class Sacrifice(Combat, frozen=True, tag="sacrifice"):
    """Eliminate a character or a leadership token of the army to remove damage."""

    heal: Number = 2
    when: Fight = Fight()


class Void(Combat, frozen=True, tag="void"):
    """The card the enemy played this round has no effect."""

    when: Fight = Fight()


class Withdraw(Combat, frozen=True, tag="withdraw"):
    """The army may retreat at the end of this round as if it had played Regroup."""

    when: Fight = Fight()


class Pin(Combat, frozen=True, tag="pin"):
    """The enemy may neither retreat nor be routed at the end of this round."""

    when: Fight = Fight()


class Pursue(Combat, frozen=True, tag="pursue"):
    """If the enemy retreats or is routed this round it takes damage."""

    count: Number = 1
    when: Fight = Fight()


class Gain(Combat, frozen=True, tag="draw"):
    """Draw event cards."""

    count: Number = 1
    when: Fight = Fight()


class Behead(Combat, frozen=True, tag="drop_leader"):
    """The enemy army loses leadership tokens."""

    count: Number = 1
    when: Fight = Fight()


class Storm(Combat, frozen=True, tag="storm"):
    """Fortification, ford and slope do not raise the army's target number this round."""

    when: Fight = Fight()


class TakeBack(Combat, frozen=True, tag="take_back"):
    """Take the unit and manoeuvre cards played in this combat back to hand."""

    when: Fight = Fight()


Effect: TypeAlias = (
    Add
    | Dice
    | Rerolls
    | Hit
    | Prevent
    | Mend
    | Shots
    | Sacrifice
    | Void
    | Withdraw
    | Pin
    | Pursue
    | Gain
    | Behead
    | Storm
    | TakeBack
)
