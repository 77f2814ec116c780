"""Ten thousand bad calls: each gets the right status and reason, no process exits, and matches are unharmed."""

import asyncio
import math
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import grpc
import pytest
from google.protobuf.message import DecodeError
from google.protobuf.message_factory import GetMessageClass

from services.api import admin_pb2, archive_pb2, bots_pb2, engine_pb2, matchmaking_pb2, players_pb2
from services.api.errors_pb2 import ErrorDetail, ErrorReason
from services.api.match_pb2 import ClockRules
from services.process.refusals import detail_of
from services.process.settings import Settings
from tests.e2e.conftest import GAME, Server

CALLS = 10_000
AT_ONCE = 50
S = grpc.StatusCode
INVALID = (S.INVALID_ARGUMENT, "INVALID_ARGUMENT")
FORBIDDEN = (S.PERMISSION_DENIED, "FORBIDDEN")
NO_TOKEN = (S.UNAUTHENTICATED, "UNAUTHENTICATED")
BAD_OPTION = (S.INVALID_ARGUMENT, "BAD_OPTION")
TOO_MUCH = (S.RESOURCE_EXHAUSTED, "UNSPECIFIED")
"""How the transport itself refuses, without a reason of ours."""
FLOODS = 12
"""Full messages sent at once on one stream."""
SLOT = 7
"""Where a Play stream is joined before a bad command."""


@dataclass(frozen=True)
class Bad:
    """A call that must fail, and how. OK: the stream goes on, and `send` gives the reason that it was told."""

    name: str
    send: Callable[[], Any]
    status: grpc.StatusCode
    reason: str

    async def fault(self) -> str:
        """What is wrong with the answer; nothing, where it is the right one."""
        try:
            answer = await self.send()
        except grpc.RpcError as error:
            got = (error.code(), reason_of(detail_of(error)))
        else:
            got = (S.OK, answer if isinstance(answer, str) else "accepted")
        return "" if got == (self.status, self.reason) else f"{self.name}: {got}"


def reason_of(detail: ErrorDetail) -> str:
    return ErrorReason.Name(detail.reason).removeprefix("ERROR_REASON_")


def bearer(token: str):
    return (("authorization", f"Bearer {token}"),)


