"""The matchmaker: looks over the queues, claims tickets for tables, and has the matches made.

Several may run: a claim is atomic, and a plan whose matchmaker died is finished by another."""

import asyncio
from collections.abc import Callable, Sequence

import grpc

from services.api import engine_pb2
from services.api import matchmaking_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.api.match_pb2 import ClockRules
from services.matchmaking.planner import Planner
from services.matchmaking.tickets import Plan, Tables, Tickets, Waiting
from services.process import metrics
from services.process.chunks import chunks
from services.process.clock import now_ms
from services.process.logs import logger
from services.process.refusals import detail_of
from services.rpc.clients import ServiceClients
from services.store.connection import UNREACHABLE, Store, note_away

ROUND_SECONDS = 0.25
LEASE_MS = 10_000
GIVE_UP_MS = 120_000
"""A match that cannot be made for this long is given up, and its tickets are closed."""
TOGETHER = 50
"""Matches asked for in one call."""
AT_ONCE = 3
"""Calls under way at the same time: enough to keep an engine, the store and ourselves at work."""
READ_AT_ONCE = 1_000
PASSING = (
    ErrorReason.ERROR_REASON_UNSPECIFIED,
    ErrorReason.ERROR_REASON_UNAVAILABLE,
    ErrorReason.ERROR_REASON_INTERNAL,
)
"""Why a match was not made that may be made yet."""


