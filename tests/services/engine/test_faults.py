"""What goes wrong at one match stays with it: the match is as it was, and the others go on."""

import asyncio
import json

import grpc
import msgspec
import pytest

from services.api import engine_pb2 as pb
from services.api import match_pb2
from services.match.hosted import HostedMatch
from services.match.log import Waiting, decode_entry, decode_meta, encode
from services.process import metrics
from services.store.matchlog import key
from tests.services import faulty  # noqa: F401  # makes the faulty game playable
from tests.services.conftest import eventually
from tests.services.engine.test_matches import refused
from tests.services.engine.test_streams import choose, join


async def on_turn(worker, match) -> tuple[int, dict[str, int], int]:
    """Bid, then: the seat whose turn it is, its options by verb, and the version it was asked at."""
    await worker.choose(match, 0, 1)
    await worker.choose(match, 1, 0)
    decision = (await worker.see(match, 0)).decision
    return 0, {json.loads(option.data)[0]: at for at, option in enumerate(decision.options)}, decision.version


async def replayed(store, match) -> HostedMatch:
    """The match that the log amounts to."""
    hosted = HostedMatch.new(decode_meta(await store.get(key(match.id, "meta"))))
    for raw in await store.lrange(key(match.id, "log"), 0, -1):
        hosted.apply(decode_entry(raw))
    return hosted


@pytest.mark.parametrize("verb", ["gamble", "peek"])
async def test_a_fault_of_the_rules_leaves_the_match_as_it_was(worker, store, verb: str) -> None:
    match = await worker.new_match(game="faulty-barrow")
    seat, options, version = await on_turn(worker, match)
    before = await worker.see(match, seat)
    for _ in range(2):
        assert await refused(worker.choose(match, seat, options[verb], version)) == "INTERNAL"
        assert await worker.see(match, seat) == before
    update = await worker.choose(match, seat, options["dig"], version)
    assert update.version == version + 1
    observation = json.loads((await worker.see(match, seat)).observation)
    assert observation == json.loads(msgspec.json.encode((await replayed(store, match)).match.observation(seat)))


async def test_a_fault_of_the_rules_on_a_stream_is_a_refusal_and_the_stream_goes_on(worker, store) -> None:
    match = await worker.new_match(game="faulty-barrow")
    seat, options, _ = await on_turn(worker, match)
    call = worker.stub.Play()
    await call.write(pb.PlayRequest(commands=[join(0, match.tokens[seat])]))
    update = (await call.read()).updates[0]
    await call.write(pb.PlayRequest(commands=[choose(0, update, options["gamble"])]))
    assert (await call.read()).refusals[0].error.message == "Something went wrong here."
    await call.write(pb.PlayRequest(commands=[choose(0, update, options["dig"])]))
    answer = (await call.read()).updates[0]
    assert (answer.version, [event.kind for event in answer.events]) == (3, ["dug"])
    assert (await replayed(store, match)).version == 3
    await call.done_writing()


async def test_what_cannot_be_shown_to_one_is_shown_to_the_others(worker) -> None:
    match = await worker.new_match(game="faulty-barrow")
    seat, options, version = await on_turn(worker, match)
    reader = pb.WatchRequest(
        match_id=match.id, seat=1, subscription=pb.Subscription(language=match_pb2.LANGUAGE_ENGLISH)
    )
    wordy = worker.stub.Watch(reader, metadata=match.auth(1))
    await wordy.read()
    call = worker.stub.Play()
    await call.write(pb.PlayRequest(commands=[join(0, match.tokens[seat])]))
    update = (await call.read()).updates[0]
    await call.write(pb.PlayRequest(commands=[choose(0, update, options["pass"])]))
    assert (await call.read()).updates[0].version == version + 1
    with pytest.raises(grpc.RpcError) as caught:
        await asyncio.wait_for(wordy.read(), 20)
    assert caught.value.code() == grpc.StatusCode.INTERNAL
    await call.done_writing()
    await worker.choose(match, 1, 0)


