"""Conditions of the vocabulary: which places are meant, when a card may be used, when a combat effect applies."""

from typing import Literal

from engine.games.bofa.cards.vocabulary.terms import CounterKind, Terrain, Whose, Word


class Where(Word, frozen=True):
    """Which regions or armies are meant; every line that is written must hold."""

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
    together: tuple[str, ...] = ()
    """All of these characters stand there."""
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
    """A condition; every line that is written must hold."""

    in_play: tuple[str, ...] = ()
    out_of_play: tuple[str, ...] = ()
    controls: tuple[str, ...] = ()
    """The player holds all these settlements."""
    points_least: int | None = None
    points_most: int | None = None
    """Victory points of the Shadow."""
    fate_least: int | None = None
    fate_most: int | None = None
    counter: CounterKind | None = None
    """At least one counter of that kind is left."""
    army: Where | None = None
    """The player has an army like this."""
    enemy_army: Where | None = None
    pass_open: bool | None = None
    it: Where | None = None
    """The army or region picked before is like this; only within an order."""


class InCombat(Word, frozen=True):
    """When a combat effect applies; every line that is written must hold."""

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
    """The army has dealt damage this round; for effects on damage."""
