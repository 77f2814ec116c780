"""What records of the archive bring about: results, and who is taken for missing."""

from collections.abc import Sequence

from engine.core.chance import commitment
from services.api.archive_pb2 import ArchivedRecord
from services.api.match_pb2 import Outcome, Seat
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
