"""What players know of face-down cards: which they have seen, and when that is worth nothing any more."""

from engine.core.events import tell
from engine.core.state import disclose
from engine.games.lotr.state import GameState


def learn(s: GameState, seat: int, cards: list[int]) -> None:
    """A player has seen these face-down cards and knows where they are."""
    known = s.players[seat].known
    known += [card for card in cards if card not in known]


def learn_all(s: GameState, cards: list[int]) -> None:
    """Everybody saw where these cards went."""
    for seat in range(len(s.players)):
        learn(s, seat, cards)


def forget(s: GameState, cards: list[int]) -> None:
    """Nobody knows any longer where these cards are: they were shuffled."""
    gone = frozenset(cards)
    for player in s.players:
        if player.known:
            player.known = [card for card in player.known if card not in gone]


def others_forget(s: GameState, seat: int, cards: list[int]) -> None:
    """A player may move these face-down cards in secret: to the others they could now be anywhere."""
    gone = frozenset(cards)
    for other, player in enumerate(s.players):
        if other != seat and player.known:
            player.known = [card for card in player.known if card not in gone]


def look_at(s: GameState, seat: int, card: int) -> None:
    """A player looks at a face-down card."""
    learn(s, seat, [card])
    disclose(s)
    tell(s, "looked", (seat, card), only=(seat,))
