"""Workers of one pool without their gRPC side: what each keeps in memory, and how it hears of the others."""

import asyncio
import base64
import contextlib
import json
from collections.abc import AsyncIterator, Callable

import pytest

from services.api import engine_pb2 as pb
from services.api.match_pb2 import ClockRules
from services.common.auth import Caller
from services.common.background import end
from services.common.clock import now_ms
from services.common.errors import Refused
from services.common.matchlog import Entry, MatchLog, key
from services.common.settings import Settings
from services.common.store import connect, open_pipe
from services.engine import mailbox
from services.engine.live import Live
from services.engine.matches import Matches
from services.engine.presence import OFTEN_MS, Presence
from services.engine.sitting import ABSENCE
from services.engine.sweep import CLOCK_GRACE_MS, GRACE_MS, Sweep
from services.engine.tables import Tables
from services.engine.turns import TurnCaller
from tests.services.conftest import eventually

STUCK = {"stuck_seconds": -1.0}
"""Settings by which every turn has waited for too long."""
OPERATOR = Caller("admin", "operator")
Hire = Callable[..., Matches]


@pytest.fixture
async def hire(settings: Settings, store) -> AsyncIterator[Hire]:
    """Makes workers on one store, by name."""
    pipe = open_pipe(store, settings.redis_url)

    def one(name: str = "w1", clock: Callable[[], int] = now_ms, **change) -> Matches:
        changed = settings.model_copy(update=change)
        tables = Tables(MatchLog(pipe, name), changed, TurnCaller(pipe).after, clock)
        return Matches(tables, changed, name, ("barrow",))

    yield one
    await pipe.close()


async def duel(matches: Matches, **more) -> Live:
    """A match of two people."""
    sitters = [pb.Sitter(player="ann"), pb.Sitter(player="bob")]
    return await matches.create(
        pb.CreateMatchRequest(game="barrow", scenario="duel", sitters=sitters, **more), OPERATOR
    )


class Ear:
    """Somebody who follows a match."""

    def __init__(self, seat: int | None = None) -> None:
        self.seat = seat
        self.heard: list[int] = []

    def see(self, sitting, moment, seen) -> None:
        self.heard.append(moment.version)

    def see_anew(self, sitting) -> None:
        self.heard.append(-sitting.version)


@contextlib.asynccontextmanager
async def listening(store, matches: Matches, name: str, **more) -> AsyncIterator[None]:
    """Lets a worker hear of the others."""
    task = asyncio.create_task(mailbox.listen(store, name, matches.tables, **more))
    channel = f"worker:{name}"

    async def subscribed():
        return dict(await store.pubsub_numsub(channel))[channel.encode()]

    try:
        await eventually(subscribed)
        yield
    finally:
        await end(task)


async def follow(matches: Matches, match_id: str, seat: int | None = None) -> Ear:
    ear = Ear(seat)
    async with matches.tables.current(match_id) as live:
        await matches.tables.follow(live, ear)
    return ear


async def test_matches_that_are_followed_do_not_keep_the_others_in_memory(hire) -> None:
    matches = hire(cached_matches=50)
    followed = [await duel(matches) for _ in range(40)]
    for live in followed:
        await follow(matches, live.sitting.meta.match_id)
    for _ in range(100):
        await duel(matches)
    held = matches.tables.held()
    assert len(held) <= 50 + 3  # a few looks later than at once
    assert all(live in held for live in followed)


async def test_more_matches_than_there_is_room_for_are_kept_while_they_are_followed(hire) -> None:
    matches = hire(cached_matches=10)
    ids = [(await duel(matches)).sitting.meta.match_id for _ in range(10)]
    ears = [await follow(matches, match_id) for match_id in ids]
    for _ in range(30):
        ids.append((await duel(matches)).sitting.meta.match_id)
        ears.append(await follow(matches, ids[-1]))
    held = {live.sitting.meta.match_id: live for live in matches.tables.held()}
    assert set(held) == set(ids)
    for match_id, ear in zip(ids, ears, strict=True):
        matches.tables.unfollow(held[match_id], ear)
    for _ in range(10):
        await duel(matches)
    assert len(matches.tables.held()) == 10


ANN = Caller("seat", "ann", "", 0)


