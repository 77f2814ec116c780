"""Use the text of a card in play as an action (p. 12)."""

from functools import cache
from typing import NamedTuple

from engine.core.events import tell
from engine.core.flow import Flow, Option
from engine.core.state import because
from engine.games.wotr.cards.registry import ACTIONS, Where, always
from engine.games.wotr.components.box import FIRST_PATH
from engine.games.wotr.components.groups import WIELDERS
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


class _Texts(NamedTuple):
    """The cards with an action text that a player may use, by where it can be used (p. 12)."""

    anywhere: frozenset[int]
    in_reserve: frozenset[int]
    on_path: frozenset[int]
    at_battleground: frozenset[int]
    reserves: tuple[int, ...]
    """The players in whose reserves they may lie, wielded or not."""


def _texts_of(s: GameState, seat: int) -> list[int]:
    """The cards in play that are where their action text says and whose text is the player's, whether of use or not."""
    texts: list[int] = []
    own, items = _own_texts(s.variant, seat), s.items
    bearers = own.anywhere
    if items:
        bearers = bearers.union([bearer for bearer, borne in items.items() if not bearers.isdisjoint(borne)])
    for player in own.reserves:
        reserve = s.players[player].reserve
        if not bearers.isdisjoint(reserve):
            texts += [card for card in _with_items(s, reserve) if card in own.in_reserve]
    for location, site in s.sites.items():
        if not bearers.isdisjoint(site.cards):
            usable_here = own.on_path if location >= FIRST_PATH else own.at_battleground
            texts += [card for card in _with_items(s, site.cards) if card in usable_here]
    return texts


def _with_items(s: GameState, cards: list[int]) -> list[int]:
    """Cards in play, each with the items it wields."""
    if s.items.keys().isdisjoint(cards):
        return cards
    return [one for card in cards for one in (card, *s.items.get(card, ()))]


@cache
def _own_texts(variant: str, seat: int) -> _Texts:
    """Every card with an action text that the player may use."""
    players, owner = VARIANTS[variant].player_of, VARIANTS[variant].owner
    users = {card: players.get(text.faction) if text.faction else owner[card] for card, text in ACTIONS.items()}
    own = [card for card, user in users.items() if user == seat]

    def usable_at(*kinds: Where) -> frozenset[int]:
        return frozenset(card for card in own if ACTIONS[card].where in kinds)

    bearers = [bearer for card in own for bearer in (card, *WIELDERS.get(card, ()))]
    reserves = sorted({owner[bearer] for bearer in bearers} - {-1})
    return _Texts(
        anywhere=frozenset(own),
        in_reserve=usable_at("reserve", "play"),
        on_path=usable_at("path", "location", "play"),
        at_battleground=usable_at("location", "play"),
        reserves=tuple(reserves),
    )
