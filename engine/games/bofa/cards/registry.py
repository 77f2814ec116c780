"""Which rule carries out which operation of the vocabulary."""

from collections.abc import Callable
from typing import Any

from engine.core.flow import Flow
from engine.games.bofa.cards.vocabulary.terms import Word
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.state import Frame, GameState

Operation = Callable[[GameState, Pack, Frame, Any], Flow[None]]
PlainOperation = Callable[[GameState, Pack, Frame, Any], None]

OPERATIONS: dict[type[Word], Operation] = {}


def operation(kind: type[Word]) -> Callable[[Operation], Operation]:
    """Register what an operation does."""

    def remember(rule: Operation) -> Operation:
        OPERATIONS[kind] = rule
        return rule

    return remember


def plain_operation(kind: type[Word]) -> Callable[[PlainOperation], PlainOperation]:
    """Register what an operation does that asks nobody."""

    def remember(rule: PlainOperation) -> PlainOperation:
        def flow(s: GameState, p: Pack, frame: Frame, op: Any) -> Flow[None]:
            rule(s, p, frame, op)
            return
            yield

        OPERATIONS[kind] = flow
        return rule

    return remember
