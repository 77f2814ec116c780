"""Cards coming into play and changing places in it: allies, attachments, engagement, control (p. 9, 16, 25)."""

from engine.core.events import tell
from engine.core.flow import Flow
from engine.games.lotr.cards.effects import Cue
from engine.games.lotr.components.kinds import KIND, OWNER
from engine.games.lotr.rules.in_play import name_in_play
from engine.games.lotr.rules.responses import force, respond
from engine.games.lotr.state import GameState, InPlay


def enter_staging(s: GameState, card: int) -> None:
    """An encounter card comes into play in the staging area (p. 11)."""
    s.staging.append(card)
    s.cards[card] = InPlay()


def add_to_staging(s: GameState, card: int) -> None:
    """An effect adds an encounter card to the staging area, without revealing it."""
    enter_staging(s, card)
    tell(s, "added", (card,))


def may_enter(s: GameState, card: int) -> bool:
    """Whether no unique card of the same name is in play (p. 8)."""
    return not KIND[card].unique or not name_in_play(s, card)


def put_into_play(s: GameState, seat: int, card: int) -> Flow[None]:
    """An ally enters play ready, under a player's control (p. 12, 25)."""
    s.cards[card] = InPlay(seat=seat)
    s.players[seat].allies.append(card)
    tell(s, "entered play", (seat, card))
    yield from respond(s, "entered", Cue(card, seat))


def return_hero(s: GameState, card: int) -> None:
    """A hero comes back from the discard pile under its owner's control."""
    seat = OWNER[card]
    s.players[seat].discard.remove(card)
    s.players[seat].heroes.append(card)
    s.cards[card] = InPlay(seat=seat)
    tell(s, "entered play", (seat, card))


def engage(s: GameState, enemy: int, seat: int) -> Flow[None]:
    """An enemy engages a player, from the staging area or from another player (p. 16)."""
    state = s.cards[enemy]
    (s.staging if state.seat < 0 else s.players[state.seat].engaged).remove(enemy)
    yield from face(s, enemy, seat)


def face(s: GameState, enemy: int, seat: int) -> Flow[None]:
    """An enemy stands before a player, who is now engaged with it (p. 16)."""
    s.cards[enemy].seat = seat
    s.players[seat].engaged.append(enemy)
    tell(s, "engaged", (seat, enemy))
    yield from force(s, "engaged", enemy, Cue(enemy, seat))


def return_to_staging(s: GameState, enemy: int) -> None:
    """An engaged enemy goes back to the staging area with its damage."""
    state = s.cards[enemy]
    s.players[state.seat].engaged.remove(enemy)
    state.seat = -1
    s.staging.append(enemy)
    tell(s, "to staging", (enemy,))


def give_control(s: GameState, ally: int, seat: int) -> None:
    """An ally and all that is attached to it change sides of the table (p. 25)."""
    state = s.cards[ally]
    s.players[state.seat].allies.remove(ally)
    s.players[seat].allies.append(ally)
    for card in (ally, *state.attachments):
        s.cards[card].seat = seat
    tell(s, "control", (seat, ally))
