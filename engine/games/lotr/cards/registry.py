"""Where cards say what they do: one small function per ability, registered by card id.

`load_cards` joins them with the data: a card whose text names an effect without behaviour fails at load.
"""

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules
from typing import NamedTuple, TypeAlias, TypeVar

import msgspec

from engine.core.flow import Flow
from engine.games.lotr import cards
from engine.games.lotr.components.kinds import BY_ID, KIND, KINDS, numbers
from engine.games.lotr.state import GameState


class Cue(NamedTuple):
    """What just happened: to which card, to whom, how much."""

    card: int = -1
    seat: int = -1
    amount: int = 0


Does: TypeAlias = Callable[[GameState, int, int], Flow[None]]
"""An ability used by a seat from a card: `(s, seat, card)`."""
Can: TypeAlias = Callable[[GameState, int, int], bool]
DoesOn: TypeAlias = Callable[[GameState, int, int, Cue], Flow[None]]
CanOn: TypeAlias = Callable[[GameState, int, int, Cue], bool]
Counts: TypeAlias = Callable[[GameState, int], int]
F = TypeVar("F", bound=Callable[..., object])


class Action(msgspec.Struct, frozen=True):
    """An action: when it can be taken and what it does (p. 23)."""

    do: Does
    can: Can
    phase: str
    anyone: bool


class Response(msgspec.Struct, frozen=True):
    """A response to something that just happened (p. 23)."""

    do: DoesOn
    can: CanOn


class Travel(msgspec.Struct, frozen=True):
    """The cost of travelling to a location (p. 23)."""

    pay: Callable[[GameState], Flow[None]]
    can: Callable[[GameState], bool]


class Stage(msgspec.Struct, frozen=True):
    """What a quest stage asks beyond progress: when it may not be defeated, when the game is won outright."""

    blocked: Callable[[GameState], bool]
    won: Callable[[GameState], bool]


def _always(_s: GameState, _seat: int, _card: int) -> bool:
    return True


def _itself(_s: GameState, _seat: int, card: int, cue: Cue) -> bool:
    return cue.card == card


def _never(_s: GameState) -> bool:
    return False


ACTIONS: list[Action | None] = [None] * len(KIND)
"""The action of each component in play, if it has one."""
EVENTS: list[Action | None] = [None] * len(KIND)
"""What each event does when played as an action."""
TRIGGERS = (
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
)
"""What cards respond to."""
RESPONSES: dict[str, dict[str, Response]] = {to: {} for to in TRIGGERS}
"""Responses of cards in play."""
HAND_RESPONSES: dict[str, dict[str, Response]] = {to: {} for to in TRIGGERS}
"""Responses from the hand: of events, and of Brok Ironfist."""
FORCED: dict[str, dict[str, Callable[[GameState, int, Cue], Flow[None]]]] = {
    "defeated": {},
    "enemy defeated": {},
    "stage defeated": {},
    "engaged": {},
    "attacks": {},
    "attacked": {},
    "shadow resolved": {},
    "travelled": {},
    "quest begins": {},
    "quest failed": {},
    "combat ends": {},
    "round ends": {},
    "rescued": {},
}
"""Forced effects by what brings them about."""
REVEALED: dict[str, Callable[[GameState, int], Flow[None]]] = {}
SHADOWS: dict[str, Callable[[GameState, int], Flow[None]]] = {}
TRAVELS: dict[str, Travel] = {}
STATS: dict[str, dict[str, Counts]] = {}
"""What a card adds to a number of its own, or of the card it is attached to."""
FLAGS: dict[str, frozenset[str]] = {}
"""Rules that a card switches on as long as it is in play."""
SETUPS: dict[str, Callable[[GameState], Flow[None]]] = {}
STAGES: dict[str, Stage] = {}

_done: dict[str, set[str]] = {}


def _mark(id: str, effect: str) -> None:
    _done.setdefault(id, set()).add(effect)