@dataclass
class Attack:
    """Bad calls on a server, by who holds a seat of one match, by services and by strangers."""

    server: Server
    new_match: engine_pb2.CreateMatchResponse
    rng: random.Random

    def __post_init__(self) -> None:
        self.match_id = self.new_match.match.match_id
        self.own, self.other = (bearer(token.token) for token in self.new_match.tokens)
        self.bad_name = self.rng.choice(["\n", "\x9b31m", "a\u202e", "e\u0301", " a", "x" * 65])

    def choose(self, version=1, index=0, seat=0, id=None, auth=None):
        """A choice at an engine; without more, of the first seat in its own match."""
        request = engine_pb2.ChooseRequest(
            match_id=self.match_id if id is None else id, seat=seat, version=version, index=index
        )
        return lambda: self.server.engine.Choose(request, metadata=self.own if auth is None else auth, timeout=20)

    def create(self, **change):
        """A match to be created by an operator, as it should be but for what is changed."""
        fields = {"game": GAME, "scenario": "duel", "seats": [engine_pb2.SeatHolder(player="x")] * 2, **change}
        request = engine_pb2.CreateMatchRequest(**fields)
        return lambda: self.server.engine.CreateMatch(request, metadata=self.server.admin, timeout=20)

    def ticket(self, **change):
        """A ticket, as it should be but for what is changed."""
        fields = {"game": GAME, "scenario": "duel", "players": ["x"], **change}
        request = matchmaking_pb2.CreateTicketRequest(search=matchmaking_pb2.Search(**fields))
        return lambda: self.server.matchmaking.CreateTicket(request, timeout=20)

    def join_table(self, player: str):
        """The search for a table that nobody has opened."""
        request = matchmaking_pb2.JoinTableRequest(code="ZZZZZZ", players=[player])
        return lambda: self.server.matchmaking.JoinTable(request, timeout=20)

    def operate(self, method, request, auth):
        """A call for operators only."""
        return lambda: getattr(self.server.operations, method)(request, metadata=auth, timeout=20)

    def choices(self) -> list[Bad]:
        """Choices that are not theirs to make, and tokens that are none."""
        expired = bearer(self.server.keyring.mint("seat", "ann", -10, match_id=self.match_id, seat=0))
        forged = bearer(self.new_match.tokens[0].token[:-4] + "AAAA")
        large = self.rng.randrange(70_000, 200_000)
        return [
            Bad("stale", self.choose(version=0), S.ABORTED, "STALE_VERSION"),
            Bad("not its turn", self.choose(version=1), S.FAILED_PRECONDITION, "NOT_YOUR_TURN"),
            Bad(
                "illegal",
                self.choose(0, self.rng.randrange(3, 10_000), 1, auth=self.other),
                S.INVALID_ARGUMENT,
                "ILLEGAL_CHOICE",
            ),
            Bad(
                "negative",
                self.choose(0, -self.rng.randrange(1, 9), 1, auth=self.other),
                S.INVALID_ARGUMENT,
                "ILLEGAL_CHOICE",
            ),
            Bad(
                "from the future",
                self.choose(self.rng.randrange(2, 2**40), 0, 1, auth=self.other),
                S.ABORTED,
                "STALE_VERSION",
            ),
            Bad("another's seat", self.choose(seat=1), S.PERMISSION_DENIED, "FORBIDDEN"),
            Bad("no such seat", self.choose(seat=99, auth=self.server.admin), S.INVALID_ARGUMENT, "INVALID_ARGUMENT"),
            Bad("no such match", self.choose(id="nothing-here"), S.NOT_FOUND, "UNKNOWN_MATCH"),
            Bad("no token", self.choose(auth=()), S.UNAUTHENTICATED, "UNAUTHENTICATED"),
            Bad("forged", self.choose(auth=forged), S.UNAUTHENTICATED, "UNAUTHENTICATED"),
            Bad("expired", self.choose(auth=expired), S.UNAUTHENTICATED, "UNAUTHENTICATED"),
            Bad("no scheme", self.choose(auth=(("authorization", "hello"),)), S.UNAUTHENTICATED, "UNAUTHENTICATED"),
            Bad("oversized", self.choose(id="x" * large), S.RESOURCE_EXHAUSTED, "TOO_LARGE"),
        ]

    def settings(self) -> list[Bad]:
        """Matches and names that cannot be."""
        return [
            Bad("unknown game", self.create(game="".join(self.rng.choices("abc", k=9))), S.NOT_FOUND, "UNKNOWN_GAME"),
            Bad("unknown scenario", self.create(scenario="?"), S.INVALID_ARGUMENT, "UNKNOWN_SCENARIO"),
            Bad(
                "bad option",
                self.create(options={"rounds": self.rng.choice(["0", "x", "[]", "null"])}),
                S.INVALID_ARGUMENT,
                "BAD_OPTION",
            ),
            Bad(
                "endless option", self.create(options={"rounds": "[" * self.rng.randrange(2_000, 60_000)}), *BAD_OPTION
            ),
            Bad("endless option in a search", self.ticket(options={"rounds": '{"a":' * 9_000}), *BAD_OPTION),
            Bad("no rating", self.ticket(rating=self.rng.choice([math.nan, math.inf, -math.inf])), *INVALID),
            Bad("bad clock", self.create(clock=ClockRules(bank_ms=-5)), S.INVALID_ARGUMENT, "INVALID_ARGUMENT"),
            Bad("bad id", self.create(match_id="{m:x}:log"), S.INVALID_ARGUMENT, "INVALID_ARGUMENT"),
            Bad("bad name", self.create(seats=[engine_pb2.SeatHolder(player=self.bad_name)] * 2), *INVALID),
            Bad("bad name in a search", self.ticket(players=[self.bad_name]), *INVALID),
            Bad("bad name at a table", self.join_table(self.bad_name), *INVALID),
        ]

    def engine_calls(self) -> list[Bad]:
        """Other calls at an engine."""
        return [
            Bad(
                "undo of nothing own",
                lambda: self.server.engine.Undo(
                    engine_pb2.UndoRequest(match_id=self.match_id, seat=1), metadata=self.other
                ),
                S.FAILED_PRECONDITION,
                "UNDO_REFUSED",
            ),
            Bad(
                "bad language",
                lambda: self.server.engine.Observe(engine_pb2.ObserveRequest(match_id=self.match_id, language=77)),
                S.INVALID_ARGUMENT,
                "INVALID_ARGUMENT",
            ),
            Bad(
                "a seat's story for a stranger",
                lambda: self.server.engine.GetStory(engine_pb2.GetStoryRequest(match_id=self.match_id, seat=0)).read(),
                S.UNAUTHENTICATED,
                "UNAUTHENTICATED",
            ),
            Bad(
                "worlds for a stranger",
                lambda: self.server.engine.DealWorlds(engine_pb2.DealWorldsRequest(match_id=self.match_id, seat=0)),
                S.UNAUTHENTICATED,
                "UNAUTHENTICATED",
            ),
            Bad(
                "too many worlds",
                lambda: self.server.engine.DealWorlds(
                    engine_pb2.DealWorldsRequest(match_id=self.match_id, seat=1, count=10**6), metadata=self.other
                ),
                S.INVALID_ARGUMENT,
                "INVALID_ARGUMENT",
            ),
            Bad(
                "unknown bot",
                lambda: self.server.engine.HandOverSeat(
                    engine_pb2.HandOverSeatRequest(match_id=self.match_id, seat=0, bot="hal"), metadata=self.own
                ),
                S.INVALID_ARGUMENT,
                "UNKNOWN_BOT",
            ),
        ]

    def searches(self) -> list[Bad]:
        """Tickets and tables."""
        return [
            Bad("empty party", self.ticket(players=[]), S.INVALID_ARGUMENT, "INVALID_ARGUMENT"),
            Bad("no such side", self.ticket(sides=["purple"]), S.INVALID_ARGUMENT, "INVALID_ARGUMENT"),
            Bad(
                "no such ticket",
                lambda: self.server.matchmaking.CancelTicket(
                    matchmaking_pb2.CancelTicketRequest(ticket_id=f"{GAME}.x"), metadata=self.server.admin
                ),
                S.NOT_FOUND,
                "UNKNOWN_TICKET",
            ),
            Bad(
                "a hint on no such record",
                lambda: self.server.bots.GetHint(bots_pb2.GetHintRequest(match_id="none-at-all", step=0)),
                S.NOT_FOUND,
                "UNKNOWN_RECORD",
            ),
            Bad(
                "the presence of no such match",
                lambda: self.server.engine.GetPresence(engine_pb2.GetPresenceRequest(match_id="none-at-all")),
                S.NOT_FOUND,
                "UNKNOWN_MATCH",
            ),
            Bad(
                "a rematch of a match in play",
                lambda: self.server.matchmaking.CreateRematch(
                    matchmaking_pb2.CreateRematchRequest(match_id=self.match_id),
                    metadata=self.rng.choice([self.own, self.other]),
                ),
                S.FAILED_PRECONDITION,
                "MATCH_NOT_OVER",
            ),
            Bad(
                "a stranger's rematch",
                lambda: self.server.matchmaking.GetRematch(matchmaking_pb2.GetRematchRequest(match_id=self.match_id)),
                *NO_TOKEN,
            ),
            Bad(
                "no such table",
                lambda: self.server.matchmaking.JoinTable(
                    matchmaking_pb2.JoinTableRequest(code="ZZZZZZ", players=["a"]), metadata=self.server.admin
                ),
                S.NOT_FOUND,
                "UNKNOWN_TICKET",
            ),
        ]

    def archive_calls(self) -> list[Bad]:
        """Records."""
        return [
            Bad(
                "no such record",
                lambda: self.server.archive.Get(archive_pb2.GetRequest(match_id="none")),
                S.NOT_FOUND,
                "UNKNOWN_RECORD",
            ),
            Bad(
                "bad page",
                lambda: self.server.archive.List(archive_pb2.ListRequest(page_token="~")),
                S.INVALID_ARGUMENT,
                "INVALID_ARGUMENT",
            ),
            Bad(
                "junk record",
                lambda: self.server.archive.Put(
                    archive_pb2.PutRequest(records=[archive_pb2.ArchivedRecord(record=self.rng.randbytes(20))]),
                    metadata=self.server.admin,
                ),
                S.INVALID_ARGUMENT,
                "BAD_RECORD",
            ),
            Bad(
                "put by a stranger",
                lambda: self.server.archive.Put(archive_pb2.PutRequest()),
                S.UNAUTHENTICATED,
                "UNAUTHENTICATED",
            ),
            Bad(
                "the feed for a stranger",
                lambda: self.server.archive.ListFinished(archive_pb2.ListFinishedRequest()),
                S.UNAUTHENTICATED,
                "UNAUTHENTICATED",
            ),
        ]

    def player_calls(self) -> list[Bad]:
        """Accounts and ratings."""
        return [
            Bad(
                "an account of no name",
                lambda: self.server.players.SignUp(players_pb2.SignUpRequest(name=self.bad_name, password="x" * 20)),
                *INVALID,
            ),
            Bad(
                "a secret of nobody's",
                lambda: self.server.players.ExchangeToken(
                    players_pb2.ExchangeTokenRequest(secret=self.rng.choice(["", "wms_", "wmt_x", self.own[0][1]]))
                ),
                S.UNAUTHENTICATED,
                "UNAUTHENTICATED",
            ),
            Bad(
                "deleting without a session",
                lambda: self.server.players.DeleteAccount(
                    players_pb2.DeleteAccountRequest(session="wms_x"), metadata=self.own
                ),
                S.UNAUTHENTICATED,
                "UNAUTHENTICATED",
            ),
            Bad(
                "ratings of nobody",
                lambda: self.server.players.GetRatings(players_pb2.GetRatingsRequest(player="nobody")),
                S.NOT_FOUND,
                "UNKNOWN_PLAYER",
            ),
        ]

    def operations(self) -> list[Bad]:
        """What operators and bots are for."""
        annul_match = admin_pb2.AnnulMatchRequest(match_id=self.match_id, reason="why not")
        of_service = bearer(self.server.keyring.mint("service", "script", 60))
        return [
            Bad(
                "hint for another",
                lambda: self.server.bots.GetHint(
                    bots_pb2.GetHintRequest(match_id=self.match_id, seat=1), metadata=self.own
                ),
                S.PERMISSION_DENIED,
                "FORBIDDEN",
            ),
            Bad(
                "matches listed by a stranger",
                self.operate("ListAllMatches", admin_pb2.ListAllMatchesRequest(), ()),
                *NO_TOKEN,
            ),
            Bad("queues for a seat", self.operate("ListQueues", admin_pb2.ListQueuesRequest(), self.own), *FORBIDDEN),
            Bad(
                "shown to a seat",
                self.operate("GetMatchDetail", admin_pb2.GetMatchDetailRequest(match_id=self.match_id), self.own),
                *FORBIDDEN,
            ),
            Bad("annulled by a seat", self.operate("AnnulMatch", annul_match, self.own), *FORBIDDEN),
            Bad("annulled by a service", self.operate("AnnulMatch", annul_match, of_service), *FORBIDDEN),
            Bad("drained by a seat", self.operate("Drain", admin_pb2.DrainRequest(), self.own), *FORBIDDEN),
            Bad("drained by a service", self.operate("Drain", admin_pb2.DrainRequest(), of_service), *FORBIDDEN),
            Bad(
                "batch of nothing",
                lambda: self.server.bots.RunMatches(
                    bots_pb2.RunMatchesRequest(game=GAME), metadata=self.server.admin
                ).read(),
                S.INVALID_ARGUMENT,
                "INVALID_ARGUMENT",
            ),
        ]


