"""Ratings of account holders: matchmaking goes by those that are kept, and never by what a client claims."""

import pytest

from services.api import matchmaking_pb2 as pb
from services.api.archive_pb2 import ArchivedRecord
from services.api.match_pb2 import Outcome, Seat
from services.api.matchmaking_pb2_grpc import MatchmakingServiceStub
from services.api.players_pb2 import Rating
from services.matchmaking.__main__ import setup
from services.matchmaking.kept_ratings import rating_for
from services.matchmaking.ticket_queue import TicketQueue
from services.players import __main__ as players_main
from services.players.database import Database
from services.players.rating_table import RatingTable
from services.players.schema import connect
from services.process.settings import Settings
from services.rpc.serving import serving
from tests.services.conftest import bearer, channel_to
from tests.services.players.conftest import refusal


@pytest.mark.parametrize(("role", "rating"), [("", 50.0), ("hero", 100.0), ("wight", -100.0), ("never played", 0.0)])
def test_a_search_goes_by_the_rating_in_its_role_or_by_the_mean(role: str, rating: float) -> None:
    kept = [Rating(role="hero", rating=1600, matches=3), Rating(role="wight", rating=1400, matches=1)]
    assert rating_for(kept, role) == rating
    assert rating_for([], role) == 0.0


@pytest.fixture
def kept(settings: Settings) -> float:
    """The rating that is kept of ann, who has won a match."""
    database = Database(connect(settings.store.database_url))
    for name in ("ann", "bob"):
        database.create_account(name, 0)
    record = ArchivedRecord(
        match_id="match-0001",
        game="barrow",
        seats=[Seat(seat=0, side="a", role="a", player="ann"), Seat(seat=1, side="b", role="b", player="bob")],
        outcome=Outcome(winners=[0]),
    )
    table = RatingTable(database.engine)
    assert table.apply([record], 0, 1) == 1
    account = database.account_of_name("ann")
    assert account is not None
    (row,) = table.of_account(account.account_id)
    database.close()
    return row.skill.rating - 1500


async def rating_of_ticket(stub, store, metadata, claimed: float = 2500) -> float:
    """The rating that a ticket of ann's has, who claims another."""
    search = pb.Search(game="barrow", scenario="duel", players=["ann"], rating=claimed)
    answer = await stub.CreateTicket(pb.CreateTicketRequest(search=search), metadata=metadata)
    tickets = await TicketQueue(store, "barrow").read([answer.ticket.ticket_id])
    return tickets[answer.ticket.ticket_id].search.rating


async def test_a_ticket_has_the_rating_that_is_kept(settings: Settings, store, keyring, service, kept: float) -> None:
    ann = bearer(keyring.mint("player", "ann", 60))
    settings = settings.having(engines="barrow=127.0.0.1:1")
    async with serving(players_main.setup, settings) as players:
        changed = settings.having(players_address=players.address)
        async with channel_to(setup, changed) as channel:
            stub = MatchmakingServiceStub(channel)
            assert kept > 0
            assert await rating_of_ticket(stub, store, ann) == pytest.approx(kept)
            assert await rating_of_ticket(stub, store, ()) == 2500, "guests as ever"
            assert await rating_of_ticket(stub, store, service) == 2500, "our services know"


@pytest.mark.parametrize("address", ["", "127.0.0.1:1"], ids=["none", "one that does not answer"])
async def test_without_the_players_service_an_account_is_a_newcomer(settings, store, keyring, address: str) -> None:
    changed = settings.having(engines="barrow=127.0.0.1:1", players_address=address)
    async with channel_to(setup, changed) as channel:
        stub = MatchmakingServiceStub(channel)
        assert await rating_of_ticket(stub, store, bearer(keyring.mint("player", "ann", 60))) == 0


async def test_a_token_is_good_for_its_scopes_only(settings: Settings, store, keyring) -> None:
    async with channel_to(setup, settings.having(engines="barrow=127.0.0.1:1")) as channel:
        stub = MatchmakingServiceStub(channel)
        host = bearer(keyring.mint("player", "ann", 60, scopes="host"))
        assert await refusal(rating_of_ticket(stub, store, host)) == "FORBIDDEN"
        for scopes in ("play host", "bot"):
            await rating_of_ticket(stub, store, bearer(keyring.mint("player", "ann", 60, scopes=scopes)))


async def test_nobody_brings_an_account_that_has_shown_no_token(settings: Settings, store, keyring) -> None:
    async with channel_to(setup, settings.having(engines="barrow=127.0.0.1:1")) as channel:
        stub = MatchmakingServiceStub(channel)
        search = pb.Search(game="barrow", scenario="duel", players=["ann", "bob"])
        ann = bearer(keyring.mint("player", "ann", 60))
        answer = await stub.CreateTicket(pb.CreateTicketRequest(search=search), metadata=ann)
        tickets = await TicketQueue(store, "barrow").read([answer.ticket.ticket_id])
        assert list(tickets[answer.ticket.ticket_id].search.players) == ["ann", "~bob"]
