"""A card or ability is carried out, one operation after the other (p. 15)."""

from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.cards import fortunes, troops
from engine.games.bofa.cards.conditions import armies_like, holds, regions_like
from engine.games.bofa.cards.program import Fork, Instruction, Jump, Pick, Program, Unless
from engine.games.bofa.cards.registry import OPERATIONS
from engine.games.bofa.components.library import pack_of
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.cards_in_play import drop_spent_cards
from engine.games.bofa.state import Frame, GameState

CARRIED_OUT_BY = (troops, fortunes)
"""The modules whose rules fill `OPERATIONS`."""


def program_of(p: Pack, frame: Frame) -> Program:
    """The program a frame is running."""
    if frame.source == "general":
        return p.abilities[frame.id]
    if frame.source == "arrive":
        return p.arrivals[frame.id]
    return p.cards[frame.id].program


def run_effect(s: GameState) -> Flow[None]:
    """Go on with the card or ability on top until it ends or starts a battle."""
    p = pack_of(s)
    frame = s.frames[-1]
    program = program_of(p, frame)
    while frame.at < len(program):
        op = program[frame.at]
        frame.at += 1
        yield from carry_out(s, p, frame, op)
        drop_spent_cards(s, p)
        if s.battle is not None or s.frames[-1] is not frame:
            return
    s.frames.pop()
    if not s.frames:
        s.step = s.after


def carry_out(s: GameState, p: Pack, frame: Frame, op: Instruction) -> Flow[None]:
    """One instruction of a program."""
    match op:
        case Jump(to=to):
            frame.at = to
        case Unless(when=when, to=to):
            if not holds(s, p, frame.seat, when):
                frame.at = to
        case Fork():
            yield from branch(s, p, frame, op)
        case Pick():
            yield from pick(s, p, frame, op)
        case _:
            yield from OPERATIONS[type(op)](s, p, frame, op)


def branch(s: GameState, p: Pack, frame: Frame, op: Fork) -> Flow[None]:
    """The player takes one of the branches that can be taken."""
    options: list[Option] = [
        ("branch", at) for at, option in enumerate(op.options) if holds(s, p, frame.seat, option.when)
    ]
    if options:
        choice = yield Decision(frame.seat, "branch", options)
        frame.at = op.to[choice[1]]
    else:
        frame.at = op.end


def pick(s: GameState, p: Pack, frame: Frame, op: Pick) -> Flow[None]:
    """The player picks the place the next operations act on."""
    seat = frame.seat
    if op.army:
        owner = seat if op.whose == "friend" else 1 - seat
        places = armies_like(s, p, seat, owner, op.where, frame.it)
    else:
        places = regions_like(s, p, seat, op.where, frame.it)
    if op.different:
        places = [place for place in places if place not in frame.picked]
    options: list[Option] = [("pick", place) for place in places]
    if op.optional or not options:
        options.append(("none",))
    choice = yield Decision(seat, "pick", options)
    if choice[0] == "none":
        frame.it = -1
        frame.at = op.skip
        return
    frame.it, frame.laid = choice[1], 0
    frame.picked.append(choice[1])