async def test_who_comes_back_at_another_worker_has_the_seat_again(hire) -> None:
    here, there = hire("here"), hire("there")
    live = await duel(here)
    elsewhere = await there.tables.get(live.sitting.meta.match_id)
    await here.stand_in(live, 0, ABSENCE, lambda sitting: True)
    await there.welcome_back(elsewhere, 0)
    assert elsewhere.sitting.held_by_bot == [False, False]
    assert elsewhere.sitting.version == 2


async def test_who_asked_for_the_bot_only_looks_on(hire) -> None:
    matches = hire()
    live = await duel(matches)
    await matches.hand(live, 0, "")
    await matches.welcome_back(live, 0)
    assert live.sitting.held_by_bot == [True, False]


async def test_who_chooses_at_another_worker_has_the_seat_again(hire) -> None:
    here, there = hire("here"), hire("there")
    live = await duel(here)
    elsewhere = await there.tables.get(live.sitting.meta.match_id)
    await here.hand(live, 0, "")
    assert not elsewhere.sitting.held_by_bot[0]  # it has not heard
    await there.choose(elsewhere, ANN, 0, 0, 0)
    assert not elsewhere.sitting.held_by_bot[0]
    assert elsewhere.sitting.match.choices == [(0, 0)]


async def test_who_chooses_on_a_stream_has_the_seat_again(hire) -> None:
    matches = hire()
    live = await duel(matches)
    ear = await follow(matches, live.sitting.meta.match_id)
    await matches.hand(live, 0, "")
    settled: list[Exception | None] = []
    assert not matches.choose_at_once(live, ANN, 0, 0, 99, settled.append)  # what is wrong with it is said elsewhere
    assert live.sitting.held_by_bot[0]
    assert matches.choose_at_once(live, ANN, 0, 0, 0, settled.append)
    await heard(ear, 1, 2)
    assert settled == [None]
    assert not live.sitting.held_by_bot[0]


async def test_a_bots_choice_cannot_be_taken_back_by_the_person_it_stands_in_for(hire) -> None:
    matches = hire()
    live = await duel(matches)
    await matches.hand(live, 0, "")
    await matches.choose(live, Caller("service", "bots"), 0, 0, 1)
    with pytest.raises(Refused, match="A bot holds seat 0"):
        await matches.undo(live, 0)
    await matches.take(live, 0)
    await matches.undo(live, 0)
    assert live.sitting.match.choices == []


async def test_of_several_bots_asked_at_once_each_is_called_once(hire, store) -> None:
    matches = hire()
    sitters = [pb.Sitter(bot="random")] * 2
    live = await matches.create(pb.CreateMatchRequest(game="barrow", scenario="duel", sitters=sitters), OPERATOR)

    async def called():
        return await store.llen("ai.barrow.1") == 2

    assert await eventually(called)
    await matches.choose(live, OPERATOR, 0, 0, 0)  # the other still owes its answer, and was asked for it
    assert await called()


async def test_a_worker_that_has_not_heard_yet_refuses_nothing_that_is_right(hire) -> None:
    """It follows the match, and no notice has come: what it would refuse or show is looked up first."""
    here, there = hire("here"), hire("there")
    match_id = (await duel(here)).sitting.meta.match_id
    await follow(there, match_id)
    behind = await there.tables.get(match_id)
    await choose(here, match_id, 0)
    await choose(here, match_id, 1)
    assert behind.sitting.version == 0
    async with there.tables.current(match_id) as live:
        assert live.sitting.version == 2
    (seat,) = live.sitting.asked
    live = await here.tables.get(match_id)
    await here.choose(live, OPERATOR, seat, 2, 0)
    (seat,) = live.sitting.asked
    await there.choose(behind, OPERATOR, seat, 3, 0)
    assert behind.sitting.version == 4
    await here.choose(live, OPERATOR, next(iter(behind.sitting.asked)), 4, 0)
    assert live.sitting.version == 5


