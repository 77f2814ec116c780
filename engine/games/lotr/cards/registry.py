"""What cards are written with: `Card`, the marks for the clauses of a card's text, and the tables that rules look into.

A card is one block, a class under the card's id; each of its methods carries out a clause of the text. The data names
the clauses of each card's text as its `effects`, and `load_cards` refuses a card that lacks one or has one too many.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar, get_args

import msgspec
from msgspec.structs import replace

from engine.core.cards import Block, Clause, Registry, clause
from engine.core.flow import Flow
from engine.games.lotr import cards
from engine.games.lotr.components.kinds import KIND, KINDS, NUMBERS, ORC_GUARD
from engine.games.lotr.state import GameState

REGISTRY = Registry(
    {
        "adds": "constant",
        "gives_trait": "constant",
        "gives_icon": "constant",
        "cannot_fight": "constant",
        "cannot_attack": "constant",
        "attacks_staging_area": "constant",
        "paid_by_different_heroes": "constant",
        "bears_no_attachments": "constant",
        "hides_behind_others": "constant",
        "must_be_travelled_to": "constant",
        "stops_draws": "constant",
        "one_ally_each_round": "constant",
        "extra_reveals": "constant",
        "skips_staging": "constant",
        "skips_engagement_checks": "constant",
        "refresh_threat": "forced",
        "is_condition": "revealed",
        "cost_to_ready": "revealed",
    }
)
"""The values a card may have, each with the effect of the card's text that it is."""


class Card(Block):
    """One card: its clauses, and the values below, which hold while it is in play."""

    registry = REGISTRY

    adds: Mapping[str, int] = {}
    """What it adds to the numbers of the card it is attached to, such as `{"willpower": 2}`."""
    gives_trait: str = ""
    """A trait that the card it is attached to gains."""
    gives_icon: Mapping[str, str] = {}
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
    """While it is the active location, by how much more every dial rises in the refresh phase."""
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
    "attack destroyed",
    "revealed",
    "shadow",
    "shadow dealt",
    "travelled",
    "explored",
    "progress",
]
"""What cards respond to."""
ForcedBy = Literal[
    "defeated",
    "enemy defeated",
    "stage defeated",
    "engaged",
    "attacks",
    "attacked",
    "shadow resolved",
    "travelled",
    "quest begins",
    "quest failed",
    "combat ends",
    "round ends",
    "rescued",
]
"""What brings forced effects about."""
Stat = Literal["willpower", "attack", "defense", "threat", "hit points"]
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


# The tables: what a card does, by component. `load_cards` fills them.

BLOCK: list[Card] = [Card()] * len(KIND)
"""The block of every component, for its values."""
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
FORCED: dict[ForcedBy, dict[int, Callable[[GameState, int, Cue], Flow[None]]]] = {by: {} for by in get_args(ForcedBy)}
REVEALED: dict[int, Callable[[GameState, int], Flow[None]]] = {}
SHADOWS: dict[int, Callable[[GameState, int], Flow[None]]] = {}
TRAVEL_COSTS: dict[int, TravelCost] = {}
ADDED: dict[Stat, dict[int, Callable[[GameState, int], int]]] = {stat: {} for stat in get_args(Stat)}
"""What a card adds to a number of its own, or of the card it is attached to."""
SETUPS: dict[int, Callable[[GameState], Flow[None]]] = {}
UNDEFEATABLE: dict[int, Callable[[GameState], bool]] = {}
WINS: dict[int, Callable[[GameState], bool]] = {}
ENEMY_REVEALED: dict[int, Callable[[GameState, int, int], Flow[None]]] = {}
EXCESS_DAMAGE: dict[int, Callable[[GameState, int, int], None]] = {}
INSTEAD_OF_DRAWING: dict[int, Callable[[GameState, int, int], None]] = {}
INSTEAD_OF_DISCARD: dict[int, Callable[[GameState, int], None]] = {}
COMBAT_OVER: dict[int, Callable[[GameState, int], None]] = {}


# The marks: what a method of a block is. A rule that asks nobody is a plain method.

Rule: TypeAlias = Flow[None] | None
OnMatch = TypeVar("OnMatch", bound=Callable[[Any, GameState], Rule])
OnCard = TypeVar("OnCard", bound=Callable[[Any, GameState, int], Rule])
ByPlayer = TypeVar("ByPlayer", bound=Callable[[Any, GameState, int, int], Rule])
ByPlayerOnCue = TypeVar("ByPlayerOnCue", bound=Callable[[Any, GameState, int, int, Cue], Rule])
OnCue = TypeVar("OnCue", bound=Callable[[Any, GameState, int, Cue], Rule])
Counts = TypeVar("Counts", bound=Callable[[Any, GameState, int], int])
Holds = TypeVar("Holds", bound=Callable[[Any, GameState], bool])
AtOnce = TypeVar("AtOnce", bound=Callable[[Any, GameState, int], None])
AtOnceByPlayer = TypeVar("AtOnceByPlayer", bound=Callable[[Any, GameState, int, int], None])
Can: TypeAlias = Callable[[Any, GameState, int, int], object]
"""A condition: true, or what there is to choose from, unless that is nothing."""
CanOnCue: TypeAlias = Callable[[Any, GameState, int, int, Cue], object]


