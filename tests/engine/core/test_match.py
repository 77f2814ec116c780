"""A match asks, is answered, ends, and refuses what it must without a trace."""

from typing import Any

import pytest

from engine.core.chance import roll
from engine.core.errors import BadSeats, IllegalChoice, MatchOver, NotYourTurn, RulesError, StaleVersion
from engine.core.flow import Decision, Flow
from engine.core.game import Game
from engine.core.match import restore
from engine.core.state import Outcome, StepEnded, because, end_match
from tests.engine.core.small import Small, ask, ask_forever, small
from tests.toy.state import value


def test_a_decision_with_one_option_is_answered_without_asking() -> None:
    def first(s: Small) -> Flow[None]:
        s.notes.append((yield ask(0, "only"))[0])
        s.notes.append((yield ask(1, "this", "that"))[0])
        s.notes.append((yield ask(0, "last"))[0])
        end_match(s, Outcome([1], "side1", "done"))

    match = small(step_first=first).new_match(seed=1)
    assert match.pending == (ask(1, "this", "that"),)
    match.choose(1, 1)
    assert match.state.notes == ["only", "that", "last"]
    assert match.choices == [(1, 1)]
    assert match.outcome == Outcome([1], "side1", "done")


def test_steps_follow_the_state() -> None:
    def first(s: Small) -> Flow[None]:
        s.notes.append((yield ask(0, "a", "b"))[0])
        s.step = "second"

    def second(s: Small) -> Flow[None]:
        s.notes.append("second")
        s.step = "first"
        return
        yield

    match = small(step_first=first, step_second=second).new_match(seed=1)
    match.choose(0, 0)
    match.choose(0, 1)
    assert match.state.notes == ["a", "second", "b", "second"]


def test_a_step_may_end_in_the_middle_of_a_flow_and_of_what_it_is_at() -> None:
    def deeper(s: Small) -> Flow[None]:
        yield Decision(0, "end", [("yes",), ("no",)])
        s.step = "second"
        raise StepEnded

    def first(s: Small) -> Flow[None]:
        with because(s, "depth"):
            yield from deeper(s)
        s.notes.append("never")

    def second(s: Small) -> Flow[None]:
        yield Decision(1, "word", [("left",), ("right",)])

    match = small(2, steps={"first": first, "second": second}).new_match(seed=1)
    match.choose(0, 0)
    for one in (match, match.clone()):
        assert [decision.kind for decision in one.pending] == ["word"]
        assert one.cause(1) is None
        assert not one.state.notes


def test_values_come_back_through_nested_flows() -> None:
    def word(s: Small) -> Flow[str]:
        (chosen,) = yield ask(0, "yes", "no")
        return str(chosen)

    def first(s: Small) -> Flow[None]:
        s.notes = [(yield from word(s)), (yield from word(s))]
        end_match(s, Outcome([], "", "drawn"))

    match = small(step_first=first).new_match(seed=1)
    match.choose(0, 1)
    match.choose(0, 0)
    assert match.state.notes == ["no", "yes"]


def test_a_match_may_end_before_anybody_is_asked() -> None:
    def first(s: Small) -> Flow[None]:
        end_match(s, Outcome([0], "side0", "walkover"))
        yield

    match = small(step_first=first).new_match(seed=1)
    assert match.is_over
    assert match.pending == ()
    assert match.observation(None)["outcome"] == {"winners": [0], "side": "side0", "reason": "walkover", "scores": {}}


def test_what_the_rules_were_at_when_they_ended_the_match_is_known_to_every_copy() -> None:
    def first(s: Small) -> Flow[None]:
        with because(s, "duel"):
            yield ask(0, "strike", "yield")
            with because(s, "wound", 3):
                end_match(s, Outcome([0], "side0", "slain"))

    match = small(step_first=first).new_match(seed=1)
    assert match.state.run.end_cause is None
    match.choose(0, 0)
    for copy in (match, match.clone()):
        assert (copy.state.run.end_cause, copy.state.run.causes) == (("wound", 3), [])


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        (lambda s: iter_of(Decision(0, "empty", [])), "decision empty of seat 0 has no options"),
        (lambda s: iter_of("nonsense"), "step first yielded 'nonsense', neither Decision nor Together"),
        (lambda s: wander(s, "nowhere"), "small has no step 'nowhere'"),
        (lambda s: wander(s, "first"), "step first runs in circles without a decision"),
    ],
)
def test_faults_of_the_rules(step: Any, fault: str) -> None:
    with pytest.raises(RulesError, match=fault):
        small(step_first=step).new_match(seed=1)


