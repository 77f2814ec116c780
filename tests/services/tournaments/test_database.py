"""What is kept in the tables of tournaments, on SQLite and PostgreSQL."""

import pytest

from services.competition import deals, events
from services.competition.competition import Competition
from services.competition.events import Logged
from services.competition.plan import parse
from services.tournaments.database import Conflict, Database, Fenced, Wanted
from services.tournaments.model import OPEN, SeatRow, TournamentRow, encode_plan, new_tournament_id
from services.tournaments.schema import connect

SECRET = bytes(32)


def create(database: Database) -> TournamentRow:
    """A new tournament of one event."""
    plan = parse({"name": "Cup", "setting": {"game": "wotr"}, "stages": [{"format": "swiss"}]})
    row = TournamentRow(new_tournament_id(), "gandalf", "wotr", OPEN, encode_plan(plan), SECRET, 1_000, None, version=1)
    database.create(row, Logged(1, 1.0, "gandalf", events.Created(plan=plan, commitment=deals.commitment(SECRET))))
    return row


def entered(number: int, name: str) -> Logged:
    return Logged(number, 2.0, name, events.Entered(entrant=number - 2, name=name))


def test_events_are_appended_by_who_knows_the_last_one_and_all_or_none(url: str) -> None:
    database = Database(connect(url))
    row = create(database)
    database.append(row.tournament_id, [entered(2, "ann"), entered(3, "bob")])
    with pytest.raises(Conflict):
        database.append(row.tournament_id, [entered(3, "cat")])
    fence = database.take_over(row.tournament_id).fence
    database.take_over(row.tournament_id)
    with pytest.raises(Fenced):
        database.append(row.tournament_id, [entered(4, "cat")], fence=fence)
    stored = database.events_after(row.tournament_id, 0)
    assert [one.number for one in stored] == [1, 2, 3]
    assert list(Competition.of(stored).by_name) == ["ann", "bob"]
    found = database.page(Wanted(entrant="bob", states=(OPEN,)), 5, None)
    assert row.tournament_id in [one.tournament_id for one in found]
    database.close()


def test_seats_are_kept_until_their_match_is_over(url: str) -> None:
    database = Database(connect(url))
    row = create(database)
    seat = SeatRow(f"{row.tournament_id}-1-1-1-1", 0, row.tournament_id, 0, 1, 1, "ann", "token")
    made = events.MatchesMade(stage=0, round=1, table=1, legs=(0,))
    database.append(row.tournament_id, [Logged(2, 2.0, "director", made)], new_seats=[seat])
    assert database.seats_of("ann", row.tournament_id) == [seat]
    ended = events.LegEnded(stage=0, round=1, table=1, leg=0, points=(1.0, 0.0))
    database.append(row.tournament_id, [Logged(3, 3.0, "director", ended)], cursor=7)
    assert database.seats_of("ann", row.tournament_id) == []
    assert database.take_over(row.tournament_id).cursor == 7
    database.close()
