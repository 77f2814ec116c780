"""What records of the archive bring about: results, and who is taken for missing."""

from collections.abc import Sequence

from engine.core.chance import commitment
from services.api.archive_pb2 import ArchivedRecord
from services.api.match_pb2 import HOLDER_BOT, HOLDER_PERSON, Outcome, Seat
from services.competition import events
from services.competition.events import AnyEvent
from services.competition.matches import Leg, match_id
from services.competition.seating import Seating, seed_of
from services.tournaments.results import Finished, changes_of
from tests.services.competition.conftest import Hall

FIRST, SECOND = Leg(0, 1, 1, 0), Leg(0, 1, 1, 1)
ANN, BOB = 0, 1


def hall_of_two(**pace: object) -> Hall:
    hall = Hall(setting={"game": "wotr", "scenario": "duel"}, pace=pace)
    hall.begin("ann", "ben")
    return hall


def record(hall: Hall, leg: Leg, *, lost_by: int, cause: str, came: Sequence[int]) -> Finished:
    """The record of a match that an entrant lost without playing it out."""
    seats = Seating(hall.competition.rules).entrants(hall.competition, leg)
    archived = ArchivedRecord(
        match_id=match_id("cup", leg),
        commitment=commitment(seed_of(hall.competition, leg)),
        outcome=Outcome(winners=[seat for seat, one in enumerate(seats) if one != lost_by], reason="forfeit"),
        seats=[
            Seat(seat=seat, has_played=one in came, forfeit=cause if one == lost_by else "")
            for seat, one in enumerate(seats)
        ],
    )
    return Finished(leg, archived)


def brought_about(hall: Hall, *finished: Finished) -> list[AnyEvent]:
    """The events that records bring about, which happen."""
    found = [one.event for one in changes_of(hall.competition, Seating(hall.competition.rules), finished)]
    hall.ask(found, "director")
    return found


def test_who_loses_by_the_clock_without_any_choice_did_not_come() -> None:
    for cause in ("clock", "absence"):
        hall = hall_of_two()
        both = [record(hall, leg, lost_by=BOB, cause=cause, came=[ANN]) for leg in (FIRST, SECOND)]
        arrived, forfeited = brought_about(hall, *both)
        assert arrived == events.Arrived(stage=0, round=1, table=1, entrant=ANN)
        assert forfeited == events.Forfeited(stage=0, round=1, table=1, entrants=(BOB,), no_show=True)
        assert hall.competition.entries[BOB].no_shows == 1
        assert brought_about(hall, *both) == [], "the table has its result"


def test_who_played_one_match_of_a_table_has_come() -> None:
    hall = hall_of_two()
    lost = brought_about(hall, record(hall, FIRST, lost_by=BOB, cause="clock", came=[ANN, BOB]))
    assert [type(one) for one in lost] == [events.Arrived, events.Arrived, events.LegForfeited, events.LegEnded]
    again = brought_about(hall, record(hall, SECOND, lost_by=BOB, cause="absence", came=[ANN]))
    assert [type(one) for one in again] == [events.LegForfeited, events.LegEnded]
    assert hall.competition.entries[BOB].no_shows == 0


def test_who_chose_what_was_not_offered_has_come() -> None:
    hall = hall_of_two()
    told = brought_about(hall, record(hall, FIRST, lost_by=BOB, cause="illegal", came=[ANN]))
    assert events.LegForfeited in map(type, told)
    assert hall.competition.entries[BOB].no_shows == 0


def test_a_record_that_does_not_stand_makes_nobody_missing() -> None:
    hall = hall_of_two()
    one = record(hall, FIRST, lost_by=BOB, cause="clock", came=[])
    assert brought_about(hall, one._replace(fault="it does not replay")) == [
        events.LegRefused(stage=0, round=1, table=1, leg=0, record=one.record.match_id)
    ]


def played_by_a_bot(hall: Hall, leg: Leg, *, gone: int, came: Sequence[int], conceded: bool = False) -> Finished:
    """The record of a match that a bot played out for an entrant, who won it."""
    seats = Seating(hall.competition.rules).entrants(hall.competition, leg)
    archived = ArchivedRecord(
        match_id=match_id("cup", leg),
        commitment=commitment(seed_of(hall.competition, leg)),
        outcome=Outcome(winners=[seat for seat, one in enumerate(seats) if one == gone], scores={"shadow": 3}),
        seats=[
            Seat(
                seat=seat,
                player=hall.competition.entries[one or 0].name,
                holder=HOLDER_BOT if one == gone else HOLDER_PERSON,
                conceded=conceded and one == gone,
                has_played=one in came,
            )
            for seat, one in enumerate(seats)
        ],
    )
    return Finished(leg, archived)


def test_for_whom_a_bot_plays_who_never_chose_did_not_come_however_soon_the_match_is_over() -> None:
    hall = hall_of_two(no_show="bot", first_choice_minutes=60)
    arrived, sat_in, ended = brought_about(hall, played_by_a_bot(hall, FIRST, gone=BOB, came=[ANN]))
    assert arrived == events.Arrived(stage=0, round=1, table=1, entrant=ANN)
    assert sat_in == events.BotSatIn(stage=0, round=1, table=1, entrant=BOB, legs=(0,), no_show=True)
    assert isinstance(ended, events.LegEnded)
    assert hall.competition.entries[BOB].no_shows == 1
    told = brought_about(hall, played_by_a_bot(hall, SECOND, gone=BOB, came=[ANN]))
    assert [type(one) for one in told] == [events.LegEnded], "one table is missed once"
    assert hall.competition.entries[BOB].no_shows == 1
    assert hall.competition.table(0, 1, 1).points == (0.0, 2.0), "the bot won both for ben, and they count"


def test_two_matches_that_come_together_are_missed_once() -> None:
    hall = hall_of_two(no_show="bot")
    both = [played_by_a_bot(hall, leg, gone=BOB, came=[ANN]) for leg in (FIRST, SECOND)]
    assert [type(one) for one in brought_about(hall, *both)].count(events.BotSatIn) == 1
    assert hall.competition.entries[BOB].no_shows == 1


def test_for_whom_a_bot_plays_on_who_chose_or_conceded_has_come() -> None:
    for came, conceded in (([ANN, BOB], False), ([ANN], True)):
        hall = hall_of_two(no_show="bot")
        told = brought_about(hall, played_by_a_bot(hall, FIRST, gone=BOB, came=came, conceded=conceded))
        assert events.BotSatIn not in map(type, told)
        assert hall.competition.entries[BOB].no_shows == 0


def test_who_never_chose_in_a_pod_is_a_no_show_and_is_last_by_option() -> None:
    for option in ("forfeit", "bot"):
        hall = Hall(
            setting={"game": "wotr", "scenario": "trilogy"},
            stages=[{"format": "pods", "rounds": 1}],
            pace={"no_show": option},
        )
        hall.begin("ann", "ben", "cid", "dan")
        gone = hall.competition.table(0, 1, 1).table.entrants[0]
        others = [one for one in range(4) if one != gone]
        finished = played_by_a_bot(hall, FIRST, gone=gone, came=others)
        finished.record.outcome.scores.update({"free": 0})
        brought_about(hall, finished)
        hall.direct()
        assert hall.competition.entries[gone].no_shows == 1
        points = {one.entrant: one.points for one in hall.competition.final}
        assert (points[gone] > 0.0) == (option == "bot"), "the bot won, which counts by option only"