async def test_a_snapshot_that_cannot_be_read_is_only_a_cache(worker, other, store) -> None:
    match = await worker.new_match()
    await worker.choose(match, 0, 1)
    for data in (b"\x00 of another shape", encode([b"\x93", 1, [], [], [], [], [], {}, {}, [], 0])):
        await store.hset(key(match.id, "snapshot"), mapping={"version": 1, "data": data})
        assert (await other.see(match, 1)).version == 1
    await other.play_out(match)


async def test_a_match_that_cannot_be_loaded_is_not_in_the_way_of_the_sweep(worker, store) -> None:
    """Its clock has run out and its worker cannot load it; another match's clock is seen to all the same."""
    clock = match_pb2.ClockRules(bank_ms=150)
    good = await worker.new_match(clock=clock)
    old = msgspec.structs.replace(
        decode_meta(await store.get(key(good.id, "meta"))), match_id="of-older-rules", rules_version=0, created_ms=1
    )
    await store.set(key(old.match_id, "meta"), encode(old))
    await store.set(key(old.match_id, "waiting"), encode(Waiting(0, 1, [], [0, 1], 1, 0, False)))
    await store.zadd("live:barrow.1", {old.match_id: 1})

    async def handed():
        return (await worker.see(good)).seats[0].holder == match_pb2.HOLDER_BOT

    assert await eventually(handed)
    assert await refused(worker.stub.Observe(pb.ObserveRequest(match_id=old.match_id))) == "RULES_VERSION"


async def test_a_log_that_does_not_fit_is_not_in_the_way_of_other_notices(worker, other, store) -> None:
    """A worker is told of an entry that its rules refuse; it goes on to hear of other matches."""
    broken, good = await worker.new_match(), await worker.new_match()
    calls = []
    for match in (broken, good):
        calls.append(worker.stub.Watch(pb.WatchRequest(match_id=match.id)))
        assert (await calls[-1].read()).update.version == 0
    await other.choose(broken, 0, 0)
    assert (await calls[0].read()).update.version == 1
    entry = await store.lindex(key(broken.id, "log"), 0)
    await store.rpush(key(broken.id, "log"), entry)
    (subscriber,) = await store.smembers(key(broken.id, "watch"))
    await store.publish(f"worker:{subscriber.decode()}", broken.id)
    await other.choose(good, 0, 0)
    assert (await asyncio.wait_for(calls[1].read(), 20)).update.version == 1


async def test_gauges_of_a_sweeper_that_lost_its_lease_do_not_stay(settings, store, worker) -> None:
    """An alert on the greatest of all workers would never end."""
    await store.set("sweeper:barrow", "another worker", px=60_000)
    gauges = (metrics.AI_QUEUE_AGE.labels("barrow"), metrics.MATCHES_LIVE.labels("barrow", "bot"))
    for gauge in gauges:
        gauge.set(99)

    async def gone():
        return all(gauge._value.get() == 0 for gauge in gauges)

    assert await eventually(gone)


async def test_refusals_and_faults_of_commands_are_counted_as_those_of_calls_are(worker) -> None:
    match = await worker.new_match(game="faulty-barrow")
    seat, options, _ = await on_turn(worker, match)
    call = worker.stub.Play()
    await call.write(pb.PlayRequest(commands=[join(0, match.tokens[seat])]))
    update = (await call.read()).updates[0]
    before = {reason: refusals_of("Play", reason) for reason in ("INTERNAL", "ILLEGAL_CHOICE", "BAD_SLOT")}
    commands = [choose(0, update, options["gamble"]), choose(0, update, 99), choose(7, update)]
    for command in commands:
        await call.write(pb.PlayRequest(commands=[command]))
        assert (await call.read()).refusals
    assert {reason: refusals_of("Play", reason) for reason in before} == {
        reason: count + 1 for reason, count in before.items()
    }
    await call.done_writing()


async def test_a_match_that_is_not_made_with_others_is_counted(worker, service) -> None:
    before = refusals_of("CreateMatches", "UNKNOWN_SCENARIO")
    request = pb.CreateMatchesRequest(matches=[pb.CreateMatchRequest(game="barrow", scenario="siege")])
    await worker.stub.CreateMatches(request, metadata=service)
    assert refusals_of("CreateMatches", "UNKNOWN_SCENARIO") == before + 1


def refusals_of(method: str, reason: str) -> float:
    return metrics.RPC_REFUSALS.labels(method, reason)._value.get()
