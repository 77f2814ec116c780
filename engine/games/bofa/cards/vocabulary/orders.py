"""Orders: what a card does when it is played as an action, or a general when used, operation by operation (p. 15)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from engine.games.bofa.cards.vocabulary.conditions import When, Where
from engine.games.bofa.cards.vocabulary.terms import (
    Cards,
    CounterKind,
    Deck,
    DieFace,
    FateColour,
    Number,
    Shift,
    Terrain,
    Whose,
    Word,
)


class _OrderWord(Word, frozen=True, tag_field="op"):
    """One operation of an order."""


class OnPlace(_OrderWord, frozen=True):
    """An operation on the army or region that was picked before it."""


class Army(_OrderWord, frozen=True, tag="army"):
    """Pick an army; what follows happens to it."""

    whose: Whose = "friend"
    where: Where = Where()
    optional: bool = False
    different: bool = False
    """Not one that this card has picked before."""
    by: Whose = "friend"
    """Who picks; `where` is read as the player's either way."""


class Region(_OrderWord, frozen=True, tag="region"):
    """Pick a region; what follows happens there."""

    where: Where = Where()
    optional: bool = False
    different: bool = False
    by: Whose = "friend"


class Armies(_OrderWord, frozen=True, tag="armies"):
    """Pick up to so many different armies and do something to each."""

    up_to: Number
    do: "tuple[Operation, ...]"
    whose: Whose = "friend"
    where: Where = Where()


class Branch(Word, frozen=True, kw_only=True):
    """One branch of `choose`, offered only when it can be."""

    name: str
    name_pl: str = ""
    do: "tuple[Operation, ...]"
    when: When = When()


class Choose(_OrderWord, frozen=True, tag="choose"):
    """The player, or the enemy, takes one of the branches; the card's player carries it out."""

    options: Annotated[tuple[Branch, ...], Meta(min_length=2)]
    by: Whose = "friend"


class If(_OrderWord, frozen=True, tag="if"):
    """Do one thing when the condition holds, else the other."""

    when: When
    do: "tuple[Operation, ...]"
    otherwise: "tuple[Operation, ...]" = ()


class Move(OnPlace, frozen=True, tag="move"):
    """The picked army may move up to so many regions, whole or in part, or only its units of some types."""

    regions: Annotated[int, Meta(ge=1, le=4)] = 1
    units: tuple[str, ...] = ()
    """The types that may move; all, if none is named."""


class Attack(OnPlace, frozen=True, tag="attack"):
    """The picked army may attack a region beside it."""


class Recruit(OnPlace, frozen=True, tag="recruit"):
    """Place units from the supply in the picked region."""

    unit: str
    count: Number = 1


class Token(OnPlace, frozen=True, tag="token"):
    """Draw recruitment tokens and lay them face down in the picked region; `own` is a pile of the player's choice."""

    pile: str
    count: Number = 1


class Flip(OnPlace, frozen=True, tag="flip"):
    """Turn recruitment tokens of the picked region."""

    count: Number = 1
    laid: bool = False
    """Only such as this card has just laid there."""


class Leader(OnPlace, frozen=True, tag="leader"):
    """Give the picked army leadership tokens."""

    count: Number = 1


class Damage(OnPlace, frozen=True, tag="damage"):
    """Deal damage to the picked army."""

    count: Number = 1


class Eliminate(OnPlace, frozen=True, tag="eliminate"):
    """Units of the picked army, chosen by its owner, are eliminated; no damage goes with them."""

    count: Number = 1
    units: tuple[str, ...] = ()
    """The types to choose from; all, if none is named."""


class Volley(OnPlace, frozen=True, tag="volley"):
    """Roll dice against the picked army; each die of `hit` or more deals one damage."""

    dice: Annotated[int, Meta(ge=1, le=10)]
    hit: DieFace = 5


