"""The players service on an empty database of each kind, and people who sign up there."""

import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import grpc
import pytest
import sqlalchemy as sa

from services.api import players_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.api.players_pb2_grpc import PlayersServiceStub
from services.players.__main__ import setup
from services.process.refusals import detail_of
from services.process.settings import Settings
from tests.services.conftest import channel_to

PASSWORD = "mellon-mellon"


def plain_engine(url: str | sa.URL) -> sa.Engine:
    """A database as it is, without what our releases do when they open one."""
    parsed = sa.make_url(url)
    is_sqlite = parsed.get_backend_name() == "sqlite"
    return sa.create_engine(parsed if is_sqlite else parsed.set(drivername="postgresql+psycopg"))


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database of each kind in which nothing is."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/players.db"
        return
    server = sa.make_url(request.getfixturevalue("postgres"))
    name = f"players_{secrets.token_hex(4)}"
    operator = plain_engine(server).execution_options(isolation_level="AUTOCOMMIT")
    with operator.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
        yield server.set(database=name).render_as_string(hide_password=False)
        connection.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")
    operator.dispose()


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
