"""What a tournament does by itself, and what its host may ask of it."""

import datetime

import pytest

from services.competition import commands, events
from services.competition.actions import Record
from services.competition.commands import NotAllowed
from services.competition.decisions import decide
from tests.services.competition.conftest import Hall

WIN, LOSS = (1.0, 0.0), (0.0, 1.0)
FOUR = ("ann", "ben", "cid", "dan")


def at(minutes: float) -> str:
    return datetime.datetime.fromtimestamp(minutes * 60, datetime.UTC).isoformat()


def test_a_swiss_from_the_first_round_to_the_last() -> None:
    hall = Hall()
    hall.begin(*FOUR)
    for number in (1, 2, 3):
        round_ = hall.competition.round
        assert round_ is not None
        assert round_.number == number
        hall.end_all(WIN, WIN)
        hall.direct()
    assert hall.competition.is_finished
    assert sum(one.points for one in hall.competition.final) == 12
    assert [one.event.secret for one in hall.told(events.Finished)] == [hall.competition.secret]  # type: ignore[union-attr]


def test_a_round_waits_for_all_its_results() -> None:
    hall = Hall(pace={"legs": "together"})
    hall.begin(*FOUR)
    hall.end(1, WIN, WIN)
    hall.end(2, WIN)
    assert hall.direct() == []
    hall.end(2, LOSS)
    assert any(isinstance(one, Record) and isinstance(one.event, events.Ranked) for one in hall.direct())


def test_it_starts_at_its_time_with_those_who_have_checked_in() -> None:
    hall = Hall(starts=at(60), registration={"check_in_minutes": 15})
    hall.enter(*FOUR)
    hall.now = 44 * 60
    with pytest.raises(NotAllowed, match="check-in opens 15 minutes before the start"):
        commands.check_in(hall.competition, "ann", b"x", hall.now)
    hall.now = 50 * 60
    for name in ("ann", "ben", "cid"):
        hall.ask(commands.check_in(hall.competition, name, name.encode(), hall.now), name)
    assert hall.direct() == []
    hall.wait(10)
    assert hall.competition.is_started
    assert "dan" not in {hall.competition.entries[one].name for one in hall.competition.stages[0].seeds}


def test_without_two_entrants_it_is_cancelled_at_its_time() -> None:
    hall = Hall(starts=at(1))
    hall.enter("ann")
    hall.wait(1)
    (cancelled,) = hall.told(events.Cancelled)
    assert cancelled.why == "fewer than 2 had checked in at the start"
    with pytest.raises(NotAllowed, match="cancelled"):
        hall.enter("ben")


def test_pods_start_with_those_who_fill_one() -> None:
    hall = Hall(stages=[{"format": "pods", "sizes": [4]}])
    hall.enter("ann", "ben", "cid")
    with pytest.raises(NotAllowed, match="it starts with at least 4 entrants"):
        commands.start(hall.competition)
    hall.enter("dan")
    assert commands.start(hall.competition) == [events.Started()]


def test_who_makes_no_first_choice_in_time_forfeits_and_is_withdrawn_after_two() -> None:
    hall = Hall(pace={"first_choice_minutes": 5})
    hall.begin(*FOUR)
    for number in (1, 2):
        (rival,) = hall.meets("dan")
        hall.arrive("ann", "ben", "cid")
        hall.wait(5)
        (*_, forfeited) = hall.told(events.Forfeited)
        assert (forfeited.why, len(hall.told(events.Forfeited))) == ("no first choice in time", number)
        before = hall.points().get(rival, 0.0)
        hall.end_all(WIN, LOSS)
        hall.direct()
        assert hall.points()[rival] == before + 2.0
    assert [one.why for one in hall.told(events.Withdrew)] == ["did not come 2 times"]
    assert hall.meets("dan") == set()


def test_by_option_a_bot_sits_in_for_who_does_not_come() -> None:
    hall = Hall(pace={"first_choice_minutes": 5, "no_show": "bot"})
    hall.begin(*FOUR)
    hall.arrive("ann", "ben", "cid")
    hall.wait(5)
    assert [hall.competition.entries[one.event.entrant].name for one in hall.told(events.BotSatIn)] == ["dan"]  # type: ignore[union-attr]
    assert hall.told(events.Forfeited) == []
    assert hall.wait(5) == [], "the bot plays on"


def test_bots_are_always_there() -> None:
    hall = Hall(pace={"first_choice_minutes": 5}, registration={"bots": "ours"})
    hall.begin(*FOUR, kind="bot", bot="greedy")
    assert hall.wait(6) == []


