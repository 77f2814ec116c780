"""The hands of the players: drawing cards, playing them out of the hand, discarding (p. 12, 25)."""

from engine.core.chance import pick, shuffle
from engine.core.events import tell
from engine.core.flow import Flow
from engine.core.state import disclose
from engine.games.lotr.cards.effects import INSTEAD_OF_DRAWING
from engine.games.lotr.components.box import ENTRIES, OWNER
from engine.games.lotr.rules.choosing import choose_card, first_copies
from engine.games.lotr.rules.constant_effects import draws_stopped
from engine.games.lotr.rules.in_play import player_order
from engine.games.lotr.rules.knowledge import forget
from engine.games.lotr.state import GameState


def draw(s: GameState, seat: int, n: int) -> None:
    """Draw cards from the player's own deck, as far as it has any (p. 12, 25)."""
    player = s.players[seat]
    if player.eliminated or draws_stopped(s) or not player.deck:
        return
    if player.on_deck:
        for card in list(player.on_deck):
            INSTEAD_OF_DRAWING[card](s, seat, card)
        return
    cards = player.deck[-n:][::-1]
    del player.deck[-n:]
    player.hand += cards
    player.resting = False
    disclose(s)
    tell(s, "drew", (seat, len(cards)))
    tell(s, "drawn", tuple(cards), only=(seat,))


def put_into_hand(s: GameState, card: int) -> None:
    """Put a card into its owner's hand, for all to see."""
    player = s.players[OWNER[card]]
    player.hand.append(card)
    player.resting = False
    tell(s, "to-hand", (card,))


def take_from_deck(s: GameState, seat: int, card: int) -> None:
    """Take a card out of a player's deck into his hand; only who searched the deck sees which."""
    player = s.players[seat]
    player.deck.remove(card)
    player.hand.append(card)
    player.resting = False


def take_from_hand(s: GameState, seat: int, card: int) -> None:
    """Take a card out of the hand, for all to see."""
    player = s.players[seat]
    player.hand.remove(card)
    forget(s, [card])
    if ENTRIES[card].id in player.shown_to_hold:
        player.shown_to_hold.remove(ENTRIES[card].id)
    disclose(s)


def discard_from_hand(s: GameState, seat: int, card: int) -> None:
    """Discard a card from a hand."""
    take_from_hand(s, seat, card)
    s.players[seat].discard.append(card)
    tell(s, "discarded", (seat, card))


def choose_discard(s: GameState, seat: int) -> Flow[None]:
    """Let a player discard a card of his choice from his hand."""
    disclose(s)  # whether there is a choice at all tells of the hand
    card = yield from choose_card(s, seat, "discard-from-hand", first_copies(s.players[seat].hand))
    discard_from_hand(s, seat, card)


def discard_at_random(s: GameState, seat: int) -> None:
    """Discard a random card of a hand."""
    hand = s.players[seat].hand
    discard_from_hand(s, seat, pick(s, hand, f"hand:{seat}"))


def shuffle_deck(s: GameState, seat: int) -> None:
    """Shuffle a player's deck; nobody knows any longer where its cards are."""
    deck = s.players[seat].deck
    forget(s, deck)
    shuffle(s, deck, f"deck:{seat}")


def able_to_draw(s: GameState) -> list[int]:
    """The players who could draw a card now."""
    return [] if draws_stopped(s) else [seat for seat in player_order(s) if s.players[seat].deck]
