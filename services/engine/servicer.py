"""EngineService over gRPC: decode, call a plain function, encode."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sized
from contextlib import aclosing
from functools import partial
from typing import Any

from services.api import engine_pb2 as pb
from services.api.engine_pb2_grpc import EngineServiceServicer
from services.api.errors_pb2 import ErrorReason
from services.api.match_pb2 import MatchInfo, Update
from services.engine import catalogue, operations, worlds
from services.engine.access import check_may_act, check_may_hand_over, check_may_watch, holder_of_seat
from services.engine.committer import Committer
from services.engine.creation import MatchFactory
from services.engine.play_stream import PlayStream
from services.engine.presence import seats_present
from services.engine.replica import Replica
from services.engine.subscription import watch
from services.match import editions, wire
from services.match.commands import Annul, Choose, ComeBack, Command, Concede, HandOver, TakeSeat, Undo
from services.match.refusals import WordedRefusal, in_language
from services.match.story import BEFORE_SETUP, story
from services.match.update_format import UpdateFormat, lang_of
from services.process.clock import Clock, now_ms
from services.process.refusals import Refused, invalid
from services.process.settings import Settings
from services.rpc import requests
from services.rpc.admission import caller, caller_address
from services.rpc.failures import counted_refusal
from services.rpc.limits import RateLimit
from services.rpc.streams import Context, ServerStream
from services.rpc.tokens import Caller, Keyring
from services.store.connection import Store

MOST_TOGETHER = 200
"""Matches of one call."""


class EngineServicer(EngineServiceServicer):
    """EngineService on one worker."""

    def __init__(
        self,
        committer: Committer,
        store: Store,
        keyring: Keyring,
        settings: Settings,
        games: tuple[str, ...],
        clock: Clock = now_ms,
    ) -> None:
        self._committer = committer
        self._store = store
        self._keyring = keyring
        self._settings = settings
        self._games = games
        self._clock = clock
        self._factory = MatchFactory(committer, keyring, settings, games, clock)
        self._worlds = worlds.WorldDealer(settings.limits)
        self._commands = RateLimit(settings.limits.commands_per_second_of_address, settings.limits.max_slots)
        """Commands on the Play streams of each address."""

    async def ListGames(self, request: pb.ListGamesRequest, context: Context) -> pb.ListGamesResponse:
        lang = lang_of(request.language) or "en"
        games = [editions.find(id, self._games) for id in self._games]
        return pb.ListGamesResponse(games=[catalogue.game_info(game, lang) for game in games])

    async def GetGame(self, request: pb.GetGameRequest, context: Context) -> pb.GetGameResponse:
        game = editions.find(request.game, self._games)
        lang = lang_of(request.language) or "en"
        setting = requests.setting_of(game, request.scenario, 0, request.options)
        components = catalogue.components(game, setting, lang)
        return pb.GetGameResponse(game=catalogue.game_info(game, lang), components=components)

    async def GetLayout(self, request: pb.GetLayoutRequest, context: Context) -> pb.GetLayoutResponse:
        game = editions.find(request.game, self._games)
        setting = requests.setting_of(game, request.scenario, request.seats, request.options)
        return pb.GetLayoutResponse(layout=catalogue.layout(game, setting))

    async def GetSchema(self, request: pb.GetSchemaRequest, context: Context) -> pb.GetSchemaResponse:
        return catalogue.schema(editions.find(request.game, self._games))

    async def CreateMatch(self, request: pb.CreateMatchRequest, context: Context) -> pb.CreateMatchResponse:
        return await self._factory.create(request, caller())

    async def CreateMatches(self, request: pb.CreateMatchesRequest, context: Context) -> pb.CreateMatchesResponse:
        who = caller()
        who.require("service")
        _check_together(request.matches)
        return pb.CreateMatchesResponse(
            matches=await asyncio.gather(*(self._create_one(one, who) for one in request.matches))
        )

    async def _create_one(self, request: pb.CreateMatchRequest, who: Caller) -> pb.CreatedMatch:
        """Make one match of many: a refusal concerns it alone."""
        try:
            return pb.CreatedMatch(created=await self._factory.create(request, who))
        except Exception as error:
            return pb.CreatedMatch(error=counted_refusal("CreateMatches", error).detail())

    async def GetMatch(self, request: pb.GetMatchRequest, context: Context) -> pb.GetMatchResponse:
        async with self._committer.current(request.match_id) as replica:
            check_may_watch(replica.hosted, caller(), None)
            return pb.GetMatchResponse(match=wire.match_info(replica.hosted))

    async def GetPresence(self, request: pb.GetPresenceRequest, context: Context) -> pb.GetPresenceResponse:
        async with self._committer.current(request.match_id) as replica:
            check_may_watch(replica.hosted, caller(), None)
            return pb.GetPresenceResponse(seats=await seats_present(self._store, replica, self._clock()))

    async def GetMatches(self, request: pb.GetMatchesRequest, context: Context) -> pb.GetMatchesResponse:
        caller().require("service")
        _check_together(request.match_ids)
        matches = [await self._find_info(match_id) for match_id in request.match_ids]
        return pb.GetMatchesResponse(matches=[info for info in matches if info is not None])

    async def _find_info(self, match_id: str) -> MatchInfo | None:
        """A match that is in play here, or has just ended; None where none is."""
        try:
            async with self._committer.current(match_id) as replica:
                return wire.match_info(replica.hosted)
        except Refused as error:
            if error.reason != ErrorReason.ERROR_REASON_UNKNOWN_MATCH:
                raise
            return None

    async def AnnulMatches(self, request: pb.AnnulMatchesRequest, context: Context) -> pb.AnnulMatchesResponse:
        caller().require("service")
        _check_together(request.match_ids)
        operations.check_reason(request.reason)
        annulled = [one for one in request.match_ids if await self._annul(one, request.reason)]
        return pb.AnnulMatchesResponse(match_ids=annulled)

    async def _annul(self, match_id: str, reason: str) -> bool:
        """End a match without a winner; False where it is not in play any more."""
        try:
            await self._committer.commit(await self._committer.get(match_id), Annul(reason))
        except Refused as error:
            if error.reason not in (ErrorReason.ERROR_REASON_UNKNOWN_MATCH, ErrorReason.ERROR_REASON_MATCH_OVER):
                raise
            return False
        return True

    async def ListLiveMatches(self, request: pb.ListLiveMatchesRequest, context: Context) -> pb.ListLiveMatchesResponse:
        games = (editions.find(request.game, self._games).id,) if request.game else self._games
        return pb.ListLiveMatchesResponse(matches=await operations.list_public_matches(self._store, games, request))

    async def Observe(self, request: pb.ObserveRequest, context: Context) -> pb.ObserveResponse:
        seat = request.seat if request.HasField("seat") else None
        form = UpdateFormat(lang_of(request.language), observations=True, as_json=request.as_json)
        async with self._committer.current(request.match_id) as replica:
            who = holder_of_seat(replica.hosted, caller(), seat)
            check_may_watch(replica.hosted, who, seat)
            self._committer.note_joined(replica, who)
            hosted = replica.hosted
            if request.HasField("version") and request.version != hosted.version:
                hosted = await self._committer.earlier(replica, request.version)
                encoded = wire.past_update(hosted, seat, form)
            else:
                encoded = wire.update(hosted, seat, [], form, self._clock())
            return pb.ObserveResponse(update=Update.FromString(encoded))

    async def GetStory(self, request: pb.GetStoryRequest, context: Context) -> AsyncIterator[pb.GetStoryResponse]:
        seat = request.seat if request.HasField("seat") else None
        after = request.after_version if request.HasField("after_version") else BEFORE_SETUP
        form = UpdateFormat(lang_of(request.language), as_json=request.as_json)
        async with self._committer.current(request.match_id) as replica:
            check_may_watch(replica.hosted, holder_of_seat(replica.hosted, caller(), seat), seat)
            changes = await self._committer.changes_after(replica, after)
        parts = story(((replica.hosted.match, change) for change in changes), seat, form)
        for updates in parts:
            yield pb.GetStoryResponse(updates=updates)

    async def Choose(self, request: pb.ChooseRequest, context: Context) -> pb.ChooseResponse:
        requests.check_request_id(request.request_id)
        choose = partial(Choose, request.seat, request.version, request.index, request_id=request.request_id)
        return pb.ChooseResponse(update=await self._carry_out(lambda who: choose(by=who.kind), request))

    async def Undo(self, request: pb.UndoRequest, context: Context) -> pb.UndoResponse:
        return pb.UndoResponse(update=await self._carry_out(lambda _: Undo(request.seat), request))

    async def Concede(self, request: pb.ConcedeRequest, context: Context) -> pb.ConcedeResponse:
        return pb.ConcedeResponse(update=await self._carry_out(lambda _: Concede(request.seat), request))

    async def HandOverSeat(self, request: pb.HandOverSeatRequest, context: Context) -> pb.HandOverSeatResponse:
        if request.bot:
            requests.check_bot(request.bot)
        check_may_hand_over((await self._committer.get(request.match_id)).hosted, caller())
        hand_over = HandOver(request.seat, request.bot)
        return pb.HandOverSeatResponse(update=await self._carry_out(lambda _: hand_over, request))

    async def TakeSeat(self, request: pb.TakeSeatRequest, context: Context) -> pb.TakeSeatResponse:
        return pb.TakeSeatResponse(update=await self._carry_out(lambda _: TakeSeat(request.seat), request))

    async def Play(self, request: Any, stream: ServerStream) -> None:  # type: ignore[override]  # writes by itself
        who = caller()
        charge = None if who.is_ours else partial(self._commands.reserve, caller_address())
        await PlayStream(self._committer, self._keyring, self._settings, who, self._clock, charge).run(stream)

    async def Watch(self, request: pb.WatchRequest, context: Context) -> AsyncIterator[pb.WatchResponse]:
        seat = request.seat if request.HasField("seat") else None
        replica = await self._committer.get(request.match_id)
        who = holder_of_seat(replica.hosted, caller(), seat)
        check_may_watch(replica.hosted, who, seat)
        self._committer.note_joined(replica, who)
        if seat is not None and who.kind == "seat":
            await self._committer.commit(replica, ComeBack(seat))
        updates = watch(self._committer, self._clock, who, replica, seat, request.subscription)
        async with aclosing(updates):
            async for update in updates:
                yield update

    async def DealWorlds(self, request: pb.DealWorldsRequest, context: Context) -> pb.DealWorldsResponse:
        who, address, count = caller(), caller_address(), request.count or 1
        worlds.check_count(who, count)
        async with self._worlds.permit(who, address), self._committer.current(request.match_id) as replica:
            hosted = replica.hosted
            check_may_act(hosted, holder_of_seat(hosted, who, request.seat), request.seat)
            self._committer.note_joined(replica, who)
            seed = request.seed if request.HasField("seed") else None
            snapshots = await self._worlds.deal(hosted, request.seat, count, seed, who, address)
            seat, decision = hosted.seats[request.seat], hosted.match.decision(request.seat)
            return pb.DealWorldsResponse(
                version=hosted.version,
                worlds=snapshots,
                game=hosted.meta.game,
                has_decision=decision is not None,
                decision_version=max(seat.decision_version, 0),
                bot=seat.bot if seat.held_by_bot else "",
                option_count=len(decision.options) if decision else 0,
            )

    async def _carry_out(self, command_of: Callable[[Caller], Command], request: Any) -> Update:
        """Carry a command out, even if the client hangs up; the update that the seat gets for it."""
        form = UpdateFormat(lang_of(request.language), as_json=request.as_json)
        replica = await self._committer.get(request.match_id)
        who = holder_of_seat(replica.hosted, caller(), request.seat)
        check_may_act(replica.hosted, who, request.seat)
        command = command_of(who)
        self._committer.note_joined(replica, who)
        return await asyncio.shield(asyncio.ensure_future(self._commit(replica, command, form)))

    async def _commit(self, replica: Replica, command: Command, form: UpdateFormat) -> Update:
        try:
            change = await self._committer.commit(replica, command)
        except WordedRefusal as refusal:
            raise in_language(refusal, form.lang) from refusal
        changes = [] if change is None else [change]
        return Update.FromString(wire.whole_update(replica.hosted, command.seat, changes, form, self._clock()))


def _check_together(matches: Sized) -> None:
    if len(matches) > MOST_TOGETHER:
        raise invalid(f"One call is for at most {MOST_TOGETHER} matches.")
