"""The archive: keeps what ended, copies what goes on, proves what it kept, and finds it again."""

import base64
from collections.abc import AsyncIterator, Iterator
from typing import Any

import grpc
import msgspec
import pytest
from prometheus_client import REGISTRY

from engine import Record, load
from engine.bots import make_bot, play_out
from services.api import archive_pb2 as pb
from services.api.archive_pb2_grpc import ArchiveServiceStub
from services.api.errors_pb2 import ErrorReason
from services.api.match_pb2 import HOLDER_BOT, HOLDER_PERSON, Outcome, Seat
from services.archive.__main__ import LARGE_METHODS, setup
from services.archive.database import Database, LiveUpdate, Position
from services.archive.follower import Follower
from services.archive.rebuild import RebuildReport, rebuild
from services.archive.schema import connect, metadata
from services.bots.batch_scheduler import new_batch_id
from services.bots.servicer import MOST_MATCHES
from services.match.wire import outcome
from services.process.refusals import detail_of
from services.process.settings import Settings
from services.rpc.tokens import Caller
from tests.services.conftest import bearer, channel_to, eventually
from tests.services.engine.conftest import worker  # noqa: F401  # a fixture

OPERATOR = Caller("admin", "operator")


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, settings: Settings) -> Iterator[Database]:
    """An empty database of each kind."""
    url = settings.store.database_url if request.param == "sqlite" else request.getfixturevalue("postgres")
    engine = connect(url)
    with engine.begin() as connection:
        for table in metadata.tables.values():
            connection.execute(table.delete())
    yield Database(engine)
    engine.dispose()


@pytest.fixture
async def archive(settings: Settings, store) -> AsyncIterator[ArchiveServiceStub]:
    async with channel_to(setup, settings, large_methods=LARGE_METHODS) as channel:
        yield ArchiveServiceStub(channel)


@pytest.fixture(params=["sqlite", "postgresql"])
async def each_archive(request, settings: Settings, store) -> AsyncIterator[ArchiveServiceStub]:
    """The service on a database of each kind."""
    if request.param == "postgresql":
        settings = settings.having(database_url=request.getfixturevalue("postgres"))
    async with channel_to(setup, settings, large_methods=LARGE_METHODS) as channel:
        yield ArchiveServiceStub(channel)


def played(number: int, bots=("random", "greedy"), scenario: str = "duel") -> pb.ArchivedRecord:
    """The record of a match between two bots."""
    match = play_out(load("barrow").new_match(scenario, 2, number), [make_bot(bot, number) for bot in bots])
    record = match.record
    return pb.ArchivedRecord(
        match_id=f"match-{number:04}",
        record=record.dump(),
        game="barrow",
        scenario=scenario,
        rules_version=1,
        seats=[Seat(seat=seat, holder=HOLDER_BOT, player=f"p{number % 3}", bot=bot) for seat, bot in enumerate(bots)],
        outcome=outcome(match.outcome),
        started_ms=1000 * number,
        finished_ms=1000 * number + 500,
        decisions=len(record.choices),
        commitment=record.commitment,
        digest=record.digest,
    )


def test_records_come_back_as_they_were_put(database: Database) -> None:
    records = [played(n) for n in range(5)]
    assert database.put(records) == 5
    assert database.put(records) == 0
    assert database.get("match-0003", OPERATOR) == records[3]
    assert database.get("match-9999", OPERATOR) is None


