"""Words that every part of a pack may use, which places are meant, and when something holds."""

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
