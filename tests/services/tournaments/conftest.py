"""A tournaments service with all that it needs behind it: an engine, bots, an archive, and a worker in a process."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import pytest

from services.api import tournaments_pb2
from services.api import tournaments_pb2 as pb
from services.api.archive_pb2 import ExportRequest, Filter
from services.api.archive_pb2_grpc import ArchiveServiceStub
from services.api.engine_pb2_grpc import EngineServiceStub
from services.api.tournaments_pb2_grpc import TournamentServiceStub, add_TournamentServiceServicer_to_server
from services.archive.__main__ import LARGE_METHODS as ARCHIVE_LARGE_METHODS
from services.archive.__main__ import setup as archive_setup
from services.bots.__main__ import setup as bots_setup
from services.competition.verification import read_export, verify
from services.engine.__main__ import setup as engine_setup
from services.process.settings import Settings
from services.rpc.clients import ServiceClients
from services.rpc.serving import Process, Setup, serving
from services.rpc.tokens import Keyring
from services.store.notices import Notices
from services.tournaments.__main__ import CHANNEL, LARGE_METHODS, setup
from services.tournaments.database import Database
from services.tournaments.replica import Replicas
from services.tournaments.schema import connect
from services.tournaments.servicer import TournamentServicer
from tests.services.conftest import bearer, eventually

MOST_LOOKS = 200
"""So often the archive is looked at for records that are still to come."""
PATIENCE = 120.0
"""How long a small tournament may take on a busy machine."""


@dataclass
class Hall:
    """Where tournaments are held, and who calls there."""

    address: str
    """Of the tournaments service."""
    archive_address: str
    stub: Any
    archive: Any
    engine: Any
    keyring: Keyring
    settings: Settings
    """Of a tournaments service beside it."""
    admin: Any

    def auth(self, player: str) -> Any:
        """Metadata of a player's call."""
        return bearer(self.keyring.mint("player", player, 3600))

    async def create(self, *stages: pb.Stage, host: str = "gandalf", **plan: Any) -> str:
        """A new tournament of the toy game; its id."""
        fields = {
            "name": "Spring Cup",
            "setting": pb.TournamentSetting(game="barrow", scenario="duel"),
            "registration": pb.Registration(bots="any"),
            "stages": stages or [pb.Stage(swiss=pb.SwissStage(rounds=3))],
            **plan,
        }
        request = pb.CreateTournamentRequest(plan=pb.TournamentPlan(**fields))
        return (await self.stub.CreateTournament(request, metadata=self.auth(host))).tournament.tournament_id

    async def enter_bots(self, tournament_id: str, *bots: str, host: str = "gandalf") -> list[str]:
        """Enter bots of ours; their names."""
        request = pb.RegisterRequest(tournament_id=tournament_id, bots=[pb.BotEntry(bot=bot) for bot in bots])
        answer = await self.stub.Register(request, metadata=self.auth(host))
        return [one.name for one in answer.entrants]

    async def enter(self, tournament_id: str, *players: str, **more: Any) -> None:
        """Enter people."""
        for player in players:
            request = pb.RegisterRequest(tournament_id=tournament_id, contribution=player.encode(), **more)
            await self.stub.Register(request, metadata=self.auth(player))

    async def start(self, tournament_id: str, host: str = "gandalf") -> None:
        """Start a tournament."""
        await self.stub.StartTournament(
            pb.StartTournamentRequest(tournament_id=tournament_id), metadata=self.auth(host)
        )

    async def get(self, tournament_id: str) -> pb.Tournament:
        return (await self.stub.GetTournament(pb.GetTournamentRequest(tournament_id=tournament_id))).tournament

    async def finished(self, tournament_id: str) -> pb.Tournament:
        """The tournament once it is finished."""

        async def check() -> pb.Tournament | None:
            now = await self.get(tournament_id)
            return now if now.state == pb.TOURNAMENT_STATE_FINISHED else None

        return await eventually(check, PATIENCE)

    async def standings(self, tournament_id: str, **which: Any) -> list[pb.TournamentStanding]:
        request = pb.GetTournamentStandingsRequest(tournament_id=tournament_id, **which)
        return list((await self.stub.GetTournamentStandings(request)).standings)

    async def pairings(self, tournament_id: str, **which: Any) -> pb.GetPairingsResponse:
        return await self.stub.GetPairings(pb.GetPairingsRequest(tournament_id=tournament_id, **which))

    async def events(self, tournament_id: str) -> list[pb.TournamentEvent]:
        """The whole audit."""
        found: list[pb.TournamentEvent] = []
        while True:
            request = pb.ListTournamentEventsRequest(
                tournament_id=tournament_id, after=len(found), page_size=500, language=1
            )
            page = await self.stub.ListTournamentEvents(request)
            found += page.events
            if not page.more:
                return found

    async def export(self, tournament_id: str, format: Any = pb.TOURNAMENT_EXPORT_FORMAT_JSON) -> bytes:
        request = pb.ExportTournamentRequest(tournament_id=tournament_id, format=format)
        return b"".join([piece.data async for piece in self.stub.ExportTournament(request)])

    async def faults(self, tournament_id: str) -> list[str]:
        """What is wrong with a tournament that is over, by its export and the archive's records."""
        export = read_export(await self.export(tournament_id))
        for _ in range(MOST_LOOKS):
            records = {}
            async for page in self.archive.Export(ExportRequest(filter=Filter(labels={"tournament": tournament_id}))):
                records.update({record.match_id: record for record in page.records})
            faults = verify(export, records)
            if not any("there is no record" in fault for fault in faults):
                break
            await asyncio.sleep(0.1)  # a match that was forfeited is archived a little later
        return faults


