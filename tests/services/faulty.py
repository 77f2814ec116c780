"""Barrow with faults in its rules, its words and its judgement, for services that must outlive them."""

import dataclasses

from engine import register
from engine.core.errors import RulesError
from engine.core.flow import Flow
from tests.toy import rules, view
from tests.toy.game import GAME
from tests.toy.state import Barrow


def act(s: Barrow) -> Flow[None]:
    """A turn in which a gamble breaks the kernel's contract half way, and a peek breaks anything else."""
    flow = rules.act(s)
    decision = next(flow)
    while True:
        answer = yield decision
        if answer in (("gamble",), ("peek",)):
            s.coins[s.turn] += 5
            hand = list(s.hands[s.turn])
            raise RulesError("the die fell off the table") if answer == ("gamble",) else KeyError(len(hand))
        try:
            decision = flow.send(answer)
        except StopIteration:
            return


def narrate(s: Barrow, event, lang) -> str:
    """Words for everything but a pass."""
    return {}["passed"] if event.kind == "passed" else view.narrate(s, event, lang)


def evaluate(s: Barrow, seat: int) -> float:
    """No judgement at all."""
    raise ZeroDivisionError("judged")


register(dataclasses.replace(GAME, id="faulty-barrow", steps={**rules.STEPS, "act": act}, narrate=narrate))
register(dataclasses.replace(GAME, id="misjudged-barrow", evaluate=evaluate))
