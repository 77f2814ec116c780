"""Chapter VI: drawing, the limit of the hand, and where cards go (p. 14-15)."""

from engine.core.chance import shuffle
from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.core.state import disclose
from engine.games.bofa.cards.where import holds
from engine.games.bofa.components.box import FREE, SHADOW
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.state import HAND_LIMIT, Field, pack_of, table_of


def draw_event(s: Field, seat: int, count: int) -> None:
    """Draw Event cards; an empty deck is made anew from what was used and discarded (p. 15)."""
    for _ in range(count):
        if not s.event_deck:
            reshuffle(s)
        if s.event_deck:
            take(s, seat, s.event_deck.pop())


def reshuffle(s: Field) -> None:
    """All used and discarded Event cards form a new deck (p. 15)."""
    cards = pack_of(s).cards
    s.event_deck, s.event_discard = s.event_discard, []
    for seat in (0, 1):
        s.event_deck += [card for card in s.face_down[seat] if cards[card].deck == "event"]
        s.face_down[seat] = [card for card in s.face_down[seat] if cards[card].deck != "event"]
    shuffle(s, s.event_deck)
    tell(s, "reshuffled")


def draw_story(s: Field, seat: int, count: int) -> None:
    """Draw Story cards; a deck that has run out stays empty (p. 15)."""
    for _ in range(count):
        if s.story_decks[seat]:
            take(s, seat, s.story_decks[seat].pop())


def take(s: Field, seat: int, card: int) -> None:
    """A card comes to hand, seen by its owner alone."""
    s.hands[seat].append(card)
    disclose(s)
    deck = pack_of(s).cards[card].deck
    tell(s, "drew", (seat, card), only=(seat,), others=(seat, deck))


def keep_hand_limit(s: Field, seat: int) -> Flow[None]:
    """More than six cards: the rest is discarded at once, face down (p. 15)."""
    hand = s.hands[seat]
    while len(hand) > HAND_LIMIT:
        options: list[Option] = [("discard", card) for card in hand]
        choice = yield Decision(seat, "hand_limit", options)
        discard(s, seat, choice[1])


def discard(s: Field, seat: int, card: int) -> None:
    """A card leaves the hand unseen (p. 15)."""
    s.hands[seat].remove(card)
    s.face_down[seat].append(card)
    deck = pack_of(s).cards[card].deck
    tell(s, "discarded", (seat, card), only=(seat,), others=(seat, deck))


def put_away(s: Field, p: Pack, card: int) -> None:
    """A card that was used goes to its discard pile; Story and Fate cards never return (p. 15, 17)."""
    deck = p.cards[card].deck
    piles = {"event": s.event_discard, "story": s.story_gone, "fate": s.fate_gone}
    piles[deck].append(card)


def clear_table(s: Field, p: Pack, until: str) -> None:
    """Cards on the table whose time is over are discarded (p. 15)."""
    for _, lying in cards_in_play(s):
        for card in [one for one in lying if table_of(p, one).until == until]:
            lying.remove(card)
            put_away(s, p, card)


def drop_spent_cards(s: Field, p: Pack) -> None:
    """Cards on the table whose condition no longer holds are discarded (p. 15)."""
    for seat, lying in cards_in_play(s):
        for card in [one for one in lying if not holds(s, p, seat, table_of(p, one).while_)]:
            lying.remove(card)
            put_away(s, p, card)


def cards_in_play(s: Field) -> tuple[tuple[int, list[int]], ...]:
    """The cards that lie on the table, and whose they are; Fate cards help the Free Peoples."""
    return (FREE, s.tables[FREE]), (SHADOW, s.tables[SHADOW]), (FREE, s.fate_played)
