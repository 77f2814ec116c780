"""What a bot worker may do, who runs code of plugins: nothing but what a turn, a hint or a batch needs."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator

import pytest
import redis.asyncio
from kombu import Connection
from redis.exceptions import NoPermissionError, ResponseError

from services.api import engine_pb2
from services.api.errors_pb2 import ErrorReason
from services.engine.__main__ import setup as engine_setup
from services.match.log import decode_meta
from services.rpc.tokens import TURN_METHODS
from services.store import task_queues
from services.store.matchlog import PARTS, key
from tests.services.conftest import bearer, channel_to, narrow_broker
from tests.services.engine.conftest import Engine, NewMatch
from tests.services.every_method import every_method, refusal

QUEUE = "ai.barrow.1"


@pytest.fixture
async def engine(settings, store, admin) -> AsyncIterator[Engine]:
    """An engine."""
    async with channel_to(engine_setup, settings) as channel:
        yield Engine(channel, admin)


@pytest.fixture
async def broker(settings, store) -> AsyncIterator[redis.asyncio.Redis]:
    """The store as a bot worker reaches it."""
    client = redis.asyncio.from_url((await narrow_broker(settings, store)).store.broker_url)
    yield client
    await client.aclose()


async def next_token(store) -> str:
    """The token that came with the next turn in the queue."""
    envelope = json.loads(await store.rpop(QUEUE))
    (game, _, _, _, token), _, _ = json.loads(base64.b64decode(envelope["body"]))
    assert game == "barrow"
    return token


def deal(match_id: str, seat: int) -> engine_pb2.DealWorldsRequest:
    return engine_pb2.DealWorldsRequest(match_id=match_id, seat=seat)


@pytest.fixture
async def at_turn(engine: Engine, store) -> tuple[NewMatch, str]:
    """A match of a person and a bot, and the token of the bot's first turn."""
    match = await engine.new_match(1, 1)
    await engine.choose(match, 0)
    return match, await next_token(store)


async def test_the_token_of_a_turn_plays_it(engine: Engine, at_turn) -> None:
    match, token = at_turn
    world = await engine.stub.DealWorlds(deal(match.id, 1), metadata=bearer(token))
    choice = engine_pb2.ChooseRequest(match_id=match.id, seat=1, version=world.decision_version, index=0)
    update = (await engine.stub.Choose(choice, metadata=bearer(token))).update
    assert update.version == world.version + 1


async def test_the_worlds_of_a_turn_tell_nothing_of_the_seed(engine: Engine, at_turn, store) -> None:
    match, token = at_turn
    seed = decode_meta(await store.get(key(match.id, "meta"))).seed
    world = await engine.stub.DealWorlds(deal(match.id, 1), metadata=bearer(token))
    assert world.worlds
    assert seed not in world.SerializeToString()


async def test_the_token_of_a_turn_is_for_no_other_seat_and_match(engine: Engine, at_turn) -> None:
    match, token = at_turn
    other = await engine.new_match(0, 2)
    for match_id, seat in ((match.id, 0), (other.id, 1)):
        assert await refusal(engine.stub.DealWorlds(deal(match_id, seat), metadata=bearer(token))) == "FORBIDDEN"
        choice = engine_pb2.ChooseRequest(match_id=match_id, seat=seat)
        assert await refusal(engine.stub.Choose(choice, metadata=bearer(token))) == "FORBIDDEN"


async def test_a_person_who_has_the_seat_again_is_not_chosen_for(engine: Engine, store) -> None:
    match = await engine.new_match(2)
    hand_over = engine_pb2.HandOverSeatRequest(match_id=match.id, seat=0, bot="random")
    await engine.stub.HandOverSeat(hand_over, metadata=match.auth(0))
    token = await next_token(store)
    assert (await engine.stub.DealWorlds(deal(match.id, 0), metadata=bearer(token))).worlds
    await engine.stub.TakeSeat(engine_pb2.TakeSeatRequest(match_id=match.id, seat=0), metadata=match.auth(0))
    choice = engine_pb2.ChooseRequest(match_id=match.id, seat=0, version=0, index=0)
    assert await refusal(engine.stub.DealWorlds(deal(match.id, 0), metadata=bearer(token))) == "FORBIDDEN"
    assert await refusal(engine.stub.Choose(choice, metadata=bearer(token))) == "FORBIDDEN"


