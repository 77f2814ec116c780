"""Seats that choose at once choose in secret, in any order, and may think again until all have chosen."""

import itertools
from typing import Any

import pytest

from engine.core.errors import CannotUndo, NotYourTurn, RulesError
from engine.core.flow import Flow, Together
from engine.core.game import Game
from engine.core.match import Match, restore
from engine.core.state import Outcome, disclose, end_match
from tests.engine.core.small import Small, ask, small


def vote(s: Small) -> Flow[None]:
    answers = yield Together((ask(0, "a", "b"), ask(1, "c"), ask(2, "d", "e")))
    s.notes += [word for (word,) in answers]
    disclose(s)
    s.count += 1


def test_answers_come_back_in_the_order_asked_whatever_the_order_given() -> None:
    for order in itertools.permutations((0, 2)):
        match = small(3, step_first=vote).new_match(seed=1)
        for seat in order:
            match.choose(seat, 1)
        assert match.state.notes == ["b", "c", "e"]


def test_only_open_questions_are_pending_and_a_seat_answers_once() -> None:
    match = small(3, step_first=vote).new_match(seed=1)
    assert [decision.seat for decision in match.pending] == [0, 2]
    match.choose(2, 0)
    assert [decision.seat for decision in match.pending] == [0]
    with pytest.raises(NotYourTurn, match="seat 2 has nothing to decide; the match waits for seat 0"):
        match.choose(2, 0)


def test_nobody_is_asked_when_nobody_has_a_choice() -> None:
    def first(s: Small) -> Flow[None]:
        s.notes += [word for (word,) in (yield Together((ask(0, "a"), ask(1, "b"))))]
        end_match(s, Outcome([], "", "done"))

    assert small(step_first=first).new_match(seed=1).state.notes == ["a", "b"]


def test_circles_of_questions_that_leave_no_choice_are_found() -> None:
    def first(s: Small) -> Flow[None]:
        yield Together((ask(0, "a"), ask(1, "b")))

    with pytest.raises(RulesError, match="runs in circles"):
        small(step_first=first).new_match(seed=1)


def test_a_seat_cannot_be_asked_twice_at_once() -> None:
    def first(s: Small) -> Flow[None]:
        yield Together((ask(0, "a", "b"), ask(0, "c", "d")))

    with pytest.raises(RulesError, match="a seat is asked twice at once"):
        small(step_first=first).new_match(seed=1)


def test_an_answer_is_seen_by_nobody_until_all_have_answered(barrow: Game[Any]) -> None:
    high, low = barrow.new_match("duel", seed=5), barrow.new_match("duel", seed=5)
    assert high.choose(0, 2) == low.choose(0, 0) == []
    for viewer in (0, 1, None):
        assert high.observation(viewer) == low.observation(viewer)


def test_an_answer_can_be_taken_back_until_somebody_else_answers(barrow: Game[Any]) -> None:
    match = barrow.new_match("company", 3, 5)
    match.choose(1, 2)
    match.undo(1)
    assert [decision.seat for decision in match.pending] == [0, 1, 2]
    match.choose(1, 0)
    match.choose(0, 0)
    with pytest.raises(CannotUndo, match="Red burglar has chosen since"):
        match.undo(1)


def test_the_last_answer_opens_all_and_stands(barrow: Game[Any]) -> None:
    match = barrow.new_match("duel", seed=5)
    match.choose(0, 1)
    match.choose(1, 1)
    with pytest.raises(CannotUndo, match="hidden"):
        match.undo(1)


def test_copies_keep_the_answers_that_are_in(barrow: Game[Any]) -> None:
    match = barrow.new_match("duel", seed=5)
    match.choose(1, 2)
    copies: list[Match] = [match.clone(), restore(match.snapshot())]
    match.choose(0, 1)
    for copy in copies:
        assert [decision.seat for decision in copy.pending] == [0]
        copy.choose(0, 1)
        assert copy.digest() == match.digest()


def test_conceding_in_the_middle(barrow: Game[Any]) -> None:
    match = barrow.new_match("duel", seed=5)
    match.choose(1, 2)
    match.concede(0)
    assert match.clone().outcome == restore(match.snapshot()).outcome == match.outcome
    assert match.record.verify().digest() == match.digest()