def test_soft_and_hard_deadline() -> None:
    hall = Hall(pace={"soft_minutes": 20, "hard_minutes": 30})
    hall.begin(*FOUR)
    hall.end(1, WIN, WIN)
    hall.end(2, WIN)
    hall.wait(20)
    assert len(hall.told(events.Reminded)) == 1
    hall.wait(10)
    (ended,) = hall.told(events.Adjudicated)
    assert ended.event.points == (1.5, 0.5)  # type: ignore[union-attr]
    assert ended.why == "the time of the round was over"


def test_rounds_by_timer_wait_for_their_time() -> None:
    hall = Hall(pace={"advance": "timer", "hard_minutes": 30})
    hall.begin(*FOUR)
    hall.end_all(WIN, WIN)
    assert hall.wait(29) == []
    hall.wait(1)
    assert hall.competition.round is not None
    assert hall.competition.round.number == 2


def test_rounds_by_hand_wait_for_the_host_who_may_pair_again() -> None:
    hall = Hall(pace={"advance": "hand"})
    hall.begin(*FOUR)
    assert hall.competition.round is not None
    assert hall.competition.round.began_at is None
    hall.ask(commands.withdraw(hall.competition, "dan", ban=True), why="rude")
    hall.ask(commands.pair_again(hall.competition))
    hall.direct()
    assert hall.meets("dan") == set()
    hall.ask(commands.begin_round(hall.competition))
    hall.direct()
    with pytest.raises(NotAllowed, match="has not begun"):
        commands.pair_again(hall.competition)
    with pytest.raises(NotAllowed, match="banned"):
        commands.come_back(hall.competition, "dan")


def test_who_withdraws_during_a_round_loses_the_table() -> None:
    hall = Hall()
    hall.begin(*FOUR)
    (rival,) = hall.meets("dan")
    hall.ask(commands.withdraw(hall.competition, "dan"), "dan", "has to go")
    hall.direct()
    hall.end_all(WIN, LOSS)
    hall.direct()
    assert (hall.points()[rival], hall.points()["dan"]) == (2.0, 0.0)


def test_late_entry_until_half_the_rounds() -> None:
    hall = Hall(stages=[{"format": "swiss", "rounds": 4}])
    hall.begin(*FOUR)
    for name in ("eve", "fay", "gus"):
        if name == "gus":
            break
        hall.enter(name)
        hall.end_all(WIN, LOSS)
        hall.direct()
        assert hall.meets(name) or name in {
            hall.competition.entries[one].name for one in hall.competition.stages[0].rounds[-1].byes
        }
    with pytest.raises(NotAllowed, match="too late"):
        hall.enter("gus")


def test_who_was_late_to_check_in_may_do_so_as_long_as_one_may_enter() -> None:
    hall = Hall(stages=[{"format": "swiss", "rounds": 2}], registration={"check_in_minutes": 15})
    hall.enter(*FOUR)
    for name in ("ann", "ben"):
        hall.ask(commands.check_in(hall.competition, name, b"x", hall.now), name)
    hall.ask(commands.start(hall.competition))
    hall.direct()
    hall.ask(commands.check_in(hall.competition, "cid", b"x", hall.now), "cid")
    hall.end_all(WIN, LOSS)
    hall.direct()
    assert "cid" in {hall.competition.entries[one].name for one in hall.competition.active(hall.competition.stages[0])}
    with pytest.raises(NotAllowed, match="play has begun without dan"):
        commands.check_in(hall.competition, "dan", b"x", hall.now)


def test_nothing_new_begins_while_it_is_paused() -> None:
    hall = Hall()
    hall.begin(*FOUR)
    hall.ask(commands.pause(hall.competition), why="the hall is on fire")
    hall.end_all(WIN, WIN)
    assert hall.direct() == []
    hall.ask(commands.resume(hall.competition))
    assert hall.direct() != []


def test_an_adjudicated_result_counts_with_its_reason_even_after_the_round() -> None:
    hall = Hall()
    hall.begin(*FOUR)
    first = hall.competition.table(0, 1, 1).table.entrants
    name = hall.competition.entries[first[0]].name
    hall.end_all(WIN, WIN)
    hall.direct()
    assert hall.points()[name] == 2.0
    hall.ask(commands.adjudicate(hall.competition, 0, 1, 1, [0.0, 2.0]), why="had help")
    hall.end_all(WIN, LOSS)
    hall.direct()
    assert hall.points()[name] == 1.0
    assert hall.told(events.Adjudicated)[0].why == "had help"


