"""Pairs between bots: through Celery's own workers, blamed where a bot is to blame, and archived."""

import contextlib
from collections.abc import AsyncIterator

import grpc
import pytest

from engine.bots import BotSpec
from engine.bots.pairs import deal
from engine.core.registry import load
from services.api import bots_pb2 as pb
from services.api.archive_pb2 import GetRequest, VerifyRequest
from services.api.archive_pb2_grpc import ArchiveServiceStub
from services.api.bots_pb2_grpc import BotsServiceStub
from services.api.errors_pb2 import ErrorReason
from services.archive.__main__ import LARGE_METHODS
from services.archive.__main__ import setup as archive_setup
from services.bots import batch_scheduler
from services.bots.__main__ import setup as bots_setup
from services.bots.pair_batch import MOST_LOSSES, Death, PairBatch, PairJob, PairSetting, play_pair
from services.pairs.legs import play_leg
from services.process.refusals import detail_of
from services.rpc.serving import serving
from tests.services import endless_bot  # noqa: F401  # makes the endless bot known here
from tests.services.bots.test_bots import start_worker
from tests.services.conftest import bearer

SETTING = PairSetting(batch_id="b-pairs", game="barrow", scenario="duel", seats=2, options={}, limit=5.0, records=False)


def pairs(*numbers: int, first: str = "random", second: str = "greedy") -> list[pb.PairToPlay]:
    """Pairs to play, each with its own deal."""
    return [pb.PairToPlay(number=number, first=first, second=second, deal=deal(7, number)) for number in numbers]


@pytest.fixture
async def services(settings, store) -> AsyncIterator[tuple[BotsServiceStub, ArchiveServiceStub]]:
    """Bots with an archive behind them and a worker process."""
    async with open_services(settings) as stubs:
        yield stubs


@contextlib.asynccontextmanager
async def open_services(settings) -> AsyncIterator[tuple[BotsServiceStub, ArchiveServiceStub]]:
    async with contextlib.AsyncExitStack() as stack:
        archive = await stack.enter_async_context(serving(archive_setup, settings, large_methods=LARGE_METHODS))
        bots = await stack.enter_async_context(serving(bots_setup, settings.having(archive_address=archive.address)))
        to_bots = await stack.enter_async_context(grpc.aio.insecure_channel(bots.address))
        to_archive = await stack.enter_async_context(grpc.aio.insecure_channel(archive.address))
        await stack.enter_async_context(start_worker(settings))
        yield BotsServiceStub(to_bots), ArchiveServiceStub(to_archive)


@pytest.fixture
async def narrow_services(settings, store) -> AsyncIterator[tuple[BotsServiceStub, ArchiveServiceStub]]:
    """The bots and the archive, with a worker that gives bots little memory."""
    async with open_services(settings.having(worker_memory_mb=700)) as stubs:
        yield stubs


async def play(bots: BotsServiceStub, auth, **fields) -> dict[int, pb.PlayedPair]:
    """The pairs of a batch, by number."""
    request = pb.PlayPairsRequest(game="barrow", scenario="duel", **fields)
    played = [pair async for page in bots.PlayPairs(request, metadata=auth) for pair in page.pairs]
    assert len({pair.number for pair in played}) == len(played)
    return {pair.number: pair for pair in played}


async def test_pairs_are_played_as_they_are_without_a_server(services, service) -> None:
    bots, archive = services
    played = await play(bots, service, pairs=pairs(*range(3, 33)), archive=True, pairs_per_task=4)
    assert sorted(played) == list(range(3, 33))
    game = load("barrow")
    for number, pair in played.items():
        for leg, match in enumerate(pair.matches):
            alone = play_leg(
                game, game.setting("duel", 2), deal(7, number), leg, [BotSpec("random"), BotSpec("greedy")]
            )
            assert (match.winner if match.HasField("winner") else None) == alone.leg.winner
            assert (match.reason, match.decisions) == (alone.reason, alone.decisions)
        decided = sum(sum(times.counts.values()) for times in pair.times)
        assert decided == sum(match.decisions for match in pair.matches)
    kept = played[5].matches[1]
    record = (await archive.Get(GetRequest(match_id=kept.match_id))).record
    assert [seat.bot for seat in record.seats] == ["greedy", "random"]
    assert (await archive.Verify(VerifyRequest(match_id=kept.match_id))).ok


async def test_a_bot_that_thinks_for_ever_forfeits_and_the_others_play_on(services, service) -> None:
    bots, _ = services
    both = [*pairs(0, first="endless"), *pairs(1)]
    played = await play(bots, service, pairs=both, limit_ms=100)
    assert [match.fault for match in played[0].matches] == ["overrun", "overrun"]
    assert [match.forfeited_by for match in played[0].matches] == [0, 0]
    assert [match.winner for match in played[0].matches] == [1, 1]
    assert [match.fault for match in played[1].matches] == ["", ""]


