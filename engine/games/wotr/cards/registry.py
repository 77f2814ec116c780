"""What cards do: the root of every card's block, the clauses it may have, and the tables the rules look into.

The data files name the clauses of each card's text as `effects`; the block under the card's id carries them out.
`load` compares the two both ways and fills the tables, which are keyed by card number. `texts` tells the clauses.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from engine.core.cards import Block, Clause, Registry, clause
from engine.core.flow import Flow
from engine.games.wotr import cards
from engine.games.wotr.cards.phrases import Group
from engine.games.wotr.components.bot_versions import BOT_CLAUSES
from engine.games.wotr.components.box import ENTRIES, copies, number
from engine.games.wotr.components.groups import battlegrounds_of
from engine.games.wotr.components.schema import BotAction
from engine.games.wotr.state import GameState

Effect: TypeAlias = Callable[[GameState, int, int], Flow[None]]
"""Of the state, the player who resolves it and the card."""
Condition: TypeAlias = Callable[[GameState, int, int], bool]
"""Of the state, the player and the card."""
F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

_tables: dict[str, dict[int, Any]] = {}


def _table(kind: str) -> dict[int, Any]:
    """For every card that has such a clause, by number, the rule or value; filled when the game loads."""
    return _tables.setdefault(kind, {})


def always(*_position: object) -> bool:
    """The condition of a text that has none."""
    return True


# -- clauses that do something

played = clause("played")
"""When you play it; the text of an event. (s, seat, card)"""
PLAYED: dict[int, Effect] = _table("played")

entered = clause("entered")
"""When you play or move it to a location. (s, seat, card, location)"""
ENTERED: dict[int, Callable[[GameState, int, int, int], Flow[None]]] = _table("entered")

activated = clause("activated")
"""When the location is activated or reactivated. (s, seat, location)"""
ACTIVATED: dict[int, Effect] = _table("activated")

after_draw = clause("after-draw")
"""In reserve: after its player has drawn in the draw phase. (s, seat, card)"""
AFTER_DRAW: dict[int, Effect] = _table("after-draw")

after_combat = clause("after-combat")
"""After a battleground combat with it: (s, seat, card, losses) gives the losses that it has cycled instead."""
AFTER_COMBAT: dict[int, Callable[[GameState, int, int, list[int]], Flow[list[int]]]] = _table("after-combat")


Where: TypeAlias = Literal["reserve", "path", "location", "play"]
"""In reserve, on a path, at a path or battleground, or anywhere in play."""


class Action(NamedTuple):
    """A text that says "you may use your action" (p. 12)."""

    effect: Effect
    where: Where
    ready: Condition
    """Whether its cost can be paid and it would do something."""
    faction: str
    """The faction whose player may use it; the card's owner when empty."""


def action(where: Where, *, ready: Condition = always, faction: str = "") -> Callable[[F], F]:
    """Mark a text that says "you may use your action" while the card is there. (s, seat, card)"""
    return clause("action", (where, ready, faction))


ACTIONS: dict[int, Action] = {}


# -- clauses that are worked out when somebody needs them

battle_icons = clause("battle-icons", flow=False)
"""(s, card, ground) gives the attack and defence that the card has beyond its printed ones."""
BATTLE_ICONS: dict[int, Callable[[GameState, int, int], tuple[int, int]]] = _table("battle-icons")

path_icons = clause("path-icons", flow=False)
"""(s, bearer, path) gives path icons beyond the printed ones: of the card itself, or of an item for its bearer."""
PATH_ICONS: dict[int, Callable[[GameState, int, int], int]] = _table("path-icons")

may_not_enter = clause("may-not-enter", flow=False)
"""(s, location) says whether the location is closed to the card."""
MAY_NOT_ENTER: dict[int, Callable[[GameState, int], bool]] = _table("may-not-enter")


# -- clauses for the bots of "Against the Shadow"

useful_to_bot = clause("useful-to-bot", flow=False)
"""(s, card, where) says whether a bot gains by playing the card there; an event is played as `event`."""
USEFUL_TO_BOT: dict[int, Callable[[GameState, int, int | str], bool]] = _table("useful-to-bot")

