"""Corruption cards received and discarded (p. 26)."""

from engine.core.chance import shuffle
from engine.core.events import tell
from engine.core.flow import Decision, Flow
from engine.core.state import because, disclose
from engine.games.meq.cards.registry import CORRUPTION_EFFECTS
from engine.games.meq.components.box import CORRUPTIONS
from engine.games.meq.rules.favor import trim_favor
from engine.games.meq.rules.hand import trim_hand
from engine.games.meq.state import GameState, seat_of


def draw_corruption(s: GameState) -> int:
    """Draw the top corruption card, mixing the discards back in when the deck is empty; -1 if there is none (p. 35)."""
    if not s.corruption_deck:
        s.corruption_deck, s.corruption_discard = s.corruption_discard, []
        shuffle(s, s.corruption_deck, "corruption")
    disclose(s)
    return s.corruption_deck.pop() if s.corruption_deck else -1


def corrupt(s: GameState, h: int) -> Flow[None]:
    """Give a hero the top corruption card (p. 26)."""
    card = draw_corruption(s)
    if card >= 0:
        yield from receive_corruption(s, h, card)


def receive_corruption(s: GameState, h: int, card: int) -> Flow[None]:
    """Lay a corruption card on a hero, or resolve it and shuffle it back."""
    tell(s, "corrupted", (h, card))
    if CORRUPTIONS[card].favor >= 0:
        s.heroes[h].corruption.append(card)
        s.heroes[h].new_corruption.append(card)
    else:
        s.corruption_deck += [*s.corruption_discard, card]
        s.corruption_discard = []
        shuffle(s, s.corruption_deck, "corruption")
    with because(s, "text", card):
        yield from CORRUPTION_EFFECTS[card].on_receipt(s, h)


def keep_limits(s: GameState, h: int) -> Flow[None]:
    """Apply the limits of hand and favor to a hero who came by other corruption cards."""
    yield from trim_hand(s, h)
    trim_favor(s, h)


def discard_corruption(s: GameState, h: int, card: int) -> None:
    """Discard a corruption card of a hero."""
    s.heroes[h].corruption.remove(card)
    s.corruption_discard.append(card)
    tell(s, "purged", (h, card))


def discard_chosen_corruption(s: GameState, h: int) -> Flow[None]:
    """Let the hero choose a corruption card to discard."""
    cards = s.heroes[h].corruption
    if cards:
        choice = yield Decision(seat_of(h), "purge", [("purge", card) for card in cards])
        discard_corruption(s, h, choice[1])
