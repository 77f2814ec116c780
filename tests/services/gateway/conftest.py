"""A gateway before real services, all in this process, and clients that speak HTTP and WebSocket to it."""

import asyncio
import contextlib
import itertools
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import grpc
import httpx
import pytest
import websockets

from services.archive.__main__ import setup as archive_setup
from services.bots.__main__ import setup as bots_setup
from services.engine.__main__ import setup as engine_setup
from services.gateway.serving import serving_gateway
from services.ladders.__main__ import setup as ladders_setup
from services.matchmaking.__main__ import setup as matchmaking_setup
from services.players.__main__ import setup as players_setup
from services.process.settings import Settings
from services.rpc.serving import serving
from services.tournaments.__main__ import setup as tournaments_setup
from tests.services.conftest import eventually
from tests.services.engine.conftest import Engine, NewMatch
from tests.services.marked_barrow import MARKED

ANSWER_SECONDS = 20.0
GAMES = f"barrow,typed-barrow,{MARKED}"
"""Each that a process serves is looked after twenty times a second here, and the toy has ninety faulty forms."""


def auth(token: str) -> dict[str, str]:
    """The header that carries a token."""
    return {"authorization": f"Bearer {token}"}


class Socket:
    """A WebSocket as a test talks to it: every message gets an id, and what comes is kept by kind."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection
        self._ids = itertools.count(1)
        self.updates: list[dict[str, Any]] = []
        self.received: list[str] = []
        """Every text that came."""

    async def read(self) -> dict[str, Any]:
        """The next message."""
        text = await asyncio.wait_for(self.connection.recv(), ANSWER_SECONDS)
        self.received.append(text)
        message: dict[str, Any] = json.loads(text)
        return message

    async def send(self, **message: Any) -> int:
        """Send a message; its id."""
        number = next(self._ids)
        await self.connection.send(json.dumps({"id": number, **message}))
        return number

    async def ask(self, **message: Any) -> dict[str, Any]:
        """Send a message; its answer. Updates that come before are kept."""
        number = await self.send(**message)
        while True:
            answer = await self.read()
            if answer["type"] == "update":
                self.updates.append(answer)
            elif answer["id"] == number:
                return answer

    async def done(self, **message: Any) -> None:
        """Send a message that is carried out."""
        answer = await self.ask(**message)
        assert answer["type"] == "done", answer

    async def refused(self, **message: Any) -> dict[str, Any]:
        """Send a message that is refused; the problem."""
        answer = await self.ask(**message)
        assert answer["type"] == "refused", answer
        problem: dict[str, Any] = answer["problem"]
        return problem

    async def update(self) -> dict[str, Any]:
        """The next update, with its slot."""
        if self.updates:
            return self.updates.pop(0)
        message = await self.read()
        assert message["type"] == "update", message
        return message


@dataclass
class Gateway:
    """A gateway and the services behind it."""

    address: str
    http: httpx.AsyncClient
    engine: Engine
    settings: Settings

    @contextlib.asynccontextmanager
    async def socket(self, **more: Any) -> AsyncIterator[Socket]:
        """An open WebSocket."""
        async with websockets.connect(f"ws://{self.address}/api/v1/socket", **more) as connection:
            yield Socket(connection)

    async def new_match(self, people: int = 2, bots: int = 0, **more: Any) -> NewMatch:
        """A new match, made behind the gateway's back."""
        return await self.engine.new_match(people, bots, **more)

    async def get(self, path: str, token: str = "", **query: Any) -> Any:
        """The JSON of an answer that is no refusal."""
        answer = await self.http.get(path, params=query, headers=auth(token) if token else {})
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def post(self, path: str, data: Any = None, token: str = "") -> Any:
        """The JSON of the answer to a post that is no refusal."""
        answer = await self.http.post(path, json=data, headers=auth(token) if token else {})
        assert answer.is_success, answer.text
        return answer.json()


@contextlib.asynccontextmanager
async def running_gateway(settings: Settings, admin: Any, games: str = GAMES, **more: Any) -> AsyncIterator[Gateway]:
    """A gateway with all services behind it, for as long as the block runs; `more` are settings of the gateway."""
    settings = settings.having(games=games)
    async with contextlib.AsyncExitStack() as stack:
        archive = await stack.enter_async_context(serving(archive_setup, settings))
        engine = await stack.enter_async_context(serving(engine_setup, settings))
        settings = settings.having(engines=f"*={engine.address}", archive_address=archive.address)

        def own(name: str) -> Settings:
            """Settings with a database of a service's own."""
            return settings.having(database_url=settings.store.database_url.replace("archive.db", f"{name}.db"))

        players = await stack.enter_async_context(serving(players_setup, own("players")))
        settings = settings.having(players_address=players.address)
        matchmaking = await stack.enter_async_context(serving(matchmaking_setup, settings))
        bots = await stack.enter_async_context(serving(bots_setup, settings))
        settings = settings.having(matchmaking_address=matchmaking.address, bots_address=bots.address)
        ladders = await stack.enter_async_context(serving(ladders_setup, own("ladders")))
        tournaments = await stack.enter_async_context(serving(tournaments_setup, own("tournaments")))
        settings = settings.having(ladders_address=ladders.address, tournaments_address=tournaments.address, **more)
        gateway = await stack.enter_async_context(serving_gateway(settings))
        channel = await stack.enter_async_context(grpc.aio.insecure_channel(engine.address))
        http = await stack.enter_async_context(
            httpx.AsyncClient(base_url=f"http://{gateway.address}/api/v1", timeout=ANSWER_SECONDS)
        )
        yield Gateway(gateway.address, http, Engine(channel, admin), settings)


@pytest.fixture
async def gateway(settings: Settings, store: Any, admin: Any) -> AsyncIterator[Gateway]:
    """A gateway before an engine, matchmaking, bots, the archive and the players."""
    async with running_gateway(settings, admin) as gateway:
        yield gateway


@pytest.fixture
def eventually_archived(gateway: Gateway):
    """Waits until a match is in the archive."""

    async def wait(match_id: str) -> None:
        async def is_there() -> bool:
            return (await gateway.http.get(f"/archive/{match_id}")).status_code == 200

        await eventually(is_there)

    return wait
