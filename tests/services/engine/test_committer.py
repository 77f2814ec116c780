"""Workers of one pool without their gRPC side: what each keeps in memory, and how it hears of the others."""

import asyncio
import base64
import contextlib
import json
from collections.abc import AsyncIterator, Callable

import pytest

from services.api import engine_pb2 as pb
from services.api.match_pb2 import ClockRules
from services.engine import notices
from services.engine.ai_turns import AiTurns
from services.engine.committer import Committer
from services.engine.creation import MatchFactory
from services.engine.overdue import CLOCK_GRACE_MS, GRACE_MS
from services.engine.presence import NOTE_EVERY_MS, Presence
from services.engine.replica import Replica
from services.engine.sweep import Sweep
from services.match.commands import Choose, ComeBack, Command, Concede, HandOver, ReplaceAbsent, TakeSeat, Undo
from services.match.hosted import Change
from services.process.background import cancel_and_wait
from services.process.clock import Clock, now_ms
from services.process.refusals import Refused
from services.process.settings import Settings
from services.rpc.tokens import Caller, Keyring
from services.store.connection import connect, connect_multiplexed
from services.store.matchlog import MatchLog, key
from services.store.multiplexed import MultiplexedConnection
from tests.services.conftest import PUBLIC_KEYS, SIGNING_KEYS, eventually

STUCK = {"stuck_seconds": -1.0}
"""Settings by which every turn has waited for too long."""
OPERATOR = Caller("admin", "operator")
KEYRING = Keyring(PUBLIC_KEYS, SIGNING_KEYS)
PLAYERS = (pb.SeatHolder(player="ann"), pb.SeatHolder(player="bob"))


class Worker:
    """An engine worker without its gRPC side."""

    def __init__(self, connection: MultiplexedConnection, settings: Settings, name: str, clock: Clock) -> None:
        self.settings = settings
        self.clock = clock
        self.connection = connection
        self.log = MatchLog(connection, name)
        self.ai_turns = AiTurns(connection, KEYRING)
        self.committer = Committer(self.log, settings, name, self.ai_turns.after, clock)
        self._factory = MatchFactory(self.committer, KEYRING, settings, ("barrow",), clock)

    async def make(self, *seats: pb.SeatHolder, **more) -> Replica:
        request = pb.CreateMatchRequest(game="barrow", scenario="duel", seats=seats, **more)
        return await self.committer.get((await self._factory.create(request, OPERATOR)).match.match_id)

    async def do(self, replica: Replica, command: Command) -> Change | None:
        return await self.committer.commit(replica, command)


MakeWorker = Callable[..., Worker]


@pytest.fixture
async def make_worker(settings: Settings, store) -> AsyncIterator[MakeWorker]:
    """Makes workers on one store, by name."""
    connection = connect_multiplexed(store, settings.store.redis_url)

    def one(name: str = "w1", clock: Clock = now_ms, **change) -> Worker:
        return Worker(connection, settings.having(**change), name, clock)

    yield one
    await connection.close()


async def duel(worker: Worker, **more) -> Replica:
    """A match of two people."""
    return await worker.make(*PLAYERS, **more)


def held_by_bot(replica: Replica) -> list[bool]:
    return [seat.held_by_bot for seat in replica.hosted.seats]


class VersionRecorder:
    """Somebody who subscribes to a match."""

    def __init__(self, seat: int | None = None) -> None:
        self.seat = seat
        self.versions: list[int] = []

    def on_change(self, hosted, change, updates) -> None:
        self.versions.append(change.version)

    def on_reset(self, hosted) -> None:
        self.versions.append(-hosted.version)


@contextlib.asynccontextmanager
async def listening(store, worker: Worker, name: str, **more) -> AsyncIterator[None]:
    """Lets a worker hear of the others."""
    task = asyncio.create_task(notices.listen(store, name, worker.committer, lambda: None, **more))
    channel = f"worker:{name}"

    async def subscribed():
        return dict(await store.pubsub_numsub(channel))[channel.encode()]

    try:
        await eventually(subscribed)
        yield
    finally:
        await cancel_and_wait(task)


async def follow(worker: Worker, match_id: str, seat: int | None = None) -> VersionRecorder:
    recorder = VersionRecorder(seat)
    async with worker.committer.current(match_id) as replica:
        await worker.committer.subscribe(replica, recorder)
    return recorder


async def test_matches_that_are_followed_do_not_keep_the_others_in_memory(make_worker) -> None:
    worker = make_worker(cached_matches=50)
    followed = [await duel(worker) for _ in range(40)]
    for replica in followed:
        await follow(worker, replica.match_id)
    for _ in range(100):
        await duel(worker)
    held = worker.committer.replicas()
    assert len(held) <= 50 + 3  # a few looks later than at once
    assert all(replica in held for replica in followed)