class Archery(OnPlace, frozen=True, tag="archery"):
    """Roll one die for each such unit on such ground in bow range of the picked army."""

    units: tuple[str, ...]
    terrain: tuple[Terrain, ...]
    hit: DieFace = 5
    most: Annotated[int, Meta(ge=1, le=20)] = 5


class Heal(OnPlace, frozen=True, tag="heal"):
    """Remove damage from the picked army."""

    count: Number = 1


class Regroup(OnPlace, frozen=True, tag="regroup"):
    """The picked army regroups, with success on `hit` or more."""

    hit: DieFace = 5


class Draw(_OrderWord, frozen=True, tag="draw"):
    """Draw cards."""

    deck: Deck
    count: Number = 1


class Discard(_OrderWord, frozen=True, tag="discard"):
    """Cards leave a hand: an enemy's at random, one's own by choice."""

    whose: Whose = "enemy"
    count: Number = 1


class Look(_OrderWord, frozen=True, tag="look"):
    """Look at the enemy's hand, or at so many cards on top of a deck, which stay as they lie."""

    at: Cards
    count: Number = 1


class Take(_OrderWord, frozen=True, tag="take"):
    """Take cards into hand: of the Event discard pile, of the top `of` cards of a deck, or the enemy's Event cards."""

    out_of: Cards | Literal["discard"]
    count: Number = 1
    of: Number = 1
    """How many cards on top of a deck the player looks at to choose from."""


class Fate(_OrderWord, frozen=True, tag="fate"):
    """Move the fate marker, forward or back."""

    by: Annotated[int, Meta(ge=-3, le=3)]


class FateToken(_OrderWord, frozen=True, tag="fate-token"):
    """Put a special fate token into the pool."""

    colour: FateColour


class FateCard(_OrderWord, frozen=True, tag="fate-card"):
    """Draw a fate card and play it at once."""


class Counter(_OrderWord, frozen=True, tag="counter"):
    """Put counters on a character card, or take them away."""

    of: CounterKind
    count: Shift = 1


class Bats(OnPlace, frozen=True, tag="bats"):
    """Place Great Bats in the territory of the picked region."""

    count: Number = 1


class Eagles(_OrderWord, frozen=True, tag="eagles"):
    """Recruit Eagles in the Eyrie."""

    count: Number = 1


class Goblins(_OrderWord, frozen=True, tag="goblins"):
    """Place Goblins at every goblin mustering point."""

    count: Number = 1


class OpenPass(_OrderWord, frozen=True, tag="open-pass"):
    """Open a closed mountain pass that has at least so many units before it."""

    units: Annotated[int, Meta(ge=0, le=5)] = 0


class Place(OnPlace, frozen=True, tag="place"):
    """Put characters that are in play into the picked region: all of these, or so many of the player's choice."""

    characters: Annotated[tuple[str, ...], Meta(min_length=1)]
    choose: Annotated[int, Meta(ge=0, le=8)] = 0
    """How many of them; 0 for all."""


class Activate(_OrderWord, frozen=True, tag="activate"):
    """Put an activation token on a general that has none."""


class TurnDie(_OrderWord, frozen=True, tag="turn-die"):
    """Turn one of the unused action dice to a face of choice."""


class DropTokens(OnPlace, frozen=True, tag="drop-tokens"):
    """Enemy recruitment tokens of the picked region go back to their pile."""

    count: Number = 1


class DropLeader(OnPlace, frozen=True, tag="drop-leader"):
    """The picked army loses leadership tokens."""

    count: Number = 1


class Repair(OnPlace, frozen=True, tag="repair"):
    """Remove damage from the fortification of the picked region."""

    count: Number = 1


class Breach(OnPlace, frozen=True, tag="breach"):
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
    | Eliminate
    | Volley
    | Archery
    | Heal
    | Regroup
    | Draw
    | Discard
    | Look
    | Take
    | Fate
    | FateToken
    | FateCard
    | Counter
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
