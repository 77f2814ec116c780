"""Hands, decks and discard piles: drawing, discarding, shuffling back (p. 12, 25)."""

from engine.core.chance import below, shuffle
from engine.core.events import tell
from engine.core.flow import Flow
from engine.core.state import disclose
from engine.games.lotr.cards.effects import INSTEAD_OF_DRAWING
from engine.games.lotr.components.kinds import OWNER
from engine.games.lotr.rules.choosing import choose_card, first_copies
from engine.games.lotr.rules.constant_effects import draws_stopped
from engine.games.lotr.rules.in_play import order
from engine.games.lotr.rules.knowledge import forget, learn_all
from engine.games.lotr.state import GameState


def draw(s: GameState, seat: int, n: int) -> None:
    """Draw from the own deck; an empty deck gives nothing (p. 12, 25)."""
    player = s.players[seat]
    if player.out or draws_stopped(s) or not player.deck:
        return
    if player.on_deck:
        for card in list(player.on_deck):
            INSTEAD_OF_DRAWING[card](s, seat, card)
        return
    drawn = player.deck[-n:][::-1]
    del player.deck[-n:]
    player.hand += drawn
    player.resting = False
    disclose(s)
    tell(s, "drew", (seat, len(drawn)))
    tell(s, "drawn", tuple(drawn), only=(seat,))


def to_hand(s: GameState, card: int) -> None:
    """A card comes to its owner's hand, for all to see."""
    player = s.players[OWNER[card]]
    player.hand.append(card)
    player.resting = False
    tell(s, "to hand", (card,))


def take_from_deck(s: GameState, seat: int, card: int) -> None:
    """A card found in a player's deck comes to his hand; only who searched saw which."""
    player = s.players[seat]
    player.deck.remove(card)
    player.hand.append(card)
    player.resting = False


def from_hand(s: GameState, seat: int, card: int) -> None:
    """A card is taken out of the hand and shown."""
    s.players[seat].hand.remove(card)
    disclose(s)


def discard_from_hand(s: GameState, seat: int, card: int) -> None:
    """A card goes from hand to the owner's discard pile."""
    from_hand(s, seat, card)
    s.players[seat].discard.append(card)
    tell(s, "discarded", (seat, card))


def choose_discard(s: GameState, seat: int) -> Flow[None]:
    """A player discards a card of his choice from his hand."""
    disclose(s)  # whether there is a choice at all tells of the hand
    card = yield from choose_card(s, seat, "discard from hand", first_copies(s.players[seat].hand))
    discard_from_hand(s, seat, card)


def discard_at_random(s: GameState, seat: int) -> None:
    """A random card of the hand is discarded."""
    hand = s.players[seat].hand
    discard_from_hand(s, seat, hand[below(s, len(hand))])


def shuffle_deck(s: GameState, seat: int) -> None:
    """Shuffle a player's deck; nobody knows a card in it any longer."""
    deck = s.players[seat].deck
    forget(s, deck)
    shuffle(s, deck)


def shuffle_encounter_deck(s: GameState) -> None:
    """Shuffle the encounter deck; nobody knows a card in it any longer."""
    forget(s, s.encounter_deck)
    shuffle(s, s.encounter_deck)


def renew_encounter_deck(s: GameState) -> None:
    """A deck that has run out is made anew of the discards, but only in the quest phase (p. 14, 18, 25)."""
    if s.phase == "quest" and not s.encounter_deck and s.encounter_discard:
        s.encounter_deck, s.encounter_discard = s.encounter_discard, s.encounter_deck
        shuffle_encounter_deck(s)


def next_encounter_card(s: GameState) -> int:
    """Take the top encounter card, or -1 if there is none (p. 14, 25)."""
    renew_encounter_deck(s)
    return s.encounter_deck.pop() if s.encounter_deck else -1


def drawers(s: GameState) -> list[int]:
    """The players who could draw a card."""
    return [] if draws_stopped(s) else [seat for seat in order(s) if s.players[seat].deck]


def put_on_encounter_deck(s: GameState, card: int) -> None:
    """A card goes on top of the encounter deck, for all to see."""
    s.encounter_deck.append(card)
    learn_all(s, [card])
