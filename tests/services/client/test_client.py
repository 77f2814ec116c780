"""The client: finds a match, plays, survives the loss of its worker, and says what was refused."""

import asyncio
import contextlib
import random

import grpc
import pytest

from services.api import engine_pb2 as pb
from services.api.engine_pb2_grpc import EngineServiceStub
from services.api.match_pb2 import HOLDER_BOT, HOLDER_PERSON, LANGUAGE_ENGLISH
from services.api.matchmaking_pb2 import CancelTicketRequest, Search
from services.api.matchmaking_pb2_grpc import MatchmakingServiceStub
from services.client import Lobby, Refusal, Seat, seat_of, tls_credentials
from services.client.refusal import is_connection_lost
from services.engine.__main__ import setup as engine_setup
from services.matchmaking.__main__ import setup as matchmaking_setup
from services.matchmaking.ticket_queue import TicketQueue
from services.process.clock import now_ms
from services.process.ports import free_port
from services.rpc.serving import serving
from tests.certificates import certificate
from tests.services.conftest import bearer, eventually


@contextlib.asynccontextmanager
async def hall(settings):
    settings = settings.having(games="barrow")
    async with serving(engine_setup, settings) as engine:
        with_engine = settings.having(engines=f"barrow={engine.address}")
        async with serving(matchmaking_setup, with_engine) as lobby:
            yield lobby.address


def any_option(update) -> int:
    return random.randrange(len(update.decision.options))


async def test_two_clients_find_each_other_and_play(settings, store) -> None:
    async def one(address: str, name: str):
        async with Lobby(address) as lobby:
            assignment = await lobby.find("barrow", name, scenario="duel")
        async with seat_of(assignment) as seat:
            return await seat.play(any_option)

    async with hall(settings) as address:
        last = await asyncio.wait_for(asyncio.gather(one(address, "ann"), one(address, "bob")), 30)
    assert last[0].end == last[1].end


async def test_a_private_table(settings, store) -> None:
    async with hall(settings) as address, Lobby(address) as lobby:
        opened = await lobby.open_table("barrow", "ann", scenario="duel")
        ann, bob = await asyncio.gather(lobby.seat_at(opened), lobby.join_table(opened.code, "bob"))
        assert ann.match_id == bob.match_id
        with pytest.raises(Refusal) as caught:
            await lobby.find("chess", "ann")
        assert caught.value.reason == "UNKNOWN_GAME"


async def test_who_was_seated_learns_it_also_when_the_matchmaker_was_away(settings, store) -> None:
    async with serving(engine_setup, settings) as engine, contextlib.AsyncExitStack() as stack:
        fixed = settings.having(engines=f"*={engine.address}", port=free_port())
        first = await stack.enter_async_context(contextlib.AsyncExitStack())
        address = (await first.enter_async_context(serving(matchmaking_setup, fixed))).address
        ann = await stack.enter_async_context(Lobby(address))
        waiting, tickets = asyncio.create_task(ann.find("barrow", "ann", scenario="duel")), TicketQueue(store, "barrow")
        await eventually(tickets.waiting_ids)
        await asyncio.sleep(0.2)  # for the answer to be on its way
        await first.aclose()
        bob = Search(game="barrow", scenario="duel", players=["bob"], options={"rounds": "2", "coins": "2"})
        await tickets.create(bob, now_ms(), 60_000)
        await asyncio.sleep(0.2)
        await stack.enter_async_context(serving(matchmaking_setup, fixed))
        assert (await asyncio.wait_for(waiting, 20)).seats[0].player == "~ann"


async def test_a_matchmaker_that_does_not_come_back_is_waited_for_as_long_as_the_ticket_lives(settings, store) -> None:
    brief = settings.having(ticket_seconds=1.0)
    async with contextlib.AsyncExitStack() as stack:
        address = await stack.enter_async_context(hall(brief))
        async with Lobby(address) as lobby:
            waiting = asyncio.create_task(lobby.find("barrow", "ann", scenario="duel"))
            await asyncio.sleep(0.5)
            await stack.aclose()
            with pytest.raises(Refusal) as caught:
                await asyncio.wait_for(waiting, 20)
    assert caught.value.reason == "UNAVAILABLE"


