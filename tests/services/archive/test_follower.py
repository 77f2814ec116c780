"""The follower: one bad match is not in the way of others, nor a second follower, nor a failure half way."""

import asyncio
import os
import subprocess
import sys

import msgspec
import pytest
import structlog
from prometheus_client import REGISTRY

from services.archive.database import Database
from services.archive.follower import Follower
from services.archive.rebuild import rebuild
from services.archive.schema import connect, live_matches
from services.match.log import decode_meta, decode_waiting, encode
from services.process.background import cancel_and_wait
from services.process.settings import Settings
from services.rpc.tokens import Caller
from services.store.live_index import LiveIndex
from services.store.matchlog import key
from tests.services.conftest import eventually
from tests.services.engine.conftest import worker  # noqa: F401  # a fixture


@pytest.fixture
def database(settings: Settings):
    opened = Database(connect(settings.store.database_url))
    yield opened
    opened.close()


async def ended(worker, store, spoil: bool = False) -> str:  # noqa: F811
    """A match that has ended; spoilt: its log does not fit the rules."""
    match = await worker.new_match()
    await worker.play_out(match)
    if spoil:
        await store.lset(key(match.id, "log"), 0, await store.lindex(key(match.id, "log"), -1))
    return match.id


async def of_other_rules(worker, store) -> str:  # noqa: F811
    """A live match made under rules that this release does not play."""
    match = await worker.new_match()
    meta = decode_meta(await store.get(key(match.id, "meta")))
    await store.set(key(match.id, "meta"), encode(msgspec.structs.replace(meta, rules_version=0)))
    return match.id


def lag() -> float:
    return REGISTRY.get_sample_value("westmarch_archive_lag_seconds") or 0.0


def faults() -> float:
    return REGISTRY.get_sample_value("westmarch_archive_faults_total", {"game": "barrow"}) or 0.0


async def test_a_match_that_cannot_be_played_again_stops_nobody(worker, settings, store, database) -> None:  # noqa: F811
    spoilt = await ended(worker, store, spoil=True)
    good = await ended(worker, store)
    at = decode_waiting(await store.get(key(spoilt, "waiting"))).at / 1000
    follower = Follower(store, database, settings, clock=lambda: at + 500)
    before = faults()
    assert await follower.follow() == 1
    assert await follower.follow() == 0
    assert faults() == before + 1  # found once, not in every round
    assert await store.zrange("live:barrow.1", 0, -1) == [spoilt.encode()]
    assert await store.ttl(key(good, "log")) > 0
    assert lag() == pytest.approx(500)  # it waits to be kept, and an alert can say so


async def test_the_lag_is_told_when_a_round_fails(worker, settings, store, database) -> None:  # noqa: F811
    match_id = await ended(worker, store)
    at = decode_waiting(await store.get(key(match_id, "waiting"))).at / 1000
    follower = Follower(store, database, settings, clock=lambda: at + 300)
    live_matches.drop(database._engine)
    with pytest.raises(Exception, match="live_matches"):
        await follower.follow()
    assert lag() == pytest.approx(300)
    live_matches.create(database._engine)
    assert await follower.follow() == 1
    assert lag() == 0


async def test_releases_with_other_rules_follow_their_own_matches(worker, settings, store, database) -> None:  # noqa: F811
    """Beside a release that plays by older rules: its matches are left alone, and it may follow at the same time."""
    mine, old = await ended(worker, store), await of_other_rules(worker, store)
    await LiveIndex(store, "barrow.1").drop([old])
    await store.zadd("live:barrow.0", {old: 1})
    follower = Follower(store, database, settings)
    with structlog.testing.capture_logs() as logs:
        assert await follower.follow() == 1
    assert [(log["list"], log["matches"]) for log in logs] == [("live:barrow.0", 1)]
    assert database.get(mine, Caller("admin", "test")) is not None
    assert database.live_versions() == {}
    assert await store.zrange("live:barrow.0", 0, -1) == [old.encode()]


async def test_a_match_that_is_being_made_stays_on_the_list(settings, store, database) -> None:
    """It is listed before it is stored, and the second may have to be tried again."""
    now = 1_700_000_000.0
    await store.zadd("live:barrow.1", {"in-the-making": now * 1000, "long-gone": (now - 100) * 1000})
    assert await Follower(store, database, settings, clock=lambda: now + 1).follow() == 0
    assert await store.zrange("live:barrow.1", 0, -1) == [b"in-the-making"]


async def test_two_followers_do_each_other_no_harm(worker, settings, store, database) -> None:  # noqa: F811
    first, second = Follower(store, database, settings), Follower(store, database, settings)
    match = await worker.new_match()
    for follower in (first, second):  # both know of no copies
        await follower.follow()
    await worker.choose(match, 0, 1)
    await first.follow()
    await second.follow()
    await worker.choose(match, 1, 0)
    await asyncio.gather(first.follow(), second.follow())
    assert database.live_versions() == {match.id: 2}
    await worker.play_out(match)
    assert sum(await asyncio.gather(first.follow(), second.follow())) >= 1
    assert database.live_versions() == {}


async def test_one_follows_and_another_takes_over(worker, settings, store, database) -> None:  # noqa: F811
    first, second = (asyncio.create_task(Follower(store, database, settings).run()) for _ in range(2))
    match = await worker.new_match()

    async def copied(version: int):
        return database.live_versions().get(match.id) == version

    assert await eventually(lambda: copied(0))
    await cancel_and_wait(first, second)
    await worker.choose(match, 0, 1)
    third = asyncio.create_task(Follower(store, database, settings).run())
    assert await eventually(lambda: copied(1))  # once the lease of the gone is over
    await cancel_and_wait(third)


async def test_a_rebuild_puts_everything_back_and_says_what_it_cannot_play(worker, settings, store, database) -> None:  # noqa: F811
    old, match = await of_other_rules(worker, store), await worker.new_match()
    await worker.choose(match, 0, 1)
    await Follower(store, database, settings).follow()
    await store.flushall()
    await store.function_flush("SYNC")
    report = await rebuild(store, database)
    assert await store.function_list("westmarch")
    assert report.matches == 2
    assert list(report.unplayable) == [old]
    assert "rules 0" in report.unplayable[old]
    assert await store.llen(key(match.id, "log")) == 1
    assert await store.exists(key(old, "meta")) == 1
    await store.flushall()
    env = {
        **os.environ,
        "REDIS_URL": settings.store.redis_url,
        "DATABASE_URL": settings.store.database_url,
        "WESTMARCH_PLUGINS": "tests.toy.registered",
    }
    command = [sys.executable, "-m", "services.archive", "rebuild"]
    run = await asyncio.to_thread(subprocess.run, command, env=env, capture_output=True, text=True, timeout=60)
    assert run.returncode == 1
    assert run.stdout == "2 live matches put back\n"
    assert run.stderr.startswith(f"{old} cannot be played by this release:")
    assert run.stderr.count("\n") == 1
