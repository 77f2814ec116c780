"""Use the text of a card in play as an action (p. 12)."""

from engine.core.events import tell
from engine.core.flow import Flow, Option
from engine.games.wotr.cards.registry import ACTIONS, Where
from engine.games.wotr.components.entries import FIRST_PATH
from engine.games.wotr.rules.places import RESERVE
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState


def usable(s: GameState, seat: int) -> list[Option]:
    """The cards in play whose "use your action" text the player may use now."""
    options: list[Option] = []
    items = s.items
    for n, player in enumerate(s.players):
        for card in player.reserve:
            if card in items or (n == seat and card in ACTIONS):
                options += _usable_of(s, seat, card, RESERVE)
    for location, site in s.sites.items():
        for card in site.cards:
            if card in items or card in ACTIONS:
                options += _usable_of(s, seat, card, location)
    return options


def use(s: GameState, seat: int, card: int) -> Flow[None]:
    """Use the action text of a card."""
    tell(s, "used", (seat, card))
    yield from ACTIONS[card].effect(s, seat, card)


def _usable_of(s: GameState, seat: int, bearer: int, where: int) -> list[Option]:
    """What the player may use of a character or army and its items."""
    cards = (bearer, *s.items.get(bearer, ()))
    return [("use", card) for card in cards if card in ACTIONS and _may_use(s, seat, card, where)]


def _may_use(s: GameState, seat: int, card: int, where: int) -> bool:
    """Whether the player may use a text: it is theirs, the card is where it says, and it would do something."""
    action, variant = ACTIONS[card], VARIANTS[s.variant]
    user = variant.player_of.get(action.faction) if action.faction else variant.owner[card]
    return user == seat and _is_at(action.where, where) and action.ready(s, seat, card)


def _is_at(needed: Where, where: int) -> bool:
    """Whether a place is of the kind a text asks for."""
    if needed == "reserve":
        return where == RESERVE
    if needed == "path":
        return where >= FIRST_PATH
    return needed == "play" or where != RESERVE
