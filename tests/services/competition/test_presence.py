"""Who comes, who does not, who leaves: what becomes of their tables, and whose fault it is."""

from typing import Any

import pytest

from services.competition import commands, events
from services.competition.actions import HandOver
from services.competition.commands import NotAllowed
from services.competition.decisions import decide
from services.competition.plan import DEFAULT_HARD_MINUTES
from services.competition.presence import unseen
from services.competition.sheet import Outing
from tests.services.competition.conftest import Hall

WIN, LOSS = (1.0, 0.0), (0.0, 1.0)
FOUR = ("ann", "ben", "cid", "dan")


def sat_in(hall: Hall) -> list[Any]:
    return [one.event for one in hall.told(events.BotSatIn)]


def test_the_time_for_a_first_choice_runs_from_when_it_is_there_to_be_made() -> None:
    hall = Hall(pace={"first_choice_minutes": 5})
    hall.asks_at_once = False
    hall.begin("ann", "ben")
    hall.wait(20)
    assert hall.told(events.Forfeited) == [], "nobody was asked yet"
    hall.ask_for_choices(1, "ann")
    hall.arrive("ann")
    hall.wait(20)
    assert hall.told(events.Forfeited) == [], "ann thought for long, and ben waits"
    hall.ask_for_choices(1, "ben")
    hall.wait(4)
    assert hall.told(events.Forfeited) == []
    hall.wait(1)
    assert [one.event.entrants for one in hall.told(events.Forfeited)] == [  # type: ignore[union-attr]
        (hall.competition.by_name["ben"].entrant,)
    ]


def test_who_was_not_asked_yet_is_looked_after_again() -> None:
    hall = Hall(pace={"first_choice_minutes": 5})
    hall.asks_at_once = False
    hall.begin("ann", "ben")
    assert [one.entrants for one in unseen(hall.competition, hall.now)] == [(0, 1)]
    hall.ask_for_choices(1)
    assert unseen(hall.competition, hall.now) == []
    hall.now += 5 * 60
    assert [one.entrants for one in unseen(hall.competition, hall.now)] == [(0, 1)]
    assert decide(hall.competition, hall.now, unknown={(0, 1, 1)}) == [], "while nobody knows who came"
    assert decide(hall.competition, hall.now) != []


def test_a_pause_puts_off_the_time_for_a_first_choice() -> None:
    hall = Hall(pace={"first_choice_minutes": 5})
    hall.begin("ann", "ben")
    hall.wait(4)
    hall.ask(commands.pause(hall.competition))
    hall.now += 3_600
    hall.ask(commands.resume(hall.competition))
    assert hall.wait(0.5) == []
    hall.wait(0.6)
    assert hall.told(events.Forfeited) != []


def test_a_bot_is_asked_for_until_it_has_all_seats() -> None:
    """Matches that are made later, or by a director who died before it handed the seats over."""
    hall = Hall(pace={"first_choice_minutes": 5, "no_show": "bot"})
    hall.begin("ann", "ben")
    hall.arrive("ann")
    hall.wait(5)
    assert [one.legs for one in sat_in(hall)] == [(0,)]
    hall.end(1, WIN)
    hall.direct()
    assert [one.legs for one in sat_in(hall)] == [(0,), (1,)]
    assert hall.competition.by_name["ben"].no_shows == 1


def test_matches_of_which_it_is_not_known_that_a_bot_has_the_seat_are_asked_for_again() -> None:
    hall = Hall(pace={"no_show": "bot", "first_choice_minutes": 5})
    hall.begin("ann", "ben")
    hall.record(events.BotSatIn(stage=0, round=1, table=1, entrant=1))
    assert [one for one in decide(hall.competition, hall.now) if isinstance(one, HandOver)] == [
        HandOver(0, 1, 1, 1, (0,)),
    ]


