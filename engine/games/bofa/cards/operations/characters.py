"""Operations on characters: where they stand, their counters, and the activation of generals."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.cards.vocabulary import orders
from engine.games.bofa.components.box import BEORN, CHARACTERS, FREE
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.beorn import put_beorn
from engine.games.bofa.rules.characters import MOST_ACTIVATIONS, generals_in_play, in_play
from engine.games.bofa.rules.counters import change_counter
from engine.games.bofa.state import Frame, GameState


def place(s: GameState, p: Pack, frame: Frame, op: orders.Place) -> Flow[None]:
    """Characters in play are put into the region, all of them or as many as the player chooses.

    Beorn is never put where units are (p. 33).
    """
    waiting = [CHARACTERS.index(name) for name in op.characters if in_play(s, name)]
    if BEORN in waiting and s.armies[frame.place]:
        waiting.remove(BEORN)
    for _ in range(op.choose or len(waiting)):
        if not waiting:
            return
        who = waiting[0]
        if op.choose:
            options: list[Option] = [("place", one) for one in waiting]
            _, who = yield Decision(frame.seat, "place", options)
        waiting.remove(who)
        if who == BEORN:
            put_beorn(s, p, frame.place)
            continue
        s.characters[who] = frame.place
        tell(s, "placed", (who, frame.place))


def counter(s: GameState, p: Pack, frame: Frame, op: orders.Counter) -> None:
    """Counters come to a character card or leave it."""
    change_counter(s, op.of, op.count)


def activate(s: GameState, p: Pack, frame: Frame, op: orders.Activate) -> Flow[None]:
    """A general without an activation token gets one, if any of the three is left (p. 19)."""
    if len(s.active_generals) >= MOST_ACTIVATIONS:
        return
    options: list[Option] = [("activate", who) for who in generals_in_play(s, p) if who not in s.active_generals]
    if options:
        choice = yield Decision(FREE, "activate", options)
        s.active_generals.append(choice[1])
        tell(s, "activated", (choice[1],))
