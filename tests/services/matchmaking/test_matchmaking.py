"""Tickets over gRPC: from waiting to a seat, with one and with several matchmakers."""

import asyncio
import contextlib
import math
import threading
from collections.abc import AsyncIterator
from dataclasses import dataclass

import grpc
import pytest

from services.api import matchmaking_pb2 as pb
from services.api.engine_pb2 import (
    ChooseRequest,
    CreateMatchRequest,
    GetMatchRequest,
    ListGamesRequest,
    ObserveRequest,
    SeatHolder,
)
from services.api.errors_pb2 import ErrorReason
from services.api.matchmaking_pb2_grpc import MatchmakingServiceStub
from services.engine.__main__ import setup as engine_setup
from services.matchmaking import pairing
from services.matchmaking.__main__ import setup
from services.matchmaking.matchmaker import GIVE_UP_MS, LEASE_MS, RETRY_MS, Matchmaker
from services.matchmaking.searches import check_search
from services.matchmaking.ticket_queue import TicketQueue, notice_channel
from services.matchmaking.tickets import MatchPlan, PlanResult
from services.process.background import cancel_and_wait
from services.process.clock import now_ms
from services.process.ports import free_port
from services.process.refusals import detail_of
from services.process.settings import Settings
from services.rpc.clients import ServiceClients
from services.rpc.serving import serving
from services.rpc.tokens import Caller
from services.store.connection import Store
from services.store.notices import Notices
from tests.services.conftest import bearer, eventually
from tests.services.engine.conftest import Engine

WATCHED_MS = 4_000
"""Life of a ticket that is to live on: watching it must come in time on a busy machine too."""


@dataclass
class Matchmaking:
    """Matchmaking and the engine behind it."""

    stub: MatchmakingServiceStub
    engine: Engine
    settings: Settings
    store: Store

    async def ticket(self, *players: str, ttl_ms: int = 0, **search) -> tuple[str, tuple]:
        """A waiting ticket, and the metadata of its owner."""
        fields = {"game": "barrow", "scenario": "duel", **search}
        request = pb.CreateTicketRequest(search=pb.Search(players=players, **fields), ttl_ms=ttl_ms)
        created = await self.stub.CreateTicket(request)
        return created.ticket.ticket_id, bearer(created.ticket_token)

    async def stored(self, id: str) -> pb.Ticket:
        """A ticket as it stands in the store."""
        return await TicketQueue(self.store, "barrow").find(id)

    async def assigned(self, ticket: tuple[str, tuple]) -> pb.Assignment:
        """Where a ticket leads."""
        id, auth = ticket
        async with asyncio.timeout(60):
            async for response in self.stub.WatchTicket(pb.WatchTicketRequest(ticket_id=id), metadata=auth):
                last = response.ticket
        assert last.state == pb.TICKET_STATE_MATCHED
        return last.assignment


@pytest.fixture
async def lobby(settings: Settings, store, admin) -> AsyncIterator[Matchmaking]:
    async with matchmaking(settings, store, admin) as lobby:
        yield lobby


@contextlib.asynccontextmanager
async def matchmaking(settings: Settings, store, admin) -> AsyncIterator[Matchmaking]:
    settings = settings.having(games="barrow")
    async with contextlib.AsyncExitStack() as stack:
        engine = await stack.enter_async_context(serving(engine_setup, settings))
        settings = settings.having(engines=f"barrow={engine.address}")
        process = await stack.enter_async_context(serving(setup, settings))
        to_engine = await stack.enter_async_context(grpc.aio.insecure_channel(engine.address))
        channel = await stack.enter_async_context(grpc.aio.insecure_channel(process.address))
        yield Matchmaking(MatchmakingServiceStub(channel), Engine(to_engine, admin), settings, store)


async def reason(call) -> str:
    with pytest.raises(grpc.RpcError) as caught:
        await call
    return ErrorReason.Name(detail_of(caught.value).reason)[13:]


async def test_two_tickets_lead_to_one_match_with_a_seat_each(lobby: Matchmaking) -> None:
    tickets = [await lobby.ticket("ann"), await lobby.ticket("bob")]
    ann, bob = [await lobby.assigned(ticket) for ticket in tickets]
    assert ann.match_id == bob.match_id
    assert {ann.seats[0].seat, bob.seats[0].seat} == {0, 1}
    request = GetMatchRequest(match_id=ann.match_id)
    info = (await lobby.engine.stub.GetMatch(request)).match
    assert sorted(seat.player for seat in info.seats) == ["~ann", "~bob"]


