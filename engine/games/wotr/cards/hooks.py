"""Where card texts attach to the rules. Each table is keyed by card number; the decorators fill them by card id.

The effect of a text is a function of the state, the seat that resolves it and the card; it may be a flow that asks,
or a plain function that does not.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias, TypeVar

from engine.core.flow import Flow
from engine.games.wotr.components.entries import ENTRIES, copies
from engine.games.wotr.components.groups import OPEN_TO, battlegrounds_of
from engine.games.wotr.state import GameState

Effect: TypeAlias = Callable[[GameState, int, int], Flow[None] | None]
Arrival: TypeAlias = Callable[[GameState, int, int, int], Flow[None] | None]
Ready: TypeAlias = Callable[[GameState, int, int], bool]
F = TypeVar("F")


class Action(NamedTuple):
    """A text that says "you may use your action" (p. 12)."""

    where: str
    """Where the card must be: `reserve`, `path`, `location` or `play`."""
    ready: Ready
    """Whether its cost can be paid and it would do something."""
    effect: Effect
    player: str
    """The faction whose player may use it; the card's owner when empty."""


PLAYED: dict[int, Effect] = {}
"""When played."""
ENTERED: dict[int, Arrival] = {}
"""When played or moved to a location."""
ACTIONS: dict[int, Action] = {}
"""You may use your action."""
ACTIVATED: dict[int, Effect] = {}
"""The activation text of locations."""
BATTLE_ICONS: dict[int, Callable[[GameState, int, int], tuple[int, int]]] = {}
"""Conditional attack and defence of a card, or of an item for its wielder, at a battleground."""
PATH_ICONS: dict[int, Callable[[GameState, int, int], int]] = {}
"""Conditional path icons of a card, or of an item for its wielder."""
PATH_DEFENCE: dict[int, int] = {}
"""Defence that an item on a path gives to the path itself."""
INSTEAD: dict[int, Callable[[str], bool]] = {}
"""Whether a card is cycled instead of being eliminated for this cause."""
DROPS_ITEMS: list[int] = []
"""Cards that are cycled instead of eliminated while their items are not."""
GUARDS: dict[int, Callable[[str], bool]] = {}
"""Items whose wielder is cycled, items and all, instead of being eliminated for this cause."""
BARRED: dict[int, Callable[[GameState, int], bool]] = {}
"""Locations a card may not enter."""
PERMITS: list[Callable[[GameState, int, int], bool]] = []
"""Texts that open a location to a card it would otherwise be closed to."""
SUPPORTERS: dict[int, str] = {}
"""Another faction whose armies may support a character."""
EXTRA_DRAW: list[int] = []
"""In reserve: one more card in the draw phase."""
CARRYOVER_RESERVE: list[int] = []
"""In reserve: carryover limit one higher."""
CARRYOVER_PLAY: list[int] = []
"""In play: carryover limit one higher."""
AFTER_DRAW: dict[int, Effect] = {}
"""In reserve: what follows the draw phase's draw."""
AFTER_COMBAT: dict[int, Callable[[GameState, int, int, list[int]], Flow[list[int]]]] = {}
"""After a battleground combat with this card: which losses are cycled instead."""
_with_behaviour: set[str] = set()


def _fill(table: dict[int, F], *ids: str) -> Callable[[F], F]:
    def enter(effect: F) -> F:
        for id in ids:
            has_behaviour(id)
            for number in copies(id):
                table[number] = effect
        return effect

    return enter


def has_behaviour(*ids: str) -> None:
    """Note that a card's text is implemented."""
    _with_behaviour.update(ids)


def on_played(*ids: str) -> Callable[[Effect], Effect]:
    """The effect happens when the card is played, not when it is moved."""
    return _fill(PLAYED, *ids)


def on_entered(*ids: str) -> Callable[[Arrival], Arrival]:
    """The effect happens when the card is played or moved to a location."""
    return _fill(ENTERED, *ids)


def on_activated(*ids: str) -> Callable[[Effect], Effect]:
    """The text of a location, resolved when it is activated or reactivated."""
    return _fill(ACTIVATED, *ids)


def _always(_s: GameState, _seat: int, _card: int) -> bool:
    return True


def action(where: str, *ids: str, ready: Ready = _always, player: str = "") -> Callable[[Effect], Effect]:
    """The effect may be used as an action while the card is there."""

    def enter(effect: Effect) -> Effect:
        _fill(ACTIONS, *ids)(Action(where, ready, effect, player))
        return effect

    return enter


def battle_icons(*ids: str) -> Callable[..., Callable[[GameState, int, int], tuple[int, int]]]:
    """Conditional icons at a battleground, from the state, the card's bearer and the location."""
    return _fill(BATTLE_ICONS, *ids)


def path_icons(*ids: str) -> Callable[..., Callable[[GameState, int, int], int]]:
    """Conditional icons on a path, from the state, the card's bearer and the location."""
    return _fill(PATH_ICONS, *ids)


def cycled_instead(*ids: str, of: tuple[str, ...] = (), items: bool = True) -> None:
    """The card is cycled instead of eliminated: for these causes, or for any."""
    _fill(INSTEAD, *ids)(lambda cause: not of or cause in of)
    if not items:
        DROPS_ITEMS.extend(number for id in ids for number in copies(id))


def guards_wielder(*ids: str, of: tuple[str, ...]) -> None:
    """The item's wielder is cycled with all its items instead of being eliminated for these causes."""
    _fill(GUARDS, *ids)(lambda cause: cause in of)


def welcome(id: str, faction: str) -> None:
    """The character may enter a faction's battlegrounds and be supported by its armies."""
    has_behaviour(id)
    for number in copies(id):
        OPEN_TO[number] |= battlegrounds_of(faction)
        SUPPORTERS[number] = faction


def passive(table: list[int], *ids: str) -> None:
    """Enter cards into one of the passive tables."""
    has_behaviour(*ids)
    table.extend(number for id in ids for number in copies(id))


def check_complete() -> None:
    """Refuse to load while a card has text but no behaviour."""
    missing = sorted({entry.id for entry in ENTRIES if entry.text} - _with_behaviour)
    if missing:
        raise LookupError(f"cards with text but no behaviour: {', '.join(missing)}")


def is_implemented(id: str) -> bool:
    """Whether a card does what its text says, or has none."""
    return id in _with_behaviour or not ENTRIES[copies(id)[0]].text
