"""Service tokens over gRPC: each is good for the calls that its service makes, and for no other."""

from collections import Counter

import grpc
import pytest

from services.api import engine_pb2
from services.api.engine_pb2_grpc import EngineServiceStub
from services.api.errors_pb2 import ErrorReason
from services.engine.__main__ import setup
from services.process.refusals import detail_of
from services.rpc.issuers import MINTS, SERVICE_METHODS
from services.supervisor.plan import SERVICES
from tests.services.conftest import bearer, channel_to
from tests.services.engine.conftest import Engine
from tests.services.every_method import every_method, refusal


async def test_a_service_token_is_good_for_what_its_service_calls_and_no_more(settings, store, keyring) -> None:
    tokens = {name: bearer(keyring.mint("service", name, 600)) for name in SERVICE_METHODS}
    names: Counter[str] = Counter()
    async for method in every_method(settings):
        names[method.name] += 1
        for service, auth in tokens.items():
            if method.name not in SERVICE_METHODS[service]:
                assert await refusal(method.call(auth)) == "FORBIDDEN", (service, method.name)
                continue
            try:
                await method.call(auth)
            except grpc.RpcError as error:
                reason = detail_of(error).reason
                assert reason != ErrorReason.ERROR_REASON_FORBIDDEN, (service, method.name)
    assert {names[method] for methods in SERVICE_METHODS.values() for method in methods} == {1}, "known by its name"


def test_every_service_has_its_rights_written_down() -> None:
    assert set(SERVICE_METHODS) == {"engine", *SERVICES}
    assert {issuer for issuer in SERVICE_METHODS if "service" in MINTS.get(issuer, ())} == {
        service for service, methods in SERVICE_METHODS.items() if methods
    }


@pytest.mark.parametrize("name", SERVICE_METHODS)
async def test_no_service_looks_into_a_private_match(settings, store, admin, keyring, name) -> None:
    async with channel_to(setup, settings) as channel:
        match = await Engine(channel, admin).new_match(2, private=True)
        join = engine_pb2.Join(token=keyring.mint("service", name, 60), match_id=match.id)
        call = EngineServiceStub(channel).Play(timeout=20)
        await call.write(engine_pb2.PlayRequest(commands=[engine_pb2.PlayCommand(slot=1, join=join)]))
        answer = await call.read()
        assert [one.error.reason for one in answer.refusals] == [ErrorReason.ERROR_REASON_FORBIDDEN]
        call.cancel()
