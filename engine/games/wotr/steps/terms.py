"""The important terms of page 13: draw, cycle, forsake, eliminate, remove, take, recycle.

A card's cause of elimination is named, because some texts answer only to one.
"""

from engine.core.chance import below, shuffle
from engine.core.events import tell
from engine.core.flow import Flow, Option
from engine.core.state import disclose
from engine.games.wotr.cards.hooks import DROPS_ITEMS, GUARDS, INSTEAD
from engine.games.wotr.components import ITEM, number
from engine.games.wotr.scenarios import WARS
from engine.games.wotr.state import WarState
from engine.games.wotr.steps.asking import ask

RESERVE = -1
"""The place of a card in reserve; any other place is a location's number."""

PATH_COMBAT = "path combat"
BATTLE = "battleground combat"
FORSAKEN_TOP = "forsaken from the deck"
FORSAKEN_RESERVE = "forsaken from reserve"
TEXT = "text"

_MIRROR = number("mirror-of-galadriel")
_GALADRIEL = number("galadriel")


def owner(s: WarState, card: int) -> int:
    """The seat a faction card belongs to."""
    return WARS[s.war].owner[card]


def place(s: WarState, card: int) -> int | None:
    """Where a character or army in play stands; None when it is not in play (p. 11)."""
    for location, site in s.sites.items():
        if card in site.cards:
            return location
    return RESERVE if card in s.players[owner(s, card)].reserve else None


def wielder(s: WarState, item: int) -> int | None:
    """Who wields an item in play."""
    for character, items in s.items.items():
        if item in items:
            return character
    return None


def in_play(s: WarState, card: int) -> bool:
    """Whether a card lies face up in a reserve or at a location (p. 11)."""
    return (wielder(s, card) if card in ITEM else place(s, card)) is not None


def in_reserve(s: WarState, card: int) -> bool:
    """Whether a character or army is in its owner's reserve."""
    return card in s.players[owner(s, card)].reserve


# -- the draw deck


def peek(s: WarState, seat: int) -> None:
    """Mirror of Galadriel: its owner always knows the top of the draw deck."""
    player = s.players[seat]
    player.sees_top = bool(player.deck) and _MIRROR in s.items.get(_GALADRIEL, ()) and owner(s, _MIRROR) == seat
    if player.sees_top:
        disclose(s)


def recycle(s: WarState, seat: int) -> None:
    """Shuffle the cycle pile into the draw deck (p. 12)."""
    player = s.players[seat]
    if s.known:
        s.known = [card for card in s.known if card not in player.cycled]
    player.deck += player.cycled
    player.cycled = []
    shuffle(s, player.deck)
    tell(s, "recycled", (seat,))
    peek(s, seat)


def _shuffle_deck(s: WarState, seat: int) -> None:
    """A card was sought in the deck and taken out: shuffle the rest, or recycle at once if there is none (p. 12)."""
    player = s.players[seat]
    if player.deck or not player.cycled:
        shuffle(s, player.deck)
        peek(s, seat)
    else:
        recycle(s, seat)


def pop_top(s: WarState, seat: int) -> int | None:
    """The top card of the draw deck; an empty deck is recycled at once (p. 12)."""
    player = s.players[seat]
    if not player.deck:
        if not player.cycled:
            return None
        recycle(s, seat)
    card = player.deck.pop()
    if not player.deck and player.cycled:
        recycle(s, seat)
    elif player.sees_top:
        peek(s, seat)
    return card


def _pop_many(s: WarState, seat: int, n: int) -> list[int]:
    """The top cards of the draw deck, fewer when it runs out."""
    cards = []
    for _ in range(n):
        card = pop_top(s, seat)
        if card is None:
            break
        cards.append(card)
    if cards:
        disclose(s)
        tell(s, "drew", (seat, len(cards), cards), (seat,), (seat, len(cards)))
    return cards


def draw(s: WarState, seat: int, n: int = 1) -> None:
    """Draw cards into hand (p. 13)."""
    s.players[seat].hand += _pop_many(s, seat, n)


def draw_apart(s: WarState, seat: int, n: int) -> list[int]:
    """Draw cards that do not go to hand: some of them are played, the rest is cycled (p. 12)."""
    player = s.players[seat]
    player.drawn += _pop_many(s, seat, n)
    return player.drawn


def take(s: WarState, seat: int, card: int) -> None:
    """Take a named card from the draw deck or cycle pile into hand, for all to see (p. 13)."""
    player = s.players[seat]
    if card in player.deck:
        player.deck.remove(card)
        _shuffle_deck(s, seat)
    else:
        player.cycled.remove(card)
    player.hand.append(card)
    _make_known(s, card)
    disclose(s)
    tell(s, "took", (seat, card))


