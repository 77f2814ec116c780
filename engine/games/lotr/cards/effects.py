"""The effects of the cards as the rules look them up: by component, filled when the cards are loaded."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, get_args

import msgspec

from engine.core.flow import Flow
from engine.games.lotr.components.box import ENTRIES
from engine.games.lotr.components.schema import Sphere
from engine.games.lotr.state import GameState


class Values:
    """Constant effects that are values of a card, with what they are on a card without the effect."""

    adds: Mapping[str, int] = {}
    """What it adds to the numbers of the card it is attached to, such as `{"willpower": 2}`."""
    gives_trait: str = ""
    """A trait that the card it is attached to gains."""
    gives_icon: Mapping[str, Sphere] = {}
    """The resource icon that a hero gains if it is attached to him, by the hero's id."""
    cannot_fight: bool = False
    """The character it is attached to can neither attack nor defend."""
    cannot_attack: bool = False
    """The enemy it is attached to cannot attack."""
    attacks_staging_area: bool = False
    """May attack enemies in the staging area, alone."""
    paid_by_different_heroes: bool = False
    """Each resource of its cost must come from another hero."""
    bears_no_attachments: bool = False
    """No attachments may be played on it."""
    hides_behind_others: bool = False
    """Cannot be engaged by choice while other enemies are in the staging area."""
    must_be_travelled_to: bool = False
    """Players who may travel must travel here."""
    stops_draws: bool = False
    """While it is the active location, nobody draws cards."""
    refresh_threat: int = 0
    """While it is the active location, by how much more each player's threat rises in the refresh phase."""
    is_condition: bool = False
    """Counts as a Condition when it is attached."""
    cost_to_ready: int = 0
    """Resources that the hero it is attached to must pay to ready in the refresh phase."""
    one_ally_each_round: bool = False
    """At this stage the group may play only one ally each round."""
    extra_reveals: int = 0
    """At this stage, how many more encounter cards are revealed each quest phase."""
    skips_staging: bool = False
    """At this stage no encounter cards are revealed in the quest phase."""
    skips_engagement_checks: bool = False
    """At this stage no engagement checks are made."""


class Cue(NamedTuple):
    """What just happened, for the clauses that answer it."""

    card: int = -1
    """The card it happened to."""
    seat: int = -1
    """The player it happened to, or who controls the card."""
    amount: int = 0
    """How much of it: damage, progress."""
    other: int = -1
    """Another card in it: the shadow card dealt, the objective that a revealed card would guard."""


Trigger = Literal[
    "committed",
    "damaged",
    "left",
    "destroyed",
    "entered",
    "played",
    "defended",
    "attack-destroyed",
    "revealed",
    "shadow",
    "shadow-dealt",
    "travelled",
    "explored",
    "progress",
]
"""What cards respond to."""
ForcedBy = Literal[
    "defeated",
    "enemy-defeated",
    "stage-defeated",
    "engaged",
    "attacks",
    "attacked",
    "shadow-resolved",
    "travelled",
    "quest-begins",
    "quest-failed",
    "combat-ends",
    "round-ends",
    "rescued",
]
"""What brings forced effects about."""
Stat = Literal["willpower", "attack", "defense", "threat", "hit-points"]
"""The numbers of a card that effects change."""


class Action(msgspec.Struct, frozen=True):
    """An action: what it does, and when it can be taken (p. 23)."""

    do: Any
    """`(s, seat, card)`, a flow."""
    can: Any
    """`(s, seat, card)`, or None if it always can."""
    phase: str
    anyone: bool
    exhausts: bool
    limit: int
    limit_per: str


class Response(msgspec.Struct, frozen=True):
    """A response to something that just happened (p. 23)."""

    do: Any
    """`(s, seat, card, cue)`, a flow."""
    can: Any
    """`(s, seat, card, cue)`, or None if it always can."""
    to: Trigger
    itself: bool
    exhausts: bool
    from_hand: bool


class TravelCost(msgspec.Struct, frozen=True):
    """What must be done to travel to a location (p. 23)."""

    do: Any
    """`(s)`, a flow."""
    can: Any
    """`(s)`."""


VALUES: list[Values] = [Values()] * len(ENTRIES)
"""The values of every component: its block, if it has one."""
ACTIONS: dict[int, Action] = {}
"""Actions of cards in play."""
FOR_ANYONE: set[int] = set()
"""Cards in play whose action every player may take."""
EVENTS: dict[int, Action] = {}
"""What events do when they are played as an action."""
RESPONSES: dict[Trigger, dict[int, Response]] = {to: {} for to in get_args(Trigger)}
"""Responses of cards in play."""
HAND_RESPONSES: dict[Trigger, dict[int, Response]] = {to: {} for to in get_args(Trigger)}
"""Responses from the hand: events, and allies that put themselves into play."""

# What follows is named after the marks of `cards.registry`, which say what each is for.

FORCED: dict[ForcedBy, dict[int, Callable[[GameState, int, Cue], Flow[None]]]] = {by: {} for by in get_args(ForcedBy)}
REVEALED: dict[int, Callable[[GameState, int], Flow[None]]] = {}
SHADOWS: dict[int, Callable[[GameState, int], Flow[None]]] = {}
TRAVEL_COSTS: dict[int, TravelCost] = {}
ADDED: dict[Stat, dict[int, Callable[[GameState, int], int]]] = {stat: {} for stat in get_args(Stat)}
"""What a card adds to a number of its own, or of the card it is attached to."""
ADDING: set[int] = set()
"""All cards that do so."""
SETUPS: dict[int, Callable[[GameState], Flow[None]]] = {}
UNDEFEATABLE: dict[int, Callable[[GameState], bool]] = {}
WINS: dict[int, Callable[[GameState], bool]] = {}
ENEMY_REVEALED: dict[int, Callable[[GameState, int, int], Flow[None]]] = {}
EXCESS_DAMAGE: dict[int, Callable[[GameState, int, int], None]] = {}
INSTEAD_OF_DRAWING: dict[int, Callable[[GameState, int, int], None]] = {}
INSTEAD_OF_DISCARD: dict[int, Callable[[GameState, int], None]] = {}
COMBAT_OVER: dict[int, Callable[[GameState, int], None]] = {}
