"""What cards are written with: `Card`, the marks for the clauses of a card's text, and the check when they are loaded.

A card is one block, a class under the card's id; each of its methods carries out a clause of the text. The data names
the clauses of each card's text as its `effects`, and `load` refuses a card that lacks one or has one too many.
What passes is entered in `cards.effects`, where the rules look it up.
"""

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, TypeAlias, TypeVar

from msgspec.structs import replace

from engine.core.cards import Block, Clause, Registry, clause
from engine.core.flow import Flow
from engine.games.lotr import cards
from engine.games.lotr.cards import effects
from engine.games.lotr.cards.effects import Action, Cue, ForcedBy, Response, Stat, TravelCost, Trigger, Values
from engine.games.lotr.components.box import DISTINCT_ENTRIES, ENTRIES, NUMBERS, ORC_GUARD
from engine.games.lotr.state import GameState

_NOT_CONSTANT = {"refresh_threat": "forced", "is_condition": "revealed", "cost_to_ready": "revealed"}
REGISTRY = Registry(dict.fromkeys(Values.__annotations__, "constant") | _NOT_CONSTANT)
"""The cards by id. A value is a constant effect of the card's text, or part of another effect of it."""


class Card(Values, Block):
    """One card: a block with clauses and values."""

    registry = REGISTRY


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
    return clause(effect, effects.FORCED[by])


def revealed(rule: OnCard) -> OnCard:
    """What happens when the card is revealed, or the stage turned up: `(s, card)`."""
    return clause("revealed", effects.REVEALED)(rule)


def shadow(rule: OnCard) -> OnCard:
    """The shadow effect, resolved for the current attack: `(s, card)`."""
    return clause("shadow", effects.SHADOWS)(rule)


def travel(can: Callable[[Any, GameState], object]) -> Callable[[OnMatch], OnMatch]:
    """What must be done to travel to the location: `(s)`."""
    return clause("travel", TravelCost(None, can))


def setup(rule: OnMatch) -> OnMatch:
    """The instructions on side A of a scenario's first stage (p. 11): `(s)`."""
    return clause("setup", effects.SETUPS)(rule)


def adds_to(stat: Stat) -> Callable[[Counts], Counts]:
    """What it adds now to a number of its own, or of the card it is attached to: `(s, that card)`."""
    return clause("constant", effects.ADDED[stat], flow=False)


def undefeatable(rule: Holds) -> Holds:
    """Whether the stage cannot be defeated now: `(s)`."""
    return clause("constant", effects.UNDEFEATABLE, flow=False)(rule)


def wins(rule: Holds) -> Holds:
    """Whether the players have won at this stage: `(s)`."""
    return clause("constant", effects.WINS, flow=False)(rule)


def enemy_revealed(rule: ByPlayer) -> ByPlayer:
    """What a character committed to the quest does to an enemy that is being revealed: `(s, card, enemy)`."""
    return clause("constant", effects.ENEMY_REVEALED)(rule)


def excess_damage(rule: AtOnceByPlayer) -> AtOnceByPlayer:
    """What follows when an enemy deals more damage than the character has hit points: `(s, seat, excess)`."""
    return clause("constant", effects.EXCESS_DAMAGE, flow=False)(rule)


def instead_of_drawing(rule: AtOnceByPlayer) -> AtOnceByPlayer:
    """What happens when cards would be drawn from the deck it is attached to: `(s, seat, card)`."""
    return clause("revealed", effects.INSTEAD_OF_DRAWING, flow=False)(rule)


def instead_of_discard(rule: AtOnce) -> AtOnce:
    """Where the card goes that would go to its discard pile: `(s, card)`."""
    return clause("forced", effects.INSTEAD_OF_DISCARD, flow=False)(rule)


def combat_over(rule: AtOnce) -> AtOnce:
    """What becomes of a shadow card that attacked by itself, when the combat phase ends: `(s, card)`."""
    return clause("shadow", effects.COMBAT_OVER, flow=False)(rule)


def load() -> None:
    """Import every deck, check each card against its text and enter what it does in `cards.effects`."""
    for module in iter_modules(cards.__path__):
        import_module(f"{cards.__name__}.{module.name}")
    texts = {entry.id: entry.effects for entry in (*DISTINCT_ENTRIES, ORC_GUARD)}
    REGISTRY.check(texts)
    for name in {name for names in texts.values() for name in names}:
        for id, one in REGISTRY.of_kind(name):
            if one.terms is not None:
                _enter(id, one)
    for id, block in REGISTRY.blocks.items():
        for card in NUMBERS[id]:
            effects.VALUES[card] = block
        for stat, amount in block.adds.items():
            _fill(effects.ADDED[stat], id, _constant(amount))
    effects.ADDING.update(card for added in effects.ADDED.values() for card in added)


def _enter(id: str, one: Clause) -> None:
    """Enter a clause where rules look for it: its terms say where, or are the place itself."""
    event = ENTRIES[NUMBERS[id][0]].type == "event"
    match one.terms:
        case Action(anyone=anyone):
            _fill(effects.EVENTS if event else effects.ACTIONS, id, _with_rule(id, one))
            effects.FOR_ANYONE.update(NUMBERS[id] if anyone else ())
        case Response(to=to, from_hand=from_hand):
            _fill((effects.HAND_RESPONSES if event or from_hand else effects.RESPONSES)[to], id, _with_rule(id, one))
        case TravelCost():
            _fill(effects.TRAVEL_COSTS, id, _with_rule(id, one))
        case by_component:
            _fill(by_component, id, one.rule)


def _with_rule(id: str, one: Clause) -> Any:
    """The terms of a clause with its rule, and its condition as a method of the block."""
    can = one.terms.can
    return replace(one.terms, do=one.rule, can=can and can.__get__(REGISTRY.blocks[id]))


def _fill(by_component: dict[int, Any], id: str, entry: Any) -> None:
    """Enter something for every copy of a card."""
    by_component.update(dict.fromkeys(NUMBERS[id], entry))


def _constant(amount: int) -> Callable[[GameState, int], int]:
    return lambda s, card: amount