async def test_the_token_of_an_assignment_plays(lobby: Matchmaking) -> None:
    tickets = [await lobby.ticket("ann", sides=["red"]), await lobby.ticket("bob")]
    ann = await lobby.assigned(tickets[0])
    request = ChooseRequest(match_id=ann.match_id, seat=ann.seats[0].seat, version=0, index=0)
    answer = await lobby.engine.stub.Choose(request, metadata=bearer(ann.seats[0].token))
    assert answer.update.version == 1
    assert ann.seats[0].seat == 0


async def test_a_party_plays_one_match(lobby: Matchmaking) -> None:
    party = await lobby.ticket("ann", "bob", scenario="company", seats=3)
    lone = await lobby.ticket("cid", scenario="company", seats=3)
    both, one = await lobby.assigned(party), await lobby.assigned(lone)
    assert both.match_id == one.match_id
    assert [seat.player for seat in both.seats] == ["~ann", "~bob"]


async def test_nobody_waits_because_an_older_ticket_wants_another_number_of_seats(lobby: Matchmaking) -> None:
    old = await lobby.ticket("old", scenario="company", seats=3)
    tickets = [await lobby.ticket(name, scenario="company", seats=2) for name in ("ann", "bob")]
    ann, bob = [await lobby.assigned(ticket) for ticket in tickets]
    assert ann.match_id == bob.match_id
    assert (await lobby.stored(old[0])).state == pb.TICKET_STATE_WAITING


async def test_bots_fill_up_for_those_who_take_them(lobby: Matchmaking) -> None:
    ticket = await lobby.ticket("ann", bots_after_ms=0, bot="greedy")
    assignment = await lobby.assigned(ticket)
    info = (await lobby.engine.stub.GetMatch(GetMatchRequest(match_id=assignment.match_id))).match
    assert sorted((seat.player, seat.bot) for seat in info.seats) == [("", "greedy"), ("~ann", "greedy")]


async def test_a_private_table_is_joined_by_code(lobby: Matchmaking) -> None:
    search = pb.Search(game="barrow", scenario="duel", players=["ann"], rating=2500)
    opened = await lobby.stub.CreateTable(pb.CreateTableRequest(search=search))
    stranger = await lobby.ticket("eve", rating=2500)
    await asyncio.sleep(0.6)
    joined = await lobby.stub.JoinTable(pb.JoinTableRequest(code=opened.code.lower(), players=["bob"]))
    ann = await lobby.assigned((opened.ticket.ticket_id, bearer(opened.ticket_token)))
    bob = await lobby.assigned((joined.ticket.ticket_id, bearer(joined.ticket_token)))
    assert ann.match_id == bob.match_id
    stats = await lobby.stub.QueueStats(pb.QueueStatsRequest(game="barrow"))
    assert stats.queues[0].tickets == 1
    assert stats.queues[0].matched == 2
    cancelled = await lobby.stub.CancelTicket(pb.CancelTicketRequest(ticket_id=stranger[0]), metadata=stranger[1])
    assert cancelled.ticket.state == pb.TICKET_STATE_CANCELLED


async def test_a_cancelled_or_expired_ticket_is_never_matched(lobby: Matchmaking, store) -> None:
    id, auth = await lobby.ticket("ann")
    await lobby.stub.CancelTicket(pb.CancelTicketRequest(ticket_id=id), metadata=auth)
    gone, owner = await lobby.ticket("old", ttl_ms=1000)
    await asyncio.sleep(1.1)
    fresh = [await lobby.ticket("bob"), await lobby.ticket("cid")]
    bob = await lobby.assigned(fresh[0])
    cancel = pb.CancelTicketRequest(ticket_id=fresh[1][0])
    assert await reason(lobby.stub.CancelTicket(cancel, metadata=fresh[1][1])) == "TICKET_CLOSED"
    info = (await lobby.engine.stub.GetMatch(GetMatchRequest(match_id=bob.match_id))).match
    assert sorted(seat.player for seat in info.seats) == ["~bob", "~cid"]
    last = await lobby.stub.WatchTicket(pb.WatchTicketRequest(ticket_id=gone), metadata=owner).read()
    assert last.ticket.state == pb.TICKET_STATE_EXPIRED


