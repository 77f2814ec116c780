"""Events of a player with an account: challenges, and matches that begin and end, wherever they were made."""

import asyncio
from contextlib import asynccontextmanager

import grpc
import pytest

from services.api import matchmaking_pb2 as pb
from services.api.engine_pb2 import ConcedeRequest
from services.matchmaking.challenges import MOST_OPEN
from services.process.clock import now_ms
from services.rpc.tokens import Keyring
from services.store.playing import matches_of, playing_key
from tests.services.conftest import bearer, eventually
from tests.services.matchmaking.test_matchmaking import Matchmaking, lobby, reason  # noqa: F401

ANSWER_SECONDS = 30


@asynccontextmanager
async def watching(matchmaking: Matchmaking, auth):
    """Gives the next event of a player, each time it is awaited."""
    call = matchmaking.stub.WatchPlayer(pb.WatchPlayerRequest(), metadata=auth)
    yield lambda: asyncio.wait_for(call.read(), ANSWER_SECONDS)
    call.cancel()


def table(challenged: list[str], players=("ann",)) -> pb.CreateTableRequest:
    return pb.CreateTableRequest(
        search=pb.Search(game="barrow", scenario="duel", players=players), challenged=challenged
    )


@pytest.fixture
def auths(keyring: Keyring):
    """Metadata of two players."""
    return {name: bearer(keyring.mint("player", name, 600)) for name in ("ann", "bob")}


async def test_a_challenge_is_heard_of_taken_and_leads_to_a_match(lobby: Matchmaking, auths) -> None:  # noqa: F811
    async with watching(lobby, auths["bob"]) as heard, watching(lobby, auths["ann"]) as of_ann:
        opened = await lobby.stub.CreateTable(table(["bob"]), metadata=auths["ann"])
        challenge = (await heard()).challenge
        assert (challenge.code, list(challenge.search.players)) == (opened.code, ["ann"])
        join = pb.JoinTableRequest(code=challenge.code, players=["bob"])
        await lobby.stub.JoinTable(join, metadata=auths["bob"])
        events = [await heard(), await heard()]
        started = next(event.started_match for event in events if event.HasField("started_match"))
        assert next(event.closed_challenge for event in events if event.closed_challenge) == opened.code
        assert list(started.players) == ["ann", "bob"] or list(started.players) == ["bob", "ann"]
        assert [started.players[seat] for seat in started.seats] == ["bob"]
        assert (await of_ann()).started_match.match_id == started.match_id
        seat = started.seats[0]
        concede = ConcedeRequest(match_id=started.match_id, seat=seat)
        await lobby.engine.stub.Concede(concede, metadata=auths["bob"])
        assert (await heard()).ended_match.match_id == started.match_id
        assert (await of_ann()).ended_match.match_id == started.match_id
    assert await matches_of(lobby.store, "ann") == {}


async def test_who_comes_later_is_told_what_stands(lobby: Matchmaking, keyring: Keyring) -> None:  # noqa: F811
    match = await lobby.engine.new_match(game="barrow")
    auth = bearer(keyring.mint("player", "p0", 600))
    async with watching(lobby, auth) as heard:
        assert (await heard()).started_match.match_id == match.id
    await lobby.engine.stub.Concede(ConcedeRequest(match_id=match.id, seat=0), metadata=auth)
    await lobby.store.zadd(playing_key("p0"), {"gone-long-ago": 1, "just-being-made": now_ms()})
    async with watching(lobby, auth) as heard:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(heard(), 0.3)

    async def dropped() -> bool:
        return [*await matches_of(lobby.store, "p0")] == ["just-being-made"]

    await eventually(dropped)


async def test_a_challenge_is_turned_down(lobby: Matchmaking, auths) -> None:  # noqa: F811
    opened = await lobby.stub.CreateTable(table(["bob"]), metadata=auths["ann"])
    async with watching(lobby, auths["bob"]) as heard:
        assert (await heard()).challenge.code == opened.code
        decline = pb.DeclineChallengeRequest(code=opened.code)
        assert await reason(lobby.stub.DeclineChallenge(decline, metadata=auths["ann"])) == "UNKNOWN_TICKET"
        await lobby.stub.DeclineChallenge(decline, metadata=auths["bob"])
        assert (await heard()).closed_challenge == opened.code
    assert (await lobby.stored(opened.ticket.ticket_id)).state == pb.TICKET_STATE_CANCELLED
    join = pb.JoinTableRequest(code=opened.code, players=["bob"])
    assert await reason(lobby.stub.JoinTable(join, metadata=auths["bob"])) == "UNKNOWN_TICKET"
    assert await reason(lobby.stub.DeclineChallenge(decline, metadata=auths["bob"])) == "UNKNOWN_TICKET"


async def test_who_may_challenge_whom(lobby: Matchmaking, auths, keyring) -> None:  # noqa: F811
    ann = auths["ann"]
    assert await reason(lobby.stub.CreateTable(table(["bob"]))) == "UNAUTHENTICATED"
    for challenged in (["~guest"], ["ann"], [""], ["x"] * 8):
        assert await reason(lobby.stub.CreateTable(table(challenged), metadata=ann)) == "INVALID_ARGUMENT"
    assert await reason(lobby.stub.WatchPlayer(pb.WatchPlayerRequest()).read()) == "UNAUTHENTICATED"
    host = bearer(keyring.mint("player", "ann", 600, scopes="host"))
    assert await reason(lobby.stub.WatchPlayer(pb.WatchPlayerRequest(), metadata=host).read()) == "FORBIDDEN"
    for _ in range(MOST_OPEN):
        await lobby.stub.CreateTable(table(["bob"]), metadata=ann)
    assert await reason(lobby.stub.CreateTable(table(["bob"]), metadata=ann)) == "RATE_LIMITED"
    with pytest.raises(grpc.RpcError):
        await lobby.stub.DeclineChallenge(pb.DeclineChallengeRequest(code="NOSUCH"), metadata=auths["bob"])
