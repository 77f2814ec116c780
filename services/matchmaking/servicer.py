"""MatchmakingService over gRPC: decode, call a plain function, encode."""

import asyncio
import statistics
from collections.abc import AsyncIterator

from services.api import matchmaking_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.api.matchmaking_pb2_grpc import MatchmakingServiceServicer
from services.match import editions
from services.match.log import Meta
from services.matchmaking import rematches
from services.matchmaking.challenges import Challenges, check_challenged
from services.matchmaking.kept_ratings import KeptRatings
from services.matchmaking.live_matches import LiveMatches
from services.matchmaking.matchmaker import Matchmaker
from services.matchmaking.player_events import PlayerEvents
from services.matchmaking.private_tables import PrivateTables
from services.matchmaking.searches import check_party, check_search
from services.matchmaking.ticket_queue import RETRY_SECONDS, Allowance, TicketQueue
from services.matchmaking.tickets import CANCELLED, game_of, unknown_ticket
from services.process.clock import now_ms
from services.process.refusals import Refused, invalid, too_much
from services.process.settings import Settings
from services.rpc.admission import accountable_caller, caller, caller_address
from services.rpc.limits import Penalties
from services.rpc.streams import Context
from services.rpc.tokens import Caller, Keyring, accounts_in
from services.store.connection import Store
from services.store.notices import Notices

FREE_WRONG_CODES = 5
FIRST_WAIT_SECONDS = 1.0
LONGEST_WAIT_SECONDS = 600.0
"""Wrong codes of tables that cost nothing, the wait after the next, and the longest after any: each costs twice the one
before."""
LONGEST_TTL_MS = 3_600_000
SHORTEST_TTL_MS = 1_000
TICKET_TOKEN_SECONDS = 24 * 3600.0
POLL_SECONDS = 5.0
"""How often a watched ticket is read, in case a notice was missed."""
CLAIMED_POLL_SECONDS = 0.5
"""How often a watched ticket is read that is claimed for a match."""
STATISTICS_MS = 3_600_000
"""Waits of the last hour are in the statistics."""