async def test_a_watched_ticket_lives_on(lobby: Matchmaking) -> None:
    ticket = await lobby.ticket("ann", ttl_ms=WATCHED_MS)
    watching = asyncio.create_task(lobby.assigned(ticket))
    await asyncio.sleep(WATCHED_MS / 1000 + 0.6)
    other = await lobby.ticket("bob")
    assert (await watching).match_id == (await lobby.assigned(other)).match_id


async def test_a_ticket_nobody_watches_expires_and_says_so(lobby: Matchmaking) -> None:
    id, auth = await lobby.ticket("ann", ttl_ms=1000)
    watch = pb.WatchTicketRequest(ticket_id=id)

    async def expired():
        return (await lobby.stored(id)).state == pb.TICKET_STATE_EXPIRED

    assert await eventually(expired)
    states = [one.ticket.state async for one in lobby.stub.WatchTicket(watch, metadata=auth)]
    assert states == [pb.TICKET_STATE_EXPIRED]
    cancel = lobby.stub.CancelTicket(pb.CancelTicketRequest(ticket_id=id), metadata=auth)
    assert await reason(cancel) == "TICKET_CLOSED"


async def test_a_private_table_stands_while_somebody_waits_at_it_and_no_longer(lobby: Matchmaking, store) -> None:
    search = pb.Search(game="barrow", scenario="duel", players=["ann"])
    opened = await lobby.stub.CreateTable(pb.CreateTableRequest(search=search, ttl_ms=WATCHED_MS))
    owner = asyncio.create_task(lobby.assigned((opened.ticket.ticket_id, bearer(opened.ticket_token))))
    await asyncio.sleep(WATCHED_MS / 1000 + 0.6)
    join = pb.JoinTableRequest(code=opened.code, players=["bob"])
    await lobby.stub.JoinTable(join)
    seated = await owner
    watch = ObserveRequest(match_id=seated.match_id)
    assert await reason(lobby.engine.stub.Observe(watch)) == "UNAUTHENTICATED"
    assert (await lobby.engine.stub.Observe(watch, metadata=bearer(seated.spectator_token))).update.version == 0
    assert await reason(lobby.stub.JoinTable(join)) == "UNKNOWN_TICKET"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"game": "chess"}, "UNKNOWN_GAME"),
        ({"scenario": "siege"}, "UNKNOWN_SCENARIO"),
        ({"players": []}, "INVALID_ARGUMENT"),
        ({"players": [""]}, "INVALID_ARGUMENT"),
        ({"players": ["a", "b", "c"]}, "INVALID_ARGUMENT"),
        ({"sides": ["green"]}, "INVALID_ARGUMENT"),
        ({"sides": ["red"] * 9}, "INVALID_ARGUMENT"),
        ({"sides": ["red", "x" * 65]}, "INVALID_ARGUMENT"),
        ({"roles": ["red", "blue"]}, "INVALID_ARGUMENT"),
        ({"seats": 7}, "INVALID_ARGUMENT"),
        ({"rating": math.nan}, "INVALID_ARGUMENT"),
        ({"rating": -math.inf}, "INVALID_ARGUMENT"),
        ({"rating": 1e9}, "INVALID_ARGUMENT"),
        ({"bot": "hal"}, "UNKNOWN_BOT"),
        ({"options": {"rounds": "0"}}, "BAD_OPTION"),
        ({"options": {"rounds": "]"}}, "BAD_OPTION"),
    ],
)
async def test_searches_that_make_no_sense_are_refused(lobby: Matchmaking, change, expected) -> None:
    search = pb.Search(**{"game": "barrow", "scenario": "duel", "players": ["ann"], **change})
    assert await reason(lobby.stub.CreateTicket(pb.CreateTicketRequest(search=search))) == expected


@pytest.mark.parametrize("name", ["\x9b31mann", "ann\u2028", "\u202eann", "e\u0301owyn", "x" * 65])
async def test_names_that_are_none_are_refused_wherever_they_are_said(lobby: Matchmaking, name: str) -> None:
    search = pb.Search(game="barrow", scenario="duel", players=[name])
    opened = await lobby.stub.CreateTable(
        pb.CreateTableRequest(search=pb.Search(game="barrow", scenario="duel", players=["ann"]))
    )
    seats = [SeatHolder(player=name), SeatHolder(player="bob")]
    for call in (
        lobby.stub.CreateTicket(pb.CreateTicketRequest(search=search)),
        lobby.stub.CreateTable(pb.CreateTableRequest(search=search)),
        lobby.stub.JoinTable(pb.JoinTableRequest(code=opened.code, players=[name])),
        lobby.stub.JoinTable(pb.JoinTableRequest(code="ZZZZZZ", players=[name])),
        lobby.engine.stub.CreateMatch(
            CreateMatchRequest(game="barrow", scenario="duel", seats=seats), metadata=lobby.engine.admin
        ),
    ):
        with pytest.raises(grpc.RpcError) as caught:
            await call
        assert "1 to 64 printable characters" in detail_of(caught.value).message