def iter_of(asked: Any) -> Flow[None]:
    yield asked


def wander(s: Small, where: str) -> Flow[None]:
    s.step = where
    return
    yield


def test_an_unknown_first_step_is_a_fault_of_the_rules() -> None:
    game = small(step_first=ask_forever, new_state=lambda table: Small(step="nowhere"))
    with pytest.raises(RulesError, match="small has no step 'nowhere'"):
        game.new_match(seed=1)


def fails_on_right(s: Small) -> Flow[None]:
    """Rolls, asks and rolls again; then fails in the same step, or in the next one, if the answer was `right`."""
    s.notes.append(str(roll(s, "dice")))
    (word,) = yield ask(0, "left", "right")
    s.notes.append(word + str(roll(s, "dice")))
    s.step = {"left": "first", "right": s.notes[0]}[word]
    if s.count and word == "right":
        raise KeyError(word)


@pytest.mark.parametrize("count", [0, 1])
def test_a_choice_at_which_the_rules_fail_changes_nothing(count: int) -> None:
    """A fault one step on, after a checkpoint, and a fault in the step itself."""
    game = small(step_first=fails_on_right, new_state=lambda table: Small(step="first", count=count))
    match, sound = game.new_match(seed=1), game.new_match(seed=1)
    for one in (match, sound):
        one.choose(0, 0)
    for _ in range(2):
        with pytest.raises((RulesError, KeyError)):
            match.choose(0, 1)
        assert match.snapshot() == sound.snapshot()
        assert (match.digest(), match.pending) == (sound.digest(), sound.pending)
    match.choose(0, 0)
    sound.choose(0, 0)
    assert match.snapshot() == sound.snapshot()


def test_decisions_and_options_of_a_seat() -> None:
    match = small(step_first=ask_forever).new_match(seed=1)
    assert match.decision(0) == match.pending[0]
    assert match.decision(1) is None
    assert match.options(0) == [("left",), ("right",)]
    assert match.options(1) == []
    match.options(0).clear()
    assert match.options(0) == [("left",), ("right",)]
    assert match.describe(("left",), "pl") == "pl ('left',)"
    assert match.prompt(match.pending[0]) == "en word"


def test_observation_adds_what_the_kernel_knows() -> None:
    match = small(step_first=ask_forever).new_match(seed=1)
    assert match.observation(0) == {
        "count": 0,
        "notes": [],
        "pending": [{"seat": 0, "kind": "word"}],
        "options": [["left"], ["right"]],
        "outcome": None,
    }
    assert match.observation(1)["options"] == match.observation(None)["options"] == []
    with pytest.raises(BadSeats, match="there is no seat 2; seats are 0 to 1"):
        match.observation(2)


def test_refused_input_changes_nothing(barrow: Game[Any]) -> None:
    match = barrow.new_match("duel", seed=5)
    for index in (0, 2):
        match.choose(match.pending[0].seat, index)
    seat, before = match.pending[0].seat, (match.snapshot(), match.digest(), match.version)
    refused: list[tuple[type[Exception], tuple[Any, ...]]] = [
        (IllegalChoice, (seat, -1)),
        (IllegalChoice, (seat, 99)),
        (IllegalChoice, (seat, True)),
        (NotYourTurn, (1 - seat, 0)),
        (StaleVersion, (seat, 0, 1)),
        (BadSeats, (7, 0)),
        (BadSeats, (None, 0)),
    ]
    for error, given in refused:
        with pytest.raises(error):
            match.choose(*given)
        assert (match.snapshot(), match.digest(), match.version) == before
    match.choose(seat, 0, version=2)
    assert match.version == 3


