"""One AI turn: the time a bot has is for all its decisions, and the match goes on when it is up."""

import base64
import random
import time

import pytest

from engine import load
from engine.bots import BOTS, Perspective
from services.api import engine_pb2 as pb
from services.bots.ai_turn import play_turn
from services.bots.hints import answer_hint
from services.bots.thinking_time import ThinkingTime, TimeUp, run_with_alarm


class Asking:
    """An engine that asks a seat so many times in a row."""

    def __init__(self, times: int) -> None:
        self.left = times
        self.worlds = 0
        self.choices: list[int] = []
        self._match = load("barrow").new_match("duel", 2, 1)

    def deal_worlds(self, request: pb.DealWorldsRequest) -> pb.DealWorldsResponse:
        self.worlds += 1
        return pb.DealWorldsResponse(
            game="barrow",
            bot="pondering",
            has_decision=self.left > 0,
            option_count=len(self._match.options(0)),
            worlds=[self._match.snapshot()],
        )

    def choose(self, request: pb.ChooseRequest) -> pb.ChooseResponse:
        self.left -= 1
        self.choices.append(request.index)
        answer = pb.ChooseResponse()
        if self.left:
            answer.update.decision.SetInParent()
        return answer


@pytest.fixture
def ponder(monkeypatch):
    """Makes a bot that does as it is told whenever it is asked, and then takes the last option."""

    def make(act) -> None:
        class Pondering:
            def __init__(self, rng: random.Random) -> None: ...

            def choose(self, view: Perspective) -> int:
                act()
                return len(view.options) - 1

        monkeypatch.setitem(BOTS, "pondering", Pondering)

    return make


def unhurried(seconds: float, think) -> int:
    """Runs without a limit."""
    return think()


def test_a_bot_is_not_asked_again_when_its_time_is_up(ponder) -> None:
    now, calls = [0.0], []

    def think_for_a_while() -> None:
        calls.append(now[0])
        now[0] += 6

    ponder(think_for_a_while)
    engine = Asking(times=5)
    report = play_turn(engine, "match", 0, 0, ThinkingTime(10, clock=lambda: now[0], run_limited=unhurried))
    assert calls == [0, 6]
    assert (report.result, report.decisions, len(engine.choices)) == ("late", 5, 5)


@pytest.mark.parametrize("decisions", [1, 3])
def test_a_turn_is_dealt_one_world_for_each_decision_and_no_more(ponder, decisions: int) -> None:
    ponder(lambda: None)
    engine = Asking(times=decisions)
    assert play_turn(engine, "match", 0, 0, ThinkingTime(10, run_limited=unhurried)).decisions == decisions
    assert engine.worlds == decisions


def test_each_decision_has_what_the_ones_before_it_left(ponder) -> None:
    now, limits = [0.0], []

    def note(seconds: float, think) -> int:
        limits.append(seconds)
        now[0] += 3
        return think()

    ponder(lambda: None)
    report = play_turn(Asking(times=3), "match", 0, 0, ThinkingTime(10, clock=lambda: now[0], run_limited=note))
    assert limits == [10, 7, 4]
    assert (report.result, report.decisions) == ("played", 3)


def test_a_bot_that_thinks_for_ever_is_interrupted_once_in_a_turn(ponder) -> None:
    calls = []

    def sleep() -> None:
        calls.append(True)
        time.sleep(60)

    ponder(sleep)
    began = time.monotonic()
    report = play_turn(Asking(times=4), "match", 0, 0, ThinkingTime(0.1))
    assert time.monotonic() - began < 5
    assert (report.result, report.decisions, len(calls)) == ("late", 4, 1)


def test_an_alarm_that_is_not_heeded_rings_again() -> None:
    alarms = []

    def stubborn() -> int:
        while True:
            try:
                time.sleep(60)
            except TimeUp:
                alarms.append(True)
                if len(alarms) == 2:
                    raise

    with pytest.raises(TimeUp):
        run_with_alarm(0.01, stubborn)


def test_an_alarm_does_not_ring_when_the_thinking_is_done() -> None:
    assert run_with_alarm(0.05, lambda: 3) == 3
    time.sleep(0.1)


def test_a_bot_that_chooses_what_there_is_not_has_failed(monkeypatch) -> None:
    class Wild:
        def __init__(self, rng: random.Random) -> None: ...

        def choose(self, view: Perspective) -> int:
            return len(view.options)

    monkeypatch.setitem(BOTS, "pondering", Wild)
    engine = Asking(times=1)
    report = play_turn(engine, "match", 0, 0, ThinkingTime(10, run_limited=unhurried))
    assert report.result == "fault"
    assert engine.choices[0] in range(3)


def test_a_hint_nobody_waits_for_any_more_is_not_thought_about(ponder) -> None:
    calls = []
    ponder(lambda: calls.append(1))
    world = base64.b64encode(Asking(1).deal_worlds(pb.DealWorldsRequest()).SerializeToString()).decode()
    answer_hint(None, world, 0, "pondering", "reply", time.time() - 1, ThinkingTime(10, run_limited=unhurried))
    assert not calls
