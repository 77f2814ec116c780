"""Take named cards from the draw deck or cycle pile into hand (p. 13)."""

from collections.abc import Iterable

from engine.core.events import tell
from engine.core.flow import Flow, Option
from engine.core.state import disclose
from engine.games.wotr.rules.asking import ask
from engine.games.wotr.rules.drawing import shuffle_deck
from engine.games.wotr.rules.knowledge import make_known
from engine.games.wotr.state import GameState


def in_deck(s: GameState, seat: int, cards: Iterable[int]) -> list[int]:
    """Those of some cards that lie in a player's draw deck."""
    return [card for card in cards if card in s.players[seat].deck]


def in_cycle_pile(s: GameState, seat: int, cards: Iterable[int]) -> list[int]:
    """Those of some cards that lie in a player's cycle pile, by number."""
    return sorted(card for card in cards if card in s.players[seat].cycle_pile)


def take(s: GameState, seat: int, card: int) -> None:
    """Take a named card from the draw deck or cycle pile into hand, for all to see (p. 13)."""
    player = s.players[seat]
    if card in player.deck:
        player.deck.remove(card)
        shuffle_deck(s, seat)
    else:
        player.cycle_pile.remove(card)
    player.hand.append(card)
    make_known(s, card)
    disclose(s)
    tell(s, "took", (seat, card))


def choose_and_take(s: GameState, seat: int, cards: list[int]) -> Flow[None]:
    """Take one of several cards, the player's choice. That it happens discloses that they are there."""
    disclose(s)
    if cards:
        choice: Option = yield from ask(s, seat, "take", [("take", card) for card in cards])
        take(s, seat, choice[1])


def may_take(s: GameState, seat: int, cards: list[int]) -> Flow[bool]:
    """Take one of several cards or none, and give whether one was. Being asked discloses that they are there."""
    disclose(s)
    if cards:
        choice: Option = yield from ask(s, seat, "take", [*(("take", card) for card in cards), ("decline",)])
        if choice[0] == "take":
            take(s, seat, choice[1])
            return True
    return False
