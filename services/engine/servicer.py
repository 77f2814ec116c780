"""The engine's gRPC face: decode, call a plain function, encode."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import aclosing
from functools import partial
from typing import Any

from services.api import engine_pb2 as pb
from services.api.engine_pb2_grpc import EngineServiceServicer
from services.api.match_pb2 import Update
from services.common import games
from services.common.auth import Caller, Keyring
from services.common.errors import invalid
from services.common.rpc import Context, Courier, as_refusal, caller
from services.common.settings import Settings
from services.engine import catalogue, render, streams
from services.engine.live import Live
from services.engine.matches import Matches
from services.engine.sitting import Moment, Sitting

MOST_TOGETHER = 200


class EngineServicer(EngineServiceServicer):
    """EngineService on one worker."""

    def __init__(self, matches: Matches, keyring: Keyring, settings: Settings) -> None:
        self._matches = matches
        self._tables = matches.tables
        self._keyring = keyring
        self._settings = settings

    async def ListGames(self, request: pb.ListGamesRequest, context: Context) -> pb.ListGamesResponse:
        lang = render.lang_of(request.language) or "en"
        known = [games.find(id, self._matches.games) for id in self._matches.games]
        return pb.ListGamesResponse(games=[catalogue.game_info(game, lang) for game in known])

    async def GetGame(self, request: pb.GetGameRequest, context: Context) -> pb.GetGameResponse:
        game = games.find(request.game, self._matches.games)
        lang = render.lang_of(request.language) or "en"
        return pb.GetGameResponse(game=catalogue.game_info(game, lang), components=catalogue.components(game, lang))

    async def CreateMatch(self, request: pb.CreateMatchRequest, context: Context) -> pb.CreateMatchResponse:
        return await self._create(request, caller())

    async def CreateMatches(self, request: pb.CreateMatchesRequest, context: Context) -> pb.CreateMatchesResponse:
        who = caller()
        who.require("service")
        if len(request.matches) > MOST_TOGETHER:
            raise invalid(f"At most {MOST_TOGETHER} matches are made in one call.")
        made = await asyncio.gather(*(self._created(one, who) for one in request.matches))
        return pb.CreateMatchesResponse(matches=made)

    async def _created(self, request: pb.CreateMatchRequest, who: Caller) -> pb.CreatedMatch:
        """One of many: a refusal concerns it alone."""
        try:
            return pb.CreatedMatch(made=await self._create(request, who))
        except Exception as error:
            return pb.CreatedMatch(refused=as_refusal(error).detail())

    async def _create(self, request: pb.CreateMatchRequest, who: Caller) -> pb.CreateMatchResponse:
        live = await self._matches.create(request, who)
        meta = live.sitting.meta
        life = self._settings.seat_token_hours * 3600
        watching = self._keyring.mint("spectator", "spectator", life, match_id=meta.match_id) if meta.private else ""
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
            spectator_token=watching,
        )

    async def GetMatch(self, request: pb.GetMatchRequest, context: Context) -> pb.GetMatchResponse:
        async with self._tables.current(request.match_id) as live:
            self._matches.may_watch(live, caller(), None)
            return pb.GetMatchResponse(match=render.match_info(live.sitting))

    async def Observe(self, request: pb.ObserveRequest, context: Context) -> pb.ObserveResponse:
        seat = request.seat if request.HasField("seat") else None
        wish = render.Wish(render.lang_of(request.language), observations=True)
        async with self._tables.current(request.match_id) as live:
            self._matches.may_watch(live, caller(), seat)
            answer = pb.ObserveResponse()
            render.write(answer.update, live.sitting, seat, [], wish, self._tables.clock())
            return answer

    async def Submit(self, request: pb.SubmitRequest, context: Context) -> pb.SubmitResponse:
        live = await self._acting(request.match_id, request.seat)
        nonce = request.request_id[:64]
        choose = partial(self._matches.choose, live, caller(), request.seat, request.version, request.index, nonce)
        return pb.SubmitResponse(update=await self._after(choose, request.seat, request.language))

    async def Play(self, request: Any, courier: Courier) -> None:  # type: ignore[override]  # writes by itself
        await streams.PlayStream(self._matches, self._keyring, self._settings, caller()).run(courier)

    async def Watch(self, request: pb.WatchRequest, context: Context) -> AsyncIterator[pb.WatchResponse]:
        wish, after = streams.wanted(request.subscription)
        seat = request.seat if request.HasField("seat") else None
        live = await self._tables.get(request.match_id)
        who = caller()
        self._matches.may_watch(live, who, seat)
        if seat is not None and who.kind == "seat":
            await self._matches.welcome_back(live, seat)
        async with aclosing(streams.watch(self._matches, who, live, seat, wish, after)) as updates:
            async for told in updates:
                yield told

    async def Sample(self, request: pb.SampleRequest, context: Context) -> pb.SampleResponse:
        who, count = caller(), request.count or 1
        self._matches.check_count(who, count)
        async with self._tables.current(request.match_id) as live:
            sitting, seat = live.sitting, request.seat
            self._matches.may_act(live, who, seat)
            decision = sitting.match.decision(seat)
            seed = request.seed if request.HasField("seed") else None
            worlds = [] if sitting.match.is_over else await self._matches.worlds(sitting, seat, count, seed)
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
        live = await self._acting(request.match_id, request.seat)
        undo = partial(self._matches.undo, live, request.seat)
        return pb.UndoResponse(update=await self._after(undo, request.seat, request.language))

    async def Concede(self, request: pb.ConcedeRequest, context: Context) -> pb.ConcedeResponse:
        live = await self._acting(request.match_id, request.seat)
        concede = partial(self._matches.concede, live, request.seat)
        return pb.ConcedeResponse(update=await self._after(concede, request.seat, request.language))

    async def HandSeat(self, request: pb.HandSeatRequest, context: Context) -> pb.HandSeatResponse:
        live = await self._acting(request.match_id, request.seat)
        hand = partial(self._matches.hand, live, request.seat, request.bot)
        return pb.HandSeatResponse(update=await self._after(hand, request.seat, request.language))

    async def TakeSeat(self, request: pb.TakeSeatRequest, context: Context) -> pb.TakeSeatResponse:
        live = await self._acting(request.match_id, request.seat)
        take = partial(self._matches.take, live, request.seat)
        return pb.TakeSeatResponse(update=await self._after(take, request.seat, request.language))

    async def _acting(self, match_id: str, seat: int) -> Live:
        """The match, if the caller may act for the seat."""
        live = await self._tables.get(match_id)
        self._matches.may_act(live, caller(), seat)
        return live

    async def _after(self, change: Callable[..., Coroutine[Any, Any, None]], seat: int, language: int) -> Update:
        """See a change through, even if the client hangs up, and show what the seat sees then."""
        wish = render.Wish(render.lang_of(language))
        told = Update()

        def show(sitting: Sitting, moments: list[Moment]) -> None:
            render.write_whole(told, sitting, seat, moments, wish, self._tables.clock())

        await asyncio.shield(asyncio.ensure_future(change(show=show)))
        return told
