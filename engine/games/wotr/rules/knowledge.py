"""What everybody knows of cards that lie face down or in a hand."""

from engine.games.wotr.state import GameState


def make_known(s: GameState, card: int) -> None:
    """Note that everybody saw where a card went."""
    if card not in s.known_to_all:
        s.known_to_all.append(card)


def forget_hand(s: GameState, seat: int) -> None:
    """Note that a card leaves a hand face down: of two or more, nobody can tell any more which are there."""
    hand = s.players[seat].hand
    if len(hand) > 1 and not set(hand).isdisjoint(s.known_to_all):
        s.known_to_all = [card for card in s.known_to_all if card not in hand]
