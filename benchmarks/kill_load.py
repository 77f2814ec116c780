"""Clients that are served again and again while processes of their server are killed, one kind for what each part does.

What they are told is held against the records; how long they waited for what they asked for is written down."""

import argparse
import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import grpc
import httpx2

from engine import Record
from services.api.archive_pb2 import StatsRequest
from services.api.archive_pb2_grpc import ArchiveServiceStub
from services.api.bots_pb2 import GetHintRequest, GetHintResponse, ListBotsRequest
from services.api.bots_pb2_grpc import BotsServiceStub
from services.api.engine_pb2 import CreateMatchRequest, CreateMatchResponse, GetMatchRequest, SeatHolder
from services.api.engine_pb2_grpc import EngineServiceStub
from services.api.ladders_pb2 import ListLaddersRequest
from services.api.ladders_pb2_grpc import LaddersServiceStub
from services.api.players_pb2 import ExchangeTokenRequest, SignUpRequest
from services.api.players_pb2_grpc import PlayersServiceStub
from services.api.tournaments_pb2 import ListTournamentsRequest
from services.api.tournaments_pb2_grpc import TournamentServiceStub
from services.client import Lobby, Refusal, seat_of
from services.client.channel import bearer
from services.rpc.channels import RECONNECT
from services.supervisor.plan import Addresses
from tests.e2e.careful import RETRY_SECONDS, Careful, doubled_choices, lost_choices, retrying, verified

THINKING_SECONDS = 0.05
PROBE_SECONDS = 0.05
SERVED_SECONDS = 120.0
"""After these seconds a client counts as not served at all."""
CALL_SECONDS = 5.0
HINT_BOT = "random"
Wait = tuple[float, float]
"""When something was asked for, and when it had come."""


class Stubs(NamedTuple):
    """The services that are called without a client of their own."""

    engine: EngineServiceStub
    archive: ArchiveServiceStub
    bots: BotsServiceStub
    ladders: LaddersServiceStub
    players: PlayersServiceStub
    tournaments: TournamentServiceStub


@dataclass
class Client:
    """Somebody who is served again and again."""

    kind: str
    waits: list[Wait] = field(default_factory=list)

    def is_served_since(self, then: float) -> bool:
        """Whether something was asked for after a time and has come."""
        return bool(self.waits) and self.waits[-1][0] > then