async def test_tickets_belong_to_their_makers(lobby: Matchmaking, keyring) -> None:
    id, _ = await lobby.ticket("ann")
    _, other = await lobby.ticket("bob", scenario="company")
    cancel = pb.CancelTicketRequest(ticket_id=id)
    assert await reason(lobby.stub.CancelTicket(cancel)) == "UNAUTHENTICATED"
    assert await reason(lobby.stub.CancelTicket(cancel, metadata=other)) == "FORBIDDEN"
    search = pb.Search(game="barrow", scenario="duel", players=["ann"])
    posing = bearer(keyring.mint("player", "eve", 60))
    assert await reason(lobby.stub.CreateTicket(pb.CreateTicketRequest(search=search), metadata=posing)) == "FORBIDDEN"
    assert await reason(lobby.stub.JoinTable(pb.JoinTableRequest(code="NOSUCH", players=["x"]))) == "UNKNOWN_TICKET"


async def test_a_guest_never_plays_under_the_name_of_a_player(lobby: Matchmaking, keyring, admin) -> None:
    search = pb.Search(game="barrow", scenario="duel", players=["ann"])
    opened = await lobby.stub.CreateTable(
        pb.CreateTableRequest(search=search), metadata=bearer(keyring.mint("player", "ann", 60))
    )
    posing = bearer(keyring.mint("spectator", "ann", 60, match_id="another"))
    joined = await lobby.stub.JoinTable(pb.JoinTableRequest(code=opened.code, players=["ann"]), metadata=posing)
    ann = await lobby.assigned((opened.ticket.ticket_id, bearer(opened.ticket_token)))
    guest = await lobby.assigned((joined.ticket.ticket_id, bearer(joined.ticket_token)))
    assert (ann.seats[0].player, guest.seats[0].player) == ("ann", "~ann")
    search.players[:] = ["~" + "x" * 63]
    await lobby.stub.CreateTicket(pb.CreateTicketRequest(search=search))
    search.players[:] = ["x" * 64]
    assert await reason(lobby.stub.CreateTicket(pb.CreateTicketRequest(search=search))) == "INVALID_ARGUMENT"
    await lobby.stub.CreateTicket(pb.CreateTicketRequest(search=search), metadata=admin)


async def test_where_guests_cannot_play_a_token_of_another_kind_does_not_help(lobby: Matchmaking, keyring) -> None:
    no_guests = lobby.settings.having(guests=False)
    async with serving(setup, no_guests) as process, grpc.aio.insecure_channel(process.address) as channel:
        search = pb.Search(game="barrow", scenario="duel", players=["ann"])
        create = MatchmakingServiceStub(channel).CreateTicket
        for auth in ((), bearer(keyring.mint("spectator", "", 60, match_id="m"))):
            assert await reason(create(pb.CreateTicketRequest(search=search), metadata=auth)) == "UNAUTHENTICATED"
        await create(pb.CreateTicketRequest(search=search), metadata=bearer(keyring.mint("player", "ann", 60)))


async def test_one_caller_has_so_many_tickets_waiting_and_no_more(lobby: Matchmaking, keyring, admin) -> None:
    few = lobby.settings.having(max_tickets_per_caller=2)
    async with serving(setup, few) as process, grpc.aio.insecure_channel(process.address) as channel:
        stub, other = MatchmakingServiceStub(channel), lobby.stub
        search = pb.Search(game="barrow", scenario="company", players=["ann"], sides=["red"])
        request, table = pb.CreateTicketRequest(search=search), pb.CreateTableRequest(search=search)
        first = await other.CreateTicket(request)
        auth = bearer(first.ticket_token)
        await stub.CreateTicket(request)
        assert await reason(stub.CreateTicket(request)) == "RATE_LIMITED"
        assert await reason(stub.CreateTicket(request, metadata=auth)) == "RATE_LIMITED"
        assert await reason(stub.CreateTable(table)) == "RATE_LIMITED"
        assert await lobby.store.keys("table:*") == []
        for _ in range(3):
            await stub.CreateTicket(request, metadata=admin)
        await stub.CreateTicket(request, metadata=bearer(keyring.mint("player", "ann", 60)))
        await stub.CancelTicket(pb.CancelTicketRequest(ticket_id=first.ticket.ticket_id), metadata=auth)
        await stub.CreateTable(table)
        assert await reason(stub.CreateTicket(request)) == "RATE_LIMITED"