@pytest.mark.parametrize(
    ("table", "points", "refusal"),
    [
        (9, [1.0, 1.0], "no table 9 in round 1 of stage 1"),
        (1, [1.0], "2 entrants"),
        (1, [3.0, 0.0], "0 to 2"),
        (1, [-1.0, 0.0], "0 to 2"),
    ],
)
def test_a_bad_adjudication_is_refused(table: int, points: list[float], refusal: str) -> None:
    hall = Hall()
    hall.begin(*FOUR)
    with pytest.raises(NotAllowed, match=refusal):
        commands.adjudicate(hall.competition, 0, 1, table, points)


def test_a_series_is_played_until_it_is_decided() -> None:
    hall = Hall(stages=[{"format": "elimination", "best_of": 3}], pace={"legs": "together"})
    hall.begin("ann", "ben")
    assert hall.tables[-1].legs == (0, 1)
    hall.end(1, WIN, LOSS)
    hall.direct()
    assert hall.tables[-1].legs == (2, 3)
    state = hall.competition.table(0, 1, 1)
    assert [state.deal(hall.competition.stages[0].plan, leg) for leg in range(4)] == [1, 1, 2, 2]
    assert state.holders(1) == tuple(reversed(state.holders(0)))
    hall.end(1, WIN, WIN)
    hall.direct()
    assert not hall.competition.is_over, "ann leads by a pair, and one is left"
    hall.end(1, WIN, LOSS)
    hall.direct()
    assert hall.competition.is_finished
    assert hall.competition.final[0].entrant == state.table.entrants[0]


def test_a_tied_series_has_two_more_and_then_the_better_seed_goes_on() -> None:
    hall = Hall(stages=[{"format": "elimination", "best_of": 1}])
    hall.enter("ann", rating=1500.0)
    hall.begin("ben", rating=1800.0)
    for _ in range(3):
        assert not hall.competition.is_over
        hall.end(1, WIN, LOSS)
        hall.direct()
    assert hall.competition.entries[hall.competition.final[0].entrant].name == "ben"


def test_the_cut_takes_the_best_of_a_swiss_into_an_elimination() -> None:
    stages = [{"format": "swiss", "rounds": 2, "take": 2}, {"format": "elimination"}]
    hall = Hall(stages=stages)
    hall.begin(*FOUR)
    for _ in range(2):
        hall.end_all(WIN, WIN)
        hall.direct()
    best = [one.entrant for one in hall.competition.stages[0].standings[:2]]
    assert hall.competition.stages[1].seeds == best
    hall.end_all(WIN, WIN)
    hall.direct()
    assert hall.competition.is_finished
    assert {one.entrant for one in hall.competition.final[:2]} == set(best)
    assert [one.rank for one in hall.competition.final[:3]] == [1, 2, 3]


@pytest.mark.parametrize(
    ("gone", "finalists"),
    [
        ((), ["ann", "ben", "dan", "cid"]),
        (("cid",), ["ann", "ben", "dan", "fay"]),
        (("cid", "fay"), ["ann", "ben", "dan"]),
    ],
)
def test_for_a_qualifier_who_has_left_the_next_of_the_same_group_goes_on(
    gone: tuple[str, ...], finalists: list[str]
) -> None:
    """Ann, dan and eve are one group and stand so; ben, cid and fay are the other."""
    stages = [
        {"format": "round-robin", "groups": 2, "take": 2, "table": "match"},
        {"format": "elimination", "table": "match"},
    ]
    hall = Hall(stages=stages)
    for name, rating in zip((*FOUR, "eve", "fay"), range(2000, 1994, -1), strict=True):
        hall.enter(name, rating=float(rating))
    hall.begin()
    order = [hall.competition.by_name[name].entrant for name in ("ann", "ben", "dan", "cid", "fay", "eve")]
    assert hall.competition.stages[0].groups == [[0, 3, 4], [1, 2, 5]]
    for number in range(1, 4):
        state = hall.competition.stages[0].rounds[-1]
        assert state.number == number
        for table in sorted(state.open):
            one, other = state.tables[table].table.entrants
            hall.end(table, WIN if order.index(one) < order.index(other) else LOSS)
        if number == 3:
            for name in gone:
                hall.ask(commands.withdraw(hall.competition, name), name)
        hall.direct()
    assert [hall.competition.entries[one].name for one in hall.competition.stages[1].seeds] == finalists


def test_in_an_arena_people_leave_and_return_at_will() -> None:
    hall = Hall(stages=[{"format": "arena", "minutes": 10}])
    hall.begin(*FOUR)
    hall.end_all(WIN)
    hall.ask(commands.withdraw(hall.competition, "dan"), "dan")
    hall.wait(1)
    hall.end_all(WIN)
    hall.wait(1)
    assert hall.competition.by_name["dan"].entrant in hall.competition.stages[0].free
    hall.ask(commands.come_back(hall.competition, "dan"), "dan")
    hall.end_all(WIN)
    hall.wait(1)
    busy = {
        one
        for number in hall.competition.stages[0].rounds[0].open
        for one in hall.competition.stages[0].rounds[0].tables[number].table.entrants
    }
    assert hall.competition.by_name["dan"].entrant in busy
    hall.wait(10)
    assert hall.competition.is_finished