async def test_more_matches_than_there_is_room_for_are_kept_while_they_are_followed(make_worker) -> None:
    worker = make_worker(cached_matches=10)
    ids = [(await duel(worker)).match_id for _ in range(10)]
    recorders = [await follow(worker, match_id) for match_id in ids]
    for _ in range(30):
        ids.append((await duel(worker)).match_id)
        recorders.append(await follow(worker, ids[-1]))
    held = {replica.match_id: replica for replica in worker.committer.replicas()}
    assert set(held) == set(ids)
    for match_id, recorder in zip(ids, recorders, strict=True):
        worker.committer.unsubscribe(held[match_id], recorder)
    for _ in range(10):
        await duel(worker)
    assert len(worker.committer.replicas()) == 10


async def test_who_comes_back_at_another_worker_has_the_seat_again(make_worker) -> None:
    here, there = make_worker("here"), make_worker("there")
    replica = await duel(here)
    elsewhere = await there.committer.get(replica.match_id)
    await here.do(replica, ReplaceAbsent(0, 0))
    await there.do(elsewhere, ComeBack(0))
    assert held_by_bot(elsewhere) == [False, False]
    assert elsewhere.hosted.version == 2


async def test_who_asked_for_the_bot_only_looks_on(make_worker) -> None:
    worker = make_worker()
    replica = await duel(worker)
    await worker.do(replica, HandOver(0))
    await worker.do(replica, ComeBack(0))
    assert held_by_bot(replica) == [True, False]


async def test_who_chooses_at_another_worker_has_the_seat_again(make_worker) -> None:
    here, there = make_worker("here"), make_worker("there")
    replica = await duel(here)
    elsewhere = await there.committer.get(replica.match_id)
    await here.do(replica, HandOver(0))
    assert not held_by_bot(elsewhere)[0]  # it has not heard
    await there.do(elsewhere, Choose(0, 0, 0, "seat"))
    assert not held_by_bot(elsewhere)[0]
    assert elsewhere.hosted.match.choices == [(0, 0)]


async def test_who_chooses_on_a_stream_has_the_seat_again(make_worker) -> None:
    worker = make_worker()
    replica = await duel(worker)
    recorder = await follow(worker, replica.match_id)
    await worker.do(replica, HandOver(0))
    errors: list[Exception | None] = []
    wrong = Choose(0, 0, 99, "seat")
    assert not worker.committer.try_commit(replica, wrong, errors.append)  # what is wrong with it is said elsewhere
    assert held_by_bot(replica)[0]
    assert worker.committer.try_commit(replica, Choose(0, 0, 0, "seat"), errors.append)
    await heard(recorder, 1, 2)
    assert errors == [None]
    assert not held_by_bot(replica)[0]


async def test_a_bots_choice_cannot_be_undone_by_the_person_it_plays_for(make_worker) -> None:
    worker = make_worker()
    replica = await duel(worker)
    await worker.do(replica, HandOver(0))
    await worker.do(replica, Choose(0, 0, 1, "service"))
    with pytest.raises(Refused, match="A bot holds seat 0"):
        await worker.do(replica, Undo(0))
    await worker.do(replica, TakeSeat(0))
    await worker.do(replica, Undo(0))
    assert replica.hosted.match.choices == []


async def test_of_several_bots_asked_at_once_each_is_called_once(make_worker, store) -> None:
    worker = make_worker()
    replica = await worker.make(*[pb.SeatHolder(bot="random")] * 2)

    async def called():
        return await store.llen("ai.barrow.1") == 2

    assert await eventually(called)
    await worker.do(replica, Choose(0, 0, 0, "admin"))  # the other still owes its answer, and was asked for it
    assert await called()


async def test_a_worker_that_has_not_heard_yet_refuses_nothing_that_is_right(make_worker) -> None:
    """It follows the match, and no notice has come: what it would refuse or show is looked up first."""
    here, there = make_worker("here"), make_worker("there")
    match_id = (await duel(here)).match_id
    await follow(there, match_id)
    behind = await there.committer.get(match_id)
    await choose(here, match_id, 0)
    await choose(here, match_id, 1)
    assert behind.hosted.version == 0
    async with there.committer.current(match_id) as replica:
        assert replica.hosted.version == 2
    (seat,) = replica.hosted.waiting_for
    replica = await here.committer.get(match_id)
    await here.do(replica, Choose(seat, 2, 0, "admin"))
    (seat,) = replica.hosted.waiting_for
    await there.do(behind, Choose(seat, 3, 0, "admin"))
    assert behind.hosted.version == 4
    await here.do(replica, Choose(behind.hosted.waiting_for[0], 4, 0, "admin"))
    assert replica.hosted.version == 5


