"""The tables of ladders: every pair has one number and one result, whoever writes and however often."""

import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.engine import Engine

from services.api import ladders_pb2 as pb
from services.api.bots_pb2 import DecisionTimes, PlayedMatch, PlayedPair
from services.ladders import schema
from services.ladders.database import Database, NameTaken
from services.ladders.ladder import new_ladder
from services.ladders.model import LadderRow, NewEntrant, PairResult, PairRow, cells_of, result_of, void
from services.ladders.schema import connect, metadata
from services.pairs.ratings import PairTable, sum_up
from services.process.settings import Settings
from tests.services.conftest import plain_engine

WINNERS = [(0, 0), (0, 1), (1, 1), (0, None), (None, 1)]


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request, settings: Settings) -> Iterator[Engine]:
    """An empty database of each kind."""
    url = settings.store.database_url if request.param == "sqlite" else request.getfixturevalue("postgres")
    engine = connect(url)
    with engine.begin() as connection:
        for table in metadata.sorted_tables:
            connection.execute(table.delete())
    yield engine
    engine.dispose()


@pytest.fixture
def database(engine: Engine) -> Database:
    return Database(engine)


@pytest.fixture
def ladder(database: Database) -> LadderRow:
    """A ladder of three entrants."""
    row = new_ladder("test ladder", pb.LadderSetting(game="barrow"), ("barrow",))
    database.create(row, [NewEntrant(name, f"{name}@1", None) for name in ("a", "b", "c")])
    return row


def played(pair: PairRow, winners: tuple[int | None, int | None]) -> PairResult:
    """The result of a pair whose matches were won by these; the first decided twice, the second once."""
    matches = [PlayedMatch(winner=winner, reason="score", match_id=f"m-{pair.number}") for winner in winners]
    times = [DecisionTimes(counts={-30: 1, -20: 1}), DecisionTimes(counts={-20: 1})]
    return result_of(pair, PlayedPair(number=pair.number, matches=matches, seconds=0.1, times=times), cooperative=False)


