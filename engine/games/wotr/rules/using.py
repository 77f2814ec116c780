"""Use the text of a card in play as an action (p. 12)."""

from engine.core.events import tell
from engine.core.flow import Flow, Option
from engine.core.state import because
from engine.games.wotr.cards.registry import ACTIONS, Where, always
from engine.games.wotr.components.box import FIRST_PATH
from engine.games.wotr.rules.places import RESERVE
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState


def usable(s: GameState, seat: int) -> list[Option]:
    """The cards in play whose "use your action" text the player may use now."""
    return [("use", card) for card in _texts_of(s, seat) if ACTIONS[card].ready(s, seat, card)]


def has_conditional_text(s: GameState, seat: int) -> bool:
    """Whether a card in play has a text for the player to use on a condition, which may hang on what its deck holds."""
    return any(ACTIONS[card].ready is not always for card in _texts_of(s, seat))


def use(s: GameState, seat: int, card: int) -> Flow[None]:
    """Use the action text of a card."""
    tell(s, "used", (seat, card))
    with because(s, "text", card):
        yield from ACTIONS[card].effect(s, seat, card)


def _texts_of(s: GameState, seat: int) -> list[int]:
    """The cards in play that are where their action text says and whose text is the player's, whether of use or not."""
    texts: list[int] = []
    items = s.items
    for n, player in enumerate(s.players):
        for card in player.reserve:
            if card in items or (n == seat and card in ACTIONS):
                texts += _texts_on(s, seat, card, RESERVE)
    for location, site in s.sites.items():
        for card in site.cards:
            if card in items or card in ACTIONS:
                texts += _texts_on(s, seat, card, location)
    return texts


def _texts_on(s: GameState, seat: int, bearer: int, where: int) -> list[int]:
    """The texts of a character or army and its items that the player may use there."""
    cards = (bearer, *s.items.get(bearer, ()))
    return [card for card in cards if card in ACTIONS and _is_for(s, seat, card, where)]


def _is_for(s: GameState, seat: int, card: int, where: int) -> bool:
    """Whether a text is the player's and the card is where it says."""
    action, variant = ACTIONS[card], VARIANTS[s.variant]
    user = variant.player_of.get(action.faction) if action.faction else variant.owner[card]
    return user == seat and _is_at(action.where, where)


def _is_at(needed: Where, where: int) -> bool:
    """Whether a place is of the kind a text asks for."""
    if needed == "reserve":
        return where == RESERVE
    if needed == "path":
        return where >= FIRST_PATH
    return needed == "play" or where != RESERVE
