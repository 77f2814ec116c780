"""The matchmaker: looks over the queues, claims tickets for tables, and has the matches made.

Several may run: a claim is atomic, and a plan whose matchmaker died is finished by another."""

import asyncio
import secrets
from collections.abc import Callable

import grpc

from services.api import engine_pb2
from services.api import matchmaking_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.api.match_pb2 import ClockRules
from services.common import metrics
from services.common.errors import detail_of
from services.common.logs import logger
from services.common.peers import Peers
from services.common.store import UNREACHABLE, Store
from services.engine.live import now_ms
from services.matchmaking import pairing
from services.matchmaking.searches import seatings_of
from services.matchmaking.tickets import Plan, Tickets, Waiting

ROUND_SECONDS = 0.25
LEASE_MS = 10_000
AT_ONCE = 64
"""Matches made at the same time."""
CHECK_EVERY = 20
"""Rounds between looks for expired tickets."""


class Matchmaker:
    """Matches the tickets of every game."""

    def __init__(
        self,
        store: Store,
        peers: Peers,
        games: tuple[str, ...],
        default_bot: str,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self._peers = peers
        self._default_bot = default_bot
        self._clock = clock
        self._queues = {game: Tickets(store, game) for game in games}
        self._known: dict[str, dict[str, Waiting]] = {game: {} for game in games}
        self._doubtful: set[str] = set()
        """Games in which a claim was not granted: a ticket may have expired."""
        self._making = asyncio.Semaphore(AT_ONCE)

    async def run(self) -> None:
        """Match until cancelled."""
        rounds = 0
        while True:
            try:
                for game in self._queues:
                    await self.match(game, look_for_expired=rounds % CHECK_EVERY == 0)
            except UNREACHABLE as error:
                logger().warning("matchmaking interrupted", error=str(error))
            except Exception as error:
                logger().error("matchmaking failed", exc_info=error)
            rounds += 1
            await asyncio.sleep(ROUND_SECONDS)

    async def match(self, game: str, look_for_expired: bool = False) -> int:
        """One round over a game's queue; how many matches were made."""
        queue, now = self._queues[game], self._clock()
        unfinished = await queue.overdue(now, now + LEASE_MS)
        waiting = await self._look(game, look_for_expired)
        plans = [plan for group in self._groups(waiting) for plan in self._plans(group, now)]
        granted = await queue.claim(plans, now + LEASE_MS) if plans else []
        if len(granted) < len(plans):
            self._doubtful.add(game)
        made = await asyncio.gather(*(self._make(queue, plan) for plan in [*unfinished, *granted]))
        await self._note(queue, granted, waiting, now)
        return sum(made)

    async def _look(self, game: str, look_for_expired: bool) -> dict[str, Waiting]:
        """Everybody who waits. Tickets do not change, so only new ones are read."""
        queue, known = self._queues[game], self._known[game]
        ids = await queue.waiting_ids()
        if look_for_expired or game in self._doubtful:
            self._doubtful.discard(game)
            gone = set(await queue.drop_expired(ids))
            metrics.TICKETS.labels(game, "expired").inc(len(gone))
            ids = [id for id in ids if id not in gone]
        new = await queue.read([id for id in ids if id not in known])
        found = {id: known.get(id) or new.get(id) for id in ids}
        self._known[game] = {id: ticket for id, ticket in found.items() if ticket is not None}
        metrics.TICKETS_WAITING.labels(game).set(len(self._known[game]))
        oldest = min((ticket.created_ms for ticket in self._known[game].values()), default=self._clock())
        metrics.TICKETS_AGE.labels(game).set((self._clock() - oldest) / 1000)
        return self._known[game]

    def _groups(self, waiting: dict[str, Waiting]) -> list[list[Waiting]]:
        groups: dict[str, list[Waiting]] = {}
        for ticket in waiting.values():
            groups.setdefault(ticket.table, []).append(ticket)
        return list(groups.values())

    def _plans(self, group: list[Waiting], now: int) -> list[Plan]:
        """Tables for tickets that want the same."""
        search = group[0].asked
        seatings = seatings_of(search)
        by_id = {ticket.id: ticket for ticket in group}
        found = pairing.tables([ticket.party for ticket in group], seatings, now)
        return [self._plan(search, table, by_id) for table in found]

    def _plan(self, search: pb.Search, table: pairing.Seated, by_id: dict[str, Waiting]) -> Plan:
        players, places = [], {party.id: [0] * len(party.players) for party in table.parties}
        names = {party.id: party.players for party in table.parties}
        for seat, chair in enumerate(table.chairs):
            if chair is None:
                players.append("")
                continue
            ticket_id, place = chair
            players.append(names[ticket_id][place])
            places[ticket_id][place] = seat
        bot = by_id[table.parties[0].id].asked.bot or self._default_bot
        clock = search.clock
        return Plan(
            match_id=secrets.token_urlsafe(9),
            game=search.game,
            scenario=search.scenario,
            options=dict(search.options),
            clock=(clock.bank_ms, clock.increment_ms, clock.absence_ms),
            private=bool(by_id[table.parties[0].id].code),
            players=players,
            bots=[bot] * len(players),
            places=places,
        )

    async def _make(self, queue: Tickets, plan: Plan) -> bool:
        """Have the engine make the match, and tell everybody their place."""
        bank, increment, absence = plan.clock
        request = engine_pb2.CreateMatchRequest(
            match_id=plan.match_id,
            game=plan.game,
            scenario=plan.scenario,
            sitters=[
                engine_pb2.Sitter(player=player, bot=bot) for player, bot in zip(plan.players, plan.bots, strict=True)
            ],
            options=plan.options,
            clock=ClockRules(bank_ms=bank, increment_ms=increment, absence_ms=absence),
            private=plan.private,
        )
        async with self._making:
            try:
                made = await self._peers.engine(plan.game).CreateMatch(
                    request, metadata=self._peers.metadata(), timeout=LEASE_MS / 2000
                )
            except grpc.RpcError as error:
                return await self._not_made(queue, plan, error)
            tokens = {token.seat: token for token in made.tokens}
            address = self._peers.public_address(plan.game)
            assignments = {
                ticket_id: pb.Assignment(
                    engine_address=address,
                    match_id=plan.match_id,
                    seats=[
                        pb.SeatAssignment(player=tokens[seat].player, seat=seat, token=tokens[seat].token)
                        for seat in seats
                    ],
                )
                for ticket_id, seats in plan.places.items()
            }
            await queue.finish(plan, assignments)
        metrics.TICKETS.labels(plan.game, "matched").inc(len(plan.places))
        return True

    async def _not_made(self, queue: Tickets, plan: Plan, error: grpc.RpcError) -> bool:
        """An engine that is away will be asked again when the lease is over; one that refuses will not."""
        detail = detail_of(error)
        logger().warning("match not made", match=plan.match_id, error=detail.message)
        if detail.reason not in (
            ErrorReason.ERROR_REASON_UNSPECIFIED,
            ErrorReason.ERROR_REASON_UNAVAILABLE,
            ErrorReason.ERROR_REASON_INTERNAL,
        ):
            metrics.TICKETS.labels(plan.game, "refused").inc(len(plan.places))
            await queue.abandon(plan)
        return False

    async def _note(self, queue: Tickets, granted: list[Plan], waiting: dict[str, Waiting], now: int) -> None:
        waits = [(plan.scenario, now - waiting[id].created_ms) for plan in granted for id in plan.places]
        for _, wait in waits:
            metrics.TICKET_WAIT.labels(queue.game).observe(wait / 1000)
        if waits:
            await queue.note_waits(waits, now)