class MatchmakingServicer(MatchmakingServiceServicer):
    """MatchmakingService on one process."""

    def __init__(
        self,
        store: Store,
        matchmaker: Matchmaker,
        notices: Notices,
        keyring: Keyring,
        settings: Settings,
        games: tuple[str, ...],
        kept_ratings: KeptRatings,
    ) -> None:
        self._queues = {game: TicketQueue(store, game) for game in games}
        self._matchmaker = matchmaker
        self._tables = PrivateTables(store)
        self._challenges = Challenges(store, self._tables)
        self._rematches = rematches.Rematches(store, self._tables)
        self._player_events = PlayerEvents(store, notices, self._challenges)
        self._live = LiveMatches(store)
        self._wrong_codes = Penalties(FREE_WRONG_CODES, FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS)
        self._notices = notices
        self._keyring = keyring
        self._settings = settings
        self._kept_ratings = kept_ratings

    async def CreateTicket(self, request: pb.CreateTicketRequest, context: Context) -> pb.CreateTicketResponse:
        search = self._check(request.search)
        ttl = self._ttl(request.ttl_ms)
        await self._kept_ratings.set(search, caller())
        ticket, token = await self._create_ticket(search, ttl, accountable_caller())
        return pb.CreateTicketResponse(ticket=ticket, ticket_token=token)

    async def WatchTicket(
        self, request: pb.WatchTicketRequest, context: Context
    ) -> AsyncIterator[pb.WatchTicketResponse]:
        queue = self._queue_of(request.ticket_id)
        with self._notices.watch(request.ticket_id) as changed:
            last_state = None
            while True:
                ticket = await queue.find(request.ticket_id)
                if ticket.state != last_state:
                    last_state = ticket.state
                    yield pb.WatchTicketResponse(ticket=ticket)
                if ticket.state != pb.TICKET_STATE_WAITING:
                    return
                poll_seconds = await self._keep_alive(queue, request.ticket_id)
                try:
                    await asyncio.wait_for(changed.wait(), poll_seconds)
                except TimeoutError:
                    continue
                changed.clear()

    async def CancelTicket(self, request: pb.CancelTicketRequest, context: Context) -> pb.CancelTicketResponse:
        queue = self._queue_of(request.ticket_id)
        state = await queue.cancel(request.ticket_id)
        if state != CANCELLED:
            raise Refused(ErrorReason.ERROR_REASON_TICKET_CLOSED, f"The ticket is {state} already.")
        return pb.CancelTicketResponse(ticket=await queue.find(request.ticket_id))

    async def CreateTable(self, request: pb.CreateTableRequest, context: Context) -> pb.CreateTableResponse:
        check_challenged(request.challenged, caller())
        search = self._check(request.search)
        ttl = self._ttl(request.ttl_ms)
        await self._challenges.check_room(request.challenged)
        code = await self._tables.open(search, ttl)
        try:
            ticket, token = await self._create_ticket(search, ttl, accountable_caller(), code)
        except Refused:
            await self._tables.close(code)
            raise
        challenge = pb.Challenge(code=code, search=search, created_ms=ticket.created_ms)
        for player in request.challenged:
            await self._challenges.add(player, challenge, ticket.ticket_id)
        return pb.CreateTableResponse(code=code, ticket=ticket, ticket_token=token)

    async def JoinTable(self, request: pb.JoinTableRequest, context: Context) -> pb.JoinTableResponse:
        check_party(request.players, request.roles)  # before the code is looked at, of which it tells nothing
        search = await self._find_table(request.code)
        for field in ("players", "sides", "roles"):
            search.ClearField(field)
            getattr(search, field).extend(getattr(request, field))
        self._check(search)
        ticket, token = await self._create_ticket(search, self._ttl(0), accountable_caller(), request.code.upper())
        return pb.JoinTableResponse(ticket=ticket, ticket_token=token)

    async def CreateRematch(self, request: pb.CreateRematchRequest, context: Context) -> pb.CreateRematchResponse:
        meta, seat = await self._played_seat(request.match_id)
        if ticket := await self._rematch_ticket(meta, seat):
            token = self._ticket_token(ticket.ticket_id, meta.players[seat])
            return pb.CreateRematchResponse(ticket=ticket, ticket_token=token)
        search, ttl = self._check(rematches.search_of(meta, seat)), self._ttl(0)
        code, is_first = await self._rematches.open_table(meta.match_id, search, ttl)
        ticket, token = await self._create_ticket(search, ttl, accountable_caller(), code)
        await self._rematches.enter(meta.match_id, seat, ticket.ticket_id)
        if is_first:  # once: who turns it down is not asked again
            challenge = pb.Challenge(code=code, search=search, created_ms=ticket.created_ms)
            for player in accounts_in(meta.players):
                if player != search.players[0] and await self._challenges.has_room(player):
                    await self._challenges.add(player, challenge, ticket.ticket_id)
        return pb.CreateRematchResponse(ticket=ticket, ticket_token=token)

    async def GetRematch(self, request: pb.GetRematchRequest, context: Context) -> pb.GetRematchResponse:
        meta, _ = await self._played_seat(request.match_id)
        seats = [seat for seat in range(len(meta.players)) if await self._rematch_ticket(meta, seat)]
        return pb.GetRematchResponse(seats=seats)

    async def WatchPlayer(
        self, request: pb.WatchPlayerRequest, context: Context
    ) -> AsyncIterator[pb.WatchPlayerResponse]:
        async for event in self._player_events.of(_player()):
            yield event

    async def DeclineChallenge(
        self, request: pb.DeclineChallengeRequest, context: Context
    ) -> pb.DeclineChallengeResponse:
        ticket_id = await self._challenges.decline(_player(), request.code.upper())
        await self._queues[game_of(ticket_id)].cancel(ticket_id)
        return pb.DeclineChallengeResponse()

    async def QueueStats(self, request: pb.QueueStatsRequest, context: Context) -> pb.QueueStatsResponse:
        all_games = tuple(self._queues)
        games = [editions.find(request.game, all_games).id] if request.game else all_games
        return pb.QueueStatsResponse(queues=[stats for game in games for stats in await self._stats(game)])

    async def _stats(self, game: str) -> list[pb.QueueStats]:
        """The statistics of a game's queue, one for each scenario."""
        queue, now = self._queues[game], now_ms()
        recent_waits = await queue.recent_waits(now - STATISTICS_MS)
        by_scenario: dict[str, pb.QueueStats] = {}
        for ticket in self._matchmaker.waiting(game):
            search = ticket.search
            stats = by_scenario.setdefault(search.scenario, pb.QueueStats(game=game, scenario=search.scenario))
            stats.tickets += 1
            stats.players += len(search.players)
            stats.oldest_wait_ms = max(stats.oldest_wait_ms, now - ticket.created_ms)
        for scenario in {scenario for scenario, _ in recent_waits}:
            stats = by_scenario.setdefault(scenario, pb.QueueStats(game=game, scenario=scenario))
            waits = [wait for of, wait in recent_waits if of == scenario]
            stats.matched = len(waits)
            stats.median_wait_ms = int(statistics.median(waits))
        return list(by_scenario.values())

    async def _played_seat(self, match_id: str) -> tuple[Meta, int]:
        """A match that has ended, and the seat that the caller had in it."""
        who = caller()
        who.require("seat", "player")
        who.require_scope("play", "bot")
        meta = await self._rematches.ended_match(match_id)
        return meta, rematches.seat_of(who, meta)

    async def _rematch_ticket(self, meta: Meta, seat: int) -> pb.Ticket | None:
        """The ticket by which a seat has asked for a rematch, as long as that holds."""
        ticket_id = (await self._rematches.tickets(meta.match_id)).get(seat)
        if ticket_id is None:
            return None
        try:
            ticket = await self._queues[meta.game].find(ticket_id)
        except Refused:  # so long ago that it is not kept
            return None
        return ticket if ticket.state in (pb.TICKET_STATE_WAITING, pb.TICKET_STATE_MATCHED) else None

    async def _keep_alive(self, queue: TicketQueue, ticket_id: str) -> float:
        """Prolong a ticket that is watched, and its private table with it. In how many seconds to read it again."""
        waiting = await queue.keep_alive(ticket_id, now_ms())
        if waiting is None:
            return CLAIMED_POLL_SECONDS
        life_ms, code = waiting
        if code:
            await self._tables.keep_alive(code, life_ms)
        return min(POLL_SECONDS, life_ms / 3000)

    def _check(self, search: pb.Search) -> pb.Search:
        caller().require_scope("play", "bot")
        return check_search(search, caller(), self._settings.auth.guests, tuple(self._queues))

    async def _create_ticket(
        self, search: pb.Search, ttl_ms: int, maker: Caller, code: str = ""
    ) -> tuple[pb.Ticket, str]:
        """A new ticket, and the token that goes with it."""
        queue = self._queues[search.game]
        allowance = None if maker.trusted else await self._allowance(f"{maker.kind}:{maker.name}")
        ticket = await queue.create(search, now_ms(), ttl_ms, code, allowance)
        return await queue.find(ticket.id), self._ticket_token(ticket.id, search.players[0])

    def _ticket_token(self, ticket_id: str, player: str) -> str:
        return self._keyring.mint("ticket", player, TICKET_TOKEN_SECONDS, match_id=ticket_id)

    async def _find_table(self, code: str) -> pb.Search:
        """The search of a private table. Who has sent wrong codes waits, the longer the more they were, and is refused
        until then whether the code is right or wrong."""
        who = accountable_caller()
        guessers = () if who.trusted else {who, caller_address()}
        if wait := max(map(self._wrong_codes.wait, guessers), default=0.0):
            raise too_much("Too many codes were wrong; wait before you send another.", wait)
        try:
            return await self._tables.find(code)
        except Refused:
            for guesser in guessers:
                self._wrong_codes.add(guesser)
            raise

    async def _allowance(self, maker: str) -> Allowance:
        """How many tickets of a maker may wait for a game; refused where all the matches are in play that they may
        have."""
        limits = self._settings.limits
        most = limits.max_matches_per_maker
        left = most - await self._live.count(maker, most)
        if left <= 0:
            why = f"You have {most} matches in play, which is the most; those that end make room for others."
            raise too_much(why, RETRY_SECONDS)
        return Allowance(maker, min(left, limits.max_tickets_per_caller))

    def _queue_of(self, ticket_id: str) -> TicketQueue:
        """The queue of a ticket; refused where the ticket is not the caller's."""
        who = caller()
        queue = self._queues.get(game_of(ticket_id))
        if queue is None:
            raise unknown_ticket(ticket_id)
        if not who.trusted:
            who.require("ticket")
            if who.match_id != ticket_id:
                raise Refused(ErrorReason.ERROR_REASON_FORBIDDEN, "The token is for another ticket.")
        return queue

    def _ttl(self, requested_ms: int) -> int:
        """The life of a ticket in milliseconds; 0 is the default."""
        ttl = requested_ms or int(self._settings.clocks.ticket_seconds * 1000)
        if not SHORTEST_TTL_MS <= ttl <= LONGEST_TTL_MS:
            raise invalid(f"A ticket lives between {SHORTEST_TTL_MS} and {LONGEST_TTL_MS} milliseconds.")
        return ttl


def _player() -> str:
    """The player whose token the call has."""
    who = caller()
    who.require("player")
    who.require_scope("play", "bot")
    return who.name