foreseen_by_bot = clause("foreseen-by-bot", flow=False)
"""(s, card, location) gives the icons that the card would take on arrival, for a bot that weighs sending it."""
FORESEEN_BY_BOT: dict[int, Callable[[GameState, int, int], int]] = _table("foreseen-by-bot")

accepted_by_bot = clause("accepted-by-bot", flow=False)
"""(s, bot, card) says whether a bot pays for what the text offers."""
ACCEPTED_BY_BOT: dict[int, Condition] = _table("accepted-by-bot")


class BotEffect(NamedTuple):
    """What an action of bot cards does, and when it is useful (AtS pp. 5-6)."""

    carry_out: Callable[[GameState, int, int, BotAction], Flow[None]]
    useful: Callable[[GameState, int, int, BotAction], bool]


def bot_effect(word: str, useful: Callable[[GameState, int, int, BotAction], bool] = always) -> Callable[[F], F]:
    """Mark what a bot does with the card, by its word in against-the-shadow.toml. (s, bot, card, action)"""
    return clause("bot-effect", (word, useful))


BOT_EFFECTS: dict[str, BotEffect] = {}
"""By the words of against-the-shadow.toml; those that many cards use stand in rules/against_the_shadow/effects.py."""


# -- clauses that are values


class At(NamedTuple):
    """More icons at one location."""

    location: str
    attack: int = 0
    defence: int = 0
    path_attack: int = 0


class Inspired(NamedTuple):
    """Attack and defence that an army has while it supports one of these characters."""

    leaders: Group
    icons: int


class Opening(NamedTuple):
    """Locations that a text opens to cards they would otherwise be closed to."""

    cards: Group
    locations: Group


class Following(NamedTuple):
    """Armies that a text lets support characters of other factions."""

    armies: Group
    leaders: Group


class Values:
    """What a card may do by being there: each value that a block sets is a clause of its text."""

    extra_draw: int
    """In reserve: so many more cards in the draw phase."""
    carryover_in_reserve: int
    """In reserve: carryover limit so much higher."""
    carryover_in_play: int
    """An item in play: its owner's carryover limit is so much higher."""
    battle_icons_at: At
    """More attack or defence at one battleground."""
    path_icons_at: At
    """More path icons on one path."""
    path_defence: int
    """An item on a path: defence of the path itself."""
    defends_in_reserve: Group
    """In reserve: these characters have one more defence and path defence."""
    icons_for_supporting: Inspired
    """An army: its attack and defence while it supports one of some characters."""
    cycled_instead: tuple[str, ...]
    """Cycled instead of being eliminated for these causes."""
    loses_items: bool
    """When it is cycled instead of being eliminated, its items are eliminated all the same."""
    saves_wielder: tuple[str, ...]
    """An item: its wielder is cycled, items and all, instead of being eliminated for these causes."""
    only_weapon: bool
    """An item: its wielder has no other weapon."""
    shows_top: bool
    """In play: its owner always knows the top card of the draw deck."""
    also_enters: str
    """A character: another faction whose battlegrounds are open to it."""
    supported_by: str
    """A character: another faction whose armies may support it."""
    opens_in_reserve: Opening
    """In reserve: opens locations to cards."""
    opens_this_round: Opening
    """An event: opens locations to cards until the round ends."""
    supports_this_round: Following
    """An event: lets armies support characters until the round ends."""
    replaced_by: str
    """Eliminated when another card is played; that card's own text does it."""


