"""What players know of face-down cards: which they have seen, and which they have lost sight of."""

from engine.core.events import tell
from engine.core.state import disclose
from engine.games.lotr.state import GameState


def learn(s: GameState, seat: int, cards: list[int]) -> None:
    """Note that a player has seen these face-down cards and knows where they are."""
    known = s.players[seat].known_cards
    known += [card for card in cards if card not in known]


def learn_all(s: GameState, cards: list[int]) -> None:
    """Note that everybody saw where these cards went."""
    for seat in range(len(s.players)):
        learn(s, seat, cards)


def forget(s: GameState, cards: list[int]) -> None:
    """Note that nobody knows where these cards are any longer: they were shuffled."""
    for seat in range(len(s.players)):
        _lose_sight(s, seat, cards)


def others_forget(s: GameState, seat: int, cards: list[int]) -> None:
    """Note that only one player knows where these cards are any longer: he may have moved them in secret."""
    for other in range(len(s.players)):
        if other != seat:
            _lose_sight(s, other, cards)


def _lose_sight(s: GameState, seat: int, cards: list[int]) -> None:
    """A player no longer knows where these cards are."""
    player = s.players[seat]
    if player.known_cards:
        player.known_cards = [card for card in player.known_cards if card not in cards]


def look_at(s: GameState, seat: int, card: int) -> None:
    """Let a player look at a face-down card."""
    learn(s, seat, [card])
    disclose(s)
    tell(s, "looked", (seat, card), only=(seat,))
