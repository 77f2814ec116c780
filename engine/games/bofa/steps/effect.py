"""A card or ability is carried out, one operation after the other, as far as possible (p. 15)."""

from engine.core.flow import Decision, Flow, Option
from engine.core.state import because
from engine.games.bofa.cards.conditions import armies_like, holds, regions_like
from engine.games.bofa.cards.operations.armies import march
from engine.games.bofa.cards.program import Fork, Instruction, Join, Jump, MoveAndWait, Pick, Unless
from engine.games.bofa.cards.registry import OPERATIONS
from engine.games.bofa.cards.vocabulary import orders
from engine.games.bofa.cards.vocabulary.terms import Whose
from engine.games.bofa.components.library import pack_of
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.cards_in_play import discard_lapsed_cards
from engine.games.bofa.rules.movement import join_armies
from engine.games.bofa.state import NOWHERE, Frame, GameState

CAUSES = {"card": "card", "general": "general", "arrive": "enter"}
"""The action that a card or ability is part of, by the source of its frame."""


def run_effect(s: GameState) -> Flow[None]:
    """Go on with the card or ability on top until it ends or starts a battle."""
    p = pack_of(s)
    frame = s.frames[-1]
    program = p.program_of(frame)
    with because(s, CAUSES[frame.source], frame.id):
        while frame.position < len(program):
            instruction = program[frame.position]
            frame.position += 1
            yield from carry_out(s, p, frame, instruction)
            discard_lapsed_cards(s, p)
            if s.battle is not None or s.frames[-1] is not frame:
                return
    s.frames.pop()
    if not s.frames:
        s.step = s.next_step


def carry_out(s: GameState, p: Pack, frame: Frame, instruction: Instruction) -> Flow[None]:
    """One instruction of a program; an operation on a place needs one that was picked."""
    match instruction:
        case Jump(to=to):
            frame.position = to
        case Unless(when=when, to=to):
            if not holds(s, p, frame.seat, when, frame.place):
                frame.position = to
        case Fork():
            yield from choose_branch(s, p, frame, instruction)
        case Pick():
            yield from pick(s, p, frame, instruction)
        case Join():
            yield from join_armies(s, p, frame.seat)
        case orders.OnPlace() | MoveAndWait() if frame.place == NOWHERE:
            pass
        case MoveAndWait(move=move):
            yield from march(s, p, frame, move)
        case _:
            yield from OPERATIONS[type(instruction)](s, p, frame, instruction)


def choose_branch(s: GameState, p: Pack, frame: Frame, fork: Fork) -> Flow[None]:
    """The player, or the enemy, takes one of the branches that can be taken."""
    options: list[Option] = [
        ("branch", at) for at, option in enumerate(fork.options) if holds(s, p, frame.seat, option.when, frame.place)
    ]
    if options:
        choice = yield Decision(chooser(frame, fork.by), "branch", options)
        frame.position = fork.to[choice[1]]
    else:
        frame.position = fork.end


def pick(s: GameState, p: Pack, frame: Frame, op: Pick) -> Flow[None]:
    """The player, or the enemy, picks the place the next operations act on."""
    seat = frame.seat
    if op.army:
        owner = seat if op.whose == "friend" else 1 - seat
        places = armies_like(s, p, seat, owner, op.where, frame.place)
    else:
        places = list(regions_like(s, p, seat, op.where, frame.place))
    if op.different:
        places = [place for place in places if place not in frame.places_picked]
    options: list[Option] = [("pick", place) for place in places]
    if op.optional or not options:
        options.append(("none",))
    choice = yield Decision(chooser(frame, op.by), "pick", options)
    if choice[0] == "none":
        frame.place, frame.position = NOWHERE, op.skip
        return
    frame.place, frame.tokens_laid = choice[1], 0
    frame.places_picked.append(choice[1])


def chooser(frame: Frame, by: Whose) -> int:
    """The seat that a card asks."""
    return frame.seat if by == "friend" else 1 - frame.seat
