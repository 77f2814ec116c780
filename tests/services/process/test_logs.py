"""Logs: JSON throughout, and nothing in them that is anybody's secret."""

import asyncio
import json
import os
import subprocess
import sys

import grpc
import pytest

from services.api import engine_pb2 as pb
from services.api.engine_pb2_grpc import EngineServiceStub
from services.match.log import decode_meta
from services.store.matchlog import key
from tests.services.conftest import bearer, eventually, key_variables


async def test_a_fault_is_logged_without_seeds_hands_and_tokens(settings, store, admin, tmp_path) -> None:
    """A fault of the rules in a Choose and on a stream, with everything secret in the variables of its frames."""
    ready = tmp_path / "ready.json"
    env = {
        **os.environ,
        "REDIS_URL": settings.store.redis_url,
        **key_variables("engine"),
        "WESTMARCH_READY_FILE": str(ready),
        "WESTMARCH_PLUGINS": "tests.services.faulty",
        "WESTMARCH_GAMES": "faulty-barrow",
        "WESTMARCH_LOG_LEVEL": "debug",
        "WESTMARCH_FOLOW_SECONDS": "9",
    }
    process = subprocess.Popen([sys.executable, "-m", "services.engine"], env=env, stderr=subprocess.PIPE)
    try:

        async def serves():
            return ready.exists() and json.loads(ready.read_text() or "null")

        where = await eventually(serves)
        async with grpc.aio.insecure_channel(where["address"]) as channel:
            match_id, seed, token = await fail(EngineServiceStub(channel), store, admin)
        process.terminate()
        _, logged = await asyncio.to_thread(process.communicate, None, 20)
    finally:
        process.kill()
    lines = [json.loads(line) for line in logged.splitlines()]
    assert [line["nearest"] for line in lines if line["event"] == "no such setting"] == ["WESTMARCH_FOLLOW_SECONDS"]
    faults = [line for line in lines if line["event"] == "unexpected"]
    assert [(fault["method"], fault["match"]) for fault in faults] == [("Choose", match_id), ("Play", match_id)]
    for fault in faults:
        assert fault["exception"][0]["exc_value"] == "the die fell off the table"
        assert fault["exception"][0]["frames"]
    _, _, signing_key = key_variables("engine")["WESTMARCH_SIGNING_KEYS"].partition("=")
    for secret in (seed.hex(), repr(seed)[2:-1], token, token.rsplit(".", 1)[-1], signing_key, "locals", "hands"):
        assert secret not in logged.decode()


async def fail(stub: EngineServiceStub, store, admin) -> tuple[str, bytes, str]:
    """Bring a fault about, twice; the match, its seed and the token of the seat."""
    players = [pb.SeatHolder(player="ann"), pb.SeatHolder(player="bob")]
    request = pb.CreateMatchRequest(game="faulty-barrow", scenario="duel", seats=players)
    created = await stub.CreateMatch(request, metadata=admin)
    match_id, (ann, bob) = created.match.match_id, [one.token for one in created.tokens]
    for seat, token, index in ((0, ann, 1), (1, bob, 0)):
        choice = pb.ChooseRequest(match_id=match_id, seat=seat, version=0, index=index)
        update = (await stub.Choose(choice, metadata=bearer(token))).update
    update = (await stub.Observe(pb.ObserveRequest(match_id=match_id, seat=0), metadata=bearer(ann))).update
    gamble = [option.data for option in update.decision.options].index('["gamble"]')
    choice = pb.ChooseRequest(match_id=match_id, seat=0, version=update.version, index=gamble)
    with pytest.raises(grpc.RpcError) as caught:
        await stub.Choose(choice, metadata=bearer(ann))
    assert caught.value.code() == grpc.StatusCode.INTERNAL
    call = stub.Play()
    await call.write(pb.PlayRequest(commands=[pb.PlayCommand(join=pb.Join(token=ann))]))
    await call.read()
    choice = pb.Choice(version=update.version, index=gamble)
    await call.write(pb.PlayRequest(commands=[pb.PlayCommand(choice=choice)]))
    assert (await call.read()).refusals
    call.cancel()
    return match_id, decode_meta(await store.get(key(match_id, "meta"))).seed, ann