def choose_and_take(s: WarState, seat: int, cards: list[int]) -> Flow[None]:
    """Take one of several cards, the seat's choice; what happens tells whether they are there."""
    disclose(s)
    if cards:
        chosen: Option = yield from ask(s, seat, "take", [("take", card) for card in cards])
        take(s, seat, chosen[1])


def may_take(s: WarState, seat: int, cards: list[int]) -> Flow[bool]:
    """Take one of several cards, or none; being asked, or not, tells whether they are there."""
    disclose(s)
    if cards:
        chosen: Option = yield from ask(s, seat, "take", [*(("take", card) for card in cards), ("decline",)])
        if chosen[0] == "take":
            take(s, seat, chosen[1])
            return True
    return False


# -- who knows what


def _make_known(s: WarState, card: int) -> None:
    if card not in s.known:
        s.known.append(card)


def _forget_hand(s: WarState, seat: int) -> None:
    """A card leaves the hand face down: nobody can tell any more which ones are there, unless it is the only one."""
    hand = s.players[seat].hand
    if s.known and len(hand) > 1:
        s.known = [card for card in s.known if card not in hand]


# -- cycling


def cycle_card(s: WarState, seat: int, card: int) -> None:
    """Cycle a card from hand, face down (p. 13)."""
    player = s.players[seat]
    _forget_hand(s, seat)
    player.hand.remove(card)
    player.cycled.append(card)
    tell(s, "cycled", (seat, card), (seat,), (seat,))


def cycle_face_up(s: WarState, seat: int, card: int) -> None:
    """Cycle a card from hand that everybody has looked at (AtS p. 4)."""
    player = s.players[seat]
    player.hand.remove(card)
    player.cycled.append(card)
    _make_known(s, card)
    disclose(s)
    tell(s, "cycled", (seat, card))


def cycle_from_hand(s: WarState, seat: int, n: int = 1, but: int = -1) -> Flow[None]:
    """Cycle cards from hand, the seat's choice; with an empty hand forsake instead (p. 13)."""
    for _ in range(n):
        hand = s.players[seat].hand
        if hand:
            chosen: Option = yield from ask(s, seat, "cycle", [("cycle", card) for card in hand])
            cycle_card(s, seat, chosen[1])
        else:
            yield from forsake(s, seat, but=but)


def cycle_drawn(s: WarState, seat: int) -> None:
    """Cycle what is left of cards drawn apart."""
    for card in list(s.players[seat].drawn):
        cycle_one_drawn(s, seat, card)


def cycle_one_drawn(s: WarState, seat: int, card: int) -> None:
    """Cycle one of the cards drawn apart, face down."""
    player = s.players[seat]
    player.drawn.remove(card)
    player.cycled.append(card)
    tell(s, "cycled", (seat, card), (seat,), (seat,))


def cycle_in_play(s: WarState, card: int) -> None:
    """Cycle a card in play, with any items it wields, to their owners' piles (p. 11)."""
    if card in ITEM:
        _detach(s, card)
    else:
        _leave(s, card)
        for item in s.items.pop(card, []):
            _to_cycle_pile(s, item)
    _to_cycle_pile(s, card)


def _to_cycle_pile(s: WarState, card: int) -> None:
    s.players[owner(s, card)].cycled.append(card)
    _make_known(s, card)
    tell(s, "cycled from play", (card,))


def _detach(s: WarState, item: int) -> None:
    character = wielder(s, item)
    assert character is not None
    s.items[character].remove(item)
    if not s.items[character]:
        del s.items[character]


def _leave(s: WarState, card: int) -> None:
    """Take a character or army off the table."""
    reserve = s.players[owner(s, card)].reserve
    if card in reserve:
        reserve.remove(card)
        return
    for site in s.sites.values():
        if card in site.cards:
            site.cards.remove(card)
            site.extra.pop(card, None)
            return


# -- eliminating


def eliminate_in_play(s: WarState, card: int, cause: str = TEXT) -> None:
    """Eliminate a card in play, with any items it wields, unless a text says otherwise (pp. 11, 13)."""
    if card in ITEM:
        _detach(s, card)
        _to_eliminated(s, card)
        return
    items = s.items.get(card, [])
    if any(item in GUARDS and GUARDS[item](cause) for item in items):
        cycle_in_play(s, card)
        return
    instead = card in INSTEAD and INSTEAD[card](cause)
    if not instead or card in DROPS_ITEMS:
        for item in s.items.pop(card, []):
            _to_eliminated(s, item)
    if instead:
        cycle_in_play(s, card)
    else:
        _leave(s, card)
        _to_eliminated(s, card)