def test_filters_and_pages(database: Database) -> None:
    records = [played(n, scenario="duel" if n % 2 else "company") for n in range(20)]
    database.put(records)
    pages, after = [], None
    while page := database.page(pb.Filter(), OPERATOR, 6, after):
        pages.append([record.match_id for record in page])
        after = Position(page[-1].finished_ms, page[-1].match_id)
    assert [len(page) for page in pages] == [6, 6, 6, 2]
    assert [id for page in pages for id in page] == [f"match-{n:04}" for n in reversed(range(20))]

    def count(**criteria) -> int:
        return len(database.page(pb.Filter(**criteria), OPERATOR, 100, None))

    assert count(scenario="duel") == 10
    assert count(player="p1") == 7
    assert count(bot="greedy") == 20
    assert count(bot="mcts") == 0
    assert count(finished_after_ms=10_000, finished_before_ms=15_000) == 5
    assert count(side="red") + count(side="blue") == 20
    stats = database.stats(pb.Filter(scenario="duel"), OPERATOR)
    assert stats.matches == 10
    assert {side.scenario for side in stats.sides} == {"duel"}


def test_a_bot_is_found_where_it_held_a_seat_to_the_end(database: Database) -> None:
    by_people, by_both = played(1), played(2)
    for seat in (*by_people.seats, by_both.seats[0]):
        seat.holder = HOLDER_PERSON
    database.put([by_people, by_both])

    def matches_of(bot: str) -> list[str]:
        listed = [record.match_id for record in database.page(pb.Filter(bot=bot), OPERATOR, 9, None)]
        assert database.stats(pb.Filter(bot=bot), OPERATOR).matches == len(listed)
        return listed

    assert matches_of("greedy") == [by_both.match_id]
    assert matches_of("random") == []
    assert database.get(by_people.match_id, OPERATOR) == by_people


def test_live_copies_grow_and_go(database: Database) -> None:
    database.copy_live([LiveUpdate("m1", b"meta1", 0, [b"a", b"b"]), LiveUpdate("m2", b"meta2", 0, [])])
    database.copy_live([LiveUpdate("m1", None, 2, [b"c"])])
    assert database.live_versions() == {"m1": 3, "m2": 0}
    assert {id: (meta, entries) for id, meta, entries in database.live_copies()} == {
        "m1": (b"meta1", [b"a", b"b", b"c"]),
        "m2": (b"meta2", []),
    }
    database.drop_live(["m1"])
    assert database.live_versions() == {"m2": 0}


async def test_a_record_is_verified_and_a_forged_one_is_not(archive, service) -> None:
    honest, forged = played(1), played(2)
    record = Record.load(forged.record)
    forged.record = msgspec.structs.replace(record, choices=record.choices[:-1]).dump()
    await archive.Put(pb.PutRequest(records=[honest, forged]), metadata=service)
    assert (await archive.Verify(pb.VerifyRequest(match_id=honest.match_id))).ok
    answer = await archive.Verify(pb.VerifyRequest(match_id=forged.match_id))
    assert not answer.ok
    assert answer.faults


def of_other(**changes) -> pb.ArchivedRecord:
    """A record that is true, but not of these rules."""
    record = played(7)
    record.record = msgspec.structs.replace(Record.load(record.record), **changes).dump()
    for name, value in changes.items():
        setattr(record, name, value)
    return record


@pytest.mark.parametrize(
    ("changes", "expected"), [({"rules_version": 9}, "RULES_VERSION"), ({"game": "hearts"}, "UNKNOWN_GAME")]
)
async def test_a_record_of_other_rules_is_neither_true_nor_false(archive, service, changes, expected) -> None:
    record = of_other(**changes)
    await archive.Put(pb.PutRequest(records=[record]), metadata=service)
    before = REGISTRY.get_sample_value("westmarch_archive_faults_total", {"game": record.game})
    assert await reason(archive.Verify(pb.VerifyRequest(match_id=record.match_id))) == expected
    assert REGISTRY.get_sample_value("westmarch_archive_faults_total", {"game": record.game}) == before


async def reason(call) -> str:
    """Why a call is refused."""
    with pytest.raises(grpc.RpcError) as caught:
        await call
    return ErrorReason.Name(detail_of(caught.value).reason)[13:]