async def test_the_token_of_a_turn_joins_no_private_match(engine: Engine, store) -> None:
    match = await engine.new_match(1, 1, private=True)
    await engine.choose(match, 0)
    join = engine_pb2.PlayCommand(slot=1, join=engine_pb2.Join(token=await next_token(store), match_id=match.id))
    call = engine.stub.Play()
    await call.write(engine_pb2.PlayRequest(commands=[join]))
    answer = await asyncio.wait_for(call.read(), 10)
    assert [ErrorReason.Name(one.error.reason) for one in answer.refusals] == ["ERROR_REASON_FORBIDDEN"]
    call.cancel()


async def test_the_token_of_a_turn_is_for_no_other_call(settings, store, keyring) -> None:
    """Of any service: records, seeds, tickets, batches, what only an admin may."""
    auth = bearer(keyring.mint("turn", "bot-worker", 60, match_id="m1", seat=0))
    called = []
    async for method in every_method(settings):
        if method.name not in TURN_METHODS:
            assert await refusal(method.call(auth)) == "FORBIDDEN", method
            called.append(method.name)
    assert {"CreateMatch", "Observe", "Put", "Get", "Export", "RunMatches", "CreateTicket", "Play"} <= set(called)


async def test_the_broker_shows_a_worker_no_match(engine: Engine, store, broker) -> None:
    match = await engine.new_match(2)
    assert await store.get(key(match.id, "meta"))
    for part in PARTS:
        for command in (("GET",), ("LRANGE", 0, -1), ("HGETALL",), ("DUMP",), ("DEL",), ("EXISTS",)):
            with pytest.raises(NoPermissionError):
                await broker.execute_command(command[0], key(match.id, part), *command[1:])
    meta = key(match.id, "meta")
    for script, keys in (("return redis.call('GET', KEYS[1])", [meta]), (f"return redis.call('GET', '{meta}')", [])):
        with pytest.raises(ResponseError, match="access a key"):
            await broker.evalsha(await broker.script_load(script), len(keys), *keys)


@pytest.mark.parametrize(
    "command",
    [
        "KEYS *",
        "SCAN 0",
        "RANDOMKEY",
        "FLUSHALL",
        "CONFIG GET requirepass",
        "ACL LIST",
        "ACL SETUSER bot-worker allkeys",
        "FUNCTION LOAD x",
        "FUNCTION DUMP",
        "FUNCTION DELETE westmarch",
        "FCALL match_load 0",
        "MONITOR",
        "SUBSCRIBE worker:1",
        "PSUBSCRIBE *",
        "PUBLISH worker:1 m1",
        "REPLICAOF 127.0.0.1 1",
        "COPY hint:1 live:barrow.1",
    ],
)
async def test_the_broker_lets_a_worker_do_nothing_else(broker, command: str) -> None:
    with pytest.raises(NoPermissionError):
        await broker.execute_command(*command.split())


async def test_a_task_of_a_worker_that_died_comes_back(settings, store) -> None:
    """Celery does that by itself, with commands that no test of whole tasks needs."""
    url = (await narrow_broker(settings, store)).store.broker_url
    task = task_queues.task_message(task_queues.AI_TURN, [], QUEUE)
    await store.lpush(QUEUE, task)

    def take_and_die() -> None:
        with Connection(url, transport_options={"visibility_timeout": 0}) as connection:
            channel = connection.channel()
            assert channel.basic_get(QUEUE) is not None
            channel.qos.restore_visible(interval=1)
            channel.qos._delivered.clear()  # nothing to give back: it was killed

    await asyncio.to_thread(take_and_die)
    assert await store.llen(QUEUE) == 1
