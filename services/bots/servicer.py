"""BotsService over gRPC: decode, call a plain function, encode."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any, cast

import grpc

from engine.bots import BOTS
from engine.core.chance import SEED_BYTES
from services.api import bots_pb2 as pb
from services.api.archive_pb2 import GetRequest, PutRequest, PutResponse
from services.api.bots_pb2_grpc import BotsServiceServicer
from services.api.engine_pb2 import DealWorldsRequest
from services.api.errors_pb2 import ErrorReason
from services.bots.archived_worlds import check_may_read, world_of
from services.bots.archiving import archive_records
from services.bots.batch import Batch
from services.bots.batch_scheduler import LARGEST_CHUNK, BatchScheduler, new_batch_id
from services.bots.hints import Hints
from services.bots.match_batch import MatchBatch, MatchJob
from services.bots.pair_batch import PairBatch, PairJob, PairSetting
from services.match import editions
from services.match.log import Meta, decode_meta
from services.process.refusals import Refused, detail_of, invalid
from services.process.settings import Settings
from services.rpc import requests
from services.rpc.admission import caller
from services.rpc.clients import ServiceClients
from services.rpc.pages import pages
from services.rpc.streams import Context
from services.store.connection import Store
from services.store.matchlog import key

MOST_MATCHES = 1_000_000
"""Matches of one batch."""
MOST_PAIRS = 5_000
"""Pairs, or matches, of one batch that are all in its request."""
LONGEST_LIMIT_MS = 60_000
"""The longest that a decision in a pair may take."""


class BotsServicer(BotsServiceServicer):
    """BotsService on one process."""

    def __init__(self, store: Store, broker: Store, clients: ServiceClients, hints: Hints, settings: Settings) -> None:
        self._store = store
        self._hints = hints
        self._broker = broker
        self._clients = clients
        self._settings = settings
        self._games = editions.served_games(settings)
        self._replaying = asyncio.Semaphore(1)
        """Held while a record is replayed: one at a time, for that keeps a processor busy that others need too."""

    async def ListBots(self, request: pb.ListBotsRequest, context: Context) -> pb.ListBotsResponse:
        if request.game:
            editions.find(request.game, self._games)
        return pb.ListBotsResponse(
            bots=[pb.Bot(name=name, description=_description(kind)) for name, kind in BOTS.items()]
        )

    async def GetHint(self, request: pb.GetHintRequest, context: Context) -> pb.GetHintResponse:
        bot = request.bot or self._settings.bots.hint_bot
        requests.check_bot(bot)
        if request.HasField("step"):
            return await self._archived_hint(request, bot)
        meta = await self._meta_of(request.match_id)
        _check_may_act(meta, request.seat)
        if meta.is_of_tournament:
            raise Refused(ErrorReason.ERROR_REASON_FORBIDDEN, "There are no hints at a table of a tournament.")
        deal_worlds = DealWorldsRequest(match_id=request.match_id, seat=request.seat)
        async with self._hints.permit(request.match_id, request.seat):
            call = self._clients.engine(meta.game).DealWorlds(deal_worlds, metadata=self._clients.metadata())
            world = await _relay(call)
            if not world.has_decision:
                raise Refused(
                    ErrorReason.ERROR_REASON_NOT_YOUR_TURN, "The seat has nothing to decide.", version=world.version
                )
            return await self._hints.ask(world, request.seat, bot)

    async def _archived_hint(self, request: pb.GetHintRequest, bot: str) -> pb.GetHintResponse:
        """What a bot would have chosen in a match that has ended."""
        get = GetRequest(match_id=request.match_id)
        call = self._clients.archive().Get(get, metadata=self._clients.metadata())
        record = (await _relay(call)).record
        check_may_read(record, caller())
        editions.find(record.game, self._games)
        async with self._hints.permit(request.match_id, request.seat):
            async with self._replaying:
                world = await asyncio.to_thread(world_of, record, request.step, request.seat)
            return await self._hints.ask(world, request.seat, bot)

    async def RunMatches(self, request: pb.RunMatchesRequest, context: Context) -> AsyncIterator[pb.RunMatchesResponse]:
        caller().require("service", "player")
        caller().require_scope("bot", "host")
        batch = _checked_batch(request, self._settings, self._games)
        scheduler = BatchScheduler(self._broker, batch, range(request.matches))
        async for results in scheduler.run():
            for page in pages(results):
                if request.archive:
                    await archive_records(self._put, [result.record for result in page if result.HasField("record")])
                if not request.records:
                    for result in page:
                        result.ClearField("record")
                yield pb.RunMatchesResponse(batch_id=batch.batch_id, results=page)

    async def PlayPairs(self, request: pb.PlayPairsRequest, context: Context) -> AsyncIterator[pb.PlayPairsResponse]:
        caller().require("service")
        batch = _checked_pairs(request, self._settings, self._games)
        scheduler = BatchScheduler(self._broker, batch, list(batch.jobs), request.pairs_per_task or 1)
        async for pairs in scheduler.run():
            for page in pages(pairs):
                matches = [match for pair in page for match in pair.matches if match.HasField("record")]
                if matches:
                    await archive_records(self._put, [match.record for match in matches])
                for match in matches:
                    match.ClearField("record")
                yield pb.PlayPairsResponse(batch_id=batch.batch_id, pairs=page)

    async def PlayMatches(
        self, request: pb.PlayMatchesRequest, context: Context
    ) -> AsyncIterator[pb.PlayMatchesResponse]:
        caller().require("service")
        batch = _checked_matches(request, self._settings, self._games)
        scheduler = BatchScheduler(self._broker, batch, list(batch.jobs), request.matches_per_task or 1)
        async for results in scheduler.run():
            for page in pages(results):
                await archive_records(self._put, [result.record for result in page if result.HasField("record")])
                for result in page:
                    result.ClearField("record")
                yield pb.PlayMatchesResponse(batch_id=batch.batch_id, results=page)

    async def _put(self, request: PutRequest) -> PutResponse:
        timeout = self._settings.limits.unary_seconds
        call = self._clients.archive().Put(request, timeout=timeout, metadata=self._clients.metadata())
        return cast(PutResponse, await _relay(call))

    async def _meta_of(self, match_id: str) -> Meta:
        """What a live match was made of."""
        meta = await self._store.get(key(match_id, "meta"))
        if meta is None:
            raise Refused(ErrorReason.ERROR_REASON_UNKNOWN_MATCH, f"No match {match_id!r} is in play here.")
        return decode_meta(meta)


def _check_may_act(meta: Meta, seat: int) -> None:
    """Refuse a caller who may not choose for the seat."""
    who = caller()
    is_theirs = who.kind == "player" and 0 <= seat < len(meta.players) and meta.players[seat] == who.name
    if is_theirs:
        who.require_scope("play", "bot")
    elif not who.may_act_for(meta.match_id, seat):
        who.require("service")
        raise Refused(ErrorReason.ERROR_REASON_FORBIDDEN, f"Seat {seat} of this match needs its own token.")


def _checked_batch(request: pb.RunMatchesRequest, settings: Settings, games: tuple[str, ...]) -> Batch:
    """The batch of a request; refused where it makes no sense."""
    game = editions.find(request.game, games)
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


def _checked_pairs(request: pb.PlayPairsRequest, settings: Settings, games: tuple[str, ...]) -> PairBatch:
    """The batch of pairs of a request; refused where it makes no sense."""
    if not 1 <= len(request.pairs) <= MOST_PAIRS:
        raise invalid(f"A batch has between 1 and {MOST_PAIRS} pairs.")
    if not 0 <= request.pairs_per_task <= LARGEST_CHUNK:
        raise invalid(f"A worker plays at most {LARGEST_CHUNK} pairs in a row.")
    setting = _checked_setting(request, settings, games, archive=request.archive)
    jobs = {pair.number: PairJob(pair.number, pair.first, pair.second, pair.deal) for pair in request.pairs}
    if len(jobs) < len(request.pairs):
        raise invalid("Each pair has a number of its own.")
    for bot in {bot for job in jobs.values() for bot in (job.first, job.second)}:
        requests.bot_spec(bot)
    _check_deals([job.deal for job in jobs.values()])
    return PairBatch(setting, jobs)


def _checked_matches(request: pb.PlayMatchesRequest, settings: Settings, games: tuple[str, ...]) -> MatchBatch:
    """The batch of matches of a request; refused where it makes no sense."""
    if not 1 <= len(request.matches) <= MOST_PAIRS:
        raise invalid(f"A batch has between 1 and {MOST_PAIRS} matches.")
    if not 0 <= request.matches_per_task <= LARGEST_CHUNK:
        raise invalid(f"A worker plays at most {LARGEST_CHUNK} matches in a row.")
    setting = _checked_setting(request, settings, games, archive=True)
    jobs = {
        number: MatchJob(number, one.match_id, list(one.bots), one.deal, dict(one.labels), one.sealed)
        for number, one in enumerate(request.matches)
    }
    for job in jobs.values():
        requests.check_match_id(job.match_id)
        requests.check_labels(job.labels)
        if len(job.bots) != setting.seats:
            raise invalid(f"A match has a bot for each of its {setting.seats} seats, not {len(job.bots)}.")
    if len({job.match_id for job in jobs.values()}) < len(jobs):
        raise invalid("Each match has an id of its own.")
    for bot in {bot for job in jobs.values() for bot in job.bots}:
        requests.bot_spec(bot)
    _check_deals([job.deal for job in jobs.values()])
    return MatchBatch(setting, jobs)


def _checked_setting(
    request: pb.PlayPairsRequest | pb.PlayMatchesRequest, settings: Settings, games: tuple[str, ...], *, archive: bool
) -> PairSetting:
    """What all matches of a batch between bots have in common; refused where it makes no sense."""
    game = editions.find(request.game, games)
    if archive and not settings.services.archive_address:
        raise invalid("This server has no archive to keep the records in.")
    if not 0 <= request.limit_ms <= LONGEST_LIMIT_MS:
        raise invalid(f"A decision takes at most {LONGEST_LIMIT_MS} milliseconds; 0 stands for that.")
    setting = requests.setting_of(game, request.scenario, request.seats, request.options)
    return PairSetting(
        batch_id=new_batch_id(),
        game=game.id,
        scenario=setting.scenario,
        seats=setting.seats,
        options=dict(setting.options),
        limit=(request.limit_ms or LONGEST_LIMIT_MS) / 1000,
        records=archive,
    )


def _check_deals(deals: Sequence[bytes]) -> None:
    if any(len(deal) != SEED_BYTES for deal in deals):
        raise invalid(f"A deal has {SEED_BYTES} bytes.")


def _description(kind: object) -> str:
    """The first line of a bot's docstring; empty where it has none."""
    return (getattr(kind, "__doc__", None) or "").strip().partition("\n")[0]


async def _relay(call: Any) -> Any:
    """The answer of another service; what it refuses is refused here, for the same reason."""
    try:
        return await call
    except grpc.RpcError as error:
        detail = detail_of(error)
        if detail.reason:
            raise Refused(detail.reason, detail.message, version=detail.version or None) from error
        raise Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, "Another service does not answer.") from error