@pytest.mark.parametrize("option", ["forfeit", "bot"])
def test_in_a_pod_a_bot_plays_on_and_who_forfeits_is_last(option: str) -> None:
    hall = Hall(stages=[{"format": "pods", "rounds": 1}], pace={"first_choice_minutes": 5, "no_show": option})
    hall.begin(*FOUR)
    hall.arrive("ann", "ben", "cid")
    hall.wait(5)
    dan = hall.competition.by_name["dan"].entrant
    assert [(one.entrant, one.no_show, one.forfeits) for one in sat_in(hall)] == [(dan, True, option == "forfeit")]
    state = hall.competition.table(0, 1, 1)
    place = state.table.entrants.index(dan)
    hall.end(1, [float(one == place) for one in range(4)], scores=[10.0 if one == place else one for one in range(4)])
    hall.direct()
    points = {hall.competition.entries[one.entrant].name: one.points for one in hall.competition.final}
    assert points["dan"] == (0.0 if option == "forfeit" else 4.0)
    assert max(points.values()) == 4.0
    assert hall.competition.by_name["dan"].no_shows == 1


def test_who_never_came_loses_at_the_end_of_the_round_without_a_time_for_first_choices() -> None:
    hall = Hall(pace={"hard_minutes": 30})
    hall.begin("ann", "ben")
    assert hall.wait(29) == []
    assert unseen(hall.competition, hall.now) == []
    hall.now += 60
    assert [one.entrants for one in unseen(hall.competition, hall.now)] == [(0, 1)]
    hall.arrive("ann")
    hall.ask_for_choices(1, "ben")
    hall.direct()
    [forfeited] = hall.told(events.Forfeited)
    assert (forfeited.event.entrants, forfeited.event.no_show) == ((1,), True)  # type: ignore[union-attr]
    assert forfeited.why == "the time of the round was over"


def test_an_arena_has_a_time_of_its_own_and_is_looked_after_no_more_for_that_of_rounds() -> None:
    hall = Hall(stages=[{"format": "arena", "minutes": 60}], pace={"hard_minutes": 30})
    hall.begin("ann", "ben")
    hall.wait(31)
    assert hall.competition.round is not None
    assert hall.competition.round.open
    assert unseen(hall.competition, hall.now) == []


@pytest.mark.parametrize("by", ["place", "side"])
@pytest.mark.parametrize("pace", [{}, {"first_choice_minutes": 60}, {"first_choice_minutes": 5}])
def test_who_never_came_to_a_pod_is_last_at_the_end_of_the_round(pace: dict[str, float], by: str) -> None:
    """With the shortest time for a first choice a bot plays on for them until then."""
    hall = Hall(stages=[{"format": "pods", "rounds": 1, "by": by}], pace={"hard_minutes": 30, **pace})
    hall.begin(*FOUR)
    hall.arrive("ann", "ben", "cid")
    hall.ask_for_choices(1, "dan")
    hall.wait(30)
    points = {hall.competition.entries[one.entrant].name: one.points for one in hall.competition.final}
    share = (4.0 + 2.0 + 1.0) / 3 if by == "place" else 1 / 3
    assert points == pytest.approx({"ann": share, "ben": share, "cid": share, "dan": 0.0}, rel=1e-5)
    state, dan = hall.competition.table(0, 1, 1), hall.competition.by_name["dan"]
    assert [one for one, how in zip(state.table.entrants, state.outings, strict=True) if how is not Outing.played] == [
        dan.entrant
    ]
    assert dan.no_shows == 1


def test_a_pod_to_which_nobody_came_brings_nobody_anything() -> None:
    hall = Hall(stages=[{"format": "pods", "rounds": 1}], pace={"hard_minutes": 30})
    hall.begin(*FOUR)
    hall.ask_for_choices(1)
    hall.wait(30)
    assert {one.points for one in hall.competition.final} == {0.0}
    assert {entry.no_shows for entry in hall.competition.entries.values()} == {1}


def test_who_leaves_a_pod_is_no_no_show() -> None:
    hall = Hall(stages=[{"format": "pods", "rounds": 1}], pace={"no_show": "bot"})
    hall.begin(*FOUR)
    hall.ask(commands.withdraw(hall.competition, "dan"), "dan")
    hall.direct()
    assert [one.no_show for one in sat_in(hall)] == [False]
    assert hall.competition.by_name["dan"].no_shows == 0


