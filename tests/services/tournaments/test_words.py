"""The audit of a tournament as players read it, in both languages."""

from services.competition import events
from services.tournaments.words import narrate
from tests.services.competition.conftest import Hall


def test_a_pod_that_was_ended_by_time_names_who_did_not_come() -> None:
    hall = Hall(stages=[{"format": "pods", "rounds": 1}], pace={"hard_minutes": 30})
    hall.begin("ann", "ben", "cid", "dan")
    seats = [hall.competition.entries[one].name for one in hall.competition.table(0, 1, 1).table.entrants]
    hall.ask_for_choices(1, seats[0], seats[3])
    hall.wait(30)
    [ended] = hall.told(events.Adjudicated)
    told = [narrate(hall.competition, ended.event, lang) for lang in ("en", "pl")]
    assert told == [
        f"Stage 1, round 1, table 1: adjudicated 0 : 3 : 3 : 0; forfeited by {seats[0]}, {seats[3]}.",
        "Etap 1, runda 1, stół 1: wynik ustalony przez sędziego, 0 : 3 : 3 : 0; "
        f"walkower, przegrywa {seats[0]}, {seats[3]}.",
    ]
