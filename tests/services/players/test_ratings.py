"""Ratings: what matches change, each once and in order, from the archive's feed to what everybody sees."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from services.api import archive_pb2
from services.api import players_pb2 as pb
from services.api.archive_pb2_grpc import ArchiveServiceStub
from services.api.match_pb2 import HOLDER_PERSON, Outcome, Seat
from services.api.players_pb2_grpc import PlayersServiceStub
from services.archive import __main__ as archive_main
from services.players.__main__ import setup
from services.players.database import Database
from services.players.rating_table import RatingTable
from services.players.ratings import Skill, is_rated, rate
from services.players.schema import connect
from services.process.settings import Settings
from services.rpc.serving import serving
from tests.services.archive.test_archive import played
from tests.services.conftest import channel_to, eventually
from tests.services.players.conftest import PASSWORD, refusal, sign_in, sign_up

NOW = 4_000_000_000_000
"""After every account of these tests was made."""


def finished(number: int, *players: str, winners=(0,), sides=("light", "dark"), private=False, reason=""):
    """The record of a match that was finished: its first player has won, unless others are named."""
    return archive_pb2.ArchivedRecord(
        match_id=f"match-{number:04}",
        game="barrow",
        seats=[
            Seat(seat=seat, role=f"{sides[seat]} one", side=sides[seat], holder=HOLDER_PERSON, player=player)
            for seat, player in enumerate(players)
        ],
        outcome=Outcome(winners=winners, side=sides[winners[0]] if winners else "", reason=reason),
        started_ms=NOW + 1000 * number,
        finished_ms=NOW + 1000 * number + 500,
        private=private,
    )


# -- what one match changes


def test_who_wins_gains_and_who_loses_loses() -> None:
    after = rate(finished(1, "ann", "bob"), {0: Skill(), 1: Skill()})
    assert after[0].rating > Skill().rating == 1500 > after[1].rating
    assert after[0].deviation < Skill().deviation


def test_who_beats_a_stronger_player_gains_more() -> None:
    even = rate(finished(1, "ann", "bob"), {0: Skill(), 1: Skill()})
    upset = rate(finished(1, "ann", "bob"), {0: Skill(), 1: Skill(mu=35.0)})
    assert upset[0].mu > even[0].mu


def test_a_draw_of_equals_moves_nobody() -> None:
    after = rate(finished(1, "ann", "bob", winners=()), {0: Skill(), 1: Skill()})
    assert after[0].mu == pytest.approx(Skill().mu)
    assert after[1].mu == pytest.approx(Skill().mu)


def test_those_of_one_side_win_together() -> None:
    record = finished(1, "ann", "bob", "cid", winners=(0, 1), sides=("light", "light", "dark"))
    after = rate(record, dict.fromkeys(range(3), Skill()))
    assert after[0] == after[1]
    assert after[0].mu > Skill().mu > after[2].mu


def test_those_of_one_side_who_do_not_win_together_are_rated_apart() -> None:
    record = finished(1, "ann", "bob", "cid", winners=(0,), sides=("light", "light", "dark"))
    after = rate(record, dict.fromkeys(range(3), Skill()))
    assert after[0].mu > Skill().mu > after[1].mu
    assert after[1].mu == pytest.approx(after[2].mu)


@pytest.mark.parametrize(
    "record",
    [
        finished(1, "ann", "bob", private=True),
        finished(1, "ann", ""),
        finished(1, "ann", "ann"),
        finished(1, "ann", "bob", winners=(0, 1), sides=("light", "light")),
        finished(1, "ann", "bob", winners=(), reason="annulled"),
        finished(1, "ann", "bob", winners=(), reason="abandoned"),
    ],
    ids=["private", "against a bot", "against oneself", "of one side", "annulled", "abandoned"],
)
def test_some_matches_do_not_count(record) -> None:
    assert not is_rated(record)
    assert is_rated(finished(1, "ann", "bob"))


# -- in a database


@pytest.fixture
def table(url: str):
    database = Database(connect(url))
    for name in ("ann", "bob"):
        database.create_account(name, 0)
    yield RatingTable(database.engine)
    database.close()


def ratings_of(table: RatingTable, name: str):
    account = Database(table._engine).account_of_name(name)
    assert account is not None
    return table.of_account(account.account_id)


def test_a_match_counts_once_however_often_it_comes(table: RatingTable) -> None:
    assert table.apply([finished(1, "ann", "bob")], 0, 1) == 1
    once = ratings_of(table, "ann")
    assert table.apply([finished(1, "ann", "bob")], 0, 1) is None, "that page was read"
    assert table.apply([finished(1, "ann", "bob")], 1, 2) == 0
    assert ratings_of(table, "ann") == once
    assert [row.matches for row in once] == [1]
    assert table.cursor() == 2


def test_matches_count_in_order_of_finishing(url: str, table: RatingTable, tmp_path) -> None:
    wins = [finished(1, "ann", "bob"), finished(2, "ann", "bob", winners=(1,)), finished(3, "ann", "bob")]
    table.apply([wins[2], wins[0], wins[1]], 0, 3)
    skills = {0: Skill(), 1: Skill()}
    for record in wins:
        skills = rate(record, skills)
    (row,) = ratings_of(table, "ann")
    assert row.skill.mu == pytest.approx(skills[0].mu)
    assert row.matches == 3


def test_roles_are_rated_apart(table: RatingTable) -> None:
    table.apply([finished(1, "ann", "bob"), finished(2, "bob", "ann", winners=(1,))], 0, 2)
    assert [(row.role, row.matches) for row in ratings_of(table, "ann")] == [("dark one", 1), ("light one", 1)]


def test_matches_with_guests_or_from_before_the_account_do_not_count(table: RatingTable) -> None:
    early = finished(2, "ann", "bob")
    early.started_ms = -1
    assert table.apply([finished(1, "ann", "~bob"), early, finished(3, "ANN", "bob")], 0, 3) == 0
    assert ratings_of(table, "ann") == []


def test_nobody_is_rated_against_their_own_bots(table: RatingTable) -> None:
    database = Database(table._engine)
    ann = database.account_of_name("ann")
    assert ann is not None
    database.create_account("engine", 0, owner_id=ann.account_id)
    assert table.apply([finished(1, "ann", "engine"), finished(2, "bob", "engine")], 0, 2) == 1
    assert ratings_of(table, "ann") == []


# -- from the archive to everybody


@asynccontextmanager
async def both(settings: Settings, url: str) -> AsyncIterator[tuple[ArchiveServiceStub, PlayersServiceStub]]:
    """The archive and the players service, which share a database."""
    settings = settings.having(database_url=url)
    async with serving(archive_main.setup, settings, archive_main.LARGE_METHODS) as archive:
        following = settings.having(archive_address=archive.address)
        async with channel_to(setup, following) as channel, channel_to(archive_main.setup, settings) as to_archive:
            yield ArchiveServiceStub(to_archive), PlayersServiceStub(channel)


def between(number: int, *players: str) -> archive_pb2.ArchivedRecord:
    """The record of a match that was really played, by these people."""
    record = played(number)
    record.started_ms, record.finished_ms = NOW + 1000 * number, NOW + 1000 * number + 500
    for seat, player in zip(record.seats, players, strict=True):
        seat.player, seat.holder, seat.bot = player, HOLDER_PERSON, ""
        seat.role, seat.side = (("defender", "light"), ("wight", "dark"))[seat.seat]
    return record


async def test_a_finished_match_changes_what_everybody_sees(settings: Settings, store, url: str, service) -> None:
    async with both(settings, url) as (archive, players):
        for name in ("Ann", "Bob"):
            await sign_up(players, name)
        records = [between(1, "Ann", "Bob"), between(2, "Ann", "~guest")]
        await archive.Put(archive_pb2.PutRequest(records=records), metadata=service)

        async def rated():
            return (await players.GetRatings(pb.GetRatingsRequest(player="ann"))).ratings

        (rating,) = await eventually(rated)
        assert (rating.game, rating.role, rating.matches) == ("barrow", "defender", 1)
        assert rating.rating != 1500
        history = await players.ListRatingHistory(pb.ListRatingHistoryRequest(player="Ann", game="barrow"))
        (change,) = history.changes
        ann = await sign_in(players, "Ann")
        exported = [piece async for piece in players.ExportData(pb.ExportDataRequest(session=ann.session))]
        document = json.loads(b"".join(piece.json for piece in exported))
        assert [one["match_id"] for one in document["rating_history"]] == ["match-0001"]
        assert [(one["match_id"], one["roles"]) for one in document["matches"]] == [
            ("match-0002", ["defender"]),
            ("match-0001", ["defender"]),
        ]
        assert (change.match_id, change.rating) == ("match-0001", rating.rating)
        assert change.change == pytest.approx(rating.rating - 1500)
        assert await refusal(players.GetRatings(pb.GetRatingsRequest(player="nobody"))) == "UNKNOWN_PLAYER"


async def test_records_of_a_deleted_account_keep_a_pseudonym(settings: Settings, store, url: str, service) -> None:
    async with both(settings, url) as (archive, players):
        ann = await sign_up(players, "Ann")
        await sign_up(players, "Bob")
        await archive.Put(archive_pb2.PutRequest(records=[between(1, "Ann", "Bob")]), metadata=service)
        await eventually(lambda: _rated(players, "Bob"))
        delete = pb.DeleteAccountRequest(session=ann.session, password=PASSWORD)
        pseudonym = (await players.DeleteAccount(delete)).pseudonym

        async def renamed():
            found = (await archive.Get(archive_pb2.GetRequest(match_id="match-0001"))).record
            return [seat.player for seat in found.seats] == [pseudonym, "Bob"]

        await eventually(renamed)
        assert len(await _rated(players, "Bob")) == 1
        assert (await archive.Verify(archive_pb2.VerifyRequest(match_id="match-0001"))).ok


async def _rated(players: PlayersServiceStub, name: str):
    return (await players.GetRatings(pb.GetRatingsRequest(player=name))).ratings