def test_the_same_state_and_time_give_the_same_actions() -> None:
    hall = Hall()
    hall.enter(*FOUR)
    hall.ask(commands.start(hall.competition))
    hall.record(events.StageBegan(stage=0, seeds=(0, 1, 2, 3)))
    assert decide(hall.competition, 5.0) == decide(hall.competition, 5.0) != []


# -- who may enter


@pytest.mark.parametrize(
    ("registration", "details", "refusal"),
    [
        ({"invited": ["ben"]}, {}, "by invitation"),
        ({"least_rating": 1500}, {"rating": 1499.7}, "at least 1500 is needed; ann has 1499"),
        ({"least_rating": 1500}, {}, "at least 1500 is needed; ann has none"),
        ({"most_rating": 1500}, {"rating": 1500.2}, "at most 1500 is needed; ann has 1501"),
        ({}, {"kind": "bot", "bot": "greedy"}, "no bots"),
        ({"bots": "ours"}, {"kind": "bot"}, "only bots of this server"),
        ({"bots": "any", "people": False}, {}, "only bots may enter"),
        ({"team_size": 2}, {}, "an entrant is a team of 2, not one player"),
        ({"team_size": 2}, {"kind": "team", "members": ("x", "y", "z")}, "an entrant is a team of 2, not a team of 3"),
        ({}, {"kind": "team", "members": ("x", "y")}, "an entrant is one player, not a team of 2"),
    ],
)
def test_who_may_not_enter(registration: dict[str, object], details: dict[str, object], refusal: str) -> None:
    hall = Hall(registration=registration)
    with pytest.raises(NotAllowed, match=refusal):
        hall.enter("ann", **details)
    assert hall.competition.entries == {}


def test_a_password_is_asked_for_and_not_kept() -> None:
    digest = commands.password_digest("mellon")
    assert "mellon" not in digest
    hall = Hall(registration={"password": digest})
    with pytest.raises(NotAllowed, match="password"):
        hall.enter("ann", proved=commands.proved("friend", digest))
    hall.enter("ann", proved=commands.proved("mellon", digest))
    assert "ann" in hall.competition.by_name


def test_a_full_tournament_takes_nobody_more_and_nobody_twice() -> None:
    hall = Hall(registration={"most": 2})
    hall.enter("ann")
    with pytest.raises(NotAllowed, match="entered already"):
        hall.enter("ann")
    hall.enter("ben")
    with pytest.raises(NotAllowed, match="all 2 places"):
        hall.enter("cid")


def test_nobody_enters_a_stage_for_which_others_had_to_qualify() -> None:
    for last in ({"format": "swiss", "rounds": 4}, {"format": "arena", "minutes": 10}):
        hall = Hall(stages=[{"format": "swiss", "rounds": 1, "take": 2}, last])
        hall.begin("ann", "ben", "cid", "dan")
        hall.end_all((1.0, 0.0), (0.0, 1.0))
        hall.direct()
        assert len(hall.competition.stages) == 2
        with pytest.raises(NotAllowed, match="too late to enter"):
            hall.enter("eve")


def test_who_is_lent_points_stays_the_same_whoever_comes_and_leaves() -> None:
    hall = Hall(stages=[{"format": "swiss", "rounds": 6, "accelerated": True}])
    for place in range(8):
        hall.enter(f"p{place}", rating=2000.0 - place)
    hall.ask(commands.start(hall.competition))
    hall.direct()
    assert all(hall.meets(f"p{place}") <= {"p0", "p1", "p2", "p3"} for place in range(4)), (
        "the upper half is lent a win"
    )
    for name in ("p0", "p1"):
        hall.ask(commands.withdraw(hall.competition, name), name)
    hall.direct()
    hall.enter("late-1", "late-2", rating=1900.0)
    for number in sorted(hall.competition.stages[0].rounds[0].open):
        hall.ask(commands.adjudicate(hall.competition, 0, 1, number, (1.0, 1.0)), why="drawn")
    hall.direct()
    stage = hall.competition.stages[0]
    assert len(stage.rounds) == 2
    some = [hall.competition.by_name[name].entrant for name in ("p2", "p3", "p4", "p5", "late-1")]
    assert stage.lent_halves(some) == [2, 2, 0, 0, 0], "half a win in the third round"
