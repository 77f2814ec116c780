"""Turns the nested operations of a card into a flat program, so that a card can pause for a battle.

Between two battles of one card nothing but a position in its program has to be remembered.
"""

from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from engine.games.bofa.cards.vocabulary import orders
from engine.games.bofa.cards.vocabulary.conditions import When, Where
from engine.games.bofa.cards.vocabulary.terms import Whose


class Pick(msgspec.Struct, frozen=True):
    """Pick a place; when none is picked, go on at `skip`."""

    army: bool
    whose: Whose
    where: Where
    optional: bool
    different: bool
    by: Whose
    skip: int


class Jump(msgspec.Struct, frozen=True):
    """Go on at `to`."""

    to: int


class Unless(msgspec.Struct, frozen=True):
    """Go on at `to` unless the condition holds."""

    when: When
    to: int


class Fork(msgspec.Struct, frozen=True):
    """A player chooses a branch and the card goes on at its `to`; without one that can be taken, at `end`."""

    options: tuple[orders.Branch, ...]
    by: Whose
    to: tuple[int, ...]
    end: int


class MoveAndWait(msgspec.Struct, frozen=True):
    """The picked army moves as one of several, and joins no other before all have moved (p. 23)."""

    move: orders.Move


class Join(msgspec.Struct, frozen=True):
    """All armies that have moved join those where they are."""


Instruction: TypeAlias = orders.Operation | Pick | Jump | Unless | Fork | MoveAndWait | Join
Program: TypeAlias = tuple[Instruction, ...]

COMPILED = (orders.Army, orders.Region, orders.Armies, orders.Choose, orders.If)
"""Operations that become instructions of a program; all others stand in it as they are."""


def compile_order(order: Sequence[orders.Operation]) -> Program:
    """The operations as a program."""
    code: list[Instruction] = []
    _compile(order, code)
    return tuple(code)


def _compile(order: Sequence[orders.Operation], code: list[Instruction]) -> None:
    for op in order:
        match op:
            case orders.Army(whose=whose, where=where, optional=optional, different=different, by=by):
                code.append(Pick(True, whose, where, optional, different, by, len(code) + 1))
            case orders.Region(where=where, optional=optional, different=different, by=by):
                code.append(Pick(False, "friend", where, optional, different, by, len(code) + 1))
            case orders.Armies():
                _compile_armies(op, code)
            case orders.Choose():
                _compile_choose(op, code)
            case orders.If(when=when, do=do, otherwise=otherwise):
                start = _reserve(code)
                _compile(do, code)
                end = _reserve(code)
                code[start] = Unless(when, len(code))
                _compile(otherwise, code)
                code[end] = Jump(len(code))
            case _:
                code.append(op)


def _compile_armies(op: orders.Armies, code: list[Instruction]) -> None:
    picks = []
    last = op.do[-1] if op.do else None
    for _ in range(op.up_to):
        picks.append(_reserve(code))
        if isinstance(last, orders.Move):
            _compile(op.do[:-1], code)
            code.append(MoveAndWait(last))
        else:
            _compile(op.do, code)
    for at in picks:
        code[at] = Pick(True, op.whose, op.where, True, True, "friend", len(code))
    if isinstance(last, orders.Move):
        code.append(Join())


def _compile_choose(op: orders.Choose, code: list[Instruction]) -> None:
    fork = _reserve(code)
    starts, ends = [], []
    for option in op.options:
        starts.append(len(code))
        _compile(option.do, code)
        ends.append(_reserve(code))
    code[fork] = Fork(op.options, op.by, tuple(starts), len(code))
    for end in ends:
        code[end] = Jump(len(code))


def _reserve(code: list[Instruction]) -> int:
    """A place in the program that is filled in later."""
    code.append(Jump(0))
    return len(code) - 1