class Matchmaker:
    """Matches the tickets of every game."""

    def __init__(
        self,
        store: Store,
        clients: ServiceClients,
        games: tuple[str, ...],
        default_bot: str,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self._clients = clients
        self._clock = clock
        self._queues = {game: Tickets(store, game) for game in games}
        self._planners = {game: Planner(default_bot) for game in games}
        self._tables = Tables(store)
        self._known: dict[str, dict[str, Waiting]] = {game: {} for game in games}

    async def run(self) -> None:
        """Match until cancelled, each game by itself: none waits for another's engines."""
        await asyncio.gather(*(self._run(game) for game in self._queues))

    def waiting(self, game: str) -> list[Waiting]:
        """Everybody who waited for a game when we last looked."""
        return list(self._known[game].values())

    async def match(self, game: str) -> int:
        """One round over a game's queue; how many matches were made. Pairing has a thread, lest others wait for it."""
        queue, now = self._queues[game], self._clock()
        unfinished = await queue.overdue(now, now + LEASE_MS)
        waiting = await self._look(game, now)
        plans = await asyncio.to_thread(self._planners[game].plans, list(waiting.values()), now)
        made = [await self._make(queue, some) for some in chunks(unfinished, TOGETHER)]
        gate = asyncio.Semaphore(AT_ONCE)
        seating = (self._seat(queue, some, waiting, gate) for some in chunks(plans, TOGETHER))
        for seated in await asyncio.gather(*seating, return_exceptions=True):
            if isinstance(seated, BaseException):
                raise seated
            made.append(seated)
        return sum(made)

    async def _run(self, game: str) -> None:
        while True:
            try:
                await self.match(game)
            except UNREACHABLE as error:
                note_away("matchmaking", error)
            except Exception as error:
                logger().error("matchmaking failed", game=game, exc_info=error)
            await asyncio.sleep(ROUND_SECONDS)

    async def _look(self, game: str, now: int) -> dict[str, Waiting]:
        """Everybody who waits. Tickets do not change, so only new ones are read."""
        queue, known = self._queues[game], self._known[game]
        metrics.TICKETS.labels(game, "expired").inc(await queue.expire(now))
        ids = await queue.waiting_ids()
        new = {}
        for some in chunks([id for id in ids if id not in known], READ_AT_ONCE):
            new.update(await queue.read(some))
        found = {id: known.get(id) or new.get(id) for id in ids}
        waiting = self._known[game] = {id: ticket for id, ticket in found.items() if ticket is not None}
        metrics.TICKETS_WAITING.labels(game).set(len(waiting))
        oldest = min((ticket.created_ms for ticket in waiting.values()), default=now)
        metrics.TICKETS_AGE.labels(game).set((now - oldest) / 1000)
        return waiting

    async def _seat(
        self, queue: Tickets, plans: Sequence[Plan], waiting: dict[str, Waiting], gate: asyncio.Semaphore
    ) -> int:
        """Claim the tickets of these plans, and make the matches of those that were granted."""
        async with gate:
            now = self._clock()
            granted = await queue.claim(plans, now, now + LEASE_MS)
            if not granted:
                return 0
            waits = [(plan.scenario, now - waiting.pop(id).created_ms) for plan in granted for id in plan.places]
            made = await self._make(queue, granted)
            for _, wait in waits:
                metrics.TICKET_WAIT.labels(queue.game).observe(wait / 1000)
            await queue.note_waits(waits, now)
            return made

    async def _make(self, queue: Tickets, plans: Sequence[Plan]) -> int:
        """Have the engine make the matches, and tell everybody their place. How many there are.

        What an engine that is away did not make is asked for again when the lease is over, though not for ever; what
        it refuses is not."""
        now = self._clock()
        settled: list[tuple[Plan, dict[str, pb.Assignment]]] = []
        for plan, one in zip(plans, await self._ask(queue, plans), strict=True):
            if one.HasField("created"):
                settled.append((plan, self._assignments(plan, one.created)))
                continue
            logger().warning("match not made", game=queue.game, match=plan.match_id, error=one.error.message)
            if one.error.reason not in PASSING or now - plan.made_ms > GIVE_UP_MS:
                settled.append((plan, {}))
        await queue.settle(settled)
        for plan, places in settled:
            if plan.code:
                await self._tables.close(plan.code)
            metrics.TICKETS.labels(queue.game, "matched" if places else "refused").inc(len(plan.places))
        return sum(bool(places) for _, places in settled)

    async def _ask(self, queue: Tickets, plans: Sequence[Plan]) -> Sequence[engine_pb2.CreatedMatch]:
        """What the engine made of each plan; nothing of any, where it cannot be asked."""
        request = engine_pb2.CreateMatchesRequest(matches=[_match(plan) for plan in plans])
        try:
            answer = await self._clients.engine(queue.game).CreateMatches(
                request, metadata=self._clients.metadata(), timeout=LEASE_MS / 2000
            )
        except grpc.RpcError as error:
            why = detail_of(error)
            if why.reason not in PASSING:  # of the call, not of the matches: another engine may take it
                why.reason = ErrorReason.ERROR_REASON_UNAVAILABLE
            return [engine_pb2.CreatedMatch(error=why)] * len(plans)
        return answer.matches

    def _assignments(self, plan: Plan, made: engine_pb2.CreateMatchResponse) -> dict[str, pb.Assignment]:
        """By ticket: where its players sit."""
        tokens = {token.seat: token for token in made.tokens}
        address = self._clients.public_address(plan.game)
        return {
            ticket_id: pb.Assignment(
                engine_address=address,
                match_id=plan.match_id,
                seats=[
                    pb.SeatAssignment(player=tokens[seat].player, seat=seat, token=tokens[seat].token) for seat in seats
                ],
                spectator_token=made.spectator_token,
            )
            for ticket_id, seats in plan.places.items()
        }


def _match(plan: Plan) -> engine_pb2.CreateMatchRequest:
    """The match of a plan, as the engine is asked for it."""
    bank, increment, absence = plan.clock
    return engine_pb2.CreateMatchRequest(
        match_id=plan.match_id,
        game=plan.game,
        scenario=plan.scenario,
        seats=[
            engine_pb2.SeatHolder(player=player, bot=bot) for player, bot in zip(plan.players, plan.bots, strict=True)
        ],
        options=plan.options,
        clock=ClockRules(bank_ms=bank, increment_ms=increment, absence_ms=absence),
        private=bool(plan.code),
    )
