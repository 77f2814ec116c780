"""Eliminate and remove cards (p. 13). The cause is named, because some texts answer only to one."""

from engine.core.events import tell
from engine.core.flow import Flow, Option
from engine.core.state import disclose
from engine.games.wotr.cards.registry import CYCLED_INSTEAD, LOSES_ITEMS, SAVES_WIELDER
from engine.games.wotr.components.groups import ITEM
from engine.games.wotr.rules.asking import ask
from engine.games.wotr.rules.cycling import cycle_in_play, detach, leave_place, to_cycle_pile
from engine.games.wotr.rules.drawing import shuffle_deck
from engine.games.wotr.rules.knowledge import forget_hand, make_known
from engine.games.wotr.rules.places import owner, place
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState

PATH_COMBAT = "path-combat"
BATTLE = "battleground-combat"
FORSAKEN_TOP = "forsaken-from-the-deck"
FORSAKEN_RESERVE = "forsaken-from-reserve"
TEXT = "text"
ANY_CAUSE = (PATH_COMBAT, BATTLE, FORSAKEN_TOP, FORSAKEN_RESERVE, TEXT)


def eliminate_in_play(s: GameState, card: int, cause: str = TEXT) -> None:
    """Eliminate a card in play, with any items it wields, unless a text says otherwise (pp. 11, 13)."""
    if card in ITEM:
        detach(s, card)
        _to_eliminated(s, card)
        return
    if any(cause in SAVES_WIELDER.get(item, ()) for item in s.items.get(card, ())):
        cycle_in_play(s, card)
        return
    survives = _is_cycled_instead(card, cause)
    if not survives or card in LOSES_ITEMS:
        for item in s.items.pop(card, []):
            _to_eliminated(s, item)
    if survives:
        cycle_in_play(s, card)
    else:
        leave_place(s, card)
        _to_eliminated(s, card)


def _is_cycled_instead(card: int, cause: str) -> bool:
    """Whether a card's own text has it cycled when it would be eliminated for this cause."""
    return cause in CYCLED_INSTEAD.get(card, ())


def _to_eliminated(s: GameState, card: int) -> None:
    """Put a card face up on its owner's eliminated pile."""
    s.players[owner(s, card)].eliminated_pile.append(card)
    make_known(s, card)
    tell(s, "eliminated", (card,))


def eliminate_unseen(s: GameState, seat: int, card: int, cause: str) -> None:
    """Eliminate a card that came from hand or deck: face down, unless its text answers to it (p. 13)."""
    disclose(s)  # if only that it is no card that answers
    if _is_cycled_instead(card, cause):
        to_cycle_pile(s, card)
    elif seat in VARIANTS[s.variant].bots:
        _to_eliminated(s, card)  # everybody may look through that pile of a bot (AtS p. 4)
    else:
        s.players[seat].eliminated_pile.append(card)
        tell(s, "eliminated-face-down", (seat, card), (seat,), (seat,))


def eliminate_card(s: GameState, seat: int, card: int) -> None:
    """Eliminate a card from hand."""
    if not _is_cycled_instead(card, TEXT):
        forget_hand(s, seat)
    s.players[seat].hand.remove(card)
    eliminate_unseen(s, seat, card, TEXT)


def eliminate_drawn(s: GameState, seat: int) -> Flow[None]:
    """Eliminate one of the cards drawn apart, the player's choice."""
    cards = s.players[seat].drawn_apart
    if cards:
        choice: Option = yield from ask(s, seat, "eliminate", [("eliminate", card) for card in cards])
        cards.remove(choice[1])
        eliminate_unseen(s, seat, choice[1], TEXT)


def remove(s: GameState, card: int) -> None:
    """Remove a card from the game wherever it is (p. 13); then everybody knows that it is gone."""
    seat = owner(s, card)
    player = s.players[seat]
    disclose(s)
    if place(s, card) is not None:
        eliminate_in_play(s, card)
    elif card in player.eliminated_pile:
        make_known(s, card)
    for pile in (player.hand, player.deck, player.cycle_pile, player.drawn_apart):
        if card in pile:
            pile.remove(card)
            _to_eliminated(s, card)
            if pile is player.deck:
                shuffle_deck(s, seat)