async def test_what_the_archive_refuses(archive, service) -> None:
    assert await reason(archive.Put(pb.PutRequest(records=[played(1)]))) == "UNAUTHENTICATED"
    lying = played(1)
    lying.scenario = "company"
    assert await reason(archive.Put(pb.PutRequest(records=[lying]), metadata=service)) == "BAD_RECORD"
    junk = pb.ArchivedRecord(match_id="x", record=b"{")
    assert await reason(archive.Put(pb.PutRequest(records=[junk]), metadata=service)) == "BAD_RECORD"
    assert await reason(archive.Get(pb.GetRequest(match_id="none"))) == "UNKNOWN_RECORD"
    assert await reason(archive.List(pb.ListRequest(page_size=9999))) == "INVALID_ARGUMENT"
    assert await reason(archive.List(pb.ListRequest(page_token="%%%"))) == "INVALID_ARGUMENT"


def token_of(place: str) -> str:
    """A page token that we would not write."""
    return base64.urlsafe_b64encode(place.encode()).decode()


@pytest.mark.parametrize(
    "place", [f"{10**30}:match-0001", f"{-(10**30)}:match-0001", "1000:match\0-0001", "1000:" + "m" * 99]
)
async def test_a_page_that_begins_nowhere_is_refused(each_archive, place: str) -> None:
    assert await reason(each_archive.List(pb.ListRequest(page_token=token_of(place)))) == "INVALID_ARGUMENT"


async def test_nothing_is_called_what_no_database_can_hold(each_archive) -> None:
    for match_id in ("match\0-0001", "", "short", "m" * 99):
        assert await reason(each_archive.Get(pb.GetRequest(match_id=match_id))) == "UNKNOWN_RECORD"
        assert await reason(each_archive.Verify(pb.VerifyRequest(match_id=match_id))) == "UNKNOWN_RECORD"
    for name in ("game", "scenario", "player", "bot", "side"):
        criteria = pb.Filter(**{name: "a\0b"})
        assert await reason(each_archive.List(pb.ListRequest(filter=criteria))) == "INVALID_ARGUMENT"
        assert await reason(each_archive.Stats(pb.StatsRequest(filter=criteria))) == "INVALID_ARGUMENT"
        assert await reason(each_archive.Export(pb.ExportRequest(filter=criteria)).read()) == "INVALID_ARGUMENT"


def seats(*numbers: int, **more) -> list[Seat]:
    return [Seat(seat=number, holder=HOLDER_BOT, **more) for number in numbers]


@pytest.mark.parametrize(
    ("kept", "expected"),
    [
        ({"match_id": ""}, "INVALID_ARGUMENT"),
        ({"match_id": "short"}, "INVALID_ARGUMENT"),
        ({"match_id": "m" * 41}, "INVALID_ARGUMENT"),
        ({"match_id": "match\0-0001"}, "INVALID_ARGUMENT"),
        ({"match_id": "match 0001"}, "INVALID_ARGUMENT"),
        ({"seats": seats(0, 0)}, "BAD_RECORD"),
        ({"seats": seats(0, 2)}, "BAD_RECORD"),
        ({"seats": seats(-1)}, "BAD_RECORD"),
        ({"seats": seats(0, player="p" * 65)}, "BAD_RECORD"),
        ({"seats": seats(0, player="p\0")}, "BAD_RECORD"),
        ({"seats": seats(0, bot="b" * 65)}, "BAD_RECORD"),
        ({"outcome": Outcome(side="s" * 41)}, "BAD_RECORD"),
        ({"game": "g" * 41}, "BAD_RECORD"),
        ({"scenario": "s\0"}, "BAD_RECORD"),
        ({"commitment": "c" * 65}, "BAD_RECORD"),
        ({"digest": "d" * 65}, "BAD_RECORD"),
    ],
)
async def test_what_does_not_fit_is_not_kept(each_archive, service, kept: dict[str, Any], expected: str) -> None:
    sealed = {name: kept[name] for name in ("game", "scenario", "commitment", "digest") if name in kept}
    record = of_other(**sealed)
    for name in kept.keys() - sealed.keys():
        record.ClearField(name)
    record.MergeFrom(pb.ArchivedRecord(**kept))
    assert await reason(each_archive.Put(pb.PutRequest(records=[record]), metadata=service)) == expected