async def test_a_seat_goes_on_at_another_worker_when_its_own_is_gone(settings, store, admin) -> None:
    fixed = settings.having(port=free_port())
    async with contextlib.AsyncExitStack() as stack:
        first = await stack.enter_async_context(contextlib.AsyncExitStack())
        process = await first.enter_async_context(serving(engine_setup, fixed))
        async with grpc.aio.insecure_channel(process.address) as channel:
            request = pb.CreateMatchRequest(
                game="barrow", scenario="duel", seats=[pb.SeatHolder(player="ann"), pb.SeatHolder(player="bob")]
            )
            created = await EngineServiceStub(channel).CreateMatch(request, metadata=admin)
        ann, bob = (Seat(process.address, token.token, token.seat) for token in created.tokens)
        await stack.enter_async_context(ann)
        await stack.enter_async_context(bob)
        versions = []
        async for update in ann:
            versions.append(update.version)
            if ann.decision is not None:
                await ann.choose(0)
            if update.version == 1:
                await first.aclose()
                await stack.enter_async_context(serving(engine_setup, fixed))
                async with grpc.aio.insecure_channel(process.address) as channel:
                    choice = pb.ChooseRequest(match_id=update.match_id, seat=1, version=0, index=0)
                    await EngineServiceStub(channel).Choose(choice, metadata=bearer(created.tokens[1].token))
            if update.version == 2:
                break
        assert versions == [0, 1, 2] or versions == [0, 1, 1, 2]


async def test_a_stream_that_has_lasted_long_enough_is_renewed(settings, store, admin) -> None:
    brief = settings.having(stream_hours=0.3 / 3600)
    async with serving(engine_setup, brief) as process, grpc.aio.insecure_channel(process.address) as channel:
        stub = EngineServiceStub(channel)
        players = [pb.SeatHolder(player="ann"), pb.SeatHolder(player="bob")]
        created = await stub.CreateMatch(
            pb.CreateMatchRequest(game="barrow", scenario="duel", seats=players), metadata=admin
        )
        async with Seat(process.address, created.tokens[0].token, 0) as seat:
            renewed = 0
            async for update in seat:
                if update.version == 1:
                    break
                renewed += 1
                if renewed == 3:
                    choice = pb.ChooseRequest(match_id=update.match_id, seat=1, version=0, index=0)
                    await stub.Choose(choice, metadata=bearer(created.tokens[1].token))
        assert [event.kind for event in update.events] == []
        assert renewed >= 3


async def test_a_refused_command_is_told_and_the_match_goes_on(settings, store, admin) -> None:
    async with serving(engine_setup, settings) as process, grpc.aio.insecure_channel(process.address) as channel:
        request = pb.CreateMatchRequest(
            game="barrow", scenario="duel", seats=[pb.SeatHolder(player="ann"), pb.SeatHolder()]
        )
        created = await EngineServiceStub(channel).CreateMatch(request, metadata=admin)
        async with Seat(process.address, created.tokens[0].token, 0) as seat:
            refusals = []
            async for update in seat:
                if seat.refusal is not None:
                    refusals.append(seat.refusal.reason)
                    await seat.choose(0)
                elif update.version == 0:
                    await seat.choose(99)
                else:
                    break
            assert refusals == ["ILLEGAL_CHOICE"]
            assert (await seat.info()).commitment == created.match.commitment


