"""What one maker may have: so many live matches, and so many guesses at the codes of tables."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc

from services.api import matchmaking_pb2 as pb
from services.api.engine_pb2 import ConcedeRequest, GetMatchRequest
from services.api.matchmaking_pb2_grpc import MatchmakingServiceStub
from services.engine.__main__ import setup as engine_setup
from services.matchmaking.__main__ import setup
from services.matchmaking.live_matches import CREATION_MS, LiveMatches
from services.matchmaking.matchmaker import MATCHES_OF_MAKER, Matchmaker
from services.matchmaking.servicer import FREE_WRONG_CODES
from services.matchmaking.ticket_queue import Allowance, TicketQueue
from services.matchmaking.tickets import MatchPlan
from services.process.clock import now_ms
from services.process.refusals import detail_of
from services.process.settings import Settings
from services.rpc.clients import ServiceClients
from services.rpc.serving import serving
from tests.services.conftest import bearer, eventually
from tests.services.matchmaking.test_matchmaking import Matchmaking, lobby, matchmaking, reason  # noqa: F401


def search(player: str = "ann") -> pb.Search:
    """A search that leads to a match at once."""
    return pb.Search(game="barrow", scenario="duel", players=[player], bots_after_ms=0)


async def test_one_maker_has_so_many_live_matches_and_those_that_end_make_room(
    lobby: Matchmaking,  # noqa: F811
    keyring,
    admin,
) -> None:
    few = lobby.settings.having(max_matches_per_maker=3)
    async with serving(setup, few) as process, grpc.aio.insecure_channel(process.address) as channel:
        lobby.stub = stub = MatchmakingServiceStub(channel)
        request = pb.CreateTicketRequest(search=search())
        assignments = []
        for _ in range(3):
            made = await stub.CreateTicket(request)
            assignments.append(await lobby.assigned((made.ticket.ticket_id, bearer(made.ticket_token))))
        assert await reason(stub.CreateTicket(request)) == "RATE_LIMITED"
        assert await reason(stub.CreateTable(pb.CreateTableRequest(search=search()))) == "RATE_LIMITED"
        await stub.CreateTicket(request, metadata=bearer(keyring.mint("player", "ann", 60)))  # another account
        await stub.CreateTicket(request, metadata=admin)
        seat = assignments[0].seats[0]
        concede = ConcedeRequest(match_id=assignments[0].match_id, seat=seat.seat)
        await lobby.engine.stub.Concede(concede, metadata=bearer(seat.token))

        async def granted() -> bool:
            try:
                await stub.CreateTicket(request)
            except grpc.RpcError:
                return False
            return True

        await eventually(granted)


async def test_tickets_for_more_matches_than_one_may_have_do_not_wait_together(lobby: Matchmaking) -> None:  # noqa: F811
    few = lobby.settings.having(max_matches_per_maker=2)
    async with serving(setup, few) as process, grpc.aio.insecure_channel(process.address) as channel:
        stub = MatchmakingServiceStub(channel)
        waiting = pb.Search(game="barrow", scenario="company", players=["ann"], sides=["red"])
        for _ in range(2):
            await stub.CreateTicket(pb.CreateTicketRequest(search=waiting))
        assert await reason(stub.CreateTicket(pb.CreateTicketRequest(search=waiting))) == "RATE_LIMITED"


async def test_a_match_that_is_being_created_counts_and_one_that_never_was_does_not(store) -> None:
    now = [CREATION_MS]
    live = LiveMatches(store, lambda: now[0])
    plan = MatchPlan("m-1", "barrow", "duel", {}, (0, 0, 0), "", ["~ann", ""], ["random"] * 2, {}, ["guest:x"], now[0])
    await live.note([plan])
    assert await live.count("guest:x", 1) == 1
    now[0] += CREATION_MS + 1
    assert await LiveMatches(store, lambda: now[0]).count("guest:x", 1) == 0


async def test_a_match_of_guests_whom_nobody_ever_sees_ends_and_one_of_players_does_not(
    settings: Settings, store, admin, keyring
) -> None:
    async with matchmaking(settings.having(join_minutes=0.2 / 60), store, admin) as soon:

        async def match_of(auth) -> str:
            made = await soon.stub.CreateTicket(pb.CreateTicketRequest(search=search()), metadata=auth)
            return (await soon.assigned((made.ticket.ticket_id, bearer(made.ticket_token)))).match_id

        async def outcome(match_id: str) -> str:
            info = (await soon.engine.stub.GetMatch(GetMatchRequest(match_id=match_id))).match
            return info.end.outcome.reason

        of_player = await match_of(bearer(keyring.mint("player", "ann", 60)))
        of_guest = await match_of(())
        assert await eventually(lambda: outcome(of_guest)) == "abandoned"
        assert await outcome(of_player) == ""


async def test_who_guesses_codes_waits_longer_and_longer_and_is_not_told_whether_one_was_right(
    lobby: Matchmaking,  # noqa: F811
    admin,
) -> None:
    opened = await lobby.stub.CreateTable(
        pb.CreateTableRequest(search=pb.Search(game="barrow", scenario="duel", players=["ann"]))
    )

    def join(code: str, auth=()):
        return lobby.stub.JoinTable(pb.JoinTableRequest(code=code, players=["bob"]), metadata=auth)

    for _ in range(FREE_WRONG_CODES + 1):
        assert await reason(join("ZZZZZZ")) == "UNKNOWN_TICKET"
    refusals = []
    for code in ("ZZZZZZ", opened.code):
        try:
            await join(code)
        except grpc.RpcError as error:
            refusals.append(detail_of(error))
    assert len(refusals) == 2
    assert refusals[0].message == refusals[1].message
    assert all(refusal.retry_after_ms > 0 for refusal in refusals)
    assert await reason(join("ZZZZZZ", admin)) == "UNKNOWN_TICKET"

    async def joined() -> bool:
        try:
            await join(opened.code)
        except grpc.RpcError:
            return False
        return True

    await eventually(joined)


async def test_who_asks_for_many_matches_at_once_leaves_others_theirs(settings, store, keyring) -> None:
    """In one round: a few of the many, and all that others asked for."""
    async with engine_for_barrow(settings) as settings:
        queue, clients = TicketQueue(store, "barrow"), ServiceClients("matchmaking", settings, keyring)
        for number in range(3 * MATCHES_OF_MAKER):
            search = pb.Search(game="barrow", scenario="duel", players=[f"~f{number}"], sides=["red"], bots_after_ms=0)
            await queue.create(search, now_ms(), 60_000, allowance=Allowance("guest:flood", 1_000))
        tickets = []
        for player, side in (("~ann", "red"), ("~bob", "blue")):  # bob meets one of the many
            search = pb.Search(game="barrow", scenario="duel", players=[player], sides=[side], bots_after_ms=0)
            tickets.append(await queue.create(search, now_ms(), 60_000, allowance=Allowance(f"guest:{player}", 1_000)))
        matchmaker = Matchmaker(store, clients, ("barrow",), "random")
        assert MATCHES_OF_MAKER <= await matchmaker.match("barrow") <= MATCHES_OF_MAKER + 2
        assert [(await queue.find(one.id)).state for one in tickets] == [pb.TICKET_STATE_MATCHED] * 2
        assert await matchmaker.match("barrow") == MATCHES_OF_MAKER
        await clients.close()


@asynccontextmanager
async def engine_for_barrow(settings: Settings) -> AsyncIterator[Settings]:
    """Settings with an engine that runs in this process."""
    async with serving(engine_setup, settings.having(games="barrow")) as process:
        yield settings.having(games="barrow", engines=f"barrow={process.address}")