async def test_several_matchmakers_never_seat_a_ticket_twice(lobby: Matchmaking, store, keyring) -> None:
    queue = TicketQueue(store, "barrow")
    search = pb.Search(game="barrow", scenario="duel", players=["x"])
    ids = [(await queue.create(search, now_ms(), 60_000)).id for _ in range(200)]
    clients = ServiceClients("matchmaking", lobby.settings, keyring)
    makers = [Matchmaker(store, clients, ("barrow",), "random") for _ in range(3)]
    for _ in range(5):
        await asyncio.gather(*(maker.match("barrow") for maker in makers))
    tickets = [await queue.find(id) for id in ids]
    assert all(ticket.state == pb.TICKET_STATE_MATCHED for ticket in tickets)
    places = [(ticket.assignment.match_id, ticket.assignment.seats[0].seat) for ticket in tickets]
    assert len(set(places)) == 200
    assert await queue.open_count() == 0
    assert len({match_id for match_id, _ in places}) == 100
    assert await store.zcard("live:barrow.1") == 100
    await clients.close()


async def test_tickets_are_taken_and_matched_by_a_store_that_lost_its_functions(lobby: Matchmaking) -> None:
    ann = await lobby.ticket("ann")
    await lobby.store.function_flush("SYNC")
    bob = await lobby.ticket("bob")
    await lobby.store.function_flush("SYNC")
    assert (await lobby.assigned(ann)).match_id == (await lobby.assigned(bob)).match_id


async def test_each_call_of_a_round_is_made_once_also_when_functions_were_lost(store) -> None:
    queue = TicketQueue(store, "barrow")
    search = pb.Search(game="barrow", scenario="duel", players=["x"])
    ids = [(await queue.create(search, now_ms(), 60_000)).id for _ in range(4)]
    plans = [planned(*ids[:2]), planned(*ids[2:])]
    await store.function_flush("SYNC")
    assert await queue.claim(plans, now_ms(), now_ms() + 60_000) == plans
    await store.function_flush("SYNC")
    assert await queue.cancel(ids[0]) == "claimed"
    await store.function_flush("SYNC")
    assert await queue.keep_alive(ids[0], now_ms()) is None


async def test_others_are_answered_while_many_are_paired(lobby: Matchmaking, monkeypatch) -> None:
    answered = threading.Event()

    def take_long(*args) -> list[pairing.Lineup]:
        assert answered.wait(10)
        return form_lineups(*args)

    form_lineups = pairing.form_lineups
    monkeypatch.setattr(pairing, "form_lineups", take_long)
    tickets = [await lobby.ticket("ann"), await lobby.ticket("bob")]
    await asyncio.sleep(0.6)
    await lobby.stub.QueueStats(pb.QueueStatsRequest(game="barrow"), timeout=5)
    answered.set()
    ann, bob = [await lobby.assigned(ticket) for ticket in tickets]
    assert ann.match_id == bob.match_id


async def test_tickets_that_cannot_be_paired_are_in_nobodys_way(lobby: Matchmaking) -> None:
    """Such as those of a release that knows more scenarios and shares the store."""
    search = pb.Search(game="barrow", scenario="of another release", players=["x"])
    await TicketQueue(lobby.store, "barrow").create(search, now_ms(), 60_000)
    tickets = [await lobby.ticket("ann"), await lobby.ticket("bob")]
    ann, bob = [await lobby.assigned(ticket) for ticket in tickets]
    assert ann.match_id == bob.match_id


async def test_a_plan_left_by_a_dead_matchmaker_is_finished_by_another(settings, store, keyring) -> None:
    queue = TicketQueue(store, "barrow")
    async with serving(engine_setup, settings) as engine:
        await finish_for_the_dead(settings.having(engines=f"*={engine.address}"), store, keyring, queue)