async def test_a_seat_is_handed_over_and_taken_again_and_a_choice_undone(settings, store, admin) -> None:
    async with serving(engine_setup, settings) as process, grpc.aio.insecure_channel(process.address) as channel:
        players = [pb.SeatHolder(player="ann"), pb.SeatHolder(player="bob")]
        request = pb.CreateMatchRequest(game="barrow", scenario="duel", seats=players)
        tokens = (await EngineServiceStub(channel).CreateMatch(request, metadata=admin)).tokens
        async with Seat(process.address, tokens[1].token, tokens[1].seat) as bob:
            updates = aiter(bob)
            assert (await anext(updates)).waiting_for == [0, 1]
            assert bob.decision == bob.latest.decision
            await bob.choose(0)
            assert bob.decision is None
            await anext(updates)
            await bob.undo()
            assert (await anext(updates)).undone
            assert bob.decision is not None
            await bob.hand_over("random")
            assert (await bob.info()).seats[1].holder == HOLDER_BOT
            await bob.take_seat()
            assert (await bob.info()).seats[1].holder == HOLDER_PERSON
            await bob.concede()
            last = [update async for update in updates][-1]
            assert last.end.outcome.winners == [0]


async def test_who_comes_back_with_nothing_is_told_the_story(settings, store, admin) -> None:
    async with serving(engine_setup, settings) as process, grpc.aio.insecure_channel(process.address) as channel:
        players = [pb.SeatHolder(player="ann"), pb.SeatHolder(player="bob")]
        request = pb.CreateMatchRequest(game="barrow", scenario="duel", seats=players)
        ann, bob = (await EngineServiceStub(channel).CreateMatch(request, metadata=admin)).tokens
        async with Seat(process.address, bob.token, bob.seat) as seat:
            await anext(aiter(seat))
            await seat.choose(0)
        async with Seat(process.address, ann.token, ann.seat, language=LANGUAGE_ENGLISH) as seat:
            updates = aiter(seat)
            await anext(updates)
            await seat.choose(0)
            await anext(updates)
            whole = [update async for update in seat.story()]
            since = [update async for update in seat.story(after_version=1)]
    assert whole[0].version == 0
    assert [event.kind for event in whole[0].events] == ["dealt", "dealt"]
    assert whole[-1].events[0].text == "Bids are open"
    assert since == whole[1:]


async def test_a_seat_has_what_its_board_is_drawn_from(settings, store, admin) -> None:
    async with serving(engine_setup, settings) as process, grpc.aio.insecure_channel(process.address) as channel:
        seats = [pb.SeatHolder(player="ann"), pb.SeatHolder(bot="random")]
        for game, zones in (("wotr", True), ("barrow", False)):
            request = pb.CreateMatchRequest(game=game, scenario="duel", seats=seats)
            (ann,) = (await EngineServiceStub(channel).CreateMatch(request, metadata=admin)).tokens
            async with Seat(process.address, ann.token, ann.seat) as seat:
                await anext(aiter(seat))
                layout = await seat.layout()
                assert (layout is not None and bool(layout.zones)) == zones


async def test_a_bad_token_is_refused_at_once(settings, store) -> None:
    async with serving(engine_setup, settings) as process, Seat(process.address, "nonsense", 0) as seat:
        with pytest.raises(Refusal) as caught:
            await seat.play(any_option)
    assert caught.value.reason == "UNAUTHENTICATED"


async def test_a_server_with_tls(settings, store, tmp_path) -> None:
    authority, _, signer = certificate(tmp_path, "authority")
    cert, key, _ = certificate(tmp_path, "server", signer)
    secure = settings.having(tls_cert=cert, tls_key=key, tls_ca=authority)
    credentials = tls_credentials(authority)
    async with hall(secure) as address:
        async with Lobby(address, credentials=credentials) as lobby:
            assignment = await lobby.find("barrow", "ann", scenario="duel", bots_after_ms=0)
        async with seat_of(assignment, credentials=credentials) as seat:
            async for update in seat:
                assert update.match_id == assignment.match_id
                break
        async with Lobby(address) as lobby:
            with pytest.raises(Refusal) as caught:
                await lobby.find("barrow", "ann")
    assert caught.value.reason == "UNAVAILABLE"