async def test_who_breaks_off_while_joining_leaves_the_worker_ready_for_the_next(hire, monkeypatch) -> None:
    """An entry comes between the worker's look at the log and its asking for notices; then the client is gone."""
    here, there = hire("here"), hire("there")
    match_id = (await duel(here)).sitting.meta.match_id
    log, looks, second = there.tables.log, 0, asyncio.Event()
    watch, tail = log.watch, log.tail

    async def watch_late(id: str) -> None:
        await choose(here, match_id)
        await watch(id)

    async def look(id: str, after: int) -> list[Entry]:
        nonlocal looks
        looks += 1
        if looks == 2:
            second.set()
            await asyncio.sleep(60)
        return await tail(id, after)

    monkeypatch.setattr(log, "watch", watch_late)
    monkeypatch.setattr(log, "tail", look)
    joining = asyncio.create_task(follow(there, match_id))
    await second.wait()
    await end(joining)
    monkeypatch.undo()
    await follow(there, match_id)
    assert (await there.tables.get(match_id)).sitting.version == 1


async def test_a_match_that_a_rebuilt_store_sets_back_goes_on_from_there(hire, store) -> None:
    matches = hire()
    live = await duel(matches)
    match_id = live.sitting.meta.match_id
    ear = await follow(matches, match_id)
    for seat in (0, 1):
        await choose(matches, match_id, seat)
    await store.ltrim(key(match_id, "log"), 0, 0)  # the copy was older
    with pytest.raises(Refused, match="waits for seat 1"):
        await matches.choose(live, OPERATOR, next(iter(live.sitting.asked)), 2, 0)
    assert ear.heard == [1, 2, -1]
    await choose(matches, match_id, 1)
    assert ear.heard == [1, 2, -1, 2]
    assert [moment.version for moment in await matches.tables.past(live, 1)] == [2]


async def choose(matches: Matches, match_id: str, seat: int = 0) -> None:
    """Bid nothing for a seat, here."""
    live = await matches.tables.get(match_id)
    await matches.choose(live, Caller("seat", "ann", match_id, seat), seat, 0, 0)


async def heard(ear: Ear, *versions: int) -> None:
    async def all_of_it():
        return ear.heard == list(versions)

    await eventually(all_of_it)


async def test_a_match_that_is_busy_does_not_keep_news_of_others_from_us(hire, store) -> None:
    here, there = hire("here"), hire("there")
    busy, other = [(await duel(there)).sitting.meta.match_id for _ in range(2)]
    async with listening(store, here, "here"):
        waiting, ear = await follow(here, busy), await follow(here, other)
        async with here.tables.current(busy):
            await choose(there, busy)
            await choose(there, other)
            await heard(ear, 1)
            assert waiting.heard == []
            await choose(there, busy, seat=1)
        await heard(waiting, 1, 2)


async def test_news_missed_while_the_mailbox_was_cut_off_are_looked_up(hire, store) -> None:
    here, there = hire("here"), hire("there")
    match_id = (await duel(there)).sitting.meta.match_id
    async with listening(store, here, "here"):
        ear = await follow(here, match_id)
        async with store.pipeline(transaction=True) as at_once:
            at_once.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
            at_once.srem(f"{{m:{match_id}}}:watch", "here")
            await at_once.execute()
        await choose(there, match_id)
        await heard(ear, 1)


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
        await end(*self._pumps)

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


async def test_a_mailbox_that_falls_silent_is_given_up_for_another(hire, settings, valkey, store) -> None:
    cable = Cable(*valkey)
    far = connect(settings.model_copy(update={"redis_url": f"redis://127.0.0.1:{await cable.lay()}/0"}))
    here, there = hire("here"), hire("there")
    match_id = (await duel(there)).sitting.meta.match_id
    async with listening(far, here, "here", quiet=0.2):
        ear = await follow(here, match_id)
        await choose(there, match_id)
        await heard(ear, 1)
        await cable.cut()
        await choose(there, match_id, seat=1)
        await heard(ear, 1, 2)
    await far.aclose()
    await cable.clear()


def sweep_of(matches: Matches, store) -> Sweep:
    settings = matches._settings
    return Sweep(matches, TurnCaller(matches.tables.log.pipe), store, settings, "w1", ("barrow",))


async def test_turns_that_wait_in_the_queue_are_not_asked_for_again(hire, store) -> None:
    matches = hire(**STUCK)
    sweep, pipe = sweep_of(matches, store), matches.tables.log.pipe
    bots = pb.CreateMatchRequest(game="barrow", scenario="duel", sitters=[pb.Sitter(), pb.Sitter()])
    for _ in range(20):
        await matches.create(bots, OPERATOR)
    for _ in range(5):
        await sweep.sweep("barrow")
        assert await pipe.send("LLEN", "ai.barrow.1") == 40
    await pipe.send("LPOP", "ai.barrow.1", 30)  # taken by a worker that died, say
    await sweep.sweep("barrow")
    assert await pipe.send("LLEN", "ai.barrow.1") == 40