@dataclass
class Load:
    """Clients of a server, and what came of it."""

    addresses: Addresses
    game: str
    scenario: str
    stubs: Stubs
    admin: tuple[tuple[str, str], ...]
    clients: list[Client] = field(default_factory=list)
    choices: int = 0
    matches: int = 0
    lost: int = 0
    doubled: int = 0
    is_over: bool = False
    running: "asyncio.Future[Any] | None" = None
    """All clients at work; done before they are told to end where one has failed."""

    def new_client(self, kind: str) -> Client:
        """One more client of a kind."""
        self.clients.append(Client(kind))
        return self.clients[-1]

    async def people_play(self) -> None:
        """Two people play one match after the other."""
        clients = [self.new_client("choice"), self.new_client("choice")]
        while not self.is_over:
            match = await self._new_match("ann", "bob")
            people = [self._person(token) for token in match.tokens]
            for person, client in zip(people, clients, strict=True):
                person.waits = client.waits
            await self._play(match, people)

    async def person_plays_a_bot(self) -> None:
        """A person and a bot play one match after the other; the person waits for the bot."""
        client = self.new_client("bot's turn")
        while not self.is_over:
            match = await self._new_match("ann", "")
            person = self._person(match.tokens[0])
            person.turns = client.waits
            await self._play(match, [person])

    async def look_for_matches(self) -> None:
        """Somebody opens one ticket after the other, and concedes the match."""
        client = self.new_client("ticket")
        async with Lobby(self.addresses.matchmaking) as lobby:
            while not self.is_over:
                began = time.monotonic()
                try:
                    assignment = await lobby.find(
                        self.game, "eve", scenario=self.scenario, bots_after_ms=0, bot="random"
                    )
                except Refusal as refusal:
                    if refusal.reason != "UNAVAILABLE":
                        raise
                    await asyncio.sleep(RETRY_SECONDS)
                    continue
                client.waits.append((began, time.monotonic()))
                async with seat_of(assignment) as seat:
                    async for _ in seat:
                        await seat.concede()

    async def call(self, kind: str, make: Callable[[], Awaitable[Any]]) -> None:
        """Somebody makes one call after the other."""
        await self._call(self.new_client(kind), make)

    async def _call(self, client: Client, make: Callable[[], Awaitable[Any]]) -> None:
        while not self.is_over:
            began = time.monotonic()
            await retrying(make)
            client.waits.append((began, time.monotonic()))
            await asyncio.sleep(PROBE_SECONDS)

    async def play_over_http(self) -> None:
        """Somebody plays both seats of one match after the other through the gateway."""
        client = self.new_client("turn by HTTP")
        async with httpx2.AsyncClient(base_url=f"http://{self.addresses.gateway}/api/v1", timeout=CALL_SECONDS) as http:
            while not self.is_over:
                match = await self._new_match("ann", "bob")
                path, headers = f"/matches/{match.match.match_id}", [_bearer(one.token) for one in match.tokens]
                while not self.is_over:
                    began = time.monotonic()
                    if not (seats := (await _answer(http, "GET", path))["waiting_for"]):
                        break
                    seat, own = seats[0], headers[seats[0]]
                    seen = await _answer(http, "GET", f"{path}/observation", headers=own, params={"seat": seat})
                    version = seen["decision"]["version"]
                    choice = {"version": version, "index": 0, "request_id": f"choice-{version}"}
                    await _answer(http, "POST", f"{path}/seats/{seat}/choices", headers=own, json=choice)
                    client.waits.append((began, time.monotonic()))
                    await asyncio.sleep(THINKING_SECONDS)

    async def ask_for_hints(self) -> None:
        """Somebody asks a bot what to choose, again and again at one decision."""
        client = self.new_client("hint")
        match = await self._new_match("ann", "bob")
        waiting = await retrying(lambda: self.stubs.engine.GetMatch(GetMatchRequest(match_id=match.match.match_id)))
        seat = waiting.match.waiting_for[0]
        request = GetHintRequest(match_id=match.match.match_id, seat=seat, bot=HINT_BOT)
        metadata = bearer(match.tokens[seat].token)

        async def ask() -> GetHintResponse:
            while True:
                try:
                    return await self.stubs.bots.GetHint(request, metadata=metadata, timeout=CALL_SECONDS)
                except grpc.RpcError as error:  # the hint of one who died keeps the seat until its lease is over
                    if error.code() != grpc.StatusCode.RESOURCE_EXHAUSTED:
                        raise
                await asyncio.sleep(RETRY_SECONDS)

        await self._call(client, ask)

    async def exchange_tokens(self) -> None:
        """Somebody with an account exchanges a session for one player token after the other."""
        client = self.new_client("token")
        request = SignUpRequest(name="frodo", password="speak friend and enter")
        session = (await retrying(lambda: self.stubs.players.SignUp(request, timeout=CALL_SECONDS))).session
        exchange = ExchangeTokenRequest(secret=session.session)
        await self._call(client, lambda: self.stubs.players.ExchangeToken(exchange, timeout=CALL_SECONDS))

    def probes(self) -> list[Awaitable[None]]:
        """Clients of what is beside play: for each service a call that only it answers."""
        stubs, seconds = self.stubs, CALL_SECONDS
        return [
            self.play_over_http(),
            self.ask_for_hints(),
            self.exchange_tokens(),
            self.call("record", lambda: stubs.archive.Stats(StatsRequest(), timeout=seconds)),
            self.call("list of bots", lambda: stubs.bots.ListBots(ListBotsRequest(), timeout=seconds)),
            self.call("ladders", lambda: stubs.ladders.ListLadders(ListLaddersRequest(), timeout=seconds)),
            self.call(
                "tournaments", lambda: stubs.tournaments.ListTournaments(ListTournamentsRequest(), timeout=seconds)
            ),
        ]

    async def until_served(self, then: float) -> None:
        """Wait until every client has got something that was asked for after a time."""
        deadline = time.monotonic() + SERVED_SECONDS
        while waiting := [client.kind for client in self.clients if not client.is_served_since(then)]:
            if self.running is not None and self.running.done():
                self.running.result()
            assert time.monotonic() < deadline, f"not served any more: {', '.join(waiting)}"
            await asyncio.sleep(0.02)

    def _person(self, token: Any) -> Careful:
        return Careful(self.addresses.engines[self.game], token, THINKING_SECONDS)

    async def _new_match(self, *players: str) -> CreateMatchResponse:
        seats = [SeatHolder(player=player, bot="random") for player in players]
        request = CreateMatchRequest(game=self.game, scenario=self.scenario, seats=seats)
        match: CreateMatchResponse = await retrying(
            lambda: self.stubs.engine.CreateMatch(request, metadata=self.admin, timeout=10)
        )
        return match

    async def _play(self, match: CreateMatchResponse, people: list[Careful]) -> None:
        """Play a match to its end, and hold its record against what people were told."""
        await asyncio.gather(*(person.play() for person in people))
        record = Record.load((await verified(self.stubs.archive, match.match.match_id)).record)
        self.matches += 1
        for token, person in zip(match.tokens, people, strict=True):
            self.choices += len(person.acknowledged)
            self.lost += lost_choices(record, token.seat, person)
            self.doubled += doubled_choices(record, token.seat, person)


