"""Where tournaments are held for a benchmark: a server of its own, its host, and parts of it that are killed."""

import asyncio
import contextlib
import os
import signal
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc

from services.api import tournaments_pb2 as pb
from services.api.archive_pb2 import ArchivedRecord, ExportRequest, Filter
from services.api.archive_pb2_grpc import ArchiveServiceStub
from services.api.tournaments_pb2_grpc import TournamentServiceStub
from services.client.channel import bearer
from services.competition.plan import Plan as TournamentPlan
from services.competition.plan_messages import message_of
from services.process.ports import free_row
from services.rpc.channels import RECONNECT
from services.rpc.tokens import Keyring, signing_keyring
from services.supervisor.keys import signing_keys
from services.supervisor.plan import Addresses
from services.supervisor.specs import Plan
from services.supervisor.state import read_state
from services.supervisor.supervisor import running_server

POLL_SECONDS = 0.25
TOKEN_SECONDS = 24 * 3600
HOST = "gandalf"
BOTS_PER_CALL = 500


@dataclass
class Venue:
    """A server, and calls of the host of a tournament that it holds."""

    home: Path
    addresses: Addresses
    keys: Keyring
    stub: Any
    archive: Any
    killed: list[str] = field(default_factory=list)

    def token(self, player: str) -> str:
        """A player's token."""
        return self.keys.mint("player", player, TOKEN_SECONDS)

    @property
    def _host(self) -> Any:
        return bearer(self.token(HOST))

    async def create(self, plan: TournamentPlan) -> str:
        """A new tournament; its id."""
        request = pb.CreateTournamentRequest(plan=message_of(plan))
        answer = await self.stub.CreateTournament(request, metadata=self._host)
        tournament_id: str = answer.tournament.tournament_id
        return tournament_id

    async def enter_bots(self, tournament_id: str, bots: Sequence[str]) -> None:
        """Enter bots of the server, each under the name of what it is."""
        for first in range(0, len(bots), BOTS_PER_CALL):
            entries = [pb.BotEntry(bot=bot, name=bot) for bot in bots[first : first + BOTS_PER_CALL]]
            request = pb.RegisterRequest(tournament_id=tournament_id, bots=entries)
            await self.stub.Register(request, metadata=self._host)

    async def start(self, tournament_id: str) -> None:
        """Let play begin."""
        await self.stub.StartTournament(pb.StartTournamentRequest(tournament_id=tournament_id), metadata=self._host)

    async def get(self, tournament_id: str) -> pb.Tournament:
        """A tournament as it stands; waits while its service is being started again."""
        request = pb.GetTournamentRequest(tournament_id=tournament_id)
        while True:
            try:
                tournament: pb.Tournament = (await self.stub.GetTournament(request)).tournament
                return tournament
            except grpc.RpcError:
                await asyncio.sleep(POLL_SECONDS)

    async def finished(self, tournament_id: str, kills: Mapping[int, str]) -> None:
        """Wait for the end, and kill a process on the way in the middle of each round that `kills` names."""
        left = dict(kills)
        while (now := await self.get(tournament_id)).state != pb.TOURNAMENT_STATE_FINISHED:
            is_half_played = now.round in left and 0 < now.open_tables <= (now.entrants // 2) // 2
            if is_half_played:
                self.kill(left.pop(now.round))
            await asyncio.sleep(POLL_SECONDS)

    def kill(self, name: str) -> None:
        """kill -9 a child; it is started again."""
        state = read_state(self.home)
        assert state is not None
        if pid := state.children[name].pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
                self.killed.append(name)

    async def export(self, tournament_id: str) -> bytes:
        """The whole tournament as JSON."""
        request = pb.ExportTournamentRequest(tournament_id=tournament_id, format=pb.TOURNAMENT_EXPORT_FORMAT_JSON)
        return b"".join([piece.data async for piece in self.stub.ExportTournament(request)])

    async def records(self, tournament_id: str) -> dict[str, ArchivedRecord]:
        """The archived records of its matches, by id."""
        request = ExportRequest(filter=Filter(labels={"tournament": tournament_id}))
        return {one.match_id: one async for page in self.archive.Export(request) for one in page.records}

    async def rounds(self, tournament_id: str) -> list[list[pb.GetPairingsResponse]]:
        """The pairings of each round of the only stage, in pages."""
        count = (await self.get(tournament_id)).round
        return [await self._pairings(tournament_id, number) for number in range(1, count + 1)]

    async def _pairings(self, tournament_id: str, number: int) -> list[pb.GetPairingsResponse]:
        pages = []
        request = pb.GetPairingsRequest(tournament_id=tournament_id, stage=1, round=number, page_size=500)
        while not pages or request.page_token:
            pages.append(await self.stub.GetPairings(request))
            request.page_token = pages[-1].next_page_token
        return pages

    async def standings(self, tournament_id: str) -> list[pb.TournamentStanding]:
        """The final standings."""
        standings: list[pb.TournamentStanding] = []
        request = pb.GetTournamentStandingsRequest(tournament_id=tournament_id, page_size=1000)
        while not standings or request.page_token:
            page = await self.stub.GetTournamentStandings(request)
            standings += page.standings
            request.page_token = page.next_page_token
        return standings

    async def entrants(self, tournament_id: str) -> list[pb.TournamentEntrant]:
        """Who entered."""
        entrants: list[pb.TournamentEntrant] = []
        request = pb.ListTournamentEntrantsRequest(tournament_id=tournament_id, page_size=1000)
        while not entrants or request.page_token:
            page = await self.stub.ListTournamentEntrants(request)
            entrants += page.entrants
            request.page_token = page.next_page_token
        return entrants


@contextlib.asynccontextmanager
async def open_venue(games: tuple[str, ...], processes: int) -> AsyncIterator[Venue]:
    """A server in a folder of its own, for as long as the block runs."""
    with tempfile.TemporaryDirectory(prefix="westmarch-tournaments-") as folder:
        plan = Plan(Path(folder), games, bot_processes=processes, first_port=free_row(30))
        async with running_server(plan) as addresses, contextlib.AsyncExitStack() as stack:
            channels = [
                await stack.enter_async_context(grpc.aio.insecure_channel(address, RECONNECT))
                for address in (addresses.tournaments, addresses.archive)
            ]
            keys = signing_keyring(signing_keys(plan.home))
            yield Venue(plan.home, addresses, keys, TournamentServiceStub(channels[0]), ArchiveServiceStub(channels[1]))
