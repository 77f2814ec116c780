"""Tickets in the store: waiting, claimed for a match, and closed. One game's queue is one hash slot."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec

from services.api import matchmaking_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.common.errors import Refused
from services.common.store import Store
from services.matchmaking.pairing import Party

WAITING = "waiting"
CLAIMED = "claimed"
MATCHED = "matched"
CANCELLED = "cancelled"
EXPIRED = "expired"
STATES = {
    WAITING: pb.TICKET_STATE_WAITING,
    CLAIMED: pb.TICKET_STATE_WAITING,
    MATCHED: pb.TICKET_STATE_MATCHED,
    CANCELLED: pb.TICKET_STATE_CANCELLED,
    EXPIRED: pb.TICKET_STATE_EXPIRED,
}
CLOSED_MS = 600_000
"""How long a closed ticket can still be looked at."""
RECENT = 1_000
CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Without vowels, so that no code is a word."""
CODE_LENGTH = 6


class Plan(msgspec.Struct, frozen=True):
    """A match that tickets are claimed for: enough for any matchmaker to finish it."""

    match_id: str
    game: str
    scenario: str
    options: dict[str, str]
    clock: tuple[int, int, int]
    private: bool
    players: list[str]
    """By seat; empty for a bot."""
    bots: list[str]
    places: dict[str, list[int]]
    """By ticket: the seats of its players, in their order."""


_plan = msgspec.json.Decoder(Plan).decode


@dataclass(frozen=True)
class Waiting:
    """A ticket as it was made; never changes, so what follows from it is worked out once."""

    id: str
    search: bytes
    created_ms: int
    code: str = ""

    @cached_property
    def asked(self) -> pb.Search:
        """What it is looking for."""
        return pb.Search.FromString(self.search)

    @cached_property
    def party(self) -> Party:
        """The people of the ticket."""
        search = self.asked
        return Party(
            id=self.id,
            players=tuple(search.players),
            created_ms=self.created_ms,
            rating=0.0 if self.code else search.rating,
            sides=frozenset(search.sides),
            roles=tuple(search.roles),
            seats=search.seats,
            bots_after_ms=search.bots_after_ms if search.HasField("bots_after_ms") else None,
        )

    @cached_property
    def table(self) -> str:
        """What tickets must have in common to meet."""
        search = self.asked
        options = sorted(search.options.items())
        clock = (search.clock.bank_ms, search.clock.increment_ms, search.clock.absence_ms)
        return repr((self.code, search.scenario, options, clock))


def game_of(ticket_id: str) -> str:
    """The game a ticket is for; its id says so."""
    game, _, rest = ticket_id.partition(".")
    if not rest:
        raise unknown(ticket_id)
    return game


def unknown(ticket_id: str) -> Refused:
    """No such ticket."""
    return Refused(ErrorReason.ERROR_REASON_UNKNOWN_TICKET, f"There is no ticket {ticket_id!r}.")


def news_channel(game: str) -> str:
    """Where it is told which tickets have changed."""
    return f"tickets:{game}"