def action(id: str, can: Can = _always, phase: str = "", anyone: bool = False) -> Callable[[Does], Does]:
    """An action of a card in play; `anyone`: not only of its controller."""

    def register(do: Does) -> Does:
        for card in numbers(id):
            ACTIONS[card] = Action(do, can, phase, anyone)
        _mark(id, "action")
        return do

    return register


def event(id: str, can: Can = _always, phase: str = "") -> Callable[[Does], Does]:
    """An event played as an action."""

    def register(do: Does) -> Does:
        for card in numbers(id):
            EVENTS[card] = Action(do, can, phase, False)
        _mark(id, "action")
        return do

    return register


def response(id: str, to: str, can: CanOn = _itself, from_hand: bool = False) -> Callable[[DoesOn], DoesOn]:
    """A response of a card in play, or of an event in hand; by default to what happened to the card itself."""

    def register(do: DoesOn) -> DoesOn:
        (HAND_RESPONSES if from_hand or BY_ID[id].type == "event" else RESPONSES)[to][id] = Response(do, can)
        _mark(id, "response")
        return do

    return register


def forced(id: str, to: str, effect: str = "forced") -> Callable[[F], F]:
    """Something that must happen when the named event comes about (p. 23)."""

    def register(do: F) -> F:
        FORCED[to][id] = do  # type: ignore[assignment]
        _mark(id, effect)
        return do

    return register


def revealed(id: str) -> Callable[[F], F]:
    """What happens when the card is revealed from the encounter deck, or the stage from the quest deck."""

    def register(do: F) -> F:
        REVEALED[id] = do  # type: ignore[assignment]
        _mark(id, "revealed")
        return do

    return register


def shadow(id: str) -> Callable[[F], F]:
    """The shadow effect, resolved for the current attack."""

    def register(do: F) -> F:
        SHADOWS[id] = do  # type: ignore[assignment]
        _mark(id, "shadow")
        return do

    return register


def travel(id: str, can: Callable[[GameState], bool]) -> Callable[[F], F]:
    """What must be done to travel to the location."""

    def register(pay: F) -> F:
        TRAVELS[id] = Travel(pay, can)  # type: ignore[arg-type]
        _mark(id, "travel")
        return pay

    return register


def adds(id: str, stat: str) -> Callable[[Counts], Counts]:
    """A constant change to a number."""

    def register(count: Counts) -> Counts:
        STATS.setdefault(stat, {})[id] = count
        _mark(id, "constant")
        return count

    return register


def flags(id: str, *names: str, effect: str = "constant") -> None:
    """Rules of a card that other rules ask for by name."""
    FLAGS[id] = frozenset(names)
    _mark(id, effect)


def setup(id: str) -> Callable[[F], F]:
    """The setup instructions on side A of a scenario's first stage (p. 11)."""

    def register(do: F) -> F:
        SETUPS[id] = do  # type: ignore[assignment]
        _mark(id, "setup")
        return do

    return register


def stage(id: str, blocked: Callable[[GameState], bool] = _never, won: Callable[[GameState], bool] = _never) -> None:
    """Conditions of a quest stage."""
    STAGES[id] = Stage(blocked, won)
    _mark(id, "constant")


def load_cards() -> None:
    """Register the cards of every deck; each effect that a card's text names has its behaviour, and no other."""
    for module in iter_modules(cards.__path__):
        import_module(f"{cards.__name__}.{module.name}")
    faults = []
    for kind in KINDS:
        missing = set(kind.effects) - _done.get(kind.id, set())
        if missing:
            faults.append(f"{kind.id} lacks {', '.join(sorted(missing))}")
    known = {kind.id: set(kind.effects) for kind in KINDS}
    for id, effects in _done.items():
        if not effects <= known.get(id, set()):
            faults.append(f"{id} does more than its text says")
    if faults:
        raise LookupError("; ".join(faults))
