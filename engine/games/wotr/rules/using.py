"""Use the text of a card in play as an action (p. 12)."""

from functools import cache

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
    own = _own_texts(s.variant, seat)
    bearers = own.union([bearer for bearer, items in s.items.items() if not own.isdisjoint(items)]) if s.items else own
    for player in s.players:
        if not bearers.isdisjoint(player.reserve):
            texts += _texts_on(s, own, [card for card in player.reserve if card in bearers], RESERVE)
    for location, site in s.sites.items():
        if not bearers.isdisjoint(site.cards):
            texts += _texts_on(s, own, [card for card in site.cards if card in bearers], location)
    return texts


def _texts_on(s: GameState, own: frozenset[int], bearers: list[int], where: int) -> list[int]:
    """The texts of characters, armies and their items that the player may use there."""
    cards = [card for bearer in bearers for card in (bearer, *s.items.get(bearer, ()))]
    return [card for card in cards if card in own and _is_at(ACTIONS[card].where, where)]


@cache
def _own_texts(variant: str, seat: int) -> frozenset[int]:
    """Every card with an action text that the player may use."""
    players, owner = VARIANTS[variant].player_of, VARIANTS[variant].owner
    users = {card: players.get(text.faction) if text.faction else owner[card] for card, text in ACTIONS.items()}
    return frozenset(card for card, user in users.items() if user == seat)


def _is_at(needed: Where, where: int) -> bool:
    """Whether a place is of the kind a text asks for."""
    if needed == "reserve":
        return where == RESERVE
    if needed == "path":
        return where >= FIRST_PATH
    return needed == "play" or where != RESERVE
