"""The sweep and the archive's follower read the matches that are due or have changed, and no others."""

import pytest

from services.api import engine_pb2 as pb
from services.api.match_pb2 import ClockRules
from services.archive.database import Database
from services.archive.follower import Follower
from services.archive.schema import connect
from services.engine.sweep import Sweep
from services.match.commands import Choose, Concede
from services.store.live_index import IndexNote, LiveIndex, live_key
from services.store.matchlog import key
from tests.services.engine.test_committer import (  # noqa: F401  # make_worker is a fixture
    PLAYERS,
    STUCK,
    Worker,
    duel,
    held_by_bot,
    make_worker,
    sweep_of,
)

IDLE = 60
EDITION = "barrow.1"


@pytest.fixture
def now() -> list[int]:
    return [1_000_000]


@pytest.fixture
def worker(make_worker, now) -> Worker:  # noqa: F811
    return make_worker(clock=lambda: now[0])


@pytest.fixture
def sweep(worker: Worker, store) -> Sweep:
    return sweep_of(worker, store)


@pytest.fixture
def follower(settings, store):
    database = Database(connect(settings.store.database_url))
    yield Follower(store, database, settings)
    database.close()


async def reads(store, command: str, work) -> int:
    """How often the store was sent a command by some work."""
    await store.config_resetstat()
    await work
    return (await store.info("commandstats")).get(f"cmdstat_{command}", {"calls": 0})["calls"]


async def forget_index(store) -> None:
    """Leave the store as a release without an index has left it."""
    async for name in store.scan_iter(match="{live:*"):
        await store.delete(name)


async def test_a_sweep_reads_only_what_is_due(worker, sweep, now, store) -> None:
    for _ in range(IDLE):
        await duel(worker)
    timed = await duel(worker, clock=ClockRules(bank_ms=5_000))
    await sweep.sweep("barrow")  # goes through all once
    assert await reads(store, "get", sweep.sweep("barrow")) == 0
    now[0] += 5_000
    assert await reads(store, "get", sweep.sweep("barrow")) == 1
    assert held_by_bot(timed) == [True, True]


async def test_a_follower_reads_only_what_has_changed(worker, follower, store) -> None:
    idle = [await duel(worker) for _ in range(IDLE)]
    await follower.follow()
    assert await reads(store, "lrange", follower.follow()) == 0
    await worker.do(idle[7], Choose(0, 0, 0, "seat"))
    assert await reads(store, "lrange", follower.follow()) == 1
    assert await reads(store, "lrange", follower.follow()) == 0
    await worker.do(idle[7], Concede(0))
    assert await follower.follow() == 1


async def test_a_choice_while_the_follower_copies_is_not_forgotten(worker, store) -> None:
    """It copied version 1 and says so only after version 2 is stored."""
    replica = await duel(worker)
    await worker.do(replica, Choose(0, 0, 0, "seat"))
    await worker.do(replica, Choose(1, 0, 0, "seat"))
    index = LiveIndex(store, EDITION)
    await index.drop_changed({replica.match_id: 1})
    assert await index.all("changed") == [(replica.match_id, 2)]
    await index.drop_changed({replica.match_id: 2})
    assert await index.all("changed") == []


async def test_a_time_noted_while_the_sweep_looks_is_kept(worker, now, store) -> None:
    replica = await duel(worker, clock=ClockRules(absence_ms=5_000))
    index = LiveIndex(store, EDITION)
    now[0] += 5_000
    (seen,) = await index.due(now[0], 10)
    await worker.do(replica, Choose(0, 0, 0, "seat"))
    noted = await index.all("due")
    await index.move_due({seen: 10**15})
    assert await index.all("due") == noted != [seen]


async def test_matches_of_a_release_without_an_index_are_looked_after(worker, sweep, follower, now, store) -> None:
    timed = await duel(worker, clock=ClockRules(bank_ms=5_000))
    ended = await duel(worker)
    await worker.do(ended, Concede(0))
    await forget_index(store)
    now[0] += 5_000
    await sweep.sweep("barrow")
    assert held_by_bot(timed) == [True, True]
    await forget_index(store)
    assert await follower.follow() == 1
    assert await store.zrange(live_key(EDITION), 0, -1) == [timed.match_id.encode()]


async def test_what_is_lost_from_the_index_is_found_by_the_next_scan(make_worker, now, store) -> None:  # noqa: F811
    worker = make_worker(clock=lambda: now[0], scan_seconds=0.0)
    sweep = sweep_of(worker, store)
    timed = await duel(worker, clock=ClockRules(bank_ms=5_000))
    await sweep.sweep("barrow")
    await forget_index(store)
    now[0] += 5_000
    await sweep.sweep("barrow")
    assert held_by_bot(timed) == [True, True]


async def test_who_was_not_first_does_not_hide_a_turn(make_worker, store) -> None:  # noqa: F811
    """Another worker's choice gave a bot a decision, and ours, which came too late, would have given nobody one."""
    worker = make_worker(**STUCK)
    sweep = sweep_of(worker, store)
    replica = await worker.make(pb.SeatHolder(player="ann"), pb.SeatHolder(), match_id="match-of-ann")
    await worker.do(replica, Choose(0, 0, 0, "seat"))
    await sweep.sweep("barrow")
    answers: list[bool | Exception] = []
    worker.log.append("match-of-ann", EDITION, 0, b"late", b"", IndexNote(1), answers.append)
    await worker.connection.send("PING")
    assert answers == [False]
    await worker.connection.send("DEL", "ai.barrow.1")
    await sweep.sweep("barrow")
    assert [one.match_id for one in await LiveIndex(store, EDITION).all("bots")] == ["match-of-ann"]


async def test_an_entry_of_a_match_that_is_gone_goes_too(worker, sweep, follower, now, store) -> None:
    replica = await duel(worker, clock=ClockRules(bank_ms=5_000))
    await store.delete(key(replica.match_id, "meta"), key(replica.match_id, "waiting"))
    now[0] += 5_000
    await sweep.sweep("barrow")
    await follower.follow()
    index = LiveIndex(store, EDITION)
    assert [await index.all(name) for name in ("due", "changed")] == [[], []]
