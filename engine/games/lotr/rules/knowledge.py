"""What players know of face-down cards: which they have seen, and which they have lost sight of."""

from operator import attrgetter

from engine.core.events import tell
from engine.core.state import disclose
from engine.games.lotr.state import GameState

_known_cards = attrgetter("known_cards")


def known_to(s: GameState, seat: int | None) -> set[int]:
    """The face-down cards whose place a player, or a spectator, knows."""
    return {*s.known_to_all, *(s.players[seat].known_cards if seat is not None else ())}


def learn(s: GameState, seat: int, cards: list[int]) -> None:
    """Note that a player has seen these face-down cards and knows where they are."""
    known = known_to(s, seat)
    s.players[seat].known_cards += [card for card in cards if card not in known]


def learn_all(s: GameState, cards: list[int]) -> None:
    """Note that everybody saw where these cards went."""
    forget(s, cards)
    s.known_to_all += cards


def forget(s: GameState, cards: list[int]) -> None:
    """Note that there is nothing to know of these cards any longer: they were shuffled, or lie open now."""
    if s.known_to_all:
        s.known_to_all = [card for card in s.known_to_all if card not in cards]
    for player in filter(_known_cards, s.players):
        player.known_cards = [card for card in player.known_cards if card not in cards]


def learn_alone(s: GameState, seat: int, cards: list[int]) -> None:
    """Note that only one player knows where these cards are: he has seen them, and may have moved them in secret."""
    forget(s, cards)
    learn(s, seat, cards)


def look_at(s: GameState, seat: int, card: int) -> None:
    """Let a player look at a face-down card."""
    learn(s, seat, [card])
    disclose(s)
    tell(s, "looked", (seat, card), only=(seat,))
