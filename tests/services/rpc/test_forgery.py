"""Forged tokens at the door: no call of any service takes one, nor does a stream that is open already."""

import asyncio

from services.api import engine_pb2
from services.api.engine_pb2_grpc import EngineServiceStub
from services.api.errors_pb2 import ErrorReason
from services.engine.__main__ import setup
from tests.services.conftest import SIGNING_KEYS, bearer, channel_to
from tests.services.every_method import every_method, refusal
from tests.services.forgery import forged_tokens


async def test_every_call_refuses_every_forged_token(settings, store) -> None:
    forged = forged_tokens(SIGNING_KEYS)
    methods = 0
    async for method in every_method(settings):
        methods += 1
        for what, token in forged.items():
            assert await refusal(method.call(bearer(token))) == "UNAUTHENTICATED", (method.name, what)
    assert methods > 25


async def test_no_seat_is_joined_by_a_forged_token(settings, store) -> None:
    forged = forged_tokens(SIGNING_KEYS)
    commands = [
        engine_pb2.PlayCommand(slot=slot, join=engine_pb2.Join(token=token, match_id="m1"))
        for slot, token in enumerate(forged.values())
    ]
    reasons: dict[int, str] = {}
    async with channel_to(setup, settings) as channel:
        call = EngineServiceStub(channel).Play(timeout=20)
        await call.write(engine_pb2.PlayRequest(commands=commands))
        while len(reasons) < len(commands):
            answer = await asyncio.wait_for(call.read(), 10)
            reasons |= {one.slot: ErrorReason.Name(one.error.reason) for one in answer.refusals}
        call.cancel()
    assert set(reasons.values()) == {"ERROR_REASON_UNAUTHENTICATED"}
