"""The matchmaker: pairs the tickets of every queue, claims them, and has the engine create their matches.

Several may run: a claim is atomic, and a plan whose matchmaker died is finished by another."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import grpc

from services.api import engine_pb2
from services.api import matchmaking_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.api.match_pb2 import ClockRules
from services.matchmaking.live_matches import LiveMatches
from services.matchmaking.planner import Planner
from services.matchmaking.private_tables import PrivateTables
from services.matchmaking.ticket_queue import TicketQueue
from services.matchmaking.tickets import MatchPlan, PlanResult, WaitingTicket
from services.process import metrics
from services.process.chunks import chunks
from services.process.clock import Clock, now_ms
from services.process.logs import logger
from services.process.refusals import detail_of
from services.rpc.clients import ServiceClients
from services.store.connection import UNREACHABLE, Store, note_failure, note_unreachable

ROUND_SECONDS = 0.25
"""Pause between two rounds over a queue."""
LEASE_MS = 3_000
"""A plan that its matchmaker has not renewed for this long may be finished by another: to create a match twice does no
harm, for the engine gives the one that there is."""
RENEWAL_SECONDS = 1.0
ENGINE_SECONDS = 5.0
"""How long an engine may take to create matches, before they are tried again."""
RETRY_MS = 500
"""A match that could not be created now is tried again after this long: an engine that died is back soon."""
GIVE_UP_MS = 120_000
"""A match that cannot be created for this long is given up, and its tickets are closed."""
MATCHES_PER_CALL = 50
MATCHES_OF_MAKER = 10
"""Matches of one maker in one round, so that who asks for hundreds does not keep others waiting."""
CALLS_AT_ONCE = 3
"""Calls to an engine under way at the same time: enough to keep it, the store and ourselves at work."""
TICKETS_PER_READ = 1_000
TRANSIENT_REASONS = (
    ErrorReason.ERROR_REASON_UNSPECIFIED,
    ErrorReason.ERROR_REASON_UNAVAILABLE,
    ErrorReason.ERROR_REASON_INTERNAL,
)
"""Why a match was not created that may be created later."""


class Matchmaker:
    """Matches the tickets of every game."""

    def __init__(
        self,
        store: Store,
        clients: ServiceClients,
        games: tuple[str, ...],
        default_bot: str,
        clock: Clock = now_ms,
        join_within_ms: int = 0,
    ) -> None:
        """`join_within_ms` is how long a match of guests waits for the first of them; 0: for as long as any other."""
        self._clients = clients
        self._clock = clock
        self._queues = {game: TicketQueue(store, game) for game in games}
        self._planners = {game: Planner(default_bot) for game in games}
        self._tables = PrivateTables(store)
        self._live = LiveMatches(store, clock)
        self._join_within_ms = join_within_ms
        self._waiting: dict[str, dict[str, WaitingTicket]] = {game: {} for game in games}
        """By game and id: the tickets that waited in the last round."""

    async def run(self, game: str) -> None:
        """Match the tickets of a game until cancelled."""
        while True:
            try:
                await self.match(game)
            except UNREACHABLE as error:
                note_unreachable("matchmaking", error)
            except Exception as error:
                note_failure("matchmaking", error)
            await asyncio.sleep(ROUND_SECONDS)

    def waiting(self, game: str) -> list[WaitingTicket]:
        """The tickets that waited for a game in the last round."""
        return list(self._waiting[game].values())

    async def match(self, game: str) -> int:
        """One round over a game's queue. How many matches were created.

        Pairing has a thread of its own, so that others are answered meanwhile."""
        queue, now = self._queues[game], self._clock()
        overdue = await queue.take_overdue(now, now + LEASE_MS)
        waiting = await self._refresh_waiting(game, now)
        plans = _fair_share(await asyncio.to_thread(self._planners[game].plans, list(waiting.values()), now))
        created = [await self._create_matches(queue, chunk) for chunk in chunks(overdue, MATCHES_PER_CALL)]
        free_calls = asyncio.Semaphore(CALLS_AT_ONCE)
        claims = (
            self._claim_and_create(queue, chunk, waiting, free_calls) for chunk in chunks(plans, MATCHES_PER_CALL)
        )
        for count in await asyncio.gather(*claims, return_exceptions=True):
            if isinstance(count, BaseException):
                raise count
            created.append(count)
        return sum(created)

    async def _refresh_waiting(self, game: str, now: int) -> dict[str, WaitingTicket]:
        """The tickets that wait now, by id. Tickets do not change, so only new ones are read."""
        queue, last = self._queues[game], self._waiting[game]
        metrics.TICKETS.labels(game, "expired").inc(await queue.expire(now))
        ids = await queue.waiting_ids()
        new: dict[str, WaitingTicket] = {}
        for chunk in chunks([id for id in ids if id not in last], TICKETS_PER_READ):
            new.update(await queue.read(chunk))
        tickets = {id: last.get(id) or new.get(id) for id in ids}
        waiting = self._waiting[game] = {id: ticket for id, ticket in tickets.items() if ticket is not None}
        metrics.TICKETS_WAITING.labels(game).set(len(waiting))
        oldest = min((ticket.created_ms for ticket in waiting.values()), default=now)
        metrics.TICKETS_AGE.labels(game).set((now - oldest) / 1000)
        return waiting

    async def _claim_and_create(
        self,
        queue: TicketQueue,
        plans: Sequence[MatchPlan],
        waiting: dict[str, WaitingTicket],
        free_calls: asyncio.Semaphore,
    ) -> int:
        """Claim the tickets of these plans, and create the matches of those that were granted. How many they are."""
        async with free_calls:
            now = self._clock()
            granted = await queue.claim(plans, now, now + LEASE_MS)
            if not granted:
                return 0
            await self._live.note(granted)
            waits = [(plan.scenario, now - waiting.pop(id).created_ms) for plan in granted for id in plan.places]
            created = await self._create_matches(queue, granted)
            for _, wait in waits:
                metrics.TICKET_WAIT.labels(queue.game).observe(wait / 1000)
            await queue.note_waits(waits, now)
            return created

    async def _create_matches(self, queue: TicketQueue, plans: Sequence[MatchPlan]) -> int:
        """Have the engine create the matches of claimed plans, and give the tickets their assignments. How many
        matches there are.

        What failed for a transient reason is tried again soon, though not for ever; what the engine refuses is given
        up."""
        now = self._clock()
        results: list[PlanResult] = []
        postponed: list[MatchPlan] = []
        why = ""
        async with self._leases_renewed(queue, plans):
            answers = await self._call_engine(queue.game, plans)
        for plan, answer in zip(plans, answers, strict=True):
            if answer.HasField("created"):
                results.append(PlanResult(plan, self._assignments(plan, answer.created)))
                continue
            if answer.error.reason in TRANSIENT_REASONS and now - plan.made_ms <= GIVE_UP_MS:
                postponed.append(plan)
                why = answer.error.message
                continue
            logger().warning("match not made", game=queue.game, match=plan.match_id, error=answer.error.message)
            results.append(PlanResult(plan, {}))
        await queue.finish(results)
        if postponed:
            logger().warning("matches not made yet", game=queue.game, matches=len(postponed), error=why)
            await queue.postpone(postponed, now + RETRY_MS)
        for plan, assignments in results:
            if plan.code:
                await self._tables.close(plan.code)
            metrics.TICKETS.labels(queue.game, "matched" if assignments else "refused").inc(len(plan.places))
        return sum(bool(assignments) for _, assignments in results)

    @asynccontextmanager
    async def _leases_renewed(self, queue: TicketQueue, plans: Sequence[MatchPlan]) -> AsyncIterator[None]:
        """Hold the leases of plans while the block runs."""

        async def renew() -> None:
            while True:
                await asyncio.sleep(RENEWAL_SECONDS)
                await queue.postpone(plans, self._clock() + LEASE_MS)

        renewing = asyncio.create_task(renew())
        try:
            yield
        finally:
            renewing.cancel()
            await asyncio.gather(renewing, return_exceptions=True)  # a store that is away is met by who finishes

    async def _call_engine(self, game: str, plans: Sequence[MatchPlan]) -> Sequence[engine_pb2.CreatedMatch]:
        """The engine's answer for each plan; an error for all of them where the call itself fails."""
        request = engine_pb2.CreateMatchesRequest(matches=[self._create_request(plan) for plan in plans])
        try:
            response = await self._clients.engine(game).CreateMatches(
                request, metadata=self._clients.metadata(), timeout=ENGINE_SECONDS
            )
        except grpc.RpcError as error:
            detail = detail_of(error)
            if detail.reason not in TRANSIENT_REASONS:  # of the call, not of the matches: another engine may take it
                detail.reason = ErrorReason.ERROR_REASON_UNAVAILABLE
            return [engine_pb2.CreatedMatch(error=detail)] * len(plans)
        return response.matches

    def _assignments(self, plan: MatchPlan, created: engine_pb2.CreateMatchResponse) -> dict[str, pb.Assignment]:
        """By ticket: the match, and the seats of its players with their tokens."""
        tokens = {token.seat: token for token in created.tokens}
        address = self._clients.public_address(plan.game)
        return {
            ticket_id: pb.Assignment(
                engine_address=address,
                match_id=plan.match_id,
                seats=[
                    pb.SeatAssignment(player=tokens[seat].player, seat=seat, token=tokens[seat].token) for seat in seats
                ],
                spectator_token=created.spectator_token,
            )
            for ticket_id, seats in plan.places.items()
        }

    def _create_request(self, plan: MatchPlan) -> engine_pb2.CreateMatchRequest:
        """The engine's request for the match of a plan."""
        bank, increment, absence = plan.clock
        return engine_pb2.CreateMatchRequest(
            match_id=plan.match_id,
            game=plan.game,
            scenario=plan.scenario,
            seats=[
                engine_pb2.SeatHolder(player=player, bot=bot)
                for player, bot in zip(plan.players, plan.bots, strict=True)
            ],
            options=plan.options,
            clock=ClockRules(bank_ms=bank, increment_ms=increment, absence_ms=absence),
            private=bool(plan.code),
            join_within_ms=self._join_within_ms if plan.of_guests else 0,
        )


def _fair_share(plans: Sequence[MatchPlan]) -> list[MatchPlan]:
    """The plans for this round: of one maker only so many, unless somebody else plays with them; the others come later.
    Our own services may have any number."""
    counts: Counter[str] = Counter()
    chosen = []
    for plan in plans:
        makers = set(plan.makers)
        if not makers or "" in makers or any(counts[maker] < MATCHES_OF_MAKER for maker in makers):
            counts.update(makers)
            chosen.append(plan)
    return chosen
