"""The players service on an empty database of each kind, and people who sign up there."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import grpc
import pytest

from services.api import players_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.api.players_pb2_grpc import PlayersServiceStub
from services.players.__main__ import setup
from services.process.refusals import detail_of
from services.process.settings import Settings
from tests.services.conftest import channel_to

PASSWORD = "mellon-mellon"


@asynccontextmanager
async def running(settings: Settings, **changes) -> AsyncIterator[PlayersServiceStub]:
    """The service, with some settings changed."""
    async with channel_to(setup, settings.having(**changes)) as channel:
        yield PlayersServiceStub(channel)


@pytest.fixture
async def players(settings: Settings, store, tmp_path: Path) -> AsyncIterator[PlayersServiceStub]:
    """The service on SQLite."""
    async with running(settings, database_url=f"sqlite:///{tmp_path}/players.db") as stub:
        yield stub


@pytest.fixture
async def each_players(settings: Settings, store, url: str) -> AsyncIterator[PlayersServiceStub]:
    """The service on a database of each kind."""
    async with running(settings, database_url=url) as stub:
        yield stub


@dataclass(frozen=True)
class Person:
    """Somebody with an account, at one session."""

    stub: PlayersServiceStub
    session: str
    name: str

    async def token(self, name: str = "laptop", scopes=(pb.SCOPE_PLAY,), bot: str = "") -> pb.CreateApiTokenResponse:
        """A new API token."""
        request = pb.CreateApiTokenRequest(session=self.session, name=name, scopes=scopes, bot=bot)
        return await self.stub.CreateApiToken(request)

    async def sessions(self) -> list[pb.SessionInfo]:
        return list((await self.stub.ListSessions(pb.ListSessionsRequest(session=self.session))).sessions)


async def sign_up(stub: PlayersServiceStub, name: str, password: str = PASSWORD) -> Person:
    """A new account."""
    answer = await stub.SignUp(pb.SignUpRequest(name=name, password=password, client="a test"))
    return Person(stub, answer.session.session, name)


async def sign_in(stub: PlayersServiceStub, name: str, password: str = PASSWORD) -> Person:
    """Another session of an account."""
    answer = await stub.SignIn(pb.SignInRequest(name=name, password=password))
    return Person(stub, answer.session.session, answer.session.account.name)


async def refusal(call) -> str:
    """The reason for which a call is refused, as its name."""
    with pytest.raises(grpc.RpcError) as refused:
        await call
    return ErrorReason.Name(detail_of(refused.value).reason).removeprefix("ERROR_REASON_")
