"""Characters leaving play, and what follows: elimination of a player without heroes, then responses (p. 20, 22-23)."""

from engine.core.flow import Flow
from engine.games.lotr.cards.effects import Cue, Trigger
from engine.games.lotr.components.box import ENTRIES
from engine.games.lotr.rules.elimination import eliminate_without_heroes
from engine.games.lotr.rules.removal import discard_from_play, return_to_hand, shuffle_into_deck
from engine.games.lotr.rules.responses import respond
from engine.games.lotr.state import GameState, InPlay


def discard_character(s: GameState, card: int) -> Flow[None]:
    """Discard a character from play without destroying it."""
    yield from after_leaving(s, card, discard_from_play(s, card))


def return_character_to_hand(s: GameState, card: int) -> Flow[None]:
    """Return a character to its owner's hand."""
    yield from after_leaving(s, card, return_to_hand(s, card))


def shuffle_character_into_deck(s: GameState, card: int) -> Flow[None]:
    """Shuffle a character into its owner's deck."""
    yield from after_leaving(s, card, shuffle_into_deck(s, card))


def after_leaving(s: GameState, card: int, state: InPlay, to: tuple[Trigger, ...] = ("left",)) -> Flow[None]:
    """What follows when a character has left play: its player may be eliminated, and there may be responses."""
    if ENTRIES[card].type == "hero":
        eliminate_without_heroes(s, state.seat)
    for trigger in to:
        yield from respond(s, trigger, Cue(card, state.seat))
