"""AdminService over gRPC: decode, call a plain function, encode. Nobody is let in but operators."""

from collections.abc import Callable

from services.api import admin_pb2 as pb
from services.api.admin_pb2_grpc import AdminServiceServicer
from services.engine import notices, operations, pool_report
from services.engine.ai_turns import AiTurns
from services.engine.committer import Committer
from services.match import editions, wire
from services.match.commands import Annul
from services.process.clock import Clock, now_ms
from services.process.logs import logger
from services.process.refusals import invalid
from services.rpc.admission import caller
from services.rpc.streams import Context
from services.store.connection import Store


class AdminServicer(AdminServiceServicer):
    """AdminService on one engine worker."""

    def __init__(
        self,
        committer: Committer,
        ai_turns: AiTurns,
        store: Store,
        games: tuple[str, ...],
        worker: str,
        drain: Callable[[], None],
        clock: Clock = now_ms,
    ) -> None:
        self._committer = committer
        self._ai_turns = ai_turns
        self._store = store
        self._games = games
        self._worker = worker
        self._drain = drain
        self._clock = clock

    async def ListAllMatches(self, request: pb.ListAllMatchesRequest, context: Context) -> pb.ListAllMatchesResponse:
        caller().require("admin")
        games = [editions.find(request.game, self._games).id] if request.game else self._games
        matches = await operations.list_all_matches(self._store, games, request, self._clock())
        return pb.ListAllMatchesResponse(matches=matches, live=await operations.count_live(self._store, games))

    async def GetMatchDetail(self, request: pb.GetMatchDetailRequest, context: Context) -> pb.GetMatchDetailResponse:
        caller().require("admin")
        async with self._committer.current(request.match_id) as replica:
            editions.find(replica.hosted.meta.game, self._games)
            return await operations.match_detail(self._store, replica.hosted, self._clock())

    async def AnnulMatch(self, request: pb.AnnulMatchRequest, context: Context) -> pb.AnnulMatchResponse:
        who = caller()
        who.require("admin")
        operations.check_reason(request.reason)
        replica = await self._committer.get(request.match_id)
        editions.find(replica.hosted.meta.game, self._games)
        await self._committer.commit(replica, Annul(request.reason))
        logger().warning("match annulled", match=request.match_id, by=who.name, reason=request.reason)
        return pb.AnnulMatchResponse(match=wire.match_info(replica.hosted))

    async def ListQueues(self, request: pb.ListQueuesRequest, context: Context) -> pb.ListQueuesResponse:
        caller().require("admin")
        queues = await operations.list_queues(self._ai_turns, self._games, self._clock())
        return pb.ListQueuesResponse(queues=queues)

    async def GetPool(self, request: pb.GetPoolRequest, context: Context) -> pb.GetPoolResponse:
        caller().require("admin")
        at_work = await self._ai_turns.tasks_at_work()
        return await pool_report.pool(self._store, self._games, self._worker, len(self._committer.replicas()), at_work)

    async def GetStore(self, request: pb.GetStoreRequest, context: Context) -> pb.GetStoreResponse:
        caller().require("admin")
        return pb.GetStoreResponse(nodes=await pool_report.store_nodes(self._store))

    async def Drain(self, request: pb.DrainRequest, context: Context) -> pb.DrainResponse:
        who = caller()
        who.require("admin")
        worker = request.worker or self._worker
        logger().warning("worker is to drain", worker=worker, by=who.name)
        if worker == self._worker:
            self._drain()
        elif not await self._store.publish(notices.channel_of(worker), notices.DRAIN):
            raise invalid(f"No worker {worker!r} listens.", allowed=tuple(await notices.workers(self._store)))
        return pb.DrainResponse(worker=worker)