async def test_who_breaks_off_while_joining_leaves_the_worker_ready_for_the_next(make_worker, monkeypatch) -> None:
    """An entry comes between the worker's look at the log and its asking for notices; then the client is gone."""
    here, there = make_worker("here"), make_worker("there")
    match_id = (await duel(here)).match_id
    log, looks, second = there.log, 0, asyncio.Event()
    watch, entries = log.watch, log.entries_after

    async def watch_late(id: str) -> None:
        await choose(here, match_id)
        await watch(id)

    async def look(id: str, after: int) -> list[bytes]:
        nonlocal looks
        looks += 1
        if looks == 2:
            second.set()
            await asyncio.sleep(60)
        return await entries(id, after)

    monkeypatch.setattr(log, "watch", watch_late)
    monkeypatch.setattr(log, "entries_after", look)
    joining = asyncio.create_task(follow(there, match_id))
    await second.wait()
    await cancel_and_wait(joining)
    monkeypatch.undo()
    await follow(there, match_id)
    assert (await there.committer.get(match_id)).hosted.version == 1


async def test_a_match_that_a_rebuilt_store_sets_back_goes_on_from_there(make_worker, store) -> None:
    worker = make_worker()
    replica = await duel(worker)
    match_id = replica.match_id
    recorder = await follow(worker, match_id)
    for seat in (0, 1):
        await choose(worker, match_id, seat)
    await store.ltrim(key(match_id, "log"), 0, 0)  # the copy was older
    with pytest.raises(Refused, match="waits for seat 1"):
        await worker.do(replica, Choose(replica.hosted.waiting_for[0], 2, 0, "admin"))
    assert recorder.versions == [1, 2, -1]
    await choose(worker, match_id, 1)
    assert recorder.versions == [1, 2, -1, 2]
    assert [change.version for change in await worker.committer.changes_after(replica, 1)] == [2]


async def choose(worker: Worker, match_id: str, seat: int = 0) -> None:
    """Bid nothing for a seat, here."""
    replica = await worker.committer.get(match_id)
    await worker.do(replica, Choose(seat, 0, 0, "seat"))


async def heard(recorder: VersionRecorder, *versions: int) -> None:
    async def all_of_it():
        return recorder.versions == list(versions)

    await eventually(all_of_it)


async def test_a_match_that_is_busy_does_not_keep_news_of_others_from_us(make_worker, store) -> None:
    here, there = make_worker("here"), make_worker("there")
    busy, other = [(await duel(there)).match_id for _ in range(2)]
    async with listening(store, here, "here"):
        waiting, recorder = await follow(here, busy), await follow(here, other)
        async with here.committer.current(busy):
            await choose(there, busy)
            await choose(there, other)
            await heard(recorder, 1)
            assert waiting.versions == []
            await choose(there, busy, seat=1)
        await heard(waiting, 1, 2)


async def test_notices_missed_while_the_channel_was_cut_off_are_looked_up(make_worker, store) -> None:
    here, there = make_worker("here"), make_worker("there")
    match_id = (await duel(there)).match_id
    async with listening(store, here, "here"):
        recorder = await follow(here, match_id)
        async with store.pipeline(transaction=True) as at_once:
            at_once.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
            at_once.srem(f"{{m:{match_id}}}:watch", "here")
            await at_once.execute()
        await choose(there, match_id)
        await heard(recorder, 1)


class Cable:
    """A proxy before the store that can go dead without anybody being told."""

    def __init__(self, host: str, port: int) -> None:
        self._far = (host, port)
        self._pumps: set[asyncio.Task[None]] = set()

    async def lay(self) -> int:
        """Where it can be reached."""
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        return self._server.sockets[0].getsockname()[1]

    async def cut(self) -> None:
        """From now on nothing passes on the connections there are; new ones are as good as ever."""
        await cancel_and_wait(*self._pumps)

    async def clear(self) -> None:
        await self.cut()
        self._server.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection(*self._far)
        for source, sink in ((reader, far_writer), (far_reader, writer)):
            self._pumps.add(asyncio.create_task(_pump(source, sink)))


async def _pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    while data := await source.read(65536):
        sink.write(data)


async def test_a_channel_that_falls_silent_is_given_up_for_another(make_worker, settings, valkey, store) -> None:
    cable = Cable(*valkey)
    far = connect(settings.having(redis_url=f"redis://127.0.0.1:{await cable.lay()}/0"))
    here, there = make_worker("here"), make_worker("there")
    match_id = (await duel(there)).match_id
    async with listening(far, here, "here", quiet=0.2):
        recorder = await follow(here, match_id)
        await choose(there, match_id)
        await heard(recorder, 1)
        await cable.cut()
        await choose(there, match_id, seat=1)
        await heard(recorder, 1, 2)
    await far.aclose()
    await cable.clear()


