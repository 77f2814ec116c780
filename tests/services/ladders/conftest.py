"""A ladders service with all that it needs behind it: an engine, a bots service and an archive; tests add workers."""

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass

import grpc
import pytest

from services.api import ladders_pb2 as pb
from services.api.archive_pb2_grpc import ArchiveServiceStub
from services.api.ladders_pb2_grpc import LaddersServiceStub, add_LaddersServiceServicer_to_server
from services.archive.__main__ import LARGE_METHODS
from services.archive.__main__ import setup as archive_setup
from services.bots.__main__ import setup as bots_setup
from services.engine.__main__ import setup as engine_setup
from services.ladders.__main__ import setup
from services.ladders.database import Database
from services.ladders.ratings_cache import RatingsCache
from services.ladders.schema import connect
from services.ladders.servicer import LaddersServicer
from services.process.settings import Settings
from services.rpc.serving import Process, Setup, serving
from services.rpc.tokens import Keyring
from tests.services.conftest import bearer

BOTS = ("random", "greedy", "greedy:blunder=0.5", "random:blunder=0.5")


@dataclass
class Ladders:
    """A ladders service, and who calls it."""

    stub: LaddersServiceStub
    archive: ArchiveServiceStub
    engine_address: str
    keyring: Keyring
    admin: tuple[tuple[str, str], ...]
    settings: Settings
    """Of a ladders service beside it."""

    async def create(
        self, name: str = "barrow", bots: tuple[str, ...] = BOTS, paused: bool = False, **setting
    ) -> pb.Ladder:
        request = pb.CreateLadderRequest(
            name=name,
            setting=pb.LadderSetting(game="barrow", scenario="duel", **setting),
            entries=[pb.Entry(bot=bot) for bot in bots],
            paused=paused,
        )
        return (await self.stub.CreateLadder(request, metadata=self.admin)).ladder

    async def get(self, ladder_id: str) -> pb.Ladder:
        return (await self.stub.GetLadder(pb.GetLadderRequest(ladder_id=ladder_id))).ladder

    async def is_finished(self, ladder_id: str) -> bool:
        return (await self.get(ladder_id)).state == pb.LADDER_STATE_FINISHED

    async def standings(self, ladder_id: str) -> pb.Standings:
        return (await self.stub.GetStandings(pb.GetStandingsRequest(ladder_id=ladder_id))).standings

    def token(self, bot: str) -> str:
        """The player token of an outside bot."""
        return self.keyring.mint("player", bot, 600, scopes="bot")

    async def enter_outside(self, ladder_id: str, bot: str, version: str = "") -> pb.Entrant:
        entries = [pb.Entry(version=version)] if version else []
        request = pb.EnterLadderRequest(ladder_id=ladder_id, entries=entries)
        return (await self.stub.EnterLadder(request, metadata=bearer(self.token(bot)))).entrants[0]

    async def export(self, ladder_id: str, format: "pb.ExportFormat.ValueType" = pb.EXPORT_FORMAT_JSON) -> bytes:
        call = self.stub.ExportLadder(pb.ExportLadderRequest(ladder_id=ladder_id, format=format))
        return b"".join([piece.data async for piece in call])


@contextlib.asynccontextmanager
async def open_ladders(settings: Settings, admin, keyring, tmp_path, setup: Setup) -> AsyncIterator[Ladders]:
    """Everything but a bot worker, with this as the ladders service."""
    async with contextlib.AsyncExitStack() as stack:
        archive = await stack.enter_async_context(serving(archive_setup, settings, large_methods=LARGE_METHODS))
        engine = await stack.enter_async_context(serving(engine_setup, settings))
        addresses = {"archive_address": archive.address, "engines": f"*={engine.address}"}
        bots = await stack.enter_async_context(serving(bots_setup, settings.having(**addresses)))
        own = settings.having(**addresses, bots_address=bots.address, database_url=f"sqlite:///{tmp_path}/ladders.db")
        process = await stack.enter_async_context(serving(setup, own))
        channel = await stack.enter_async_context(grpc.aio.insecure_channel(process.address))
        to_archive = await stack.enter_async_context(grpc.aio.insecure_channel(archive.address))
        stubs = LaddersServiceStub(channel), ArchiveServiceStub(to_archive)
        yield Ladders(*stubs, engine.address, keyring, admin, own)


@pytest.fixture
async def ladders(settings: Settings, store, admin, keyring, tmp_path) -> AsyncIterator[Ladders]:
    """Everything but a bot worker."""
    async with open_ladders(settings, admin, keyring, tmp_path, setup) as ladders:
        yield ladders


@contextlib.asynccontextmanager
async def front(process: Process) -> AsyncIterator[str]:
    """A ladders service that plays nothing."""
    database = Database(connect(process.settings.store.database_url))
    servicer = LaddersServicer(database, RatingsCache(database), process.settings)
    add_LaddersServiceServicer_to_server(servicer, process.server)
    yield pb.DESCRIPTOR.services_by_name["LaddersService"].full_name
    database.close()


@pytest.fixture
async def idle_ladders(settings: Settings, store, admin, keyring, tmp_path) -> AsyncIterator[Ladders]:
    """Everything but a bot worker and who plays the ladders, for tests that do so themselves."""
    async with open_ladders(settings, admin, keyring, tmp_path, front) as ladders:
        yield ladders