async def test_matches_of_a_batch_are_kept_under_its_name(each_archive, service) -> None:
    record = played(1)
    record.match_id = f"{new_batch_id()}-{MOST_MATCHES - 1}"
    assert (await each_archive.Put(pb.PutRequest(records=[record]), metadata=service)).stored == 1
    assert (await each_archive.Get(pb.GetRequest(match_id=record.match_id))).record == record


async def test_listing_and_exporting_over_the_wire(archive, service) -> None:
    await archive.Put(pb.PutRequest(records=[played(n) for n in range(12)]), metadata=service)
    first = await archive.List(pb.ListRequest(page_size=5))
    second = await archive.List(pb.ListRequest(page_size=5, page_token=first.next_page_token))
    third = await archive.List(pb.ListRequest(page_size=5, page_token=second.next_page_token))
    ids = [record.match_id for page in (first, second, third) for record in page.records]
    assert ids == [f"match-{n:04}" for n in reversed(range(12))]
    assert third.next_page_token == ""
    assert not first.records[0].record
    exported = [record async for page in archive.Export(pb.ExportRequest()) for record in page.records]
    assert len(exported) == 12
    assert all(Record.load(record.record).verify() for record in exported)


def test_private_records_are_for_those_who_held_a_seat(database: Database) -> None:
    private, public = played(1), played(2)
    private.private = True
    database.put([private, public])

    def visible(kind: str, name: str = "", match_id: str = "") -> list[str]:
        reader = Caller(kind, name, match_id)
        listed = [record.match_id for record in database.page(pb.Filter(), reader, 10, None)]
        assert (database.get(private.match_id, reader) is not None) == (private.match_id in listed)
        assert database.stats(pb.Filter(), reader).matches == len(listed)
        return listed

    both = [public.match_id, private.match_id]
    assert visible("admin") == visible("service") == both
    assert visible("seat", "p1", private.match_id) == visible("spectator", "x", private.match_id) == both
    assert visible("player", "p1") == both
    assert (
        visible("player", "p2") == visible("guest", "p1") == visible("seat", "p1", public.match_id) == [public.match_id]
    )


async def test_a_private_match_stays_private_when_it_is_over(worker, archive, keyring) -> None:  # noqa: F811
    match = await worker.new_match(private=True)
    await worker.play_out(match)
    request = pb.GetRequest(match_id=match.id)

    async def find_record():
        try:
            return (await archive.Get(request, metadata=match.auth(0))).record
        except grpc.RpcError:
            return None

    assert (await eventually(find_record)).private
    stranger = bearer(keyring.mint("player", "eve", 60))
    for call in (archive.Get(request), archive.Get(request, metadata=stranger)):
        with pytest.raises(grpc.RpcError) as caught:
            await call
        assert detail_of(caught.value).reason == ErrorReason.ERROR_REASON_UNKNOWN_RECORD
    with pytest.raises(grpc.RpcError):
        await archive.Verify(pb.VerifyRequest(match_id=match.id))
    assert not [record async for page in archive.Export(pb.ExportRequest()) for record in page.records]
    assert not (await archive.List(pb.ListRequest())).records
    assert (await archive.Stats(pb.StatsRequest())).matches == 0


async def test_a_match_that_ends_is_kept_and_then_forgotten_by_the_store(worker, archive, store) -> None:  # noqa: F811
    match = await worker.new_match()
    info = await worker.play_out(match)

    async def find_record():
        try:
            return (await archive.Get(pb.GetRequest(match_id=match.id))).record
        except grpc.RpcError:
            return None

    record = await eventually(find_record)
    assert record.digest == info.end.digest
    assert [seat.player for seat in record.seats] == ["p0", "p1"]
    assert (await archive.Verify(pb.VerifyRequest(match_id=match.id))).ok

    async def forgotten():
        return await store.ttl(f"{{m:{match.id}}}:log") > 0 and not await store.zcard("live:barrow.1")

    assert await eventually(forgotten)
    left = await store.keys(f"{{m:{match.id}}}:*")
    assert len(left) >= 3
    assert all([await store.ttl(name) > 0 for name in left])