def sweep_of(worker: Worker, store) -> Sweep:
    return Sweep(worker.committer, worker.ai_turns, store, worker.settings, "w1", ("barrow",), worker.clock)


async def test_turns_that_wait_in_the_queue_are_not_asked_for_again(make_worker, store) -> None:
    worker = make_worker(**STUCK)
    sweep = sweep_of(worker, store)
    for _ in range(20):
        await worker.make(pb.SeatHolder(), pb.SeatHolder())
    for _ in range(5):
        await sweep.sweep("barrow")
        assert await worker.connection.send("LLEN", "ai.barrow.1") == 40
    await worker.connection.send("LPOP", "ai.barrow.1", 30)  # taken by a worker that died, say
    await sweep.sweep("barrow")
    assert await worker.connection.send("LLEN", "ai.barrow.1") == 40


async def test_a_turn_that_was_lost_is_asked_for_although_others_wait(make_worker, store) -> None:
    """What has waited longest should have come to the front of the queue: if some are not there, it is those."""
    worker = make_worker(**STUCK)
    sweep = sweep_of(worker, store)
    ids = []
    for number in range(3):
        replica = await worker.make(pb.SeatHolder(player="ann"), pb.SeatHolder(), match_id=f"match-of-{number}")
        ids.append(replica.match_id)
    await worker.connection.send("RPOP", "ai.barrow.1")  # the first to be asked for
    await sweep.sweep("barrow")
    queued = await worker.connection.send("LRANGE", "ai.barrow.1", 0, -1)
    bodies = [base64.b64decode(json.loads(raw)["body"]) for raw in queued]
    assert [json.loads(body)[0][1] for body in bodies] == [ids[0], ids[2], ids[1]]


def presence_of(worker: Worker, store) -> Presence:
    return Presence(worker.committer, store, worker.settings, worker.clock)


async def test_somebody_there_is_not_replaced_because_a_worker_was_busy(make_worker, store) -> None:
    now = [1_000_000]
    here, there = (make_worker(name, lambda: now[0], sweep_seconds=1.0) for name in ("here", "there"))
    replica = await duel(there, clock=ClockRules(absence_ms=1_000))
    recorder = await follow(here, replica.match_id, 0)
    presence, sweep = presence_of(here, store), sweep_of(there, store)
    for _ in range(5):
        now[0] += 4_000  # several rounds late
        await presence.note()
        now[0] += 4_000
        await sweep.sweep("barrow")
        assert held_by_bot(replica) == [False, True]
    here.committer.unsubscribe(here.committer.replicas()[0], recorder)
    await presence.note()
    now[0] += 4_000
    await sweep.sweep("barrow")
    assert held_by_bot(replica) == [True, True]


async def test_that_somebody_is_there_is_noted_now_and_then_and_not_once_it_is_over(make_worker, store) -> None:
    now = [1_000_000]
    worker = make_worker(clock=lambda: now[0])
    replica = await duel(worker)
    match_id = replica.match_id
    await follow(worker, match_id, 0)
    presence = presence_of(worker, store)
    times = []
    for _ in range(4):
        await presence.note()
        times.append(await store.hgetall(key(match_id, "presence")))
        now[0] += NOTE_EVERY_MS // 2
    assert times == [{b"0": b"1000000"}] * 2 + [{b"0": b"1060000"}] * 2
    await worker.do(replica, Concede(0))
    await store.delete(key(match_id, "presence"))
    now[0] += NOTE_EVERY_MS
    await presence.note()
    assert not await store.exists(key(match_id, "presence"))


async def test_after_a_start_people_have_time_to_return(make_worker, store) -> None:
    """The server was off for longer than anybody may be gone."""
    now = [1_000_000]
    worker = make_worker(clock=lambda: now[0])
    replica = await duel(worker)
    now[0] += 1_000 * 3_600_000
    sweep = sweep_of(worker, store)
    for _ in range(2):
        await sweep.sweep("barrow")
        assert held_by_bot(replica) == [False, False]
        now[0] += GRACE_MS
    now[0] += 1
    await sweep.sweep("barrow")
    assert held_by_bot(replica) == [True, True]


async def test_a_clock_that_ran_out_while_nobody_served_leaves_time_to_choose(make_worker, store) -> None:
    now = [1_000_000]
    worker = make_worker(clock=lambda: now[0])
    replica = await duel(worker, clock=ClockRules(bank_ms=5_000))
    now[0] += 3_600_000
    sweep = sweep_of(worker, store)
    await sweep.sweep("barrow")
    assert held_by_bot(replica) == [False, False]
    await worker.do(replica, Choose(0, 0, 0, "seat"))
    now[0] += CLOCK_GRACE_MS
    await sweep.sweep("barrow")
    assert held_by_bot(replica) == [False, True]