def planned(*ids: str) -> MatchPlan:
    """A duel of two tickets."""
    return MatchPlan(
        match_id="planned-match",
        game="barrow",
        scenario="duel",
        options={},
        clock=(0, 0, 0),
        code="",
        players=["x", "y"],
        bots=["random", "random"],
        places={id: [seat] for seat, id in enumerate(ids)},
    )


async def finish_for_the_dead(settings: Settings, store, keyring, queue: TicketQueue) -> None:
    search = pb.Search(game="barrow", scenario="duel", players=["x"])
    ids = [(await queue.create(search, now_ms(), 60_000)).id for _ in range(2)]
    plan = planned(*ids)
    assert await queue.claim([plan], now_ms(), now_ms() - 1) == [plan]
    clients = ServiceClients("matchmaking", settings, keyring)
    maker = Matchmaker(store, clients, ("barrow",), "random", clock=lambda: now_ms() + LEASE_MS)
    await maker.match("barrow")
    for id in ids:
        assert (await queue.find(id)).assignment.match_id == "planned-match"
    await clients.close()


async def test_people_who_want_the_same_meet_however_they_spell_it(lobby: Matchmaking) -> None:
    tickets = [await lobby.ticket("ann"), await lobby.ticket("bob", options={"rounds": " 2 "})]
    ann, bob = [await lobby.assigned(ticket) for ticket in tickets]
    assert ann.match_id == bob.match_id
    picky = [await lobby.ticket("cid", options={"rounds": "3"}), await lobby.ticket("dan", options={"rounds": "3"})]
    cid, dan = [await lobby.assigned(ticket) for ticket in picky]
    assert cid.match_id == dan.match_id
    info = (await lobby.engine.stub.GetMatch(GetMatchRequest(match_id=cid.match_id))).match
    assert info.options["rounds"] == "3"


@pytest.mark.parametrize("game", ["wotr", "lotr", "meq", "bofa"])
def test_what_a_search_is_filled_in_with_is_what_it_would_be_filled_in_with_again(game: str) -> None:
    guest = Caller("guest", "somewhere")
    once = check_search(pb.Search(game=game, players=["ann"]), guest, True, (game,))
    again = check_search(pb.Search.FromString(once.SerializeToString()), guest, True, (game,))
    assert once.options
    assert again == once


async def test_who_watches_while_a_match_is_made_looks_now_and_then_and_hears_at_once(
    lobby: Matchmaking, monkeypatch
) -> None:
    queue, looks, find = TicketQueue(lobby.store, "barrow"), [], TicketQueue.find

    async def counted(self: TicketQueue, id: str) -> pb.Ticket:
        looks.append(id)
        return await find(self, id)

    monkeypatch.setattr(TicketQueue, "find", counted)
    tickets = [await lobby.ticket("ann"), await lobby.ticket("bob", sides=["green"], scenario="company", seats=3)]
    plan = planned(*(id for id, _ in tickets))
    assert await queue.claim([plan], now_ms(), now_ms() + 60_000)
    looks.clear()
    watching = asyncio.create_task(lobby.assigned(tickets[0]))
    await asyncio.sleep(0.8)
    assert 1 <= len(looks) <= 3
    await queue.finish([PlanResult(plan, {id: pb.Assignment(match_id=plan.match_id) for id in plan.places})])
    assert (await watching).match_id == plan.match_id


async def test_a_match_that_cannot_be_made_is_given_up_in_the_end(settings, store, keyring) -> None:
    """Its engine never answers: the tickets are held for the next try, and closed when there were enough."""
    queue = TicketQueue(store, "barrow")
    search = pb.Search(game="barrow", scenario="duel", players=["x"])
    ids = [(await queue.create(search, now_ms(), 60_000)).id for _ in range(2)]
    nowhere = settings.having(engines=f"*=127.0.0.1:{free_port()}")
    clients = ServiceClients("matchmaking", nowhere, keyring)
    now = [now_ms()]
    maker = Matchmaker(store, clients, ("barrow",), "random", clock=lambda: now[0])
    for wait in (0, LEASE_MS + 1, GIVE_UP_MS - 2 * LEASE_MS):
        now[0] += wait
        assert await maker.match("barrow") == 0
        assert [(await queue.find(id)).state for id in ids] == [pb.TICKET_STATE_WAITING] * 2
    now[0] += 2 * LEASE_MS
    assert await maker.match("barrow") == 0
    assert [(await queue.find(id)).state for id in ids] == [pb.TICKET_STATE_CANCELLED] * 2
    assert await queue.take_overdue(now[0] + LEASE_MS, 0) == []
    await clients.close()


