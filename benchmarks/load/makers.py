"""How two people come to a match: by a ticket, over gRPC or through the gateway, or as a tournament's director has it
made for them."""

import asyncio
import contextlib
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import grpc
import httpx2

from services.api import engine_pb2, matchmaking_pb2
from services.api.engine_pb2_grpc import EngineServiceStub
from services.api.errors_pb2 import ErrorReason
from services.api.matchmaking_pb2_grpc import MatchmakingServiceStub
from services.client.channel import bearer
from services.process.refusals import detail_of
from services.rpc.channels import RECONNECT

MATCHES_PER_CALL = 50
GATHER_SECONDS = 0.1
CALL_SECONDS = 30.0


class NewMatch(NamedTuple):
    """A match, and the tokens of its seats in their order."""

    match_id: str
    tokens: list[str]


class NotMade(Exception):
    """There is no match; says why."""


class Maker(Protocol):
    """Makes matches."""

    async def make(self, players: list[str]) -> NewMatch:
        """A match between these people. Raises NotMade."""

    async def close(self) -> None:
        """Close its connections."""


@dataclass
class TicketMaker:
    """Two people look for a match together, over gRPC."""

    address: str
    game: str
    scenario: str
    token: str
    """Of an admin: of one person, or one address, matchmaking makes a few matches at a time."""

    def __post_init__(self) -> None:
        self._channel = grpc.aio.insecure_channel(self.address, RECONNECT)
        self._stub: Any = MatchmakingServiceStub(self._channel)

    async def make(self, players: list[str]) -> NewMatch:
        search = matchmaking_pb2.Search(game=self.game, scenario=self.scenario, players=players)
        try:
            made = await self._stub.CreateTicket(
                matchmaking_pb2.CreateTicketRequest(search=search), metadata=bearer(self.token), timeout=CALL_SECONDS
            )
            watch = matchmaking_pb2.WatchTicketRequest(ticket_id=made.ticket.ticket_id)
            async for answer in self._stub.WatchTicket(watch, metadata=bearer(made.ticket_token), timeout=CALL_SECONDS):
                if answer.ticket.state == matchmaking_pb2.TICKET_STATE_MATCHED:
                    seats = sorted(answer.ticket.assignment.seats, key=lambda one: one.seat)
                    return NewMatch(answer.ticket.assignment.match_id, [one.token for one in seats])
        except grpc.RpcError as error:
            raise NotMade(_reason(error)) from error
        raise NotMade("ticket closed")

    async def close(self) -> None:
        await self._channel.close(None)


@dataclass
class GatewayTicketMaker:
    """Two people look for a match together, through the gateway."""

    address: str
    game: str
    scenario: str
    token: str

    def __post_init__(self) -> None:
        limits = httpx2.Limits(max_connections=None, max_keepalive_connections=100)
        url = f"http://{self.address}/api/v1"
        self._http = httpx2.AsyncClient(base_url=url, timeout=CALL_SECONDS, limits=limits)

    async def make(self, players: list[str]) -> NewMatch:
        search = {"game": self.game, "scenario": self.scenario, "players": players}
        made = await self._answer("POST", "/tickets", self.token, json=search)
        ticket = made["ticket"]
        while ticket["state"] == "waiting":
            path = f"/tickets/{ticket['ticket_id']}"
            ticket = await self._answer("GET", path, made["ticket_token"], params={"wait": "true"})
        if ticket["state"] != "matched":
            raise NotMade("ticket closed")
        seats = sorted(ticket["assignment"]["seats"], key=lambda one: one["seat"])
        return NewMatch(ticket["assignment"]["match_id"], [one["token"] for one in seats])

    async def _answer(self, method: str, path: str, token: str, **fields: Any) -> Any:
        headers = {"authorization": f"Bearer {token}"}
        try:
            answer = await self._http.request(method, path, headers=headers, **fields)
        except httpx2.TransportError as error:
            raise NotMade(type(error).__name__) from error
        if not answer.is_success:
            raise NotMade(str(answer.status_code))
        return answer.json()

    async def close(self) -> None:
        await self._http.aclose()


@dataclass
class DirectedMaker:
    """Matches are made by calls of many, as the director of a tournament makes those of a round."""

    address: str
    game: str
    scenario: str
    token: str
    _wanted: list[tuple[engine_pb2.CreateMatchRequest, "asyncio.Future[NewMatch]"]] = field(default_factory=list)
    _calls: set["asyncio.Task[None]"] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._channel = grpc.aio.insecure_channel(self.address, RECONNECT)
        self._stub: Any = EngineServiceStub(self._channel)

    async def make(self, players: list[str]) -> NewMatch:
        seats = [engine_pb2.SeatHolder(player=player) for player in players]
        request = engine_pb2.CreateMatchRequest(game=self.game, scenario=self.scenario, seats=seats)
        match: asyncio.Future[NewMatch] = asyncio.get_running_loop().create_future()
        self._wanted.append((request, match))
        if len(self._wanted) == 1:
            asyncio.get_running_loop().call_later(GATHER_SECONDS, self._call)
        elif len(self._wanted) == MATCHES_PER_CALL:
            self._call()
        return await match

    async def close(self) -> None:
        await self._channel.close(None)

    def _call(self) -> None:
        wanted, self._wanted = self._wanted, []
        if wanted:
            task = asyncio.ensure_future(self._create(wanted))
            self._calls.add(task)
            task.add_done_callback(self._calls.discard)

    async def _create(self, wanted: list[tuple[engine_pb2.CreateMatchRequest, "asyncio.Future[NewMatch]"]]) -> None:
        request = engine_pb2.CreateMatchesRequest(matches=[one for one, _ in wanted])
        try:
            answer = await self._stub.CreateMatches(request, metadata=bearer(self.token), timeout=CALL_SECONDS)
        except grpc.RpcError as error:
            for _, match in wanted:
                _fail(match, _reason(error))
            return
        for (_, match), made in zip(wanted, answer.matches, strict=True):
            if made.HasField("error"):
                _fail(match, ErrorReason.Name(made.error.reason))
            else:
                with contextlib.suppress(asyncio.InvalidStateError):
                    tokens = [one.token for one in sorted(made.created.tokens, key=lambda one: one.seat)]
                    match.set_result(NewMatch(made.created.match.match_id, tokens))


def _fail(match: "asyncio.Future[NewMatch]", reason: str) -> None:
    if not match.done():
        match.set_exception(NotMade(reason))


def _reason(error: grpc.RpcError) -> str:
    reason = detail_of(error).reason
    return ErrorReason.Name(reason).removeprefix("ERROR_REASON_") if reason else error.code().name