def bad_calls(server: Server, new_match: engine_pb2.CreateMatchResponse, rng: random.Random) -> list[Bad]:
    """Every kind of bad call there is."""
    attack = Attack(server, new_match, rng)
    return [
        *attack.choices(),
        *attack.settings(),
        *attack.engine_calls(),
        *attack.searches(),
        *attack.archive_calls(),
        *attack.player_calls(),
        *attack.operations(),
    ]


def bad_commands(server: Server, new_match: engine_pb2.CreateMatchResponse, rng: random.Random) -> list[Bad]:
    """Every kind of bad command on a Play stream. Each stream is closed in good order after it."""
    match_id = new_match.match.match_id
    tokens = [token.token for token in new_match.tokens]
    expired = server.keyring.mint("seat", "ann", -10, match_id=match_id, seat=0)
    free = rng.randrange(SLOT + 1, 2**32)

    def command(slot: int = SLOT, **what) -> engine_pb2.PlayCommand:
        return engine_pb2.PlayCommand(slot=slot, **what)

    def choice(version: int, index: int = 0, slot: int = SLOT) -> engine_pb2.PlayCommand:
        return command(slot, choice=engine_pb2.Choice(version=version, index=index))

    def join(slot: int = free, match_id: str = "", token: str = "", **fields) -> engine_pb2.PlayCommand:
        subscription = engine_pb2.Subscription(**fields)
        return command(slot, join=engine_pb2.Join(token=token, match_id=match_id, subscription=subscription))

    def after(token: str | None, *commands: engine_pb2.PlayCommand):
        """Sent in one message, once the slot is joined with the token; empty: as a spectator; None: not at all."""

        async def send() -> str:
            call = server.engine.Play(timeout=20)
            if token is not None:
                await call.write(engine_pb2.PlayRequest(commands=[join(SLOT, match_id, token)]))
                assert [update.version for update in (await call.read()).updates] == [1]
            await call.write(engine_pb2.PlayRequest(commands=commands))
            await call.done_writing()
            refusals = []
            while (answer := await call.read()) is not grpc.aio.EOF:
                assert not answer.updates
                refusals += [(refusal.slot, reason_of(refusal.error)) for refusal in answer.refusals]
            assert [slot for slot, _ in refusals] == [command.slot for command in commands]
            reasons = {reason for _, reason in refusals}
            return reasons.pop() if len(reasons) == 1 else str(refusals)

        return send

    first, second = tokens
    later = rng.randrange(1, 2**40)
    empty = [command(free)] * Settings().limits.max_slots
    return [
        Bad("choice before joining", after(None, choice(0, slot=free)), S.OK, "BAD_SLOT"),
        Bad("choice at another slot", after(second, choice(0, slot=free)), S.OK, "BAD_SLOT"),
        Bad("leaving before joining", after(None, command(leave=engine_pb2.Leave())), S.OK, "BAD_SLOT"),
        Bad("joining twice", after(second, join(SLOT, token=first)), S.OK, "BAD_SLOT"),
        Bad("empty command", after(second, command()), S.OK, "INVALID_ARGUMENT"),
        Bad("flood of empty commands", after(None, *empty), S.OK, "BAD_SLOT"),
        Bad("one command too many", after(None, *empty, command()), S.RESOURCE_EXHAUSTED, "TOO_LARGE"),
        Bad("large message", after(None, join(token="x" * 70_000)), S.RESOURCE_EXHAUSTED, "TOO_LARGE"),
        Bad("choice too late", after(first, choice(0)), S.OK, "STALE_VERSION"),
        Bad("choices out of order", after(second, choice(3), choice(2), choice(1)), S.OK, "STALE_VERSION"),
        Bad("choice too early", after(second, choice(later)), S.OK, "STALE_VERSION"),
        Bad("choice of another's turn", after(first, choice(later)), S.OK, "NOT_YOUR_TURN"),
        Bad("illegal choice", after(second, choice(0, rng.randrange(3, 2**31))), S.OK, "ILLEGAL_CHOICE"),
        Bad("negative choice", after(second, choice(0, -1)), S.OK, "ILLEGAL_CHOICE"),
        Bad("taking nothing back", after(second, command(undo=engine_pb2.Undo())), S.OK, "UNDO_REFUSED"),
        Bad("spectator's choice", after("", choice(0)), S.OK, "FORBIDDEN"),
        Bad("spectator concedes", after("", command(concede=engine_pb2.Concede())), S.OK, "FORBIDDEN"),
        Bad("joining nothing", after(None, join()), S.OK, "UNKNOWN_MATCH"),
        Bad("joining with a forged token", after(None, join(token=first[:-4] + "AAAA")), S.OK, "UNAUTHENTICATED"),
        Bad("joining with an old token", after(None, join(token=expired)), S.OK, "UNAUTHENTICATED"),
        Bad("joining in Klingon", after(None, join(token=first, language=9)), S.OK, "INVALID_ARGUMENT"),
    ]


