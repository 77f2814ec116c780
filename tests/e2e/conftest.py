"""A whole server of real processes, started as `westmarch up` starts it."""

import contextlib
import os
import signal
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

import grpc
import pytest

from services.api.admin_pb2_grpc import AdminServiceStub
from services.api.archive_pb2_grpc import ArchiveServiceStub
from services.api.bots_pb2_grpc import BotsServiceStub
from services.api.engine_pb2_grpc import EngineServiceStub
from services.api.ladders_pb2_grpc import LaddersServiceStub
from services.api.matchmaking_pb2_grpc import MatchmakingServiceStub
from services.api.players_pb2_grpc import PlayersServiceStub
from services.api.tournaments_pb2_grpc import TournamentServiceStub
from services.process.ports import free_row
from services.rpc.tokens import Keyring, signing_keyring
from services.supervisor.keys import signing_keys
from services.supervisor.plan import Addresses
from services.supervisor.specs import Plan
from services.supervisor.state import ServerState, read_state
from services.supervisor.supervisor import running_server
from tests.toy import registered  # noqa: F401  # makes the toy game playable

GAME = "barrow"


@dataclass
class Server:
    """A running server whose processes can be killed or stopped."""

    plan: Plan
    addresses: Addresses
    admin: tuple[tuple[str, str], ...]
    engine: EngineServiceStub
    operations: AdminServiceStub
    matchmaking: MatchmakingServiceStub
    bots: BotsServiceStub
    archive: ArchiveServiceStub
    ladders: LaddersServiceStub
    players: PlayersServiceStub
    tournaments: TournamentServiceStub
    keyring: Keyring

    def pid(self, name: str) -> int:
        """The process id of a child."""
        return self._state().children[name].pid

    def kill(self, name: str) -> None:
        """kill -9 a child; one that is just being started again is left alone."""
        pid = self.pid(name)
        if pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    @contextlib.contextmanager
    def frozen(self, *names: str) -> Iterator[None]:
        """Children that neither answer nor end while the block runs."""
        pids = [self.pid(name) for name in names]
        assert all(pids), "one of them is just being started again"
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)

    def restarts(self) -> dict[str, int]:
        """How often each child was started again."""
        return {name: child.restarts for name, child in self._state().children.items()}

    def _state(self) -> ServerState:
        state = read_state(self.plan.home)
        assert state is not None
        return state


@contextlib.asynccontextmanager
async def running(
    home: Path, engines: int = 2, store_nodes: int = 1, store_replicas: int = 0, **env: str
) -> AsyncIterator[Server]:
    """A server in a folder, for as long as the block runs."""
    plan = Plan(
        home,
        (GAME,),
        engines=engines,
        first_port=free_row(24 + 2 * store_nodes * (1 + store_replicas)),
        plugins="tests.toy.registered",
        store_nodes=store_nodes,
        store_replicas=store_replicas,
        env=env,
    )
    async with running_server(plan) as addresses, contextlib.AsyncExitStack() as stack:
        keyring = signing_keyring(signing_keys(home))
        options = [("grpc.max_reconnect_backoff_ms", 500), ("grpc.initial_reconnect_backoff_ms", 100)]
        others = (addresses.matchmaking, addresses.bots, addresses.archive, addresses.ladders, addresses.players)
        others = (*others, addresses.tournaments)
        engine, matchmaking, bots, archive, ladders, players, tournaments = [
            await stack.enter_async_context(grpc.aio.insecure_channel(address, options))
            for address in (addresses.engines[GAME], *others)
        ]
        yield Server(
            plan,
            addresses,
            (("authorization", f"Bearer {keyring.mint('admin', 'test', 3600)}"),),
            EngineServiceStub(engine),
            AdminServiceStub(engine),
            MatchmakingServiceStub(matchmaking),
            BotsServiceStub(bots),
            ArchiveServiceStub(archive),
            LaddersServiceStub(ladders),
            PlayersServiceStub(players),
            TournamentServiceStub(tournaments),
            keyring,
        )


QUICK = {
    "WESTMARCH_STUCK_SECONDS": "1.5",
    "WESTMARCH_SWEEP_SECONDS": "0.3",
    "WESTMARCH_FOLLOW_SECONDS": "0.5",
    "WESTMARCH_CALLS_PER_SECOND": "100000",
    "WESTMARCH_CALLS_BURST": "100000",
    "WESTMARCH_CALLS_PER_SECOND_OF_ADDRESS": "100000",
    "WESTMARCH_CALLS_BURST_OF_ADDRESS": "100000",
}
"""Settings of a server that soon sees what has happened, and takes many calls."""


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """Two engine workers, matchmaking, bots, the archive, ladders, the players and tournaments."""
    async with running(tmp_path, **QUICK) as server:
        yield server
