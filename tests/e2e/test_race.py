"""Two engine processes are told different choices for one version of a match: exactly one is taken, each time."""

import asyncio
import contextlib
import itertools
import re
import urllib.request
from collections.abc import AsyncIterator

import grpc

from services.api import engine_pb2 as pb
from services.api.engine_pb2_grpc import EngineServiceStub
from services.api.errors_pb2 import ErrorReason
from services.match.log import decode_entry
from services.process.refusals import detail_of
from services.process.settings import Settings
from services.store.connection import connect
from services.store.matchlog import key
from tests.e2e.conftest import GAME, Server

ENGINES = (f"engine-{GAME}-1", f"engine-{GAME}-2")
MATCHES = 12
OWN_CONNECTION = [("grpc.use_local_subchannel_pool", 1)]


def counted(server: Server, process: str, series: str) -> float:
    """A sum over the labels of a metric, as one process exports it."""
    page = urllib.request.urlopen(server.addresses.metrics[process]).read().decode()
    return sum(float(value) for value in re.findall(rf"^{series}(?:{{.*}})? (\S+)$", page, re.MULTILINE))


@contextlib.asynccontextmanager
async def each_engine(server: Server) -> AsyncIterator[list[EngineServiceStub]]:
    """A connection to each process. They listen on one port, so which of them answers shows in their metrics."""
    stubs: dict[str, EngineServiceStub] = {}
    async with contextlib.AsyncExitStack() as stack:
        while len(stubs) < len(ENGINES):
            channel = grpc.aio.insecure_channel(server.addresses.engines[GAME], OWN_CONNECTION)
            stub = EngineServiceStub(await stack.enter_async_context(channel))
            calls = 'westmarch_rpc_requests_total{code="OK",method="ListGames"}'
            before = {name: counted(server, name, re.escape(calls)) for name in ENGINES}
            await stub.ListGames(pb.ListGamesRequest())
            names = [name for name in ENGINES if counted(server, name, re.escape(calls)) > before[name]]
            assert len(names) == 1
            stubs.setdefault(names[0], stub)
        yield [stubs[name] for name in ENGINES]


class Contest:
    """A match in which every choice is fought over."""

    def __init__(self, server: Server, engines: list[EngineServiceStub]) -> None:
        self._server = server
        self._engines = engines
        self.match_id = ""
        self.taken: dict[int, tuple[int, int, str]] = {}
        """By version: seat, index and request of the call that was told of success."""

    async def run(self) -> None:
        """Every other decision is answered in four ways at once, the rest by one call that is sent to both."""
        players = [pb.SeatHolder(player="ann"), pb.SeatHolder(player="bob")]
        request = pb.CreateMatchRequest(game=GAME, scenario="duel", seats=players, options={"rounds": "3"})
        created = await self._engines[0].CreateMatch(request, metadata=self._server.admin)
        self.match_id = created.match.match_id
        for number in itertools.count():
            info = await self._engines[number % 2].GetMatch(pb.GetMatchRequest(match_id=self.match_id))
            if info.match.HasField("end"):
                return
            seat = info.match.waiting_for[0]
            await (self._fight(number, seat) if number % 2 else self._repeat(number, seat))

    async def _fight(self, number: int, seat: int) -> None:
        version = await self._decision_version(seat)
        calls = [
            self._choose(engine, seat, version, index, f"{number}.{where}.{index}")
            for where, engine in enumerate(self._engines)
            for index in (0, 1)
        ]
        answers = await asyncio.gather(*calls)
        won = [one for one in answers if isinstance(one, pb.ChooseResponse)]
        assert len(won) == 1
        over = won[0].update.HasField("end")
        assert answers.count("MATCH_OVER" if over else "STALE_VERSION") == len(calls) - 1

    async def _repeat(self, number: int, seat: int) -> None:
        version = await self._decision_version(seat)
        answers = await asyncio.gather(
            *(self._choose(engine, seat, version, 0, f"{number}") for engine in self._engines)
        )
        assert all(isinstance(one, pb.ChooseResponse) for one in answers)

    async def _decision_version(self, seat: int) -> int:
        request = pb.ObserveRequest(match_id=self.match_id, seat=seat)
        return (await self._engines[0].Observe(request, metadata=self._server.admin)).update.decision.version

    async def _choose(self, engine: EngineServiceStub, seat: int, version: int, index: int, request_id: str):
        """The answer, or the reason why there is none."""
        request = pb.ChooseRequest(
            match_id=self.match_id, seat=seat, version=version, index=index, request_id=request_id
        )
        try:
            answer = await engine.Choose(request, metadata=self._server.admin)
        except grpc.RpcError as error:
            return ErrorReason.Name(detail_of(error).reason).removeprefix("ERROR_REASON_")
        self.taken.setdefault(answer.update.version, (seat, index, request_id))
        assert self.taken[answer.update.version] == (seat, index, request_id)
        return answer


async def test_two_engines_racing_for_a_version_have_one_winner(server: Server) -> None:
    async with each_engine(server) as engines:
        contests = [Contest(server, engines) for _ in range(MATCHES)]
        await asyncio.gather(*(contest.run() for contest in contests))
    store = connect(Settings().having(redis_url=server.addresses.store))
    winners = set()
    for contest in contests:
        entries = [decode_entry(raw) for raw in await store.lrange(key(contest.match_id, "log"), 0, -1)]
        choices = {version: (entry.seat, entry.index, entry.nonce) for version, entry in enumerate(entries, 1)}
        assert choices == contest.taken
        winners |= {request.split(".")[1] for _, _, request in contest.taken.values() if "." in request}
    await store.aclose()
    assert winners == {"0", "1"}, "one engine was never first"
    assert sum(counted(server, name, "westmarch_commit_conflicts_total") for name in ENGINES) > MATCHES