class Wire:
    """Sends bytes to any method of any service."""

    def __init__(self, channels: dict[str, grpc.aio.Channel]) -> None:
        self._channels = channels
        self._methods = [
            (name, method)
            for file in (engine_pb2, admin_pb2, matchmaking_pb2, bots_pb2, archive_pb2, players_pb2)
            for name, service in file.DESCRIPTOR.services_by_name.items()
            for method in service.methods
        ]

    def garbage(self, rng: random.Random) -> Bad:
        """Bytes that are no message of the method."""
        service, method = rng.choice(self._methods)
        kind = GetMessageClass(method.input_type)
        while True:
            data = rng.randbytes(rng.randrange(1, 400))
            try:
                kind.FromString(data)
            except DecodeError:
                return Bad(f"garbage for {method.name}", partial(self.send, service, method.name, data), *INVALID)

    def nonsense(self, rng: random.Random) -> Bad:
        """A method that nobody has."""
        service, data = rng.choice(list(self._channels)), rng.randbytes(20)
        call = self._channels[service].unary_unary(f"/westmarch.v1.{service}/Nonsense")
        return Bad("no such method", lambda: call(data, timeout=20), S.UNIMPLEMENTED, "UNSPECIFIED")

    def beyond_the_transport(self) -> list[Bad]:
        """A message to every method, larger than is taken off the wire; nobody looks at it."""
        data = bytes(Settings().limits.max_message_bytes + 1)
        return [
            Bad(f"{len(data)} bytes for {method.name}", partial(self.send, service, method.name, data), *TOO_MUCH)
            for service, method in self._methods
        ]

    async def send(self, service: str, method: str, data: bytes) -> Any:
        """The first answer to a message. To the wire all methods are streams."""
        call = self._channels[service].stream_stream(f"/westmarch.v1.{service}/{method}")(timeout=20)
        await call.write(data)
        await call.done_writing()
        return await call.read()


