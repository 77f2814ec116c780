"""Cards entering play and changing places in it: staging, allies, engagement, control (p. 9, 16, 25)."""

from engine.core.events import tell
from engine.core.flow import Flow
from engine.games.lotr.cards.effects import Cue
from engine.games.lotr.components.box import ENTRIES, OWNER
from engine.games.lotr.rules.in_play import name_in_play
from engine.games.lotr.rules.knowledge import forget
from engine.games.lotr.rules.removal import discard_from_play
from engine.games.lotr.rules.responses import force, respond
from engine.games.lotr.state import GameState, InPlay


def enter_staging(s: GameState, card: int) -> None:
    """Put an encounter card into play in the staging area (p. 11)."""
    forget(s, [card])
    s.staging.append(card)
    s.cards[card] = InPlay()


def add_to_staging(s: GameState, card: int) -> None:
    """Add an encounter card to the staging area without revealing it."""
    enter_staging(s, card)
    tell(s, "added", (card,))


def may_enter(s: GameState, card: int) -> bool:
    """Whether no unique card of the same name is in play (p. 8)."""
    return not ENTRIES[card].unique or not name_in_play(s, card)


def put_into_play(s: GameState, seat: int, card: int) -> Flow[InPlay]:
    """Put an ally into play, ready and under a player's control (p. 12, 25); the state that it entered with."""
    s.cards[card] = entered = InPlay(seat=seat)
    s.players[seat].allies.append(card)
    tell(s, "entered-play", (seat, card))
    yield from respond(s, "entered", Cue(card, seat))
    return entered


def return_hero(s: GameState, card: int) -> None:
    """Put a hero from the discard pile back into play under its owner's control."""
    seat = OWNER[card]
    s.players[seat].discard.remove(card)
    s.players[seat].heroes.append(card)
    s.cards[card] = InPlay(seat=seat)
    tell(s, "entered-play", (seat, card))


def engage(s: GameState, enemy: int, seat: int) -> Flow[None]:
    """Engage a player with an enemy from the staging area or from another player (p. 16)."""
    state = s.cards[enemy]
    (s.staging if state.seat < 0 else s.players[state.seat].engaged).remove(enemy)
    yield from begin_engagement(s, enemy, seat)


def begin_engagement(s: GameState, enemy: int, seat: int) -> Flow[None]:
    """Put an enemy, wherever it comes from, before the player it is now engaged with (p. 16)."""
    s.cards[enemy].seat = seat
    s.players[seat].engaged.append(enemy)
    tell(s, "engaged", (seat, enemy))
    yield from force(s, "engaged", enemy, Cue(enemy, seat))


def return_to_staging(s: GameState, enemy: int) -> None:
    """Return an engaged enemy to the staging area, with its damage; an Orc Guard goes to its owner's discard pile."""
    state = s.cards[enemy]
    if state.under:
        discard_from_play(s, enemy)
        return
    s.players[state.seat].engaged.remove(enemy)
    state.seat = -1
    s.staging.append(enemy)
    tell(s, "to-staging", (enemy,))


def give_control(s: GameState, ally: int, seat: int) -> None:
    """Give control of an ally and its attachments to another player (p. 25)."""
    state = s.cards[ally]
    s.players[state.seat].allies.remove(ally)
    s.players[seat].allies.append(ally)
    for card in (ally, *state.attachments):
        s.cards[card].seat = seat
    tell(s, "control", (seat, ally))