class Tickets:
    """The queue of one game."""

    def __init__(self, store: Store, game: str) -> None:
        self._store = store
        self.game = game
        self._waiting = f"{{q:{game}}}:waiting"
        self._claimed = f"{{q:{game}}}:claimed"
        self._leases = f"{{q:{game}}}:leases"
        self._waits = f"{{q:{game}}}:waits"

    def key(self, ticket_id: str) -> str:
        """Where a ticket stands."""
        return f"{{q:{self.game}}}:t:{ticket_id}"

    async def create(self, search: pb.Search, now_ms: int, ttl_ms: int, code: str = "") -> Waiting:
        """Let a party wait."""
        ticket = Waiting(f"{self.game}.{secrets.token_urlsafe(12)}", search.SerializeToString(), now_ms, code)
        name = self.key(ticket.id)
        pipeline = self._store.pipeline(transaction=True)
        pipeline.hset(
            name,
            mapping={
                "state": WAITING,
                "search": ticket.search,
                "created": now_ms,
                "code": code,
                "expires": now_ms + ttl_ms,
                "ttl": ttl_ms,
            },
        )
        pipeline.pexpire(name, ttl_ms)
        pipeline.zadd(self._waiting, {ticket.id: now_ms})
        await pipeline.execute()
        return ticket

    async def find(self, ticket_id: str) -> pb.Ticket:
        """A ticket as it is now."""
        found = await self._store.hgetall(self.key(ticket_id))
        if not found:
            raise unknown(ticket_id)
        ticket = pb.Ticket(
            ticket_id=ticket_id,
            state=STATES[found[b"state"].decode()],
            created_ms=int(found[b"created"]),
            expires_ms=int(found[b"expires"]),
        )
        if b"assignment" in found:
            ticket.assignment.CopyFrom(pb.Assignment.FromString(found[b"assignment"]))
        return ticket

    async def keep_alive(self, ticket_id: str, now_ms: int) -> None:
        """Somebody watches the ticket: it lives on."""
        name = self.key(ticket_id)
        state, ttl = await self._store.hmget(name, "state", "ttl")
        if state == WAITING.encode() and ttl is not None:
            pipeline = self._store.pipeline(transaction=True)
            pipeline.hset(name, "expires", now_ms + int(ttl))
            pipeline.pexpire(name, int(ttl))
            await pipeline.execute()

    async def cancel(self, ticket_id: str) -> str:
        """Close a ticket that still waits. The state it is in then."""
        return await self._close(ticket_id, CANCELLED)

    async def waiting_ids(self) -> list[str]:
        """Everybody who waits, the longest first."""
        return [raw.decode() for raw in await self._store.zrange(self._waiting, 0, -1)]

    async def read(self, ids: Sequence[str]) -> dict[str, Waiting]:
        """Tickets by id; those that have expired are taken out of the queue."""
        pipeline = self._store.pipeline(transaction=False)
        for ticket_id in ids:
            pipeline.hmget(self.key(ticket_id), "search", "created", "code")
        found: dict[str, Waiting] = {}
        for ticket_id, (search, created, code) in zip(ids, await pipeline.execute(), strict=True):
            if search is not None:
                found[ticket_id] = Waiting(ticket_id, search, int(created), code.decode())
        return found

    async def drop_expired(self, ids: Sequence[str]) -> list[str]:
        """Take those out of the queue whose time is over; which they were."""
        pipeline = self._store.pipeline(transaction=False)
        for ticket_id in ids:
            pipeline.exists(self.key(ticket_id))
        gone = [id for id, there in zip(ids, await pipeline.execute(), strict=True) if not there]
        if gone:
            await self._store.zrem(self._waiting, *gone)
        return gone

    async def claim(self, plans: Sequence[Plan], lease_until_ms: int) -> list[Plan]:
        """Take the tickets of each plan out of the queue, all or none; the plans that were granted."""
        pipeline = self._store.pipeline(transaction=False)
        for plan in plans:
            ids = list(plan.places)
            keys = [self._waiting, self._claimed, self._leases, *map(self.key, ids)]
            args = [plan.match_id, lease_until_ms, msgspec.json.encode(plan), *ids]
            pipeline.execute_command("FCALL", "tickets_claim", len(keys), *keys, *args)
        granted = await pipeline.execute()
        return [plan for plan, yes in zip(plans, granted, strict=True) if yes]

    async def overdue(self, now_ms: int, lease_until_ms: int) -> list[Plan]:
        """Plans whose matchmaker has not finished them; the lease is ours now."""
        ids = await self._store.zrangebyscore(self._leases, 0, now_ms)
        plans = []
        for match_id in ids:
            await self._store.zadd(self._leases, {match_id: lease_until_ms}, xx=True)
            raw = await self._store.hget(self._claimed, match_id)
            if raw is not None:
                plans.append(_plan(raw))
        return plans

    async def finish(self, plan: Plan, assignments: dict[str, pb.Assignment]) -> None:
        """Give the tickets of a plan their places."""
        keys = [self._claimed, self._leases, *map(self.key, assignments)]
        args: list[Any] = [plan.match_id, CLOSED_MS, news_channel(self.game)]
        for ticket_id, assignment in assignments.items():
            args += [ticket_id, assignment.SerializeToString()]
        await self._store.execute_command("FCALL", "tickets_finish", len(keys), *keys, *args)

    async def abandon(self, plan: Plan) -> None:
        """A plan cannot be carried out: its tickets are closed."""
        pipeline = self._store.pipeline(transaction=True)
        for ticket_id in plan.places:
            pipeline.hset(self.key(ticket_id), "state", CANCELLED)
            pipeline.pexpire(self.key(ticket_id), CLOSED_MS)
        pipeline.hdel(self._claimed, plan.match_id)
        pipeline.zrem(self._leases, plan.match_id)
        await pipeline.execute()
        for ticket_id in plan.places:
            await self._store.publish(news_channel(self.game), ticket_id)

    async def note_waits(self, waits: Sequence[tuple[str, int]], now_ms: int) -> None:
        """Remember how long people waited for which scenario, for the statistics."""
        rows = [msgspec.json.encode((scenario, wait, now_ms)) for scenario, wait in waits[-RECENT:]]
        await self._store.lpush(self._waits, *rows)
        await self._store.ltrim(self._waits, 0, RECENT - 1)

    async def recent_waits(self, since_ms: int) -> list[tuple[str, int]]:
        """Scenario and wait of those matched lately."""
        rows: list[Any] = [msgspec.json.decode(raw) for raw in await self._store.lrange(self._waits, 0, -1)]
        return [(scenario, wait) for scenario, wait, at in rows if at >= since_ms]

    async def _close(self, ticket_id: str, state: str) -> str:
        keys = (self._waiting, self.key(ticket_id))
        found = await self._store.execute_command("FCALL", "ticket_close", 2, *keys, ticket_id, state, CLOSED_MS)
        if not found:
            raise unknown(ticket_id)
        await self._store.publish(news_channel(self.game), ticket_id)
        return str(found.decode())


class Tables:
    """Private tables, by their code."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def open(self, search: pb.Search, ttl_ms: int) -> str:
        """A new code that stands for this table."""
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            if await self._store.set(f"table:{code}", search.SerializeToString(), nx=True, px=ttl_ms):
                return code

    async def find(self, code: str) -> pb.Search:
        """What the table was opened for."""
        raw = await self._store.get(f"table:{code.upper()}")
        if raw is None:
            raise Refused(ErrorReason.ERROR_REASON_UNKNOWN_TICKET, f"No table waits under {code!r}.")
        return pb.Search.FromString(raw)