def test_refusals_say_what_is_allowed(barrow: Game[Any]) -> None:
    match = barrow.new_match("duel", seed=5, coins=0)
    with pytest.raises(IllegalChoice, match="choice 12 is not an option of seat 0; allowed: 0 to 9"):
        match.choose(0, 12)
    with pytest.raises(NotYourTurn, match="seat 1 has nothing to decide; the match waits for seat 0"):
        match.choose(1, 0)
    with pytest.raises(StaleVersion, match="the match is at version 0, the choice answers 3"):
        match.choose(0, 0, 3)


def test_a_seat_that_only_equals_an_int_is_written_down_as_one(barrow: Game[Any]) -> None:
    match = barrow.new_match("duel", seed=5, coins=0)
    match.choose(False, 9)
    match.choose(1.0, 9)  # type: ignore[arg-type]
    assert [type(seat) for seat, _ in match.choices] == [int, int]


def test_conceding_loses_for_the_whole_side(barrow: Game[Any]) -> None:
    match = barrow.new_match("company", 3, 5, allies=True)
    outcome = match.concede(2)
    assert outcome == Outcome([1], "blue", "conceded", {"red": 4, "blue": 2})
    assert match.is_over
    assert match.pending == ()
    assert [event.kind for event in match.events] == ["conceded"]
    assert match.record.verify().outcome == outcome


def test_conceding_to_several_sides_names_none(barrow: Game[Any]) -> None:
    coins = {"red": 2, "blue": 2, "green": 2}
    assert barrow.new_match("company", 3, 5).concede(0) == Outcome([1, 2], "", "conceded", coins)


def test_a_match_that_nobody_came_to_play_ends_without_a_winner(barrow: Game[Any]) -> None:
    match = barrow.new_match("duel", seed=5)
    match.choose(0, 0)
    outcome = match.abandon()
    assert (outcome.winners, outcome.side, outcome.reason) == ([], "", "abandoned")
    assert match.pending == ()
    assert [match.narrate(event) for event in match.events] == ["Nobody came to play"]
    assert match.record.verify().outcome == outcome
    assert restore(match.snapshot()).outcome == outcome
    with pytest.raises(MatchOver):
        match.abandon()


def test_a_match_that_is_annulled_counts_for_nobody_and_its_record_says_so(barrow: Game[Any]) -> None:
    match = barrow.new_match("duel", seed=5)
    match.choose(0, 0)
    outcome = match.annul()
    assert (outcome.winners, outcome.side, outcome.reason) == ([], "", "annulled")
    assert [match.narrate(event, "pl") for event in match.events] == ["Partia zostaje unieważniona"]
    assert match.record.verify().outcome == outcome
    with pytest.raises(MatchOver):
        match.annul()


def test_a_match_that_is_conceded_has_the_scores_of_its_position(barrow: Game[Any]) -> None:
    match = barrow.new_match("duel", seed=5, coins=0)
    card = match.options(0)[0][1]
    match.choose(0, 0)
    assert match.concede(0).scores == {"red": value(card), "blue": 0}


def test_a_position_that_cannot_be_scored_is_not_conceded() -> None:
    def fail(s: Small) -> dict[str, int]:
        raise RulesError("no scores here")

    match = small(step_first=ask_forever, scores=fail).new_match()
    with pytest.raises(RulesError, match="no scores here"):
        match.concede(0)
    match.choose(0, 0)
    assert match.state.notes == ["left"]


def test_nothing_can_be_done_after_the_end(barrow: Game[Any]) -> None:
    match = barrow.new_match("duel", seed=5)
    match.concede(0)
    for call in (match.concede, match.undo):
        with pytest.raises(MatchOver):
            call(0)
    with pytest.raises(MatchOver):
        match.choose(0, 0)


def test_a_stranger_cannot_concede(barrow: Game[Any]) -> None:
    with pytest.raises(BadSeats, match="there is no seat 5"):
        barrow.new_match("duel", seed=5).concede(5)


def test_the_seed_is_bound_by_a_public_hash(barrow: Game[Any]) -> None:
    one, same, other = (barrow.new_match("duel", seed=seed) for seed in (5, 5, 6))
    assert one.commitment == same.commitment != other.commitment
    assert one.digest() == same.digest() != other.digest()
    assert one.seats == 2
