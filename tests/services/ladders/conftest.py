"""A ladders service with real bots behind it: a bots service, an archive, and a bot worker in a process of its own."""

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass

import grpc
import pytest

from services.api import ladders_pb2 as pb
from services.api.archive_pb2_grpc import ArchiveServiceStub
from services.api.ladders_pb2_grpc import LaddersServiceStub
from services.archive.__main__ import LARGE_METHODS
from services.archive.__main__ import setup as archive_setup
from services.bots.__main__ import setup as bots_setup
from services.ladders.__main__ import setup
from services.process.settings import Settings
from services.rpc.serving import serving

BOTS = ("random", "greedy", "greedy:blunder=0.5", "random:blunder=0.5")


@dataclass
class Ladders:
    """A ladders service, and who calls it."""

    stub: LaddersServiceStub
    archive: ArchiveServiceStub
    admin: tuple[tuple[str, str], ...]
    settings: Settings
    """Of a ladders service beside it."""

    async def create(self, name: str = "barrow", bots: tuple[str, ...] = BOTS, **setting) -> pb.Ladder:
        request = pb.CreateLadderRequest(
            name=name,
            setting=pb.LadderSetting(game="barrow", scenario="duel", **setting),
            entries=[pb.Entry(bot=bot) for bot in bots],
        )
        return (await self.stub.CreateLadder(request, metadata=self.admin)).ladder

    async def get(self, ladder_id: str) -> pb.Ladder:
        return (await self.stub.GetLadder(pb.GetLadderRequest(ladder_id=ladder_id))).ladder

    async def is_finished(self, ladder_id: str) -> bool:
        return (await self.get(ladder_id)).state == pb.LADDER_STATE_FINISHED

    async def standings(self, ladder_id: str) -> pb.Standings:
        return (await self.stub.GetStandings(pb.GetStandingsRequest(ladder_id=ladder_id))).standings

    async def export(self, ladder_id: str, format: "pb.ExportFormat.ValueType" = pb.EXPORT_FORMAT_JSON) -> bytes:
        call = self.stub.ExportLadder(pb.ExportLadderRequest(ladder_id=ladder_id, format=format))
        return b"".join([piece.data async for piece in call])


@pytest.fixture
async def ladders(settings: Settings, store, admin, tmp_path) -> AsyncIterator[Ladders]:
    """Everything but a bot worker."""
    async with contextlib.AsyncExitStack() as stack:
        archive = await stack.enter_async_context(serving(archive_setup, settings, large_methods=LARGE_METHODS))
        bots = await stack.enter_async_context(serving(bots_setup, settings.having(archive_address=archive.address)))
        own = settings.having(bots_address=bots.address, database_url=f"sqlite:///{tmp_path}/ladders.db")
        process = await stack.enter_async_context(serving(setup, own))
        channel = await stack.enter_async_context(grpc.aio.insecure_channel(process.address))
        to_archive = await stack.enter_async_context(grpc.aio.insecure_channel(archive.address))
        yield Ladders(LaddersServiceStub(channel), ArchiveServiceStub(to_archive), admin, own)