async def test_a_turn_that_was_lost_is_asked_for_although_others_wait(hire, store) -> None:
    """What has waited longest should have come to the front of the queue: if some are not there, it is those."""
    matches = hire(**STUCK)
    sweep, pipe = sweep_of(matches, store), matches.tables.log.pipe
    ids = []
    for number in range(3):
        sitters = [pb.Sitter(player="ann"), pb.Sitter()]
        request = pb.CreateMatchRequest(match_id=f"match-of-{number}", game="barrow", scenario="duel", sitters=sitters)
        ids.append((await matches.create(request, OPERATOR)).sitting.meta.match_id)
    await pipe.send("RPOP", "ai.barrow.1")  # the first to be asked for
    await sweep.sweep("barrow")
    queued = await pipe.send("LRANGE", "ai.barrow.1", 0, -1)
    bodies = [base64.b64decode(json.loads(raw)["body"]) for raw in queued]
    assert [json.loads(body)[0][0] for body in bodies] == [ids[0], ids[2], ids[1]]


def presence_of(matches: Matches, store) -> Presence:
    return Presence(matches.tables, store, matches._settings)


async def test_somebody_there_is_not_replaced_because_a_worker_was_busy(hire, store) -> None:
    now = [1_000_000]
    here, there = (hire(name, lambda: now[0], sweep_seconds=1.0) for name in ("here", "there"))
    live = await duel(there, clock=ClockRules(absence_ms=1_000))
    ear = await follow(here, live.sitting.meta.match_id, 0)
    presence, sweep = presence_of(here, store), sweep_of(there, store)
    for _ in range(5):
        now[0] += 4_000  # several rounds late
        await presence.note()
        now[0] += 4_000
        await sweep.sweep("barrow")
        assert live.sitting.held_by_bot == [False, True]
    here.tables.unfollow(here.tables.held()[0], ear)
    await presence.note()
    now[0] += 4_000
    await sweep.sweep("barrow")
    assert live.sitting.held_by_bot == [True, True]


async def test_that_somebody_is_there_is_noted_now_and_then_and_not_once_it_is_over(hire, store) -> None:
    now = [1_000_000]
    matches = hire(clock=lambda: now[0])
    live = await duel(matches)
    match_id = live.sitting.meta.match_id
    await follow(matches, match_id, 0)
    presence = presence_of(matches, store)
    noted = []
    for _ in range(4):
        await presence.note()
        noted.append(await store.hgetall(key(match_id, "seen")))
        now[0] += OFTEN_MS // 2
    assert noted == [{b"0": b"1000000"}] * 2 + [{b"0": b"1060000"}] * 2
    await matches.concede(live, 0)
    await store.delete(key(match_id, "seen"))
    now[0] += OFTEN_MS
    await presence.note()
    assert not await store.exists(key(match_id, "seen"))


async def test_after_a_start_people_have_time_to_return(hire, store) -> None:
    """The server was off for longer than anybody may be gone."""
    now = [1_000_000]
    matches = hire(clock=lambda: now[0])
    live = await duel(matches)
    now[0] += 1_000 * 3_600_000
    sweep = sweep_of(matches, store)
    for _ in range(2):
        await sweep.sweep("barrow")
        assert live.sitting.held_by_bot == [False, False]
        now[0] += GRACE_MS
    now[0] += 1
    await sweep.sweep("barrow")
    assert live.sitting.held_by_bot == [True, True]


async def test_a_clock_that_ran_out_while_nobody_served_leaves_a_moment_to_choose(hire, store) -> None:
    now = [1_000_000]
    matches = hire(clock=lambda: now[0])
    live = await duel(matches, clock=ClockRules(bank_ms=5_000))
    now[0] += 3_600_000
    sweep = sweep_of(matches, store)
    await sweep.sweep("barrow")
    assert live.sitting.held_by_bot == [False, False]
    await matches.choose(live, ANN, 0, 0, 0)
    now[0] += CLOCK_GRACE_MS
    await sweep.sweep("barrow")
    assert live.sitting.held_by_bot == [False, True]
