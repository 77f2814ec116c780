"""Damage, healing and destruction (p. 20)."""

from engine.core.events import tell
from engine.core.flow import Flow
from engine.games.lotr.cards.effects import Cue
from engine.games.lotr.components.kinds import KIND
from engine.games.lotr.rules.elimination import eliminate_without_heroes
from engine.games.lotr.rules.in_play import is_character
from engine.games.lotr.rules.leaving import discard_quietly, return_to_hand, shuffle_into_deck
from engine.games.lotr.rules.progress import check_quest
from engine.games.lotr.rules.responses import force, respond
from engine.games.lotr.rules.stats import health
from engine.games.lotr.state import GameState, InPlay


def deal(s: GameState, card: int, n: int) -> Flow[None]:
    """Damage a character or enemy; without hit points left it is destroyed at once (p. 20)."""
    state = s.cards.get(card)
    if state is None or n <= 0 or state.facedown:
        return
    state.damage += n
    tell(s, "damaged", (card, n))
    if health(s, card) <= 0:
        yield from destroy(s, card)
    elif KIND[card].type == "hero":
        yield from respond(s, "damaged", Cue(card, state.seat, n))


def deal_each(s: GameState, cards: list[int], n: int) -> Flow[None]:
    """Damage several cards, one after the other."""
    for card in list(cards):
        yield from deal(s, card, n)


def heal(s: GameState, card: int, n: int) -> None:
    """Take damage off a card."""
    state = s.cards[card]
    healed = min(n, state.damage)
    state.damage -= healed
    tell(s, "healed", (card, healed))


def destroy(s: GameState, card: int) -> Flow[None]:
    """A card without hit points goes to its discard pile (p. 20)."""
    tell(s, "destroyed", (card,))
    if is_character(card):
        state = discard_quietly(s, card)
        yield from _left(s, card, state, destroyed=True)
        return
    seat = s.cards[card].seat
    discard_quietly(s, card)
    yield from force(s, "defeated", card, Cue(card, seat))
    for quest in list(s.quest):
        yield from force(s, "enemy defeated", quest, Cue(card, seat))
    yield from check_quest(s)


def discard_from_play(s: GameState, card: int) -> Flow[None]:
    """A character leaves play without being destroyed."""
    yield from _left(s, card, discard_quietly(s, card))


def back_to_hand(s: GameState, card: int) -> Flow[None]:
    """A character returns to its owner's hand."""
    yield from _left(s, card, return_to_hand(s, card))


def back_into_deck(s: GameState, card: int) -> Flow[None]:
    """A character is shuffled into its owner's deck."""
    yield from _left(s, card, shuffle_into_deck(s, card))


def _left(s: GameState, card: int, state: InPlay, destroyed: bool = False) -> Flow[None]:
    """What follows when a character has left play: elimination, then responses."""
    if KIND[card].type == "hero":
        eliminate_without_heroes(s, state.seat)
    if destroyed:
        yield from respond(s, "destroyed", Cue(card, state.seat))
    yield from respond(s, "left", Cue(card, state.seat))