def _to_eliminated(s: WarState, card: int) -> None:
    s.players[owner(s, card)].eliminated.append(card)
    _make_known(s, card)
    tell(s, "eliminated", (card,))


def _eliminate_unseen(s: WarState, seat: int, card: int, cause: str) -> None:
    """Eliminate a card that came from hand or deck: face down, unless its text answers to it (p. 13)."""
    disclose(s)  # if only that it is no card that answers
    if card in INSTEAD and INSTEAD[card](cause):
        _to_cycle_pile(s, card)
    elif seat in WARS[s.war].bots:
        _to_eliminated(s, card)  # everybody may look through that pile of a bot (AtS p. 4)
    else:
        s.players[seat].eliminated.append(card)
        tell(s, "eliminated face down", (seat, card), (seat,), (seat,))


def eliminate_card(s: WarState, seat: int, card: int) -> None:
    """Eliminate a card from hand."""
    if not (card in INSTEAD and INSTEAD[card](TEXT)):
        _forget_hand(s, seat)
    s.players[seat].hand.remove(card)
    _eliminate_unseen(s, seat, card, TEXT)


def eliminate_from_hand(s: WarState, seat: int, n: int = 1) -> Flow[None]:
    """Eliminate cards from hand, the seat's choice; an empty hand costs nothing (p. 13)."""
    for _ in range(min(n, len(s.players[seat].hand))):
        hand = s.players[seat].hand
        chosen: Option = yield from ask(s, seat, "eliminate", [("eliminate", card) for card in hand])
        eliminate_card(s, seat, chosen[1])


def eliminate_drawn(s: WarState, seat: int) -> Flow[None]:
    """Eliminate one of the cards drawn apart, the seat's choice."""
    drawn = s.players[seat].drawn
    if drawn:
        chosen: Option = yield from ask(s, seat, "eliminate", [("eliminate", card) for card in drawn])
        drawn.remove(chosen[1])
        _eliminate_unseen(s, seat, chosen[1], TEXT)


def remove(s: WarState, card: int) -> None:
    """Remove a card from the game wherever it is (p. 13); then everybody knows that it is gone."""
    seat = owner(s, card)
    player = s.players[seat]
    disclose(s)
    if place(s, card) is not None:
        eliminate_in_play(s, card)
    elif card in player.eliminated:
        _make_known(s, card)
    for pile in (player.hand, player.deck, player.cycled, player.drawn):
        if card in pile:
            pile.remove(card)
            _to_eliminated(s, card)
            if pile is player.deck:
                _shuffle_deck(s, seat)


# -- forsaking


def forsake_options(s: WarState, seat: int, but: int = -1) -> list[Option]:
    """What a seat may forsake: from hand, from reserve with items apart, or the unseen top of its deck (p. 13)."""
    player = s.players[seat]
    options: list[Option] = [("forsake", card) for card in player.hand]
    for card in player.reserve:
        if card != but:
            options.append(("forsake", card))
        options += [("forsake", item) for item in s.items.get(card, ()) if item != but]
    if player.deck or player.cycled:
        options.append(("forsake top",))
    return options


def can_forsake(s: WarState, seat: int) -> bool:
    """Whether a seat has anything to forsake."""
    player = s.players[seat]
    return bool(player.hand or player.reserve or player.deck or player.cycled)


def forsake(s: WarState, seat: int, n: int = 1, but: int = -1) -> Flow[None]:
    """Forsake cards, the seat's choice; who has none pays nothing (p. 13)."""
    if seat in WARS[s.war].bots:
        for _ in range(n):
            _forsake_as_bot(s, seat)
        return
    for _ in range(n):
        options = forsake_options(s, seat, but)
        if not options:
            return
        chosen: Option = yield from ask(s, seat, "forsake", options)
        if chosen[0] == "forsake top":
            _forsake_top(s, seat)
        elif chosen[1] in s.players[seat].hand:
            eliminate_card(s, seat, chosen[1])
        else:
            eliminate_in_play(s, chosen[1], FORSAKEN_RESERVE)


def _forsake_top(s: WarState, seat: int) -> None:
    card = pop_top(s, seat)
    if card is not None:
        disclose(s)
        tell(s, "forsook the top", (seat, card), (seat,), (seat,))
        _eliminate_unseen(s, seat, card, FORSAKEN_TOP)


def _forsake_as_bot(s: WarState, bot: int) -> None:
    """Cycle the rightmost card of the reserve, else a random card of the hand, else eliminate the top (AtS p. 5)."""
    player = s.players[bot]
    if player.reserve:
        cycle_in_play(s, player.reserve[-1])
    elif player.hand:
        cycle_card(s, bot, player.hand[below(s, len(player.hand))])
    else:
        _forsake_top(s, bot)
