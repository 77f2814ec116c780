"""The closed vocabulary in which a component pack writes what its cards do.

`Order` operations run one after the other when a card is played as an action or a general is used;
`Combat` operations bend one round of combat; `Standing` ones last while a card lies on the table.
"""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

Number: TypeAlias = Annotated[int, Meta(ge=1, le=20)]
Shift: TypeAlias = Annotated[int, Meta(ge=-9, le=9)]
Face: TypeAlias = Annotated[int, Meta(ge=2, le=6)]
Whose: TypeAlias = Literal["friend", "enemy"]
Terrain: TypeAlias = Literal["hills", "mountains", "plains", "ruins", "marsh"]
Deck: TypeAlias = Literal["event", "story"]
Counter: TypeAlias = Literal["ring", "wrath", "bodyguard", "concentration"]
FateColour: TypeAlias = Literal["blue", "red"]


class Word(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of everything a pack may write: a word the engine does not know is a fault."""


class Where(Word, frozen=True):
    """Which regions or armies are meant; every line given must hold."""

    regions: tuple[str, ...] = ()
    territory: tuple[str, ...] = ()
    terrain: tuple[Terrain, ...] = ()
    settlement: bool | None = None
    fortification: bool | None = None
    mustering: bool | None = None
    held: Whose | None = None
    """The settlement there is under the control of a friend or an enemy."""
    contains: tuple[str, ...] = ()
    """The army has a unit of at least one of these types."""
    leadership: bool | None = None
    damaged: bool | None = None
    character: tuple[str, ...] = ()
    """At least one of these characters stands there."""
    army: Whose | None = None
    """An army of a friend, or of an enemy, stands there."""
    led: bool | None = None
    """A friendly character or leadership token is there."""
    near_friend: bool | None = None
    """Borders on an army of the player."""
    near_enemy: bool | None = None
    """Borders on an army of the other player."""
    shot_by: tuple[str, ...] = ()
    """A unit of these types, on ground of `shot_from`, has it in bow range."""
    shot_from: tuple[Terrain, ...] = ()
    musters: bool | None = None
    """The player may lay recruitment tokens there."""
    beside_it: bool = False
    """Borders on the region picked before."""
    has_tokens: Whose | None = None
    """Recruitment tokens of that side lie there."""
    room: bool = False
    """The army has fewer units than the limit of the region."""
    ruler: Literal["", "bow", "magic"] = ""
    """Within that range of the region picked before or, with `of`, of that character."""
    of: str = ""


class When(Word, frozen=True):
    """A condition; every line given must hold."""

    in_play: tuple[str, ...] = ()
    out_of_play: tuple[str, ...] = ()
    controls: tuple[str, ...] = ()
    """The player holds all these settlements."""
    points_least: int | None = None
    points_most: int | None = None
    """Victory points of the Shadow."""
    fate_least: int | None = None
    fate_most: int | None = None
    counter: Counter | None = None
    """At least one counter of that kind is left."""
    army: Where | None = None
    """The player has an army like this."""
    enemy_army: Where | None = None
    pass_open: bool | None = None


class Order(Word, frozen=True, tag_field="op"):
    """One thing done when a card is played, in the order written."""


class Army(Order, frozen=True, tag="army"):
    """Pick an army; what follows happens to it."""

    whose: Whose = "friend"
    where: Where = Where()
    optional: bool = False
    different: bool = False
    """Not one that this card has picked before."""


class Region(Order, frozen=True, tag="region"):
    """Pick a region; what follows happens there."""

    where: Where = Where()
    optional: bool = False
    different: bool = False


class Armies(Order, frozen=True, tag="armies"):
    """Pick up to so many different armies and do the same to each."""

    up_to: Number
    do: "tuple[Operation, ...]"
    whose: Whose = "friend"
    where: Where = Where()


class Choice(Word, frozen=True):
    """One branch of `choose`, offered only when it can be."""

    name: str
    name_pl: str
    do: "tuple[Operation, ...]"
    when: When = When()


class Choose(Order, frozen=True, tag="choose"):
    """The player takes one of the branches."""

    options: Annotated[tuple[Choice, ...], Meta(min_length=2)]


class If(Order, frozen=True, tag="if"):
    """Do one thing when the condition holds, else the other."""

    when: When
    do: "tuple[Operation, ...]"
    otherwise: "tuple[Operation, ...]" = ()


class Move(Order, frozen=True, tag="move"):
    """The picked army may move up to so many regions, whole or in part."""

    regions: Annotated[int, Meta(ge=1, le=4)] = 1


class Attack(Order, frozen=True, tag="attack"):
    """The picked army may attack a region beside it."""


class Recruit(Order, frozen=True, tag="recruit"):
    """Place units from the supply in the picked region."""

    unit: str
    count: Number = 1


class Token(Order, frozen=True, tag="token"):
    """Draw recruitment tokens and lay them face down in the picked region; `own` is a pile of the player's choice."""

    pile: str
    count: Number = 1


class Flip(Order, frozen=True, tag="flip"):
    """Turn recruitment tokens of the picked region."""

    count: Number = 1


class Leader(Order, frozen=True, tag="leader"):
    """Give the picked army leadership tokens."""

    count: Number = 1


class Damage(Order, frozen=True, tag="damage"):
    """Deal damage to the picked army."""

    count: Number = 1


class Volley(Order, frozen=True, tag="volley"):
    """Roll dice against the picked army; each die of `hit` or more deals one damage."""

    dice: Annotated[int, Meta(ge=1, le=10)]
    hit: Face = 5


class Archery(Order, frozen=True, tag="archery"):
    """Roll one die for each such unit on such ground in bow range of the picked army."""

    units: tuple[str, ...]
    terrain: tuple[Terrain, ...]
    hit: Face = 5
    most: Annotated[int, Meta(ge=1, le=20)] = 5


class Heal(Order, frozen=True, tag="heal"):
    """Remove damage from the picked army."""

    count: Number = 1


class Regroup(Order, frozen=True, tag="regroup"):
    """The picked army regroups, with success on `hit` or more."""

    hit: Face = 5


class Draw(Order, frozen=True, tag="draw"):
    """Draw cards."""

    deck: Deck
    count: Number = 1


class Discard(Order, frozen=True, tag="discard"):
    """Cards leave a hand: an enemy's at random, one's own by choice."""

    whose: Whose = "enemy"
    count: Number = 1


class Fate(Order, frozen=True, tag="fate"):
    """Move the fate marker, forward or back."""

    by: Annotated[int, Meta(ge=-3, le=3)]


class FateToken(Order, frozen=True, tag="fate_token"):
    """Put a special fate token into the pool."""

    colour: FateColour


class FateCard(Order, frozen=True, tag="fate_card"):
    """Draw a fate card and play it at once."""


class Counters(Order, frozen=True, tag="counter"):
    """Put counters on a character card, or take them away."""

    of: Counter
    count: Shift = 1


class Bats(Order, frozen=True, tag="bats"):
    """Place Great Bats in the territory of the picked region."""

    count: Number = 1


class Eagles(Order, frozen=True, tag="eagles"):
    """Recruit Eagles in the Eyrie."""

    count: Number = 1


class Goblins(Order, frozen=True, tag="goblins"):
    """Place Goblins at every goblin mustering point."""

    count: Number = 1


class OpenPass(Order, frozen=True, tag="open_pass"):
    """Open a closed mountain pass that has at least so many units before it."""

    units: Annotated[int, Meta(ge=0, le=5)] = 0


class Place(Order, frozen=True, tag="place"):
    """Put a character that is in play into the picked region."""

    character: str


class Activate(Order, frozen=True, tag="activate"):
    """Put an activation token on a general that has none."""


class TurnDie(Order, frozen=True, tag="turn_die"):
    """Turn one of the unused action dice to a face of choice."""


class DropTokens(Order, frozen=True, tag="drop_tokens"):
    """Enemy recruitment tokens of the picked region go back to their pile."""

    count: Number = 1


class DropLeader(Order, frozen=True, tag="drop_leader"):
    """The picked army loses leadership tokens."""

    count: Number = 1


class Repair(Order, frozen=True, tag="repair"):
    """Remove damage from the fortification of the picked region."""

    count: Number = 1


class Breach(Order, frozen=True, tag="breach"):
    """Deal damage to the fortification of the picked region."""

    count: Number = 1


Operation: TypeAlias = (
    Army
    | Region
    | Armies
    | Choose
    | If
    | Move
    | Attack
    | Recruit
    | Token
    | Flip
    | Leader
    | Damage
    | Volley
    | Archery
    | Heal
    | Regroup
    | Draw
    | Discard
    | Fate
    | FateToken
    | FateCard
    | Counters
    | Bats
    | Eagles
    | Goblins
    | OpenPass
    | Place
    | Activate
    | TurnDie
    | DropTokens
    | DropLeader
    | Repair
    | Breach
)


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
    """Change every result of a side's combat roll, leader re-roll, or both."""

    amount: Shift
    to: Literal["roll", "reroll", "both"] = "both"
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
