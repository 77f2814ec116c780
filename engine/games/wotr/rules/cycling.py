"""Cycle cards: to the cycle pile from hand, from play or from cards drawn apart (pp. 11, 13)."""

from engine.core.events import tell
from engine.core.flow import Option
from engine.core.state import disclose
from engine.games.wotr.components.box import CARDS
from engine.games.wotr.components.groups import ITEM
from engine.games.wotr.rules.knowledge import forget_hand, make_known
from engine.games.wotr.rules.places import owner, wielder
from engine.games.wotr.state import GameState

CYCLE: list[Option] = [("cycle", card) for card in range(len(CARDS))]
"""By card: the option to cycle it, which every turn has for every card in hand."""


def cycle_card(s: GameState, seat: int, card: int) -> None:
    """Cycle a card from hand, face down (p. 13)."""
    player = s.players[seat]
    forget_hand(s, seat)
    player.hand.remove(card)
    player.cycle_pile.append(card)
    tell(s, "cycled", (seat, card), (seat,), (seat,))


def cycle_face_up(s: GameState, seat: int, card: int) -> None:
    """Cycle a card from hand that everybody has looked at (AtS p. 4)."""
    player = s.players[seat]
    player.hand.remove(card)
    player.cycle_pile.append(card)
    make_known(s, card)
    disclose(s)
    tell(s, "cycled", (seat, card))


def cycle_drawn(s: GameState, seat: int) -> None:
    """Cycle all cards that are still drawn apart."""
    for card in list(s.players[seat].drawn_apart):
        cycle_one_drawn(s, seat, card)


def cycle_one_drawn(s: GameState, seat: int, card: int) -> None:
    """Cycle one of the cards drawn apart, face down."""
    player = s.players[seat]
    player.drawn_apart.remove(card)
    player.cycle_pile.append(card)
    tell(s, "cycled", (seat, card), (seat,), (seat,))


def cycle_in_play(s: GameState, card: int) -> None:
    """Cycle a card in play, with any items it wields, to their owners' piles (p. 11)."""
    if card in ITEM:
        detach(s, card)
    else:
        leave_place(s, card)
        for item in s.items.pop(card, []):
            to_cycle_pile(s, item)
    to_cycle_pile(s, card)


def to_cycle_pile(s: GameState, card: int) -> None:
    """Put a card face up on its owner's cycle pile."""
    s.players[owner(s, card)].cycle_pile.append(card)
    make_known(s, card)
    tell(s, "cycled-from-play", (card,))


def detach(s: GameState, item: int) -> None:
    """Take an item from its wielder."""
    character = wielder(s, item)
    assert character is not None
    s.items[character].remove(item)
    if not s.items[character]:
        del s.items[character]


def leave_place(s: GameState, card: int) -> None:
    """Take a character or army out of its reserve or location."""
    reserve = s.players[owner(s, card)].reserve
    if card in reserve:
        reserve.remove(card)
        return
    for site in s.sites.values():
        if card in site.cards:
            site.cards.remove(card)
            site.card_tokens.pop(card, None)
            return
