"""The hand of cards: drawing, its limit, and discarding (p. 15)."""

from collections.abc import Sequence

from engine.core.chance import shuffle
from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.core.state import disclose
from engine.games.bofa.components.library import pack_of
from engine.games.bofa.state import GameState

HAND_LIMIT = 6
"""Cards a player may keep (p. 15)."""


def draw_event(s: GameState, seat: int, count: int) -> None:
    """Draw Event cards; with the last one the deck is formed anew from what was used and discarded (p. 15)."""
    for _ in range(count):
        form_event_deck(s)
        if s.event_deck:
            take_into_hand(s, seat, s.event_deck.pop())
        form_event_deck(s)


def form_event_deck(s: GameState) -> None:
    """If the Event deck has run out, all used and discarded cards form a new one; those in use are neither (p. 15)."""
    if s.event_deck:
        return
    cards, in_use = pack_of(s).cards, cards_in_use(s)
    s.event_deck = [card for card in s.event_discard if card not in in_use]
    s.event_discard = [card for card in s.event_discard if card in in_use]
    for seat in (0, 1):
        s.event_deck += [card for card in s.face_down[seat] if cards[card].deck == "event"]
        s.face_down[seat] = [card for card in s.face_down[seat] if cards[card].deck != "event"]
    if s.event_deck:
        shuffle(s, s.event_deck, "events")
        for seat in (0, 1):
            forget(s, seat, s.event_deck)
        tell(s, "reshuffled")


def cards_in_use(s: GameState) -> list[int]:
    """Event cards that lie on the discard pile while they are still being carried out (p. 15, 27)."""
    cards = [frame.id for frame in s.frames if frame.source == "card"]
    if s.battle is not None:
        cards += [card.id for card in s.battle.cards if card.kind == "event"]
    return cards


def draw_story(s: GameState, seat: int, count: int) -> None:
    """Draw Story cards; a deck that has run out stays empty (p. 15)."""
    for _ in range(count):
        if s.story_decks[seat]:
            take_into_hand(s, seat, s.story_decks[seat].pop())


def take_into_hand(s: GameState, seat: int, card: int) -> None:
    """A card comes to hand, seen by its owner alone."""
    s.hands[seat].append(card)
    disclose(s)
    deck = pack_of(s).cards[card].deck
    tell(s, "drew", (seat, card), only=(seat,), others=(seat, deck))


def keep_hand_limit(s: GameState, seat: int) -> Flow[None]:
    """More than six cards: the rest is discarded at once, face down (p. 15)."""
    hand = s.hands[seat]
    while len(hand) > HAND_LIMIT:
        options: list[Option] = [("discard", card) for card in hand]
        choice = yield Decision(seat, "hand-limit", options)
        discard(s, seat, choice[1])


def discard(s: GameState, seat: int, card: int) -> None:
    """A card leaves the hand unseen (p. 15): of those with its back, the enemy no longer knows which are left."""
    cards = pack_of(s).cards
    deck = cards[card].deck
    forget(s, 1 - seat, [one for one in s.hands[seat] if cards[one].deck == deck])
    s.hands[seat].remove(card)
    s.face_down[seat].append(card)
    tell(s, "discarded", (seat, card), only=(seat,), others=(seat, deck))


def look_at(s: GameState, seat: int, where: str, cards: list[int]) -> None:
    """A seat looks at cards, and knows where they are from now on."""
    s.known_cards[seat] += [card for card in cards if card not in s.known_cards[seat]]
    disclose(s)
    tell(s, "looked", (seat, where, *cards), only=(seat,), others=(seat, where))


def cards_at(s: GameState, seat: int, where: str, count: int) -> list[int]:
    """The cards that a seat may look at: the enemy's whole hand, or the first so many of a deck, the top one first."""
    if where == "hand":
        return list(s.hands[1 - seat])
    deck = s.event_deck if where == "event" else s.story_decks[seat]
    return deck[: -count - 1 : -1]


def forget(s: GameState, seat: int, cards: Sequence[int]) -> None:
    """A seat no longer knows where these cards are."""
    if s.known_cards[seat]:
        s.known_cards[seat] = [card for card in s.known_cards[seat] if card not in cards]