async def test_everything_that_fails_is_a_refusal(settings, store) -> None:
    async with Lobby(f"127.0.0.1:{free_port()}") as lobby:
        for call in (lobby.find("barrow", "ann"), lobby.open_table("barrow", "ann"), lobby.join_table("x", "ann")):
            with pytest.raises(Refusal, match="The server does not answer") as caught:
                await call
            assert caught.value.reason == "UNAVAILABLE"
    async with hall(settings) as address, Lobby(address) as lobby:
        opened = await lobby.open_table("barrow", "ann", scenario="duel")
        waiting = asyncio.create_task(lobby.seat_at(opened))
        async with grpc.aio.insecure_channel(address) as channel:
            request = CancelTicketRequest(ticket_id=opened.ticket.ticket_id)
            await MatchmakingServiceStub(channel).CancelTicket(request, metadata=bearer(opened.ticket_token))
        with pytest.raises(Refusal, match="The ticket is cancelled") as caught:
            await waiting
        assert caught.value.reason == "TICKET_CLOSED"


async def test_who_stops_waiting_gives_the_ticket_back(settings, store) -> None:
    async with hall(settings) as address, Lobby(address) as lobby:
        opened = await lobby.open_table("barrow", "ann", scenario="duel")
        waiting = asyncio.create_task(lobby.seat_at(opened))
        await asyncio.sleep(0.3)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        with pytest.raises(Refusal, match="The ticket is cancelled"):
            await lobby.seat_at(opened)


async def test_a_lost_connection_is_told_once(settings, store, admin) -> None:
    lost = asyncio.Event()
    calls = []

    def on_lost() -> None:
        calls.append(True)
        lost.set()

    async with contextlib.AsyncExitStack() as stack:
        process = await stack.enter_async_context(serving(engine_setup, settings))
        async with grpc.aio.insecure_channel(process.address) as channel:
            players = [pb.SeatHolder(player="ann"), pb.SeatHolder(player="bob")]
            request = pb.CreateMatchRequest(game="barrow", scenario="duel", seats=players)
            created = await EngineServiceStub(channel).CreateMatch(request, metadata=admin)
        async with Seat(process.address, created.tokens[0].token, 0, on_lost=on_lost) as seat:
            updates = aiter(seat)
            await anext(updates)
            await stack.aclose()
            more = asyncio.ensure_future(anext(updates))
            await asyncio.wait_for(lost.wait(), 30)
            await asyncio.sleep(1)
            more.cancel()
    assert calls == [True]


async def test_a_refusal_says_what_would_do(settings, store) -> None:
    async with hall(settings) as address, Lobby(address) as lobby:
        with pytest.raises(Refusal) as caught:
            await lobby.find("chess", "ann")
        assert caught.value.allowed == ("barrow",)
        assert str(caught.value) == "No game 'chess' is served here. There are: barrow."
        with pytest.raises(Refusal) as caught:
            await lobby.find("barrow", "ann", scenario="duel", sides=["evil"])
        assert caught.value.reason == "INVALID_ARGUMENT"
        assert "red" in caught.value.allowed
        with pytest.raises(Refusal) as caught:
            await lobby.find("barrow", "ann", scenario="duel", bots_after_ms=-5)
        assert caught.value.reason == "INVALID_ARGUMENT"


async def test_the_address_of_another_service_is_said_to_be_one(settings, store) -> None:
    async with serving(engine_setup, settings) as engine, Lobby(engine.address) as lobby:
        with pytest.raises(Refusal, match="another service"):
            await lobby.find("barrow", "ann")


class Broken(grpc.RpcError):
    """How gRPC itself fails a stream, without a word of the server's."""

    def __init__(self, code: grpc.StatusCode) -> None:
        self._code = code

    def code(self) -> grpc.StatusCode:
        return self._code

    def details(self) -> str:
        return "Internal error from Core"

    def trailing_metadata(self) -> tuple[()]:
        return ()


def test_a_connection_that_breaks_is_taken_up_again_and_a_refusal_is_not() -> None:
    codes = grpc.StatusCode
    for code in (codes.UNAVAILABLE, codes.CANCELLED, codes.INTERNAL, codes.UNKNOWN):
        assert is_connection_lost(Broken(code))
    for code in (codes.UNIMPLEMENTED, codes.PERMISSION_DENIED, codes.RESOURCE_EXHAUSTED):
        assert not is_connection_lost(Broken(code))
