"""Results that are set, by the host or because time is over: when they may be, what they count, who stands where."""

import math

import pytest

from services.competition import commands, events
from services.competition.commands import NotAllowed
from tests.services.competition.conftest import Hall

WIN, LOSS, DRAW = (1.0, 0.0), (0.0, 1.0), (0.5, 0.5)
FOUR = ("ann", "ben", "cid", "dan")


def stand(hall: Hall) -> dict[str, float]:
    """Points by name as they are now."""
    stage = hall.competition.stages[-1]
    return {hall.competition.entries[one.entrant].name: one.points for one in stage.ranking()}


def test_a_closed_table_of_an_arena_counts_once_however_its_result_is_set() -> None:
    hall = Hall(stages=[{"format": "arena", "minutes": 60}])
    hall.begin(*FOUR)
    first = hall.competition.table(0, 1, 1).table.entrants
    winner, loser = (hall.competition.entries[one].name for one in first)
    hall.end(1, WIN)
    hall.direct()
    assert (stand(hall)[winner], stand(hall)[loser]) == (2.0, 0.0)
    hall.ask(commands.adjudicate(hall.competition, 0, 1, 1, LOSS), why="had help")
    hall.direct()
    assert (stand(hall)[winner], stand(hall)[loser]) == (0.0, 2.0)
    state = hall.competition.stages[0].rounds[0]
    seated = [one for number in state.open for one in state.tables[number].table.entrants]
    assert len(seated) == len(set(seated)), "nobody sits at two tables"
    assert hall.competition.stages[0].opponents[first[0]] == [first[1]]


def test_streaks_of_an_arena_are_counted_anew() -> None:
    hall = Hall(stages=[{"format": "arena", "minutes": 60}])
    hall.begin("ann", "ben")
    ann = hall.competition.by_name["ann"].entrant
    for _ in range(3):
        table = max(hall.competition.stages[0].rounds[0].tables)
        entrants = hall.competition.table(0, 1, table).table.entrants
        hall.end(table, WIN if entrants[0] == ann else LOSS)
        hall.wait(1)
    assert stand(hall)["ann"] == 2 + 2 + 4
    entrants = hall.competition.table(0, 1, 1).table.entrants
    hall.ask(commands.adjudicate(hall.competition, 0, 1, 1, LOSS if entrants[0] == ann else WIN), why="had help")
    assert (stand(hall)["ann"], stand(hall)["ben"]) == (0 + 2 + 2, 2)


@pytest.mark.parametrize("by_host", [True, False])
def test_a_table_of_a_duplicate_without_scores_is_measured_against_nobody(by_host: bool) -> None:
    """Who played is compared with who played: a table that was not played out is no score of 0 to 0."""
    hall = Hall(stages=[{"format": "duplicate", "deals": 1}], pace={"hard_minutes": 30})
    hall.begin(*FOUR, "eve", "fay")
    hall.end(1, WIN, scores=(-3.0, 3.0))
    hall.end(2, LOSS, scores=(-5.0, 5.0))
    ended = hall.competition.table(0, 1, 3).table.entrants
    if by_host:
        hall.ask(commands.adjudicate(hall.competition, 0, 1, 3, (0.75, 0.25)), why="the roof fell in")
    hall.wait(31)
    points = stand(hall)
    better, worse = (
        hall.competition.entries[hall.competition.table(0, 1, one).table.entrants[0]].name for one in (1, 2)
    )
    assert (points[better], points[worse]) == (1.0, 0.0), "-3 is better than -5, and nobody else held the side"
    own = [points[hall.competition.entries[one].name] for one in ended]
    assert own == ([0.75, 0.25] if by_host else [0.5, 0.5])


def test_a_score_contest_that_is_not_played_out_brings_nothing() -> None:
    hall = Hall(stages=[{"format": "score", "deals": 1}], pace={"hard_minutes": 30})
    hall.begin("ann", "ben")
    hall.end(1, (1.0,), scores=(40.0,))
    with pytest.raises(NotAllowed, match="give the score of each"):
        commands.adjudicate(hall.competition, 0, 1, 2, [1.0])
    hall.wait(31)
    assert sorted(one.points for one in hall.competition.final) == [0.0, 40.0]