@pytest.mark.parametrize(
    ("bot", "fault"),
    [("killer", "crash"), ("stillborn", "crash"), ("quitter", "crash"), ("deaf", "overrun"), ("hoarder", "crash")],
)
async def test_a_bot_that_ends_its_process_forfeits_and_the_others_play_on(
    narrow_services, service, bot, fault
) -> None:
    bots, archive = narrow_services
    both = [*pairs(0, 1), *pairs(2, second=bot), *pairs(3, 4)]
    limit_ms = 500 if fault == "overrun" else 30_000
    played = await play(bots, service, pairs=both, limit_ms=limit_ms, archive=True, pairs_per_task=5)
    assert [pair.error for pair in played.values()] == [""] * 5
    assert [match.fault for match in played[2].matches] == [fault, fault]
    assert [match.forfeited_by for match in played[2].matches] == [1, 1]
    for number in (0, 1, 3, 4):
        assert [match.fault for match in played[number].matches] == ["", ""]
    for match in played[2].matches:  # the record leads up to the choice that was never made
        assert (await archive.Verify(VerifyRequest(match_id=match.match_id))).ok
        record = (await archive.Get(GetRequest(match_id=match.match_id))).record
        assert record.outcome.reason == "conceded"
        assert record.decisions == match.decisions + 1
        assert (match.decisions > 0) == (bot != "stillborn")


def test_a_process_that_ended_once_by_itself_is_no_proof() -> None:
    """Somebody may have killed it. The pair is played again, and forfeited if that happens again."""
    once = Death(0, 1, "crash", "its process ended", [], certain=False)
    job = PairJob(3, "random", "random", deal(1, 3), [once])
    assert job.forfeit_of(0) is None
    assert not any(match.fault for match in play_pair(SETTING, job, lambda: None).matches)
    other = Death(1, 1, "crash", "its process ended", [], certain=False)
    assert PairJob(3, "random", "random", deal(1, 3), [once, other]).forfeit_of(0) is None
    pair = play_pair(SETTING, PairJob(3, "random", "random", deal(1, 3), [once, other, once]), lambda: None)
    assert [match.fault for match in pair.matches] == ["crash", ""]
    assert pair.matches[0].forfeited_by == 1


def test_a_pair_that_no_bot_is_to_blame_for_is_an_error() -> None:
    pair = play_pair(SETTING, PairJob(3, "nobody", "random", deal(1, 3)), lambda: None)
    assert pair.number == 3
    assert "nobody" in pair.error


async def test_a_pair_that_is_lost_again_and_again_is_given_up(settings, store, monkeypatch) -> None:
    monkeypatch.setattr(batch_scheduler, "LOST_SECONDS", 0.0)
    batch = PairBatch(SETTING, {number: PairJob(number, "random", "random", deal(1, number)) for number in (4, 5)})
    scheduler = batch_scheduler.BatchScheduler(store, batch, [4, 5], chunk_size=2)
    scheduler._lost_seconds = 0.0
    given_up = []
    for _ in range(MOST_LOSSES):
        assert not given_up
        await store.delete(batch.queue())
        await scheduler._hand_out()
        await store.delete(batch.queue())  # the workers took them, and were never seen again
        given_up = await scheduler._find_lost()
    assert [pair.number for pair in given_up] == [4, 5]
    assert all("lost, 3 times" in pair.error for pair in given_up)
    assert not scheduler._in_flight


async def test_what_was_lost_is_handed_out_alone(settings, store, monkeypatch) -> None:
    monkeypatch.setattr(batch_scheduler, "LOST_SECONDS", 0.0)
    batch = PairBatch(SETTING, {number: PairJob(number, "random", "random", deal(1, number)) for number in range(4)})
    scheduler = batch_scheduler.BatchScheduler(store, batch, range(4), chunk_size=4)
    scheduler._lost_seconds = 0.0
    await scheduler._hand_out()
    handed_out = await store.llen(batch.queue())
    await store.delete(batch.queue())
    await scheduler._find_lost()
    await scheduler._hand_out()
    assert await store.llen(batch.queue()) == 4 >= handed_out


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "chess"}, "UNKNOWN_GAME"),
        ({"scenario": "siege"}, "UNKNOWN_SCENARIO"),
        ({"pairs": []}, "INVALID_ARGUMENT"),
        ({"pairs": pairs(1, 1)}, "INVALID_ARGUMENT"),
        ({"pairs": pairs(1, first="hal")}, "UNKNOWN_BOT"),
        ({"pairs": pairs(1, first="greedy:depth=3")}, "UNKNOWN_BOT"),
        ({"pairs": [pb.PairToPlay(number=1, first="random", second="random", deal=b"x")]}, "INVALID_ARGUMENT"),
        ({"limit_ms": -1}, "INVALID_ARGUMENT"),
        ({"limit_ms": 60_001}, "INVALID_ARGUMENT"),
        ({"pairs_per_task": 1_000}, "INVALID_ARGUMENT"),
        ({"archive": True}, "INVALID_ARGUMENT"),
    ],
)
async def test_bad_batches_of_pairs_are_named(settings, store, service, change, reason) -> None:
    request = pb.PlayPairsRequest(**{"game": "barrow", "scenario": "duel", "pairs": pairs(1), **change})
    async with serving(bots_setup, settings) as process, grpc.aio.insecure_channel(process.address) as channel:
        with pytest.raises(grpc.RpcError) as caught:
            await BotsServiceStub(channel).PlayPairs(request, metadata=service).read()
    assert ErrorReason.Name(detail_of(caught.value).reason)[13:] == reason


async def test_pairs_are_for_our_own_services(settings, store, keyring) -> None:
    request = pb.PlayPairsRequest(game="barrow", pairs=pairs(1))
    async with serving(bots_setup, settings) as process, grpc.aio.insecure_channel(process.address) as channel:
        with pytest.raises(grpc.RpcError) as caught:
            await BotsServiceStub(channel).PlayPairs(request, metadata=bearer(keyring.mint("player", "ann", 60))).read()
    assert detail_of(caught.value).reason == ErrorReason.ERROR_REASON_FORBIDDEN