async def test_a_lost_store_is_rebuilt_from_the_copies(worker, settings, store) -> None:  # noqa: F811
    match = await worker.new_match()
    await worker.choose(match, 0, 1)
    await worker.choose(match, 1, 0)
    database = Database(connect(settings.store.database_url))
    follower = Follower(store, database, settings)
    await follower.follow()
    before = await store.lrange(f"{{m:{match.id}}}:log", 0, -1)
    assert len(before) == 2
    await store.flushall()
    assert await rebuild(store, database) == RebuildReport(1)
    assert await rebuild(store, database) == RebuildReport(0)
    assert await store.lrange(f"{{m:{match.id}}}:log", 0, -1) == before
    await worker.play_out(match)
    assert await follower.follow() == 1
    database.close()


def test_the_feed_has_every_record_once_in_order_of_finishing(database: Database) -> None:
    database.put([played(3), played(1), played(2)])
    first, cursor = database.finished(0, 2)
    assert [record.match_id for record in first] == ["match-0001", "match-0002"]
    assert not first[0].record
    rest, cursor = database.finished(cursor, 2)
    assert [record.match_id for record in rest] == ["match-0003"]
    assert database.finished(cursor, 2) == ([], cursor)


def test_a_record_that_comes_late_is_in_the_feed_all_the_same(database: Database) -> None:
    database.put([played(2)])
    _, cursor = database.finished(0, 9)
    database.put([played(1), played(2)])
    late, cursor = database.finished(cursor, 9)
    assert [record.match_id for record in late] == ["match-0001"]


def labelled(number: int, **labels: str) -> pb.ArchivedRecord:
    record = played(number)
    record.labels.update(labels)
    return record


def test_records_are_found_by_their_labels(database: Database) -> None:
    database.put([labelled(1, tournament="t1", round="1"), labelled(2, tournament="t1", round="2"), played(3)])
    for labels, found in (
        ({"tournament": "t1"}, ["match-0002", "match-0001"]),
        ({"tournament": "t1", "round": "1"}, ["match-0001"]),
        ({"tournament": "t2"}, []),
        ({"round": "t1"}, []),
    ):
        page = database.page(pb.Filter(labels=labels), OPERATOR, 9, None)
        assert [record.match_id for record in page] == found
    kept = database.get("match-0001", OPERATOR)
    assert kept is not None
    assert dict(kept.labels) == {"tournament": "t1", "round": "1"}


def test_a_feed_by_labels_has_those_records_and_skips_what_lies_between(database: Database) -> None:
    database.put([labelled(1, tournament="t1"), played(2), labelled(3, tournament="t1"), played(4)])
    wanted = {"tournament": "t1"}
    first, cursor = database.finished(0, 1, wanted)
    assert [record.match_id for record in first] == ["match-0001"]
    rest, cursor = database.finished(cursor, 9, wanted)
    assert [record.match_id for record in rest] == ["match-0003"]
    assert cursor == 4, "past the last record of others too"
    database.put([played(5)])
    assert database.finished(cursor, 9, wanted) == ([], 5)
    assert [record.match_id for record in database.finished(cursor, 9)[0]] == ["match-0005"]


