"""Operations on characters: where they stand, their counters, and the activation of generals."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.cards.conditions import COUNTERS
from engine.games.bofa.cards.vocabulary import orders
from engine.games.bofa.components.box import BODYGUARD_TOKENS, CHARACTERS, FREE, RING_TOKENS, WRATH_TOKENS
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.characters import MOST_ACTIVATIONS, generals_in_play
from engine.games.bofa.state import GONE, WAITING, Frame, GameState

MOST_COUNTERS = {"ring": RING_TOKENS, "wrath": WRATH_TOKENS, "bodyguard": BODYGUARD_TOKENS, "concentration": 1}


def place(s: GameState, p: Pack, frame: Frame, op: orders.Place) -> None:
    """A character in play is put into the region."""
    who = CHARACTERS.index(op.character)
    if s.characters[who] not in (WAITING, GONE):
        s.characters[who] = frame.place
        tell(s, "placed", (who, frame.place))


def counter(s: GameState, p: Pack, frame: Frame, op: orders.Counter) -> None:
    """Counters come to a character card or leave it."""
    name = COUNTERS[op.of]
    setattr(s, name, max(0, min(MOST_COUNTERS[op.of], getattr(s, name) + op.count)))


def activate(s: GameState, p: Pack, frame: Frame, op: orders.Activate) -> Flow[None]:
    """A general without an activation token gets one, if any of the three is left (p. 19)."""
    if len(s.active_generals) >= MOST_ACTIVATIONS:
        return
    options: list[Option] = [("activate", who) for who in generals_in_play(s, p) if who not in s.active_generals]
    if options:
        choice = yield Decision(FREE, "activate", options)
        s.active_generals.append(choice[1])
        tell(s, "activated", (choice[1],))