def test_who_leaves_without_a_clock_holds_up_a_round_for_a_day_at_most() -> None:
    hall = Hall()
    hall.begin(*FOUR)
    hall.end(1, WIN)
    hall.wait(DEFAULT_HARD_MINUTES - 1)
    assert hall.competition.round is not None
    assert hall.competition.round.ended_at is None
    hall.wait(1)
    assert hall.competition.stages[0].rounds[0].ended_at is not None
    assert Hall(clock={"bank_seconds": 60.0}).competition.rules.hard_minutes is None
    assert Hall(pace={"hard_minutes": 9_000}).competition.rules.hard_minutes == 9_000


def test_people_play_the_matches_of_a_deal_one_after_the_other_and_bots_at_once() -> None:
    hall = Hall(registration={"bots": "ours"})
    hall.begin("ann", "ben")
    assert [one.legs for one in hall.tables] == [(0,)]
    hall.end(1, WIN)
    hall.direct()
    assert [one.legs for one in hall.tables] == [(0,), (1,)]
    bots = Hall(registration={"bots": "ours"})
    bots.begin("ann", "ben", kind="bot", bot="greedy")
    assert [one.legs for one in bots.tables] == [(0, 1)]
    both = Hall(pace={"legs": "together"})
    both.begin("ann", "ben")
    assert [one.legs for one in both.tables] == [(0, 1)]


def test_pairings_are_known_for_a_while_before_a_round_begins() -> None:
    hall = Hall(pace={"notice_minutes": 10})
    hall.begin(*FOUR)
    assert hall.competition.round is not None
    assert hall.competition.round.began_at is None
    assert hall.wait(9) == []
    hall.wait(1)
    assert hall.competition.round.began_at == 600.0


def test_a_host_may_say_who_meets() -> None:
    hall = Hall(pace={"notice_minutes": 10})
    hall.begin(*FOUR, "eve")
    (rival,) = hall.meets("ann")
    other = next(one for one in ("ben", "cid", "dan", "eve") if one != rival)
    hall.ask(commands.pair_again(hall.competition, [(other, "ann")]), why="they travel together")
    hall.direct()
    assert hall.meets("ann") == {other}
    assert hall.competition.table(0, 1, 1).table.entrants == tuple(
        hall.competition.by_name[name].entrant for name in (other, "ann")
    )
    seated = [one for state in hall.competition.stages[0].rounds[0].tables.values() for one in state.table.entrants]
    assert sorted([*seated, *hall.competition.stages[0].rounds[0].byes]) == [0, 1, 2, 3, 4]
    for fixed, refusal in (
        ([("ann", "ann")], "named twice"),
        ([("ann", "gus")], "gus has not entered"),
        ([("ann", "ben"), ("cid", "ann")], "ann is named twice"),
    ):
        with pytest.raises(NotAllowed, match=refusal):
            commands.pair_again(hall.competition, fixed)


def test_places_of_those_who_withdrew_can_be_taken() -> None:
    hall = Hall(registration={"most": 2})
    hall.enter("ann", "ben")
    hall.ask(commands.withdraw(hall.competition, "ben"), "ben")
    hall.enter("cid")
    with pytest.raises(NotAllowed, match="all 2 places"):
        hall.enter("dan")
    with pytest.raises(NotAllowed, match="all 2 places"):
        commands.come_back(hall.competition, "ben")


def test_a_team_is_in_once_all_its_members_have_agreed() -> None:
    hall = Hall(registration={"team_size": 3})
    hall.enter("Fellowship", kind="team", members=("sam", "frodo", "pippin"), pending=("frodo", "pippin"))
    entry = hall.competition.by_name["Fellowship"]
    hall.ask(commands.agree(hall.competition, "Fellowship", "frodo"), "frodo")
    assert not entry.checked_in
    with pytest.raises(NotAllowed, match="pippin"):
        commands.check_in(hall.competition, "Fellowship", b"x", hall.now)
    hall.ask(commands.agree(hall.competition, "Fellowship", "pippin"), "pippin")
    assert entry.checked_in
    assert commands.agree(hall.competition, "Fellowship", "gollum") == []
