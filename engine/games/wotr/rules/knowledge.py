"""Cards lying face down or in a hand that everybody has seen go there."""

from engine.games.wotr.state import GameState


def make_known(s: GameState, card: int) -> None:
    if card not in s.known:
        s.known.append(card)


def forget_hand(s: GameState, seat: int) -> None:
    """A card leaves the hand face down: nobody can tell any more which ones are there, unless it is the only one."""
    hand = s.players[seat].hand
    if s.known and len(hand) > 1:
        s.known = [card for card in s.known if card not in hand]
