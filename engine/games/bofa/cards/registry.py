"""Which rule carries out which operation of the vocabulary."""

from collections.abc import Callable
from typing import Any

from engine.core.flow import Flow
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.state import Field, Frame
from engine.games.bofa.vocabulary.orders import Order

Operation = Callable[[Field, Pack, Frame, Any], Flow[None]]
PlainOperation = Callable[[Field, Pack, Frame, Any], None]

OPERATIONS: dict[type[Order], Operation] = {}


def operation(kind: type[Order]) -> Callable[[Operation], Operation]:
    """Register what an operation does."""

    def remember(rule: Operation) -> Operation:
        OPERATIONS[kind] = rule
        return rule

    return remember


def plain_operation(kind: type[Order]) -> Callable[[PlainOperation], PlainOperation]:
    """Register what an operation does that asks nobody."""

    def remember(rule: PlainOperation) -> PlainOperation:
        def flow(s: Field, p: Pack, frame: Frame, op: Any) -> Flow[None]:
            rule(s, p, frame, op)
            return
            yield

        OPERATIONS[kind] = flow
        return rule

    return remember