@asynccontextmanager
async def wire_to(server: Server) -> AsyncIterator[Wire]:
    """Connections to every service."""
    addresses = server.addresses
    async with AsyncExitStack() as stack:
        channels = {
            service: await stack.enter_async_context(grpc.aio.insecure_channel(address))
            for service, address in (
                ("EngineService", addresses.engines[GAME]),
                ("AdminService", addresses.engines[GAME]),
                ("MatchmakingService", addresses.matchmaking),
                ("BotsService", addresses.bots),
                ("ArchiveService", addresses.archive),
                ("PlayersService", addresses.players),
            )
        }
        yield Wire(channels)


@pytest.fixture
async def new_match(server: Server) -> AsyncIterator[engine_pb2.CreateMatchResponse]:
    """A match of two in which the first has chosen; afterwards it stands where it did, and so do all processes."""
    players = [engine_pb2.SeatHolder(player="ann"), engine_pb2.SeatHolder(player="bob")]
    request = engine_pb2.CreateMatchRequest(game=GAME, scenario="duel", seats=players)
    created = await server.engine.CreateMatch(request, metadata=server.admin)
    first = engine_pb2.ChooseRequest(match_id=created.match.match_id, seat=0, version=0, index=1)
    await server.engine.Choose(first, metadata=bearer(created.tokens[0].token))
    pids = {name: server.pid(name) for name in server.restarts()}
    yield created
    assert {name: server.pid(name) for name in pids} == pids
    info = (await server.engine.GetMatch(engine_pb2.GetMatchRequest(match_id=created.match.match_id))).match
    assert info.version == 1
    assert list(info.waiting_for) == [1]