EXTRA_DRAW: dict[int, int] = _table("extra-draw")
CARRYOVER_IN_RESERVE: dict[int, int] = _table("carryover-in-reserve")
CARRYOVER_IN_PLAY: dict[int, int] = _table("carryover-in-play")
PATH_DEFENCE: dict[int, int] = _table("path-defence")
ICONS_FOR_SUPPORTING: dict[int, Mapping[int, int]] = {}
"""For an army, its icons by the character it supports."""
CYCLED_INSTEAD: dict[int, tuple[str, ...]] = _table("cycled-instead")
LOSES_ITEMS: dict[int, bool] = _table("loses-items")
SAVES_WIELDER: dict[int, tuple[str, ...]] = _table("saves-wielder")
ONLY_WEAPON: dict[int, bool] = _table("only-weapon")
SHOWS_TOP: dict[int, bool] = _table("shows-top")
ALSO_ENTERS: dict[int, frozenset[int]] = {}
"""For a character, the battlegrounds that its text opens to it."""
SUPPORTED_BY: dict[int, str] = _table("supported-by")
OPENS_THIS_ROUND: dict[int, Opening] = _table("opens-this-round")
SUPPORTS_THIS_ROUND: dict[int, Following] = _table("supports-this-round")
DEFENDERS_IN_RESERVE: dict[int, list[int]] = {}
"""For a character, the cards that defend it from reserve."""
OPENERS_IN_RESERVE: dict[int, list[tuple[int, frozenset[int]]]] = {}
"""For a card, the cards that open locations to it from reserve, and these locations."""


# -- the root of all blocks, and loading them


class Card(Values, Block):
    """A card or location of the box; everything it does stands in its block."""

    registry = Registry({name: name.replace("_", "-") for name in Values.__annotations__})


def load() -> None:
    """Read every block, refuse cards that do more or less than their texts say, and fill the tables."""
    for module in pkgutil.iter_modules(cards.__path__):
        importlib.import_module(f"{cards.__name__}.{module.name}")
    Card.registry.check(clauses_of_texts())
    for kind, table in _tables.items():
        for card, one in _clauses(kind):
            _enter(table, card, one.rule)
    for card, one in _clauses("action"):
        _enter(ACTIONS, card, Action(one.rule, *one.terms))
    for _, one in _clauses("bot-effect"):
        word, useful = one.terms
        BOT_EFFECTS[word] = BotEffect(one.rule, useful)
    _load_values()


def _load_values() -> None:
    """Fill the tables of values that say what is done at one location, or for other cards."""
    for card, one in _clauses("battle-icons-at"):
        _enter(BATTLE_ICONS, card, _battle_icons_at(one.rule))
    for card, one in _clauses("path-icons-at"):
        _enter(PATH_ICONS, card, _path_icons_at(one.rule))
    for card, one in _clauses("icons-for-supporting"):
        _enter(ICONS_FOR_SUPPORTING, card, dict.fromkeys(one.rule.leaders, one.rule.icons))
    for card, one in _clauses("also-enters"):
        _enter(ALSO_ENTERS, card, battlegrounds_of(one.rule))
    for card, one in _clauses("defends-in-reserve"):
        for other in one.rule:
            DEFENDERS_IN_RESERVE.setdefault(other, []).append(card)
    for card, one in _clauses("opens-in-reserve"):
        for other in one.rule.cards:
            OPENERS_IN_RESERVE.setdefault(other, []).append((card, one.rule.locations))


def _enter(table: dict[int, T], card: int, rule: T) -> None:
    """Put a rule into a table, which has room for one of a card."""
    if card in table:
        raise LookupError(f"{ENTRIES[card].id} has two clauses where there is room for one")
    table[card] = rule


def clauses_of_texts() -> dict[str, list[str]]:
    """The clauses that the data files name for each card, those of its bot version included."""
    texts = {entry.id: list(entry.effects) for entry in ENTRIES}
    for id, effects in BOT_CLAUSES.items():
        texts[id] += effects
    return texts


def _clauses(kind: str) -> Iterator[tuple[int, Clause]]:
    """Every clause of a kind, with the number of each copy of its card."""
    for id, one in Card.registry.of_kind(kind):
        yield from ((number, one) for number in copies(id))


def _battle_icons_at(at: At) -> Callable[[GameState, int, int], tuple[int, int]]:
    there, icons = number(at.location), (at.attack, at.defence)
    return lambda s, card, ground: icons if ground == there else (0, 0)


def _path_icons_at(at: At) -> Callable[[GameState, int, int], int]:
    there, icons = number(at.location), at.path_attack
    return lambda s, bearer, path: icons if path == there else 0
