"""The engine's gRPC face: decode, call a plain function, encode."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from typing import Any

from services.api import engine_pb2 as pb
from services.api.engine_pb2_grpc import EngineServiceServicer
from services.api.match_pb2 import Update
from services.common.auth import Keyring
from services.common.rpc import Context, caller
from services.common.settings import Settings
from services.engine import catalogue, render, streams
from services.engine.live import Live
from services.engine.matches import Matches
from services.engine.sitting import Sitting

NO_WORDS = pb.Subscription()


class EngineServicer(EngineServiceServicer):
    """EngineService on one worker."""

    def __init__(self, matches: Matches, keyring: Keyring, settings: Settings) -> None:
        self._matches = matches
        self._tables = matches.tables
        self._keyring = keyring
        self._settings = settings

    async def ListGames(self, request: pb.ListGamesRequest, context: Context) -> pb.ListGamesResponse:
        games = self._settings.game_list()
        lang = render.lang_of(request.language) or "en"
        return pb.ListGamesResponse(
            games=[catalogue.game_info(catalogue.find(id, games), lang) for id in catalogue.served(games)]
        )

    async def GetGame(self, request: pb.GetGameRequest, context: Context) -> pb.GetGameResponse:
        game = catalogue.find(request.game, self._settings.game_list())
        lang = render.lang_of(request.language) or "en"
        return pb.GetGameResponse(game=catalogue.game_info(game, lang), components=catalogue.components(game, lang))

    async def CreateMatch(self, request: pb.CreateMatchRequest, context: Context) -> pb.CreateMatchResponse:
        live = await self._matches.create(request, caller())
        meta = live.sitting.meta
        life = self._settings.seat_token_hours * 3600
        return pb.CreateMatchResponse(
            match=render.match_info(live.sitting),
            tokens=[
                pb.SeatToken(
                    seat=seat,
                    player=player,
                    token=self._keyring.mint("seat", player, life, match_id=meta.match_id, seat=seat),
                )
                for seat, player in enumerate(meta.players)
                if player
            ],
            spectator_token=self._keyring.mint("spectator", "spectator", life, match_id=meta.match_id),
        )

    async def GetMatch(self, request: pb.GetMatchRequest, context: Context) -> pb.GetMatchResponse:
        async with self._tables.current(request.match_id) as live:
            self._matches.may_watch(live, caller(), None)
            return pb.GetMatchResponse(match=render.match_info(live.sitting))

    async def Observe(self, request: pb.ObserveRequest, context: Context) -> pb.ObserveResponse:
        seat = request.seat if request.HasField("seat") else None
        wanted = pb.Subscription(language=request.language, observations=True)
        async with self._tables.current(request.match_id) as live:
            self._matches.may_watch(live, caller(), seat)
            return pb.ObserveResponse(update=render.update(live.sitting, seat, [], wanted, self._tables.clock()))

    async def Submit(self, request: pb.SubmitRequest, context: Context) -> pb.SubmitResponse:
        render.lang_of(request.language)
        live = await self._acting(request.match_id, request.seat)
        choose = self._matches.choose(
            live, caller(), request.seat, request.version, request.index, request.request_id[:64]
        )
        wanted = pb.Subscription(language=request.language)
        return pb.SubmitResponse(update=await self._after(choose, request.seat, wanted))

    async def Play(self, request: Any, context: Context) -> None:  # type: ignore[override]  # writes by itself
        await streams.PlayStream(self._matches, self._keyring, self._settings, caller()).run(context)

    async def Watch(self, request: pb.WatchRequest, context: Context) -> AsyncIterator[pb.WatchResponse]:
        render.lang_of(request.subscription.language)
        seat = request.seat if request.HasField("seat") else None
        live = await self._tables.get(request.match_id)
        who = caller()
        self._matches.may_watch(live, who, seat)
        if seat is not None and who.kind == "seat":
            await self._matches.welcome_back(live, seat)
        async for told in streams.watch(self._matches, who, live, seat, request.subscription):
            yield told

    async def Sample(self, request: pb.SampleRequest, context: Context) -> pb.SampleResponse:
        async with self._tables.current(request.match_id) as live:
            sitting, seat = live.sitting, request.seat
            self._matches.may_act(live, caller(), seat)
            decision = sitting.match.decision(seat)
            seed = request.seed if request.HasField("seed") else None
            worlds = [] if sitting.match.is_over else self._matches.worlds(sitting, seat, request.count or 1, seed)
            return pb.SampleResponse(
                version=sitting.version,
                snapshots=worlds,
                game=sitting.meta.game,
                to_decide=decision is not None,
                decision_version=sitting.asked.get(seat, 0),
                bot=sitting.bots[seat] if sitting.held_by_bot[seat] else "",
                options=len(decision.options) if decision else 0,
            )

    async def Undo(self, request: pb.UndoRequest, context: Context) -> pb.UndoResponse:
        render.lang_of(request.language)
        live = await self._acting(request.match_id, request.seat)
        wanted = pb.Subscription(language=request.language)
        return pb.UndoResponse(update=await self._after(self._matches.undo(live, request.seat), request.seat, wanted))

    async def Concede(self, request: pb.ConcedeRequest, context: Context) -> pb.ConcedeResponse:
        live = await self._acting(request.match_id, request.seat)
        return pb.ConcedeResponse(update=await self._after(self._matches.concede(live, request.seat), request.seat))

    async def HandSeat(self, request: pb.HandSeatRequest, context: Context) -> pb.HandSeatResponse:
        live = await self._acting(request.match_id, request.seat)
        hand = self._matches.hand(live, request.seat, request.bot)
        return pb.HandSeatResponse(update=await self._after(hand, request.seat))

    async def TakeSeat(self, request: pb.TakeSeatRequest, context: Context) -> pb.TakeSeatResponse:
        live = await self._acting(request.match_id, request.seat)
        return pb.TakeSeatResponse(update=await self._after(self._matches.take(live, request.seat), request.seat))

    async def _acting(self, match_id: str, seat: int) -> Live:
        """The match, if the caller may act for the seat."""
        live = await self._tables.get(match_id)
        self._matches.may_act(live, caller(), seat)
        return live

    async def _after(
        self, change: Coroutine[Any, Any, Sitting], seat: int, wanted: pb.Subscription = NO_WORDS
    ) -> Update:
        """See a change through, even if the client hangs up, and show what the seat sees then."""
        sitting = await asyncio.shield(asyncio.ensure_future(change))
        return render.update(sitting, seat, [], wanted, self._tables.clock())