async def test_ten_thousand_bad_calls(server: Server, new_match: engine_pb2.CreateMatchResponse) -> None:
    rng = random.Random(5)
    wrong: Counter[str] = Counter()
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(bad: Bad) -> None:
        async with gate:
            if fault := await bad.fault():
                wrong[fault] += 1

    async with wire_to(server) as wire:
        for _ in range(CALLS // 500):
            kinds = bad_calls(server, new_match, rng) + bad_commands(server, new_match, rng)
            calls = [rng.choice(kinds) for _ in range(430)]
            calls += [wire.garbage(rng) for _ in range(60)] + [wire.nonsense(rng) for _ in range(10)]
            await asyncio.gather(*(one(bad) for bad in rng.sample(calls, len(calls))))
    assert not wrong


async def test_messages_larger_than_the_transport_takes(
    server: Server, new_match: engine_pb2.CreateMatchResponse
) -> None:
    async with wire_to(server) as wire:
        faults = await asyncio.gather(*(bad.fault() for bad in wire.beyond_the_transport()))
    assert not any(faults), faults


async def test_who_floods_a_stream_is_read_later_and_others_are_served(server: Server, new_match) -> None:
    most, rate = Settings().limits.max_slots, Settings().limits.commands_per_second
    call = server.engine.Play(timeout=60)
    reasons: Counter[str] = Counter()

    async def flood() -> None:
        for number in range(1, FLOODS + 1):
            await call.write(engine_pb2.PlayRequest(commands=[engine_pb2.PlayCommand()] * most))
            while reasons.total() < number * most:
                reasons.update(reason_of(refusal.error) for refusal in (await call.read()).refusals)
        await call.done_writing()

    flooding, began = asyncio.create_task(flood()), time.monotonic()
    while not flooding.done():
        await server.engine.GetMatch(engine_pb2.GetMatchRequest(match_id=new_match.match.match_id), timeout=20)
    await flooding
    assert reasons == {"BAD_SLOT": FLOODS * most}
    assert time.monotonic() - began > FLOODS * most / rate - 1.1, "only a second's worth is taken at once"
