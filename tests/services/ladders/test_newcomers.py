"""Who reads a ladder while somebody enters it and plays is told of the entrants that it names."""

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

import pytest

from services.api import ladders_pb2 as pb
from services.api.bots_pb2 import PlayedMatch, PlayedPair
from services.ladders import servicer
from services.ladders.database import Database
from services.ladders.model import NewEntrant, result_of
from services.ladders.schema import connect
from tests.services.ladders.conftest import Ladders


@pytest.fixture
def database(idle_ladders: Ladders) -> Iterator[Database]:
    """What the service has, opened once more."""
    database = Database(connect(idle_ladders.settings.store.database_url))
    yield database
    database.close()


def play(database: Database, ladder_id: str, *meetings: tuple[int, int]) -> None:
    """Store pairs, all of which the second entrant wins."""
    matches = [PlayedMatch(winner=1, reason="score")] * 2
    pairs = database.allocate(ladder_id, meetings)
    played = [result_of(pair, PlayedPair(number=pair.number, matches=matches), cooperative=False) for pair in pairs]
    database.store(ladder_id, played, 1)


def let_somebody_come(monkeypatch, name: str, database: Database, ladder_id: str, after: int) -> None:
    """Have a bot enter, and play a pair, after so many readings of a kind."""
    read = getattr(Database, name)
    readings = 0

    def read_and_come(self: Database, *arguments: Any) -> Any:
        nonlocal readings
        if readings == after:
            newcomer = database.enter(ladder_id, [NewEntrant("newcomer", "newcomer@1", None)], 1)[0]
            play(database, ladder_id, (0, newcomer.entrant))
        readings += 1
        return read(self, *arguments)

    monkeypatch.setattr(Database, name, read_and_come)


@pytest.mark.parametrize("format", [pb.EXPORT_FORMAT_JSON, pb.EXPORT_FORMAT_CSV], ids=["json", "csv"])
async def test_an_export_is_of_the_ladder_as_it_began(idle_ladders: Ladders, database, format, monkeypatch) -> None:
    """A bot enters and plays between two of its pages."""
    ladder = await idle_ladders.create(bots=("random", "greedy"), paused=True)
    play(database, ladder.ladder_id, (0, 1), (0, 1), (0, 1))
    monkeypatch.setattr(servicer, "EXPORT_PAGE", 2)
    let_somebody_come(monkeypatch, "counted", database, ladder.ladder_id, after=1)
    for pairs, entrants in ((3, 2), (4, 3)):
        export = (await idle_ladders.export(ladder.ladder_id, format)).decode()
        if format == pb.EXPORT_FORMAT_JSON:
            whole = json.loads(export)
            assert (int(whole["ladder"]["pairs"]), len(whole["ladder"]["entrants"])) == (pairs, entrants)
            rows = whole["pairs"]
        else:
            rows = list(csv.DictReader(io.StringIO(export)))
        assert [int(row["number"]) for row in rows] == list(range(pairs))


async def test_standings_are_of_the_entrants_that_were_there(idle_ladders: Ladders, database, monkeypatch) -> None:
    """A bot enters and plays after they were read, and before the pairs are."""
    ladder = await idle_ladders.create(bots=("random", "greedy"), paused=True)
    play(database, ladder.ladder_id, (0, 1))
    let_somebody_come(monkeypatch, "meetings", database, ladder.ladder_id, after=0)
    for pairs, entrants in ((1, 2), (2, 3)):
        standings = await idle_ladders.standings(ladder.ladder_id)
        assert (standings.pairs, len(standings.standings)) == (pairs, entrants)


async def test_a_cross_table_names_nobody_whom_it_does_not_list(idle_ladders: Ladders, database, monkeypatch) -> None:
    ladder = await idle_ladders.create(bots=("random", "greedy"), paused=True)
    play(database, ladder.ladder_id, (0, 1))
    let_somebody_come(monkeypatch, "meetings", database, ladder.ladder_id, after=0)
    for meetings, entrants in (([(0, 1)], 2), ([(0, 1), (0, 2)], 3)):
        request = pb.GetCrossTableRequest(ladder_id=ladder.ladder_id)
        table = await idle_ladders.stub.GetCrossTable(request)
        assert [(one.first, one.second) for one in table.meetings] == meetings
        assert len(table.entrants) == entrants
