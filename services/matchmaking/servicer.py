"""Matchmaking's gRPC face: decode, call a plain function, encode."""

import asyncio
import statistics
from collections.abc import AsyncIterator

from services.api import matchmaking_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.api.matchmaking_pb2_grpc import MatchmakingServiceServicer
from services.match import editions
from services.matchmaking import searches
from services.matchmaking.matchmaker import Matchmaker
from services.matchmaking.news import News
from services.matchmaking.tickets import Allowance, Tables, Tickets, game_of, unknown
from services.process.clock import now_ms
from services.process.refusals import Refused, invalid
from services.process.settings import Settings
from services.rpc.gate import Context, accountable, caller
from services.rpc.tokens import Caller, Keyring
from services.store.connection import Store

LONGEST_TTL_MS = 3_600_000
SHORTEST_TTL_MS = 1_000
TOKEN_SECONDS = 24 * 3600.0
LOOK_SECONDS = 5.0
"""A watcher looks for itself this often, in case news were missed."""
CLAIMED_LOOK_SECONDS = 0.5
"""How often a watcher looks while its ticket waits no longer and the match is being made."""
HOUR_MS = 3_600_000


class MatchmakingServicer(MatchmakingServiceServicer):
    """MatchmakingService on one process."""

    def __init__(
        self,
        store: Store,
        matchmaker: Matchmaker,
        news: News,
        keyring: Keyring,
        settings: Settings,
        games: tuple[str, ...],
    ) -> None:
        self._queues = {game: Tickets(store, game) for game in games}
        self._matchmaker = matchmaker
        self._tables = Tables(store)
        self._news = news
        self._keyring = keyring
        self._settings = settings

    async def CreateTicket(self, request: pb.CreateTicketRequest, context: Context) -> pb.CreateTicketResponse:
        search = searches.check(request.search, caller(), self._settings.auth.guests, tuple(self._queues))
        ticket, token = await self._wait(search, self._ttl(request.ttl_ms), accountable(context))
        return pb.CreateTicketResponse(ticket=ticket, ticket_token=token)

    async def WatchTicket(
        self, request: pb.WatchTicketRequest, context: Context
    ) -> AsyncIterator[pb.WatchTicketResponse]:
        queue = self._own(request.ticket_id)
        with self._news.about(request.ticket_id) as changed:
            last = None
            while True:
                ticket = await queue.find(request.ticket_id)
                if ticket.state != last:
                    last = ticket.state
                    yield pb.WatchTicketResponse(ticket=ticket)
                if ticket.state != pb.TICKET_STATE_WAITING:
                    return
                look_again = await self._keep_alive(queue, request.ticket_id)
                try:
                    await asyncio.wait_for(changed.wait(), look_again)
                except TimeoutError:
                    continue
                changed.clear()

    async def CancelTicket(self, request: pb.CancelTicketRequest, context: Context) -> pb.CancelTicketResponse:
        queue = self._own(request.ticket_id)
        state = await queue.cancel(request.ticket_id)
        if state != "cancelled":
            raise Refused(ErrorReason.ERROR_REASON_TICKET_CLOSED, f"The ticket is {state} already.")
        return pb.CancelTicketResponse(ticket=await queue.find(request.ticket_id))

    async def CreateTable(self, request: pb.CreateTableRequest, context: Context) -> pb.CreateTableResponse:
        search = searches.check(request.search, caller(), self._settings.auth.guests, tuple(self._queues))
        ttl = self._ttl(request.ttl_ms)
        code = await self._tables.open(search, ttl)
        try:
            ticket, token = await self._wait(search, ttl, accountable(context), code)
        except Refused:
            await self._tables.close(code)
            raise
        return pb.CreateTableResponse(code=code, ticket=ticket, ticket_token=token)

    async def JoinTable(self, request: pb.JoinTableRequest, context: Context) -> pb.JoinTableResponse:
        search = await self._tables.find(request.code)
        for name in ("players", "sides", "roles"):
            search.ClearField(name)
            getattr(search, name).extend(getattr(request, name))
        searches.check(search, caller(), self._settings.auth.guests, tuple(self._queues))
        ticket, token = await self._wait(search, self._ttl(0), accountable(context), request.code.upper())
        return pb.JoinTableResponse(ticket=ticket, ticket_token=token)

    async def QueueStats(self, request: pb.QueueStatsRequest, context: Context) -> pb.QueueStatsResponse:
        known = tuple(self._queues)
        asked = [editions.find(request.game, known).id] if request.game else known
        return pb.QueueStatsResponse(queues=[one for game in asked for one in await self._stats(game)])

    async def _stats(self, game: str) -> list[pb.QueueStats]:
        """The queue of a game, by scenario."""
        queue, now = self._queues[game], now_ms()
        waits = await queue.recent_waits(now - HOUR_MS)
        rows: dict[str, pb.QueueStats] = {}
        for ticket in self._matchmaker.waiting(game):
            search = ticket.asked
            row = rows.setdefault(search.scenario, pb.QueueStats(game=game, scenario=search.scenario))
            row.tickets += 1
            row.players += len(search.players)
            row.oldest_wait_ms = max(row.oldest_wait_ms, now - ticket.created_ms)
        for scenario in {scenario for scenario, _ in waits}:
            row = rows.setdefault(scenario, pb.QueueStats(game=game, scenario=scenario))
            lately = [wait for which, wait in waits if which == scenario]
            row.matched = len(lately)
            row.median_wait_ms = int(statistics.median(lately))
        return list(rows.values())

    async def _keep_alive(self, queue: Tickets, ticket_id: str) -> float:
        """A ticket lives while it is watched, and its private table with it. When to look again, in seconds."""
        kept = await queue.keep_alive(ticket_id, now_ms())
        if kept is None:
            return CLAIMED_LOOK_SECONDS
        life_ms, code = kept
        if code:
            await self._tables.keep_alive(code, life_ms)
        return min(LOOK_SECONDS, life_ms / 3000)

    async def _wait(self, search: pb.Search, ttl_ms: int, maker: Caller, code: str = "") -> tuple[pb.Ticket, str]:
        """A waiting ticket, and the token that goes with it."""
        queue, most = self._queues[search.game], self._settings.limits.max_tickets_per_caller
        allowance = None if maker.trusted else Allowance(f"{maker.kind}:{maker.name}", most)
        made = await queue.create(search, now_ms(), ttl_ms, code, allowance)
        token = self._keyring.mint("ticket", search.players[0], TOKEN_SECONDS, match_id=made.id)
        return await queue.find(made.id), token

    def _own(self, ticket_id: str) -> Tickets:
        """The queue of a ticket, if it is the caller's."""
        who = caller()
        queue = self._queues.get(game_of(ticket_id))
        if queue is None:
            raise unknown(ticket_id)
        if not who.trusted:
            who.require("ticket")
            if who.match_id != ticket_id:
                raise Refused(ErrorReason.ERROR_REASON_FORBIDDEN, "The token is for another ticket.")
        return queue

    def _ttl(self, asked_ms: int) -> int:
        ttl = asked_ms or int(self._settings.clocks.ticket_seconds * 1000)
        if not SHORTEST_TTL_MS <= ttl <= LONGEST_TTL_MS:
            raise invalid(f"A ticket lives between {SHORTEST_TTL_MS} and {LONGEST_TTL_MS} milliseconds.")
        return ttl