def test_results_of_a_stage_stand_once_the_next_has_begun() -> None:
    hall = Hall(stages=[{"format": "swiss", "rounds": 1, "take": 2}, {"format": "elimination"}])
    hall.begin(*FOUR)
    hall.end_all(WIN, WIN)
    hall.direct()
    assert len(hall.competition.stages) == 2
    with pytest.raises(NotAllowed, match="stage 1 is over"):
        commands.adjudicate(hall.competition, 0, 1, 1, [0.0, 2.0])


def test_a_result_of_the_round_before_ranks_it_again_while_the_next_is_played() -> None:
    hall = Hall()
    hall.begin(*FOUR)
    loser = hall.competition.entries[hall.competition.table(0, 1, 1).table.entrants[1]].name
    hall.end_all(WIN, WIN)
    hall.direct()
    assert hall.points()[loser] == 0.0
    hall.ask(commands.adjudicate(hall.competition, 0, 1, 1, [0.0, 2.0]), why="had help")
    hall.direct()
    first = hall.competition.stages[0].rounds[0]
    assert first.standings is not None
    assert {one.entrant: one.points for one in first.standings}[hall.competition.by_name[loser].entrant] == 2.0


def test_the_time_of_a_pod_shares_the_points_of_the_whole_table() -> None:
    hall = Hall(stages=[{"format": "pods", "rounds": 1}], pace={"hard_minutes": 30})
    hall.begin(*FOUR)
    hall.wait(31)
    assert {one.points for one in hall.competition.final} == {(4.0 + 2.0 + 1.0 + 0.0) / 4}


@pytest.mark.parametrize(
    ("stage", "points", "scores", "refusal"),
    [
        ({"format": "swiss"}, [math.nan, 0.0], [], "0 to 2"),
        ({"format": "swiss"}, [math.inf, 0.0], [], "0 to 2"),
        ({"format": "elimination", "best_of": 3}, [11.0, 0.0], [], "0 to 10"),
        ({"format": "elimination"}, [math.nan, 0.0], [], "0 to 6"),
        ({"format": "duplicate", "deals": 2}, [1.0, 0.0], [math.nan, 0.0], "scores"),
        ({"format": "duplicate", "deals": 2}, [1.0, 0.0], [math.inf, 0.0], "scores of a table are at most 1000000"),
        ({"format": "duplicate", "deals": 2}, [1.0, 0.0], [1.0], "2 entrants"),
    ],
)
def test_points_and_scores_that_no_table_can_have_are_refused(
    stage: dict[str, object], points: list[float], scores: list[float], refusal: str
) -> None:
    hall = Hall(stages=[stage])
    hall.begin(*FOUR)
    with pytest.raises(NotAllowed, match=refusal):
        commands.adjudicate(hall.competition, 0, 1, 1, points, scores)


def test_an_arena_waits_a_little_for_results_from_before_its_end_and_then_closes_its_tables() -> None:
    hall = Hall(stages=[{"format": "arena", "minutes": 10}])
    hall.begin(*FOUR)
    hall.wait(10)
    assert not hall.competition.is_finished
    hall.end(1, WIN)
    hall.wait(0.1)
    assert len(hall.competition.stages[0].rounds[0].tables) == 2, "nobody is paired any more"
    hall.wait(1)
    assert hall.competition.is_finished
    assert hall.competition.final[0].points == 2.0
    late = hall.competition.table(0, 1, 2)
    assert not late.is_open
    assert late.points is None
    from services.competition.decisions import matches_to_end

    assert [(one.table, one.legs) for one in matches_to_end(hall.competition)] == [(2, (0,))]


def test_nobody_joins_a_swiss_that_is_over() -> None:
    hall = Hall(stages=[{"format": "swiss", "rounds": 9, "take": 2}, {"format": "elimination"}])
    hall.begin("ann", "ben")
    hall.ask(commands.withdraw(hall.competition, "ben"))
    hall.direct()
    hall.competition.stages[0].is_over = True
    assert not hall.competition.stages[0].may_join()


def test_an_updated_plan_brings_the_roles_and_sides_of_its_setting() -> None:
    hall = Hall()
    updated = events.Updated(plan=hall.competition.rules, roles={3: ("a", "b", "c")}, sides=1)
    hall.record(updated)
    assert (hall.competition.roles, hall.competition.sides) == ({3: ("a", "b", "c")}, 1)