async def test_a_match_is_made_soon_after_its_engine_is_back(settings, store, keyring) -> None:
    """Long before the lease of its plan is over, after which another matchmaker would take it for abandoned."""
    queue, port, now = TicketQueue(store, "barrow"), free_port(), [now_ms()]
    search = pb.Search(game="barrow", scenario="duel", players=["x"])
    for _ in range(2):
        await queue.create(search, now[0], 60_000)
    clients = ServiceClients("matchmaking", settings.having(engines=f"*=127.0.0.1:{port}"), keyring)
    maker = Matchmaker(store, clients, ("barrow",), "random", clock=lambda: now[0])
    assert await maker.match("barrow") == 0
    async with serving(engine_setup, settings.having(port=port)):
        await clients.engine("barrow").ListGames(ListGamesRequest(), wait_for_ready=True)
        assert await maker.match("barrow") == 0
        now[0] += RETRY_MS
        assert await maker.match("barrow") == 1
    await clients.close()


async def test_nobody_takes_a_plan_whose_engine_takes_its_time(settings, store, keyring) -> None:
    """Its lease is short, so that a dead matchmaker's plans are taken soon; who waits for an engine renews it."""
    queue, began = TicketQueue(store, "barrow"), now_ms()
    search = pb.Search(game="barrow", scenario="duel", players=["x"])
    for _ in range(2):
        await queue.create(search, began, 60_000)
    silent = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = silent.sockets[0].getsockname()[1]
    clients = ServiceClients("matchmaking", settings.having(engines=f"*=127.0.0.1:{port}"), keyring)
    matching = asyncio.create_task(Matchmaker(store, clients, ("barrow",), "random").match("barrow"))

    async def lease() -> int:
        """When the lease of the only plan ends."""
        return int(max([score for _, score in await store.zrange("{q:barrow}:leases", 0, -1, withscores=True)] or [0]))

    first = await eventually(lease)
    await eventually(lambda: _later(lease, first))
    assert await queue.take_overdue(first, first + LEASE_MS) == []
    matching.cancel()
    await asyncio.gather(matching, return_exceptions=True)
    await clients.close()
    silent.close()


async def _later(time, than: int) -> int:
    """A time, once it is later than another; 0 before."""
    now = await time()
    return now if now > than else 0


async def test_only_games_that_have_an_engine_can_be_waited_for(settings, store) -> None:
    some = settings.having(engines="wotr=127.0.0.1:1")
    async with serving(setup, some) as process, grpc.aio.insecure_channel(process.address) as channel:
        search = pb.Search(game="barrow", scenario="duel", players=["ann"])
        call = MatchmakingServiceStub(channel).CreateTicket(pb.CreateTicketRequest(search=search))
        assert await reason(call) == "UNKNOWN_GAME"


async def test_notices_outlive_a_message_that_is_none(store) -> None:
    notices = Notices(store, (notice_channel("barrow"),))
    listening = asyncio.create_task(notices.listen())
    try:
        with notices.watch("barrow.x") as changed:

            async def noticed() -> bool:
                await store.publish(notice_channel("barrow"), "barrow.x")
                return changed.is_set()

            assert await eventually(noticed)
            await store.publish(notice_channel("barrow"), b"\xff")
            await asyncio.sleep(0.05)
            changed.clear()
            assert await eventually(noticed)
    finally:
        await cancel_and_wait(listening)


async def test_no_game_is_matched_on_when_the_service_has_ended(settings, store, monkeypatch) -> None:
    """Not even one whose round took the cancellation for something else, as a client library may for a timeout."""
    before = asyncio.all_tasks()
    begun, swallowed = asyncio.Event(), []

    async def match(self: Matchmaker, game: str) -> int:
        try:
            if game == "barrow":
                begun.set()
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            if game != "barrow" or swallowed:
                raise
            swallowed.append(game)
        return 0

    monkeypatch.setattr(Matchmaker, "match", match)
    async with serving(setup, settings.having(games="wotr,barrow", engines="*=127.0.0.1:1")):
        await begun.wait()
    assert swallowed == ["barrow"]
    assert [task for task in asyncio.all_tasks() - before if "Matchmaker" in repr(task)] == []