def test_pairs_get_numbers_of_their_own(database: Database, ladder: LadderRow) -> None:
    """Also where several processes ask at once."""
    numbers: list[int] = []

    def allocate() -> None:
        for _ in range(10):
            numbers.extend(pair.number for pair in database.allocate(ladder.ladder_id, [(0, 1), (1, 2), (0, 2)]))

    threads = [threading.Thread(target=allocate) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(numbers) == list(range(90))
    assert [pair.number for pair in database.open_pairs(ladder.ladder_id)] == list(range(90))


def test_a_result_counts_once(database: Database, ladder: LadderRow) -> None:
    pairs = database.allocate(ladder.ladder_id, [(0, 1), (0, 1), (1, 2)])
    results = [played(pair, (0, 1)) for pair in pairs]
    assert database.store(ladder.ladder_id, results[:2], 1) == results[:2]
    assert database.store(ladder.ladder_id, [*results, played(pairs[0], (1, 1))], 2) == results[2:]
    assert database.store(ladder.ladder_id, results, 3) == []
    found = database.find(ladder.ladder_id)
    assert found is not None
    assert (found.pairs, found.next_number) == (3, 3)
    assert [(row.first, row.second, row.pairs) for row in database.meetings(ladder.ladder_id, 3)] == [
        (0, 1, 2),
        (1, 2, 1),
    ]
    assert not database.open_pairs(ladder.ladder_id)
    assert database.page(ladder.ladder_id, 10, None, None)[-1].finished_ms == 1


def test_several_who_store_the_same_count_it_once(database: Database, ladder: LadderRow) -> None:
    pairs = database.allocate(ladder.ladder_id, [(0, 1)] * 40)
    results = [played(pair, (0, 0)) for pair in pairs]
    new: list[PairResult] = []

    def store() -> None:
        for start in range(0, 40, 8):
            new.extend(database.store(ladder.ladder_id, results[start : start + 8], 1))

    threads = [threading.Thread(target=store) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(result.number for result in new) == list(range(40))
    assert database.meetings(ladder.ladder_id, 3)[0].pairs == 40


def test_meetings_are_the_sum_of_the_pairs(database: Database, ladder: LadderRow) -> None:
    meetings = [(0, 1), (0, 2), (1, 2), (0, 1), (1, 2), (0, 1), (0, 2)]
    pairs = database.allocate(ladder.ladder_id, meetings)
    for number, pair in enumerate(pairs):
        database.store(ladder.ladder_id, [played(pair, WINNERS[number % len(WINNERS)])], number)
    counted = database.counted(ladder.ladder_id, 100, -1, 100)
    table = PairTable(
        np.array([pair.first for pair in counted]),
        np.array([pair.second for pair in counted]),
        np.array([2 * pair.matches[0].points for pair in counted]),
        np.array([2 * pair.matches[1].points for pair in counted]),
    )
    for ours, theirs in zip(cells_of(database.meetings(ladder.ladder_id, 3)), sum_up(table, 3), strict=True):
        np.testing.assert_allclose(ours, theirs)


def test_what_cannot_be_played_does_not_count(database: Database, ladder: LadderRow) -> None:
    pairs = database.allocate(ladder.ladder_id, [(0, 1), (0, 1)])
    database.store(ladder.ladder_id, [void(pairs[0], "no such rule"), played(pairs[1], (0, 1))], 1)
    found = database.find("test ladder")
    assert found is not None
    assert (found.pairs, found.void_pairs) == (1, 1)
    assert [pair.number for pair in database.counted(ladder.ladder_id, 10, -1, 10)] == [1]
    assert [(pair.counts, pair.error) for pair in database.page(ladder.ladder_id, 10, None, 0)] == [
        (True, ""),
        (False, "no such rule"),
    ]
    assert database.points_from(ladder.ladder_id, 0) == [None, 2]


def test_times_of_decisions_add_up(database: Database, ladder: LadderRow) -> None:
    pairs = database.allocate(ladder.ladder_id, [(0, 1), (1, 2), (0, 2)])
    for pair in [*pairs, pairs[0]]:  # the last one has been stored
        database.store(ladder.ladder_id, [played(pair, (0, 1))], 1)
    assert database.times(ladder.ladder_id) == {0: {-30: 2, -20: 2}, 1: {-30: 1, -20: 2}, 2: {-20: 2}}


def test_points_end_at_the_first_open_pair(database: Database, ladder: LadderRow) -> None:
    pairs = database.allocate(ladder.ladder_id, [(0, 1)] * 4)
    database.store(ladder.ladder_id, [played(pairs[number], (0, 0)) for number in (0, 1, 3)], 1)
    assert database.points_from(ladder.ladder_id, 0) == [4, 4]
    assert database.points_from(ladder.ladder_id, 1) == [4]


def test_forfeits_are_counted_by_entrant(database: Database, ladder: LadderRow) -> None:
    [pair] = database.allocate(ladder.ladder_id, [(1, 2)])
    matches = [
        PlayedMatch(winner=1, forfeited_by=0, fault="crash", reason="crash"),
        PlayedMatch(winner=0, forfeited_by=1, fault="overrun", reason="overrun"),
    ]
    database.store(ladder.ladder_id, [result_of(pair, PlayedPair(number=0, matches=matches), cooperative=False)], 1)
    counts = [(row.crashes, row.overruns, row.illegals) for row in database.entrants(ladder.ladder_id)]
    assert counts == [(0, 0, 0), (1, 0, 0), (0, 1, 0)]


def test_a_bot_enters_once_at_a_version(database: Database, ladder: LadderRow) -> None:
    database.withdraw(ladder.ladder_id, 1)
    new = [NewEntrant("b", "b@1", None), NewEntrant("b", "b@2", 1500.0)]
    entered = database.enter(ladder.ladder_id, new, 7)
    assert [(row.entrant, row.fingerprint, row.withdrawn) for row in entered] == [(1, "b@1", False), (3, "b@2", False)]
    assert len(database.entrants(ladder.ladder_id)) == 4


def test_an_outside_bot_is_away_after_a_crash_until_it_enters_again(database: Database, ladder: LadderRow) -> None:
    bot = NewEntrant("dain", "outside:dain@1", None, outside=True)
    [entered] = database.enter(ladder.ladder_id, [bot], 1)
    [pair] = database.allocate(ladder.ladder_id, [(0, entered.entrant)])
    crashes = [PlayedMatch(winner=1 - one, forfeited_by=one, fault="crash", reason="crash") for one in (0, 1)]
    database.store(ladder.ladder_id, [result_of(pair, PlayedPair(number=0, matches=crashes), cooperative=False)], 1)
    assert [(row.crashes, row.away) for row in database.entrants(ladder.ladder_id)] == [
        (1, False),
        (0, False),
        (0, False),
        (1, True),
    ]
    assert not database.enter(ladder.ladder_id, [bot], 2)[0].away


def test_ladders_of_the_release_before_lose_nothing(url: str) -> None:
    engine, config = plain_engine(url), Config()
    config.set_main_option("path_separator", "os")
    config.set_main_option("script_location", str(Path(schema.__file__).parent / "migrations"))
    with engine.begin() as connection:
        config.attributes.update(connection=connection, version_table=schema.VERSION_TABLE)
        command.upgrade(config, "0001")
        columns = dict.fromkeys(("crashes", "overruns", "illegals", "entered_ms", "entrant"), 0)
        texts = {"ladder_id": "l-1", "bot": "greedy", "fingerprint": "greedy@1"}
        old = sa.table("ladder_entrants", *map(sa.column, [*columns, *texts, "withdrawn"]))
        connection.execute(old.insert().values(**columns, **texts, withdrawn=False))
    engine.dispose()
    database = Database(connect(url))
    [row] = database.entrants("l-1")
    assert (row.bot, row.outside, row.away) == ("greedy", False, False)
    database.close()


def test_names_are_unique(database: Database, ladder: LadderRow) -> None:
    with pytest.raises(NameTaken):
        database.create(new_ladder("test ladder", pb.LadderSetting(game="barrow"), ("barrow",)), [])
    assert len(database.ladders("barrow")) == 1


def test_a_database_that_exists_is_opened_again(engine: Engine, database: Database, ladder: LadderRow) -> None:
    again = connect(engine.url.render_as_string(hide_password=False))
    assert Database(again).find("test ladder") == database.find(ladder.ladder_id)
    again.dispose()
