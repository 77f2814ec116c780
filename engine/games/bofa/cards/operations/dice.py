"""Operations on the action dice."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.cards.vocabulary import orders
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.dice import FACES
from engine.games.bofa.state import Frame, GameState


def turn_die(s: GameState, p: Pack, frame: Frame, op: orders.TurnDie) -> Flow[None]:
    """An unused die is turned to another face."""
    dice = s.dice[frame.seat]
    faces = dict.fromkeys(FACES[frame.seat])
    options: list[Option] = [("turn", old, new) for old in dict.fromkeys(dice) for new in faces if new != old]
    if options:
        _, old, new = yield Decision(frame.seat, "turn-die", options)
        dice.remove(old)
        dice.append(new)
        dice.sort()
        tell(s, "die-turned", (frame.seat, old, new))
