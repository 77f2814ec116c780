"""Ten thousand bad calls: each gets the right status and reason, no process exits, and matches are unharmed."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import grpc
import pytest

from services.api import archive_pb2, bots_pb2, engine_pb2, matchmaking_pb2
from services.api.errors_pb2 import ErrorReason
from services.api.match_pb2 import ClockRules
from services.common.errors import detail_of
from tests.e2e.conftest import GAME, Server

CALLS = 10_000
AT_ONCE = 50
S = grpc.StatusCode


@dataclass(frozen=True)
class Bad:
    """A call that must fail, and how."""

    name: str
    send: Callable[[], Any]
    status: grpc.StatusCode
    reason: str


def bearer(token: str):
    return (("authorization", f"Bearer {token}"),)


def bad_calls(server: Server, made: engine_pb2.CreateMatchResponse, rng: random.Random) -> list[Bad]:
    """Every kind of bad call there is."""
    match_id = made.match.match_id
    own, other = (bearer(token.token) for token in made.tokens)
    keyring, engine = server.keyring, server.engine
    expired = bearer(keyring.mint("seat", "ann", -10, match_id=match_id, seat=0))
    forged = bearer(made.tokens[0].token[:-4] + "AAAA")

    def submit(version=1, index=0, seat=0, id=match_id, auth=own):
        request = engine_pb2.SubmitRequest(match_id=id, seat=seat, version=version, index=index)
        return lambda: engine.Submit(request, metadata=auth, timeout=20)

    def create(**change):
        wanted = {"game": GAME, "scenario": "duel", "sitters": [engine_pb2.Sitter(player="x")] * 2, **change}
        return lambda: engine.CreateMatch(engine_pb2.CreateMatchRequest(**wanted), metadata=server.admin, timeout=20)

    def ticket(**change):
        wanted = {"game": GAME, "scenario": "duel", "players": ["x"], **change}
        request = matchmaking_pb2.CreateTicketRequest(search=matchmaking_pb2.Search(**wanted))
        return lambda: server.matchmaking.CreateTicket(request, timeout=20)

    large = rng.randrange(70_000, 200_000)
    return [
        Bad("stale", submit(version=0), S.ABORTED, "STALE_VERSION"),
        Bad("not its turn", submit(version=1), S.FAILED_PRECONDITION, "NOT_YOUR_TURN"),
        Bad("illegal", submit(0, rng.randrange(3, 10_000), 1, auth=other), S.INVALID_ARGUMENT, "ILLEGAL_ACTION"),
        Bad("negative", submit(0, -rng.randrange(1, 9), 1, auth=other), S.INVALID_ARGUMENT, "ILLEGAL_ACTION"),
        Bad("from the future", submit(rng.randrange(2, 2**40), 0, 1, auth=other), S.ABORTED, "STALE_VERSION"),
        Bad("another's seat", submit(seat=1), S.PERMISSION_DENIED, "FORBIDDEN"),
        Bad("no such seat", submit(seat=99, auth=server.admin), S.INVALID_ARGUMENT, "INVALID_ARGUMENT"),
        Bad("no such match", submit(id="nothing-here"), S.NOT_FOUND, "UNKNOWN_MATCH"),
        Bad("no token", submit(auth=()), S.UNAUTHENTICATED, "UNAUTHENTICATED"),
        Bad("forged", submit(auth=forged), S.UNAUTHENTICATED, "UNAUTHENTICATED"),
        Bad("expired", submit(auth=expired), S.UNAUTHENTICATED, "UNAUTHENTICATED"),
        Bad("no scheme", submit(auth=(("authorization", "hello"),)), S.UNAUTHENTICATED, "UNAUTHENTICATED"),
        Bad("oversized", submit(id="x" * large), S.RESOURCE_EXHAUSTED, "TOO_LARGE"),
        Bad("unknown game", create(game="".join(rng.choices("abc", k=9))), S.NOT_FOUND, "UNKNOWN_GAME"),
        Bad("unknown scenario", create(scenario="?"), S.INVALID_ARGUMENT, "UNKNOWN_SCENARIO"),
        Bad(
            "bad option",
            create(options={"rounds": rng.choice(["0", "x", "[]", "null"])}),
            S.INVALID_ARGUMENT,
            "BAD_OPTION",
        ),
        Bad("bad clock", create(clock=ClockRules(bank_ms=-5)), S.INVALID_ARGUMENT, "INVALID_ARGUMENT"),
        Bad("bad id", create(match_id="{m:x}:log"), S.INVALID_ARGUMENT, "INVALID_ARGUMENT"),
        Bad("bad name", create(sitters=[engine_pb2.Sitter(player="\n")] * 2), S.INVALID_ARGUMENT, "INVALID_ARGUMENT"),
        Bad(
            "undo of nothing own",
            lambda: engine.Undo(engine_pb2.UndoRequest(match_id=match_id, seat=1), metadata=other),
            S.FAILED_PRECONDITION,
            "UNDO_REFUSED",
        ),
        Bad(
            "bad language",
            lambda: engine.Observe(engine_pb2.ObserveRequest(match_id=match_id, language=77)),
            S.INVALID_ARGUMENT,
            "INVALID_ARGUMENT",
        ),
        Bad(
            "sample by a stranger",
            lambda: engine.Sample(engine_pb2.SampleRequest(match_id=match_id, seat=0)),
            S.UNAUTHENTICATED,
            "UNAUTHENTICATED",
        ),
        Bad(
            "too many worlds",
            lambda: engine.Sample(engine_pb2.SampleRequest(match_id=match_id, seat=1, count=10**6), metadata=other),
            S.INVALID_ARGUMENT,
            "INVALID_ARGUMENT",
        ),
        Bad(
            "unknown bot",
            lambda: engine.HandSeat(engine_pb2.HandSeatRequest(match_id=match_id, seat=0, bot="hal"), metadata=own),
            S.INVALID_ARGUMENT,
            "UNKNOWN_BOT",
        ),
        Bad("empty party", ticket(players=[]), S.INVALID_ARGUMENT, "INVALID_ARGUMENT"),
        Bad("no such side", ticket(sides=["purple"]), S.INVALID_ARGUMENT, "INVALID_ARGUMENT"),
        Bad(
            "no such ticket",
            lambda: server.matchmaking.CancelTicket(
                matchmaking_pb2.CancelTicketRequest(ticket_id=f"{GAME}.x"), metadata=server.admin
            ),
            S.NOT_FOUND,
            "UNKNOWN_TICKET",
        ),
        Bad(
            "no such table",
            lambda: server.matchmaking.JoinTable(matchmaking_pb2.JoinTableRequest(code="ZZZZZZ", players=["a"])),
            S.NOT_FOUND,
            "UNKNOWN_TICKET",
        ),
        Bad(
            "no such record",
            lambda: server.archive.Get(archive_pb2.GetRequest(match_id="none")),
            S.NOT_FOUND,
            "UNKNOWN_RECORD",
        ),
        Bad(
            "bad page",
            lambda: server.archive.List(archive_pb2.ListRequest(page_token="~")),
            S.INVALID_ARGUMENT,
            "INVALID_ARGUMENT",
        ),
        Bad(
            "junk record",
            lambda: server.archive.Put(
                archive_pb2.PutRequest(records=[archive_pb2.ArchivedRecord(record=rng.randbytes(20))]),
                metadata=server.admin,
            ),
            S.INVALID_ARGUMENT,
            "BAD_RECORD",
        ),
        Bad(
            "put by a stranger",
            lambda: server.archive.Put(archive_pb2.PutRequest()),
            S.UNAUTHENTICATED,
            "UNAUTHENTICATED",
        ),
        Bad(
            "hint for another",
            lambda: server.bots.Suggest(bots_pb2.SuggestRequest(match_id=match_id, seat=1), metadata=own),
            S.PERMISSION_DENIED,
            "FORBIDDEN",
        ),
        Bad(
            "batch of nothing",
            lambda: server.bots.RunMatches(bots_pb2.RunMatchesRequest(game=GAME), metadata=server.admin).read(),
            S.INVALID_ARGUMENT,
            "INVALID_ARGUMENT",
        ),
    ]


async def garbage(channel: grpc.aio.Channel, rng: random.Random) -> None:
    """Bytes that are no message at all."""
    method = rng.choice(["Submit", "CreateMatch", "Observe", "Undo", "Nonsense"])
    call = channel.unary_unary(f"/westmarch.v1.EngineService/{method}")
    with pytest.raises(grpc.RpcError) as caught:
        await call(b"\xff" + rng.randbytes(rng.randrange(1, 400)), timeout=20)
    understood = (S.UNAUTHENTICATED, S.NOT_FOUND)  # some bytes do make a message, of unknown fields
    assert caught.value.code() in (S.UNIMPLEMENTED if method == "Nonsense" else S.INVALID_ARGUMENT, *understood)


async def test_ten_thousand_bad_calls(server: Server) -> None:
    rng = random.Random(5)
    sitters = [engine_pb2.Sitter(player="ann"), engine_pb2.Sitter(player="bob")]
    request = engine_pb2.CreateMatchRequest(game=GAME, scenario="duel", sitters=sitters)
    made = await server.engine.CreateMatch(request, metadata=server.admin)
    first = engine_pb2.SubmitRequest(match_id=made.match.match_id, seat=0, version=0, index=1)
    await server.engine.Submit(first, metadata=bearer(made.tokens[0].token))
    pids = {name: server.pid(name) for name in server.restarts()}

    wrong: Counter[str] = Counter()
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(bad: Bad) -> None:
        async with gate:
            try:
                await bad.send()
            except grpc.RpcError as error:
                got = (error.code(), ErrorReason.Name(detail_of(error).reason)[13:])
                if got != (bad.status, bad.reason):
                    wrong[f"{bad.name}: {got}"] += 1
            else:
                wrong[f"{bad.name}: accepted"] += 1

    async with grpc.aio.insecure_channel(server.addresses.engines[GAME]) as channel:
        sent = 0
        while sent < CALLS:
            kinds = bad_calls(server, made, rng)
            await asyncio.gather(
                *(one(rng.choice(kinds)) for _ in range(480)), *(garbage(channel, rng) for _ in range(20))
            )
            sent += 500

    assert not wrong
    assert {name: server.pid(name) for name in pids} == pids
    info = (await server.engine.GetMatch(engine_pb2.GetMatchRequest(match_id=made.match.match_id))).match
    assert info.version == 1
    assert list(info.waiting_for) == [1]
