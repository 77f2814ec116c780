"""Operations on the hands of cards."""

from engine.core.chance import pick
from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.cards.vocabulary import orders
from engine.games.bofa.components.box import FREE, SHADOW
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules import hand
from engine.games.bofa.state import Frame, GameState


def draw(s: GameState, p: Pack, frame: Frame, op: orders.Draw) -> Flow[None]:
    """Cards are drawn (p. 15)."""
    if op.deck == "event":
        hand.draw_event(s, frame.seat, op.count)
    else:
        hand.draw_story(s, frame.seat, op.count)
    yield from hand.keep_hand_limit(s, frame.seat)


def look(s: GameState, p: Pack, frame: Frame, op: orders.Look) -> None:
    """The player looks at the enemy's hand or at the top of a deck."""
    hand.look_at(s, frame.seat, op.at, hand.cards_at(s, frame.seat, op.at, op.count))


def take(s: GameState, p: Pack, frame: Frame, op: orders.Take) -> Flow[None]:
    """The player takes cards of the discard pile, but for the one being played, or of those that it looks at."""
    seat = frame.seat
    in_use = hand.cards_in_use(s)
    cards = [card for card in s.event_discard if card not in in_use]
    if op.out_of != "discard":
        cards = hand.cards_at(s, seat, op.out_of, op.of)
        hand.look_at(s, seat, op.out_of, cards)
    if op.out_of == "hand":
        cards = [card for card in cards if p.cards[card].deck == "event"]
    elif op.out_of == "event" and len(cards) > op.count:
        hand.forget(s, 1 - seat, cards)  # it does not see which of them are taken
    for _ in range(min(op.count, len(cards))):
        options: list[Option] = [("take", card) for card in cards]
        _, card = yield Decision(seat, "take", options)
        cards.remove(card)
        take_card(s, seat, op.out_of, card)
    hand.form_event_deck(s)
    yield from hand.keep_hand_limit(s, seat)


def take_card(s: GameState, seat: int, out_of: str, card: int) -> None:
    """A card comes to hand from where it was; the enemy knows it unless it came from a deck."""
    if out_of in ("event", "story"):
        deck = s.event_deck if out_of == "event" else s.story_decks[seat]
        deck.remove(card)
        hand.take_into_hand(s, seat, card)
        return
    pile = s.event_discard if out_of == "discard" else s.hands[1 - seat]
    pile.remove(card)
    s.hands[seat].append(card)
    if card not in s.known_cards[1 - seat]:
        s.known_cards[1 - seat].append(card)
    everybody = None if out_of == "discard" else (FREE, SHADOW)
    tell(s, "took", (seat, card), only=everybody, others=(seat, "event"))


def discard(s: GameState, p: Pack, frame: Frame, op: orders.Discard) -> Flow[None]:
    """Cards leave a hand: an enemy's at random, one's own by choice."""
    seat = frame.seat if op.whose == "friend" else 1 - frame.seat
    for _ in range(op.count):
        cards = s.hands[seat]
        if not cards:
            return
        if op.whose == "enemy":
            hand.discard(s, seat, pick(s, cards, f"hand:{seat}"))
        else:
            options: list[Option] = [("discard", card) for card in cards]
            choice = yield Decision(seat, "discard", options)
            hand.discard(s, seat, choice[1])
