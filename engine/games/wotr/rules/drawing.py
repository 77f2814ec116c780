"""The draw deck: draw cards, recycle the cycle pile (pp. 12-13)."""

from engine.core.chance import shuffle
from engine.core.events import tell
from engine.core.state import disclose
from engine.games.wotr.cards.registry import SHOWS_TOP
from engine.games.wotr.rules.places import in_play, owner
from engine.games.wotr.state import GameState


def look_at_top(s: GameState, seat: int) -> None:
    """The player looks at the top of the draw deck, if a card in play lets its owner always do that."""
    player = s.players[seat]
    player.sees_top = bool(player.deck) and any(owner(s, card) == seat and in_play(s, card) for card in SHOWS_TOP)
    if player.sees_top:
        disclose(s)


def recycle(s: GameState, seat: int) -> None:
    """Shuffle the cycle pile into the draw deck (p. 12)."""
    player = s.players[seat]
    if not set(player.cycle_pile).isdisjoint(s.known_to_all):
        s.known_to_all = [card for card in s.known_to_all if card not in player.cycle_pile]
    player.deck += player.cycle_pile
    player.cycle_pile = []
    shuffle(s, player.deck, f"deck:{seat}")
    tell(s, "recycled", (seat,))
    look_at_top(s, seat)


def shuffle_deck(s: GameState, seat: int) -> None:
    """Shuffle a draw deck after a card was taken out of it, or recycle at once if it is empty (p. 12)."""
    player = s.players[seat]
    if player.deck or not player.cycle_pile:
        shuffle(s, player.deck, f"deck:{seat}")
        look_at_top(s, seat)
    else:
        recycle(s, seat)


def can_draw(s: GameState, seat: int) -> bool:
    """Whether a player has a card to draw, if need be after recycling."""
    return bool(s.players[seat].deck or s.players[seat].cycle_pile)


def pop_top(s: GameState, seat: int) -> int | None:
    """Take the top card off the draw deck; an empty deck is recycled at once (p. 12)."""
    player = s.players[seat]
    if not player.deck:
        if not player.cycle_pile:
            return None
        recycle(s, seat)
    card = player.deck.pop()
    if not player.deck and player.cycle_pile:
        recycle(s, seat)
    elif player.sees_top:
        look_at_top(s, seat)
    return card


def _pop_many(s: GameState, seat: int, n: int) -> list[int]:
    """Take the top cards off the draw deck, fewer when it runs out."""
    cards = []
    for _ in range(n):
        card = pop_top(s, seat)
        if card is None:
            break
        cards.append(card)
    if cards:
        disclose(s)
        tell(s, "drew", (seat, len(cards), tuple(cards)), (seat,), (seat, len(cards)))
    return cards


def draw(s: GameState, seat: int, n: int = 1) -> None:
    """Draw cards into hand (p. 13)."""
    s.players[seat].hand += _pop_many(s, seat, n)


def draw_apart(s: GameState, seat: int, n: int) -> list[int]:
    """Draw cards that do not go to hand: some of them are played, the rest is cycled (p. 12)."""
    player = s.players[seat]
    player.drawn_apart += _pop_many(s, seat, n)
    return player.drawn_apart
