"""Games for more than two through the services: pods of three and four, and what two play of such a game."""

from collections import defaultdict
from typing import NamedTuple

import pytest

from services.api import tournaments_pb2 as pb
from services.api.archive_pb2 import ArchivedRecord, ExportRequest, Filter
from tests.services.bots.test_bots import start_worker
from tests.services.tournaments.conftest import Hall

ROUNDS = 2
BY_PLACE = (4.0, 2.0, 1.0, 0.0)


class Event(NamedTuple):
    """What is played, by how many, at tables of which sizes."""

    setting: pb.TournamentSetting
    stage: pb.Stage
    entrants: int
    sizes: list[int]
    """The tables of every round, the large ones first."""


def pods(by: str, *sizes: int) -> pb.Stage:
    return pb.Stage(pods=pb.PodsStage(rounds=ROUNDS, sizes=sizes, by=by))


EVENTS = {
    "trilogy": Event(pb.TournamentSetting(game="wotr", scenario="trilogy"), pods("side", 4), 8, [4, 4]),
    "duel3": Event(pb.TournamentSetting(game="wotr", scenario="duel3"), pods("place", 3), 6, [3, 3]),
    "quest of four and three": Event(pb.TournamentSetting(game="meq"), pods("place", 4, 3), 7, [4, 3]),
    "quest of two": Event(
        pb.TournamentSetting(game="meq", seats=2),
        pb.Stage(swiss=pb.SwissStage(rounds=ROUNDS, table="match")),
        4,
        [2, 2],
    ),
}


async def records_of(hall: Hall, tournament: str) -> dict[tuple[int, int], list[ArchivedRecord]]:
    """What the archive has of a tournament, by round and table."""
    found = defaultdict(list)
    async for page in hall.archive.Export(ExportRequest(filter=Filter(labels={"tournament": tournament}))):
        for record in page.records:
            found[int(record.labels["round"]), int(record.labels["table"])].append(record)
    return found


def points_of(record: ArchivedRecord, stage: pb.Stage) -> list[float]:
    """By seat, what a match brings: counted by hand from how its record ended."""
    winners = set(record.outcome.winners)
    seats = range(len(record.seats))
    if stage.WhichOneof("format") == "swiss":
        return [0.5 if not winners else float(seat in winners) for seat in seats]
    if stage.pods.by == "side":
        return [float(seat in winners) for seat in seats]
    assert winners, "nobody ends one of these matches level"
    ahead, behind = BY_PLACE[: len(winners)], BY_PLACE[len(winners) : len(seats)]
    return [sum(ahead) / len(ahead) if seat in winners else sum(behind) / len(behind) for seat in seats]


async def test_all_sit_at_tables_of_the_right_size_and_stand_as_their_records_say(hall: Hall) -> None:
    entrants, tournaments = {}, {}
    for name, event in EVENTS.items():
        tournaments[name] = await hall.create(event.stage, setting=event.setting)
        entrants[name] = await hall.enter_bots(tournaments[name], *["random"] * event.entrants)
        await hall.start(tournaments[name])
    async with start_worker(hall.settings.having(games="wotr,meq")):
        for tournament in tournaments.values():
            await hall.finished(tournament)
    for name, event in EVENTS.items():
        await check(hall, tournaments[name], event, entrants[name])


async def check(hall: Hall, tournament: str, event: Event, entrants: list[str]) -> None:
    """Whether everybody sat where they should in every round, and has the points that the records give."""
    records = await records_of(hall, tournament)
    counted: dict[str, float] = dict.fromkeys(entrants, 0.0)
    roles: dict[str, list[str]] = {entrant: [] for entrant in entrants}
    for number in range(1, ROUNDS + 1):
        tables = (await hall.pairings(tournament, round=number)).tables
        assert [len(table.places) for table in tables] == event.sizes
        assert sorted(place.entrant for table in tables for place in table.places) == sorted(entrants)
        for table in tables:
            [match], [record] = table.matches, records.pop((number, table.number))
            assert (match.match_id, match.counts, table.open) == (record.match_id, True, False)
            points = points_of(record, event.stage)
            for seat, place in zip(record.seats, table.places, strict=True):  # both by the order of the seats
                roles[place.entrant].append(seat.role)
                counted[place.entrant] += points[seat.seat]
    assert not records, "every table has one record"
    assert all(len(set(played)) == ROUNDS for played in roles.values()), roles
    standings = {one.entrant: one.points for one in await hall.standings(tournament)}
    assert standings == pytest.approx(counted)
    assert await hall.faults(tournament) == []