def _bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


async def _answer(http: httpx2.AsyncClient, method: str, path: str, **fields: Any) -> Any:
    """What the gateway answers, asked again while it, or what stands behind it, is away."""
    deadline = time.monotonic() + SERVED_SECONDS
    while True:
        with contextlib.suppress(httpx2.TransportError):
            answer = await http.request(method, path, **fields)
            if answer.is_success:
                return answer.json()
            assert answer.status_code >= httpx2.codes.INTERNAL_SERVER_ERROR, answer.text
        assert time.monotonic() < deadline, f"the gateway does not answer {method} {path}"
        await asyncio.sleep(RETRY_SECONDS)


@contextlib.asynccontextmanager
async def open_stubs(addresses: Addresses, game: str) -> AsyncIterator[Stubs]:
    """Stubs of a server's services, for as long as the block runs."""
    async with contextlib.AsyncExitStack() as stack:

        async def channel(address: str) -> grpc.aio.Channel:
            return await stack.enter_async_context(grpc.aio.insecure_channel(address, RECONNECT))

        yield Stubs(
            EngineServiceStub(await channel(addresses.engines[game])),
            ArchiveServiceStub(await channel(addresses.archive)),
            BotsServiceStub(await channel(addresses.bots)),
            LaddersServiceStub(await channel(addresses.ladders)),
            PlayersServiceStub(await channel(addresses.players)),
            TournamentServiceStub(await channel(addresses.tournaments)),
        )


@contextlib.asynccontextmanager
async def load(addresses: Addresses, token: str, arguments: argparse.Namespace) -> AsyncIterator[Load]:
    """Clients that are served for as long as the block runs; then they finish the matches that they are in."""
    async with open_stubs(addresses, arguments.game) as stubs:
        clients = Load(addresses, arguments.game, arguments.scenario, stubs, bearer(token))
        clients.running = asyncio.gather(
            *(clients.people_play() for _ in range(arguments.matches)),
            *(clients.person_plays_a_bot() for _ in range(arguments.bot_matches)),
            clients.look_for_matches(),
            *clients.probes(),
        )
        try:
            yield clients
            clients.is_over = True
            await clients.running
        finally:
            clients.running.cancel()