def test_a_sealed_record_is_for_nobody_until_it_is_unsealed(database: Database) -> None:
    records = [labelled(1, deal="1"), labelled(2, deal="1"), labelled(4, deal="2")]
    for record in records:
        record.sealed = record.private = True
    database.put(records)
    player, guest = Caller("player", "p1"), Caller("guest", "::1")
    for reader in (player, guest):
        assert database.get("match-0001", reader) is None
        assert database.page(pb.Filter(), reader, 9, None) == []
        assert database.stats(pb.Filter(), reader).matches == 0
    assert database.is_sealed("match-0001", player)
    assert not database.is_sealed("match-0001", guest), "who had no seat is not told that there is one"
    assert len(database.page(pb.Filter(), OPERATOR, 9, None)) == 3
    assert database.unseal({"deal": "1"}) == 2
    assert database.unseal({"deal": "1"}) == 0
    for reader in (player, guest):
        assert [one.match_id for one in database.page(pb.Filter(), reader, 9, None)] == ["match-0002", "match-0001"]
    assert database.get("match-0004", player) is None


async def test_a_sealed_record_says_so_to_who_played_in_it(each_archive: ArchiveServiceStub, service, keyring) -> None:
    record = labelled(7, tournament="t7")
    record.sealed = record.private = True
    await each_archive.Put(pb.PutRequest(records=[record]), metadata=service)
    player = bearer(keyring.mint("player", "p1", 60))
    for call, request in (
        (each_archive.Get, pb.GetRequest(match_id=record.match_id)),
        (each_archive.Verify, pb.VerifyRequest(match_id=record.match_id)),
    ):
        with pytest.raises(grpc.RpcError, match="sealed while its deal is played") as refused:
            await call(request, metadata=player)
        assert detail_of(refused.value).reason == ErrorReason.ERROR_REASON_FORBIDDEN
    assert (await each_archive.Verify(pb.VerifyRequest(match_id=record.match_id), metadata=service)).ok
    for labels in ({}, {"Tournament": "t7"}, {"tournament": "a b"}):
        with pytest.raises(grpc.RpcError) as refused:
            await each_archive.Unseal(pb.UnsealRequest(labels=labels), metadata=service)
        assert detail_of(refused.value).reason == ErrorReason.ERROR_REASON_INVALID_ARGUMENT
    opened = await each_archive.Unseal(pb.UnsealRequest(labels={"tournament": "t7"}), metadata=service)
    assert opened.records == 1
    assert (await each_archive.Get(pb.GetRequest(match_id=record.match_id))).record.labels == {"tournament": "t7"}


async def test_the_feed_and_names_are_for_our_services(each_archive: ArchiveServiceStub, service, keyring) -> None:
    player = bearer(keyring.mint("player", "ann", 60))
    for call, request in (
        (each_archive.ListFinished, pb.ListFinishedRequest()),
        (each_archive.RenamePlayer, pb.RenamePlayerRequest(player="p1", new_name="nobody")),
        (each_archive.Unseal, pb.UnsealRequest(labels={"tournament": "t1"})),
    ):
        with pytest.raises(grpc.RpcError) as refused:
            await call(request, metadata=player)
        assert detail_of(refused.value).reason == ErrorReason.ERROR_REASON_FORBIDDEN
    with pytest.raises(grpc.RpcError) as refused:
        await each_archive.ListFinished(pb.ListFinishedRequest(cursor=-1), metadata=service)
    assert detail_of(refused.value).reason == ErrorReason.ERROR_REASON_INVALID_ARGUMENT
    assert (await each_archive.ListFinished(pb.ListFinishedRequest(), metadata=service)).cursor >= 0


def test_a_player_can_be_renamed_in_all_records(database: Database) -> None:
    database.put([played(1), played(2), played(4)])
    assert database.rename_player("p1", "nobody") == 2
    assert database.page(pb.Filter(player="p1"), OPERATOR, 9, None) == []
    renamed = database.page(pb.Filter(player="nobody"), OPERATOR, 9, None)
    assert [record.match_id for record in renamed] == ["match-0004", "match-0001"]
    assert {seat.player for record in renamed for seat in record.seats} == {"nobody"}
    kept = database.get("match-0001", OPERATOR)
    assert kept is not None
    assert kept.record == played(1).record
    assert database.rename_player("p1", "nobody") == 0