def action(
    can: Can | None = None,
    *,
    phase: str = "",
    anyone: bool = False,
    exhausts: bool = False,
    limit: int = 0,
    limit_per: str = "round",
) -> Callable[[ByPlayer], ByPlayer]:
    """An action of a card in play, or of an event: `(s, seat, card)`.

    `phase`: only in that phase. `anyone`: every player may take it. `exhausts`: the card is exhausted for it.
    `limit`: so often in a round, or in a phase.
    """
    return clause("action", Action(None, can, phase, anyone, exhausts, limit, limit_per))


def response(
    to: Trigger,
    can: CanOnCue | None = None,
    *,
    itself: bool = True,
    exhausts: bool = False,
    from_hand: bool = False,
) -> Callable[[ByPlayerOnCue], ByPlayerOnCue]:
    """A response of a card in play, or of an event in hand: `(s, seat, card, cue)`.

    `itself`: only to what happened to the card itself. `exhausts`: the card is exhausted for it. `from_hand`: of a card
    in hand that is no event.
    """
    return clause("response", Response(None, can, to, itself, exhausts, from_hand))


def forced(by: ForcedBy, effect: str = "forced") -> Callable[[OnCue], OnCue]:
    """What must happen when something else does: `(s, card, cue)`; `effect` if the text does not call it forced."""
    return clause(effect, FORCED[by])


def revealed(rule: OnCard) -> OnCard:
    """What happens when the card is revealed, or the stage turned up: `(s, card)`."""
    return clause("revealed", REVEALED)(rule)


def shadow(rule: OnCard) -> OnCard:
    """The shadow effect, resolved for the current attack: `(s, card)`."""
    return clause("shadow", SHADOWS)(rule)


def travel(can: Callable[[Any, GameState], object]) -> Callable[[OnMatch], OnMatch]:
    """What must be done to travel to the location: `(s)`."""
    return clause("travel", TravelCost(None, can))


def setup(rule: OnMatch) -> OnMatch:
    """The instructions on side A of a scenario's first stage (p. 11): `(s)`."""
    return clause("setup", SETUPS)(rule)


def adds_to(stat: Stat) -> Callable[[Counts], Counts]:
    """What it adds now to a number of its own, or of the card it is attached to: `(s, that card)`."""
    return clause("constant", ADDED[stat], flow=False)


def undefeatable(rule: Holds) -> Holds:
    """Whether the stage cannot be defeated now: `(s)`."""
    return clause("constant", UNDEFEATABLE, flow=False)(rule)


def wins(rule: Holds) -> Holds:
    """Whether the players have won at this stage: `(s)`."""
    return clause("constant", WINS, flow=False)(rule)


def enemy_revealed(rule: ByPlayer) -> ByPlayer:
    """What a character committed to the quest does to an enemy that is being revealed: `(s, card, enemy)`."""
    return clause("constant", ENEMY_REVEALED)(rule)


def excess_damage(rule: AtOnceByPlayer) -> AtOnceByPlayer:
    """What follows when an enemy deals more damage than the character has hit points: `(s, seat, excess)`."""
    return clause("constant", EXCESS_DAMAGE, flow=False)(rule)


def instead_of_drawing(rule: AtOnceByPlayer) -> AtOnceByPlayer:
    """What happens when cards would be drawn from the deck it is attached to: `(s, seat, card)`."""
    return clause("revealed", INSTEAD_OF_DRAWING, flow=False)(rule)


def instead_of_discard(rule: AtOnce) -> AtOnce:
    """Where the card goes that would go to its discard pile: `(s, card)`."""
    return clause("forced", INSTEAD_OF_DISCARD, flow=False)(rule)


def combat_over(rule: AtOnce) -> AtOnce:
    """What becomes of a shadow card that attacked by itself, when the combat phase ends: `(s, card)`."""
    return clause("shadow", COMBAT_OVER, flow=False)(rule)


def load_cards() -> None:
    """Import every deck, check each card against its text and enter what it does in the tables."""
    for module in iter_modules(cards.__path__):
        import_module(f"{cards.__name__}.{module.name}")
    texts = {kind.id: kind.effects for kind in (*KINDS, ORC_GUARD)}
    REGISTRY.check(texts)
    for effect in {effect for effects in texts.values() for effect in effects}:
        for id, one in REGISTRY.of_kind(effect):
            if one.terms is not None:
                _enter(id, one)
    for id, block in REGISTRY.blocks.items():
        for stat, amount in block.adds.items():
            _fill(ADDED[stat], id, _always(amount))
        for card in NUMBERS[id]:
            BLOCK[card] = block


def _enter(id: str, one: Clause) -> None:
    """Enter a clause in the table in which rules look for it."""
    event = KIND[NUMBERS[id][0]].type == "event"
    match one.terms:
        case Action(anyone=anyone):
            _fill(EVENTS if event else ACTIONS, id, _carried_out(id, one))
            FOR_ANYONE.update(NUMBERS[id] if anyone else ())
        case Response(to=to, from_hand=from_hand):
            _fill((HAND_RESPONSES if event or from_hand else RESPONSES)[to], id, _carried_out(id, one))
        case TravelCost():
            _fill(TRAVEL_COSTS, id, _carried_out(id, one))
        case table:
            _fill(table, id, one.rule)


def _carried_out(id: str, one: Clause) -> Any:
    """The terms of a clause with its rule, and its condition as a method of the block."""
    can = one.terms.can
    return replace(one.terms, do=one.rule, can=can and can.__get__(REGISTRY.blocks[id]))


def _fill(table: dict[int, Any], id: str, entry: Any) -> None:
    """Enter the same for every copy of a card."""
    table.update(dict.fromkeys(NUMBERS[id], entry))


def _always(amount: int) -> Callable[[GameState, int], int]:
    return lambda s, card: amount
