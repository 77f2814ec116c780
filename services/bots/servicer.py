"""The bots' gRPC face: decode, call a plain function, encode."""

from collections.abc import AsyncIterator
from typing import Any, cast

import grpc

from engine.bots import BOTS
from services.api import bots_pb2 as pb
from services.api.archive_pb2 import PutRequest, PutResponse
from services.api.bots_pb2_grpc import BotsServiceServicer
from services.api.engine_pb2 import DealWorldsRequest
from services.api.errors_pb2 import ErrorReason
from services.bots import hints
from services.bots.batch import Batch
from services.bots.keeping import keep
from services.bots.runner import Runner, new_batch_id
from services.match import editions
from services.process.chunks import pages
from services.process.refusals import Refused, detail_of, invalid
from services.process.settings import Settings
from services.rpc import requests
from services.rpc.clients import ServiceClients
from services.rpc.gate import Context, caller
from services.rpc.tokens import Caller
from services.store.connection import Store

MOST_MATCHES = 1_000_000


class BotsServicer(BotsServiceServicer):
    """BotsService on one process."""

    def __init__(self, store: Store, broker: Store, peers: ServiceClients, settings: Settings) -> None:
        self._store = store
        self._broker = broker
        self._peers = peers
        self._settings = settings
        self._games = editions.served(settings)

    async def ListBots(self, request: pb.ListBotsRequest, context: Context) -> pb.ListBotsResponse:
        if request.game:
            editions.find(request.game, self._games)
        return pb.ListBotsResponse(bots=[pb.Bot(name=name, description=_about(kind)) for name, kind in BOTS.items()])

    async def Suggest(self, request: pb.SuggestRequest, context: Context) -> pb.SuggestResponse:
        game = await self._may_act(request.match_id, request.seat)
        bot = request.bot or self._settings.bots.default_bot
        requests.check_bot(bot)
        asked = DealWorldsRequest(match_id=request.match_id, seat=request.seat)
        world = await _relayed(self._peers.engine(game).DealWorlds(asked, metadata=self._peers.metadata()))
        if not world.has_decision:
            raise Refused(
                ErrorReason.ERROR_REASON_NOT_YOUR_TURN, "The seat has nothing to decide.", version=world.version
            )
        patience = self._settings.bots.turn_seconds
        index = await hints.ask(self._store, self._broker, request.match_id, world, request.seat, bot, patience)
        return pb.SuggestResponse(version=world.decision_version, index=index)

    async def RunMatches(self, request: pb.RunMatchesRequest, context: Context) -> AsyncIterator[pb.RunMatchesResponse]:
        caller().require("service", "player")
        batch = _batch(request, self._settings, self._games)
        runner = Runner(self._store, self._broker, batch, request.matches)
        async for results in runner.run():
            for page in pages(results):
                if request.archive:
                    await keep(self._put, [result.record for result in page if result.HasField("record")])
                if not request.records:
                    for result in page:
                        result.ClearField("record")
                yield pb.RunMatchesResponse(batch_id=batch.batch_id, results=page)

    async def _put(self, request: PutRequest) -> PutResponse:
        patience = self._settings.limits.unary_seconds
        call = self._peers.archive().Put(request, timeout=patience, metadata=self._peers.metadata())
        return cast(PutResponse, await _relayed(call))

    async def _may_act(self, match_id: str, seat: int) -> str:
        """The game of the match, if the caller may act for the seat."""
        who: Caller = caller()
        game = await self._peers.game_of(match_id)
        if not who.may_act_for(match_id, seat):
            who.require("service")
            raise Refused(ErrorReason.ERROR_REASON_FORBIDDEN, f"Seat {seat} of this match needs its own token.")
        return game


def _batch(request: pb.RunMatchesRequest, settings: Settings, known: tuple[str, ...]) -> Batch:
    """Check what was asked for."""
    game = editions.find(request.game, known)
    if not 1 <= request.matches <= MOST_MATCHES:
        raise invalid(f"A batch has between 1 and {MOST_MATCHES} matches.")
    if request.archive and not settings.services.archive_address:
        raise invalid("This server has no archive to keep the records in.")
    setting = requests.setting_of(game, request.scenario, request.seats, request.options)
    bots = list(request.bots) or [settings.bots.default_bot]
    for bot in bots:
        requests.check_bot(bot)
    if len(bots) not in (1, setting.seats):
        raise invalid(f"Name one bot, or one for each of the {setting.seats} seats.")
    return Batch(
        batch_id=new_batch_id(),
        game=game.id,
        scenario=setting.scenario,
        seats=setting.seats,
        options=dict(setting.options),
        bots=bots * setting.seats if len(bots) == 1 else bots,
        seed=request.seed,
        records=request.records or request.archive,
    )


def _about(kind: object) -> str:
    return (getattr(kind, "__doc__", None) or "").strip().splitlines()[0]


async def _relayed(call: Any) -> Any:
    """Another service's answer; its refusal is ours."""
    try:
        return await call
    except grpc.RpcError as error:
        detail = detail_of(error)
        if detail.reason:
            raise Refused(detail.reason, detail.message, version=detail.version or None) from error
        raise Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, "Another service does not answer.") from error
