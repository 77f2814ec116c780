"""Cards leaving play: what was attached or dealt to them goes too, and each finds its pile (p. 9, 20, 25)."""

from engine.core.chance import shuffle
from engine.core.events import tell
from engine.core.state import disclose
from engine.games.lotr.cards.effects import INSTEAD_OF_DISCARD
from engine.games.lotr.components.kinds import KIND, OWNER
from engine.games.lotr.rules.drawing import to_hand
from engine.games.lotr.rules.knowledge import forget, learn_all
from engine.games.lotr.state import GameState, InPlay


def lift(s: GameState, card: int) -> InPlay:
    """Take a card out of play and discard what it bore: attachments, shadow cards (p. 9, 20)."""
    state = s.cards.pop(card)
    _zone(s, card, state).remove(card)
    for one in state.attachments:
        del s.cards[one]
        to_discard(s, one)
    discard_shadows(s, state)
    for one in state.under:
        disclose(s)
        to_discard(s, one)
    if s.prisoner == card:
        s.prisoner = -1
    if state.guards >= 0:
        tell(s, "unguarded", (state.guards,))
    return state


def discard_shadows(s: GameState, state: InPlay) -> None:
    """Shadow cards go to the discard pile face up, also those nobody has seen yet (p. 20)."""
    if state.shadows:
        disclose(s)
    s.encounter_discard += state.shadows + state.turned
    state.shadows, state.turned = [], []


def _zone(s: GameState, card: int, state: InPlay) -> list[int]:
    """The list a card in play stands in."""
    kind = KIND[card].type
    if state.host >= 0:
        return s.cards[state.host].attachments
    if kind == "hero":
        return s.players[state.seat].heroes
    if kind == "ally":
        return s.players[state.seat].allies
    if state.seat >= 0:
        return s.players[state.seat].engaged
    for zone in (s.active, s.riders):
        if card in zone:
            return zone
    return s.staging


def to_discard(s: GameState, card: int) -> None:
    """Put a card that left play, a hand or a deck where it belongs (p. 11, 24)."""
    kind = KIND[card]
    if OWNER[card] >= 0:
        s.players[OWNER[card]].discard.append(card)
    elif kind.type == "objective":
        s.staging.append(card)
        s.cards[card] = InPlay()
    elif kind.victory:
        s.victory.append(card)
    elif card in INSTEAD_OF_DISCARD:
        INSTEAD_OF_DISCARD[card](s, card)
    else:
        s.encounter_discard.append(card)


def discard_quietly(s: GameState, card: int) -> InPlay:
    """A card leaves play for its discard pile; what answers that is the caller's to ask."""
    state = lift(s, card)
    to_discard(s, card)
    tell(s, "left play", (card,))
    return state


def return_to_hand(s: GameState, card: int) -> InPlay:
    """A card goes back to its owner's hand, and everybody saw which; if he is out, to his discard pile (p. 22)."""
    if s.players[OWNER[card]].out:
        return discard_quietly(s, card)
    state = lift(s, card)
    to_hand(s, card)
    learn_all(s, [card])
    return state


def shuffle_into_deck(s: GameState, card: int) -> InPlay:
    """A card is shuffled into its owner's deck; if he is out, it goes to his discard pile (p. 22)."""
    if s.players[OWNER[card]].out:
        return discard_quietly(s, card)
    state = lift(s, card)
    deck = s.players[OWNER[card]].deck
    deck.append(card)
    forget(s, deck)
    shuffle(s, deck)
    tell(s, "left play", (card,))
    return state
