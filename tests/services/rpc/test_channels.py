"""Channels between services follow a pool: calls go to all its servers, and connections do not last for ever."""

import asyncio
import contextlib

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from services.api.engine_pb2 import CreateMatchRequest, ListGamesRequest, SeatHolder, Subscription, WatchRequest
from services.api.engine_pb2_grpc import EngineServiceStub
from services.bots.remote_engine import RemoteEngines
from services.client import Seat
from services.engine.__main__ import setup
from services.process import metrics
from services.rpc.channels import open_channel
from services.rpc.serving import serving
from tests.services import faulty  # noqa: F401  # makes a second game playable
from tests.services.conftest import bearer

READY = grpc.ChannelConnectivity.READY


def one_name(*addresses: str) -> str:
    """A target that leads to several servers, as the name of a headless service does."""
    return f"ipv4:{','.join(addresses)}"


@contextlib.asynccontextmanager
async def two_engines(settings):
    """Engines that are told apart by the game they serve, under one name."""
    async with contextlib.AsyncExitStack() as stack:
        games = ("barrow", "faulty-barrow")
        pool = [await stack.enter_async_context(serving(setup, settings.having(games=game))) for game in games]
        yield one_name(*(process.address for process in pool))


async def test_calls_take_turns_among_all_servers_of_a_name(settings, store) -> None:
    async with two_engines(settings) as name, open_channel(name, settings) as channel:
        stub, answers = EngineServiceStub(channel), []
        async with asyncio.timeout(10):
            while len(set(answers)) < 2:
                answers.append((await stub.ListGames(ListGamesRequest(), wait_for_ready=True)).games[0].id)
        more = [(await stub.ListGames(ListGamesRequest())).games[0].id for _ in range(10)]
        assert more.count("barrow") == more.count("faulty-barrow") == 5


async def test_calls_of_bot_workers_take_turns_too(settings, store) -> None:
    async with two_engines(settings) as name:
        with RemoteEngines(settings)._open(name) as channel:

            def call() -> str:
                answer = EngineServiceStub(channel).ListGames(ListGamesRequest(), wait_for_ready=True, timeout=10)
                return answer.games[0].id

            async with asyncio.timeout(10):
                while await asyncio.to_thread(call) == await asyncio.to_thread(call):
                    pass


async def test_a_server_that_leaves_the_pool_is_left(settings, store) -> None:
    async with contextlib.AsyncExitStack() as stack:
        first, second = [await stack.enter_async_context(contextlib.AsyncExitStack()) for _ in range(2)]
        pool = [await one.enter_async_context(serving(setup, settings)) for one in (first, second)]
        channel = await stack.enter_async_context(open_channel(one_name(*(one.address for one in pool)), settings))
        stub = EngineServiceStub(channel)
        for _ in range(4):
            await stub.ListGames(ListGamesRequest(), wait_for_ready=True)
        await first.aclose()
        for _ in range(10):
            await stub.ListGames(ListGamesRequest(), wait_for_ready=True)


async def test_an_old_connection_takes_no_new_calls_and_what_is_under_way_goes_on(settings, store) -> None:
    async with contextlib.AsyncExitStack() as stack:
        server = await stack.enter_async_context(contextlib.AsyncExitStack())
        process = await server.enter_async_context(serving(setup, settings.having(connection_minutes=0.3 / 60)))
        channel = await stack.enter_async_context(open_channel(process.address, settings))
        watch = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest())
        assert (await watch.read()).status == health_pb2.HealthCheckResponse.SERVING
        for _ in range(2):  # the connection is given up, and another made, more than once
            await asyncio.wait_for(channel.wait_for_state_change(READY), 20)
            await EngineServiceStub(channel).ListGames(ListGamesRequest(), wait_for_ready=True)
        await server.aclose()
        assert (await watch.read()).status == health_pb2.HealthCheckResponse.NOT_SERVING


async def test_a_seat_plays_on_over_many_connections(settings, store, admin) -> None:
    """Its stream ends a little after its connection, and is resumed on the next: every event comes, and comes once."""
    resumable = metrics.RPC_REQUESTS.labels("Play", "RESUMABLE")._value
    before = resumable.get()
    async with contextlib.AsyncExitStack() as stack:
        brief = settings.having(connection_minutes=0.2 / 60)
        pool = [await stack.enter_async_context(serving(setup, brief)) for _ in range(2)]
        name = one_name(*(process.address for process in pool))
        stub = EngineServiceStub(await stack.enter_async_context(open_channel(name, settings)))
        holders = [SeatHolder(player="ann"), SeatHolder(player="bob")]
        request = CreateMatchRequest(game="barrow", scenario="duel", seats=holders)
        created = await stub.CreateMatch(request, metadata=admin, wait_for_ready=True)

        async def play(token) -> tuple[int, list[str]]:
            """Play slowly, so that the match outlasts some connections; the first version, and all events after it."""
            updates = []
            async with Seat(name, token.token, token.seat) as seat:
                async for update in seat:
                    updates.append(update)
                    if seat.decision is not None:
                        await asyncio.sleep(0.05)
                        await seat.choose(0)
            return updates[0].version, [event.data for update in updates for event in update.events]

        played = await asyncio.wait_for(asyncio.gather(*map(play, created.tokens)), 60)
        for token, (version, events) in zip(created.tokens, played, strict=True):
            subscription = Subscription(after_version=version)
            watch = WatchRequest(match_id=created.match.match_id, seat=token.seat, subscription=subscription)
            call = stub.Watch(watch, metadata=bearer(token.token), wait_for_ready=True)
            assert events == [event.data async for response in call for event in response.update.events]
    assert resumable.get() > before