@asynccontextmanager
async def open_hall(
    settings: Settings, keyring: Keyring, admin: Any, folder: Path, setup: Setup
) -> AsyncIterator[Hall]:
    """Everything but a bot worker, with this as the tournaments service."""
    async with contextlib.AsyncExitStack() as stack:
        serve = stack.enter_async_context
        archive = await serve(serving(archive_setup, settings, large_methods=ARCHIVE_LARGE_METHODS))
        engine = await serve(serving(engine_setup, settings))
        addresses = {"engines": f"*={engine.address}", "archive_address": archive.address}
        bots = await serve(serving(bots_setup, settings.having(**addresses)))
        own = settings.having(**addresses, bots_address=bots.address, database_url=f"sqlite:///{folder}/tournaments.db")
        process = await serve(serving(setup, own, large_methods=LARGE_METHODS))
        channels = [await serve(grpc.aio.insecure_channel(one.address)) for one in (process, archive, engine)]
        yield Hall(
            process.address,
            archive.address,
            TournamentServiceStub(channels[0]),
            ArchiveServiceStub(channels[1]),
            EngineServiceStub(channels[2]),
            keyring,
            own,
            admin,
        )


@pytest.fixture
async def hall(settings: Settings, store, admin, keyring, tmp_path) -> AsyncIterator[Hall]:
    """Everything but a bot worker."""
    async with open_hall(settings, keyring, admin, tmp_path, setup) as hall:
        yield hall


@asynccontextmanager
async def front(process: Process) -> AsyncIterator[str]:
    """A tournaments service that directs nothing."""
    database = Database(connect(process.settings.store.database_url))
    notices = Notices(process.store, (CHANNEL,))
    clients = ServiceClients("tournaments", process.settings, process.keyring)
    servicer = TournamentServicer(database, Replicas(database), notices, clients, process.settings)
    add_TournamentServiceServicer_to_server(servicer, process.server)
    yield tournaments_pb2.DESCRIPTOR.services_by_name["TournamentService"].full_name
    await clients.close()
    database.close()


@pytest.fixture
async def undirected(settings: Settings, store, admin, keyring, tmp_path) -> AsyncIterator[Hall]:
    """Everything but a bot worker and directors, for tests that direct by themselves."""
    async with open_hall(settings, keyring, admin, tmp_path, front) as hall:
        yield hall
