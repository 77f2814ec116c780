"""Tickets in the store: waiting, claimed for a match, and closed. One game's queue is one hash slot."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec
from redis.exceptions import ResponseError

from services.api import matchmaking_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.matchmaking.pairing import Party
from services.process.refusals import Refused
from services.store.connection import Store, load_functions
from services.store.multiplexed import FORGOTTEN

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
MEMORY_MS = 24 * 3_600_000
"""How long it is known whose tickets are whose, after the last that somebody made."""
END_OF_TIME = 2**53
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
    code: str
    """Of the private table; empty for an open one."""
    players: list[str]
    """By seat; empty for a bot."""
    bots: list[str]
    places: dict[str, list[int]]
    """By ticket: the seats of its players, in their order."""
    made_ms: int = 0
    """When it was made: it is not tried for ever."""


_plan = msgspec.json.Decoder(Plan).decode


@dataclass(frozen=True)
class Allowance:
    """How many tickets of one maker may wait for a game at the same time."""

    maker: str
    most: int


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
        self._expiry = f"{{q:{game}}}:expiry"
        self._claimed = f"{{q:{game}}}:claimed"
        self._leases = f"{{q:{game}}}:leases"
        self._waits = f"{{q:{game}}}:waits"

    def key(self, ticket_id: str) -> str:
        """Where a ticket stands."""
        return f"{{q:{self.game}}}:t:{ticket_id}"

    def key_of(self, maker: str) -> str:
        """Where it is noted which tickets somebody has made."""
        return f"{{q:{self.game}}}:of:{maker}"

    async def create(
        self, search: pb.Search, now_ms: int, life_ms: int, code: str = "", allowance: Allowance | None = None
    ) -> Waiting:
        """Let a party wait; with an allowance, unless that is used up."""
        ticket = Waiting(f"{self.game}.{secrets.token_urlsafe(12)}", search.SerializeToString(), now_ms, code)
        keys = [self._waiting, self._expiry, self.key(ticket.id)]
        args: list[Any] = [ticket.id, ticket.search, code, now_ms, life_ms, CLOSED_MS]
        if allowance is not None:
            keys.append(self.key_of(allowance.maker))
            args += (allowance.most, MEMORY_MS)
        if not await self._one(_call("ticket_open", keys, args)):
            assert allowance is not None
            message = f"One caller has at most {allowance.most} tickets waiting for a game."
            raise Refused(ErrorReason.ERROR_REASON_RATE_LIMITED, message)
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
        if found.get(b"assignment"):
            ticket.assignment.CopyFrom(pb.Assignment.FromString(found[b"assignment"]))
        return ticket

    async def keep_alive(self, ticket_id: str, now_ms: int) -> tuple[int, str] | None:
        """Somebody watches the ticket: it lives on. Its life in milliseconds and its table's code, while it waits."""
        keys, args = (self._expiry, self.key(ticket_id)), (ticket_id, now_ms, CLOSED_MS)
        found = await self._one(_call("ticket_keep", keys, args))
        return (int(found[0]), found[1].decode()) if found else None

    async def cancel(self, ticket_id: str) -> str:
        """Close a ticket that still waits. The state it is in then."""
        found: bytes = await self._one(self._closing(ticket_id, CANCELLED, END_OF_TIME))
        if not found:
            raise unknown(ticket_id)
        return found.decode()

    async def expire(self, now_ms: int) -> int:
        """Close the tickets whose time is over. How many there were."""
        ids = [raw.decode() for raw in await self._store.zrangebyscore(self._expiry, 0, now_ms)]
        states = await self._all([self._closing(ticket_id, EXPIRED, now_ms) for ticket_id in ids])
        gone = [ticket_id for ticket_id, state in zip(ids, states, strict=True) if not state]
        if gone:
            await self._store.zrem(self._waiting, *gone)
            await self._store.zrem(self._expiry, *gone)
        return sum(state == EXPIRED.encode() for state in states)

    async def waiting_ids(self) -> list[str]:
        """Everybody who waits, the longest first."""
        return [raw.decode() for raw in await self._store.zrange(self._waiting, 0, -1)]

    async def unsettled(self) -> int:
        """How much is left to do: tickets that wait and matches that are being made, together."""
        waiting, claimed = await self._all([("ZCARD", self._waiting), ("HLEN", self._claimed)])
        return int(waiting) + int(claimed)

    async def read(self, ids: Sequence[str]) -> dict[str, Waiting]:
        """Tickets by id, as far as they are there."""
        found = await self._all([("HMGET", self.key(id), "search", "created", "code") for id in ids])
        return {
            ticket_id: Waiting(ticket_id, search, int(created), code.decode())
            for ticket_id, (search, created, code) in zip(ids, found, strict=True)
            if search is not None
        }

    async def claim(self, plans: Sequence[Plan], now_ms: int, lease_until_ms: int) -> list[Plan]:
        """Take the tickets of each plan out of the queue, all or none; the plans that were granted."""
        calls = []
        for plan in plans:
            keys = (self._waiting, self._expiry, self._claimed, self._leases, *map(self.key, plan.places))
            args = (plan.match_id, now_ms, lease_until_ms, msgspec.json.encode(plan), *plan.places)
            calls.append(_call("tickets_claim", keys, args))
        granted = await self._all(calls)
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

    async def settle(self, settled: Sequence[tuple[Plan, dict[str, pb.Assignment]]]) -> None:
        """Give the tickets of each plan their places; a plan that has none for them is off, and they are closed."""
        calls = []
        for plan, places in settled:
            keys = (self._claimed, self._leases, *map(self.key, plan.places))
            args: list[Any] = [plan.match_id, MATCHED if places else CANCELLED, CLOSED_MS, news_channel(self.game)]
            for ticket_id in plan.places:
                args += (ticket_id, places[ticket_id].SerializeToString() if places else b"")
            calls.append(_call("tickets_settle", keys, args))
        await self._all(calls)

    async def note_waits(self, waits: Sequence[tuple[str, int]], now_ms: int) -> None:
        """Remember how long people waited for which scenario, for the statistics."""
        rows = [msgspec.json.encode((scenario, wait, now_ms)) for scenario, wait in waits[-RECENT:]]
        await self._all([("LPUSH", self._waits, *rows), ("LTRIM", self._waits, 0, RECENT - 1)])

    async def recent_waits(self, since_ms: int) -> list[tuple[str, int]]:
        """Scenario and wait of those matched lately."""
        rows: list[Any] = [msgspec.json.decode(raw) for raw in await self._store.lrange(self._waits, 0, -1)]
        return [(scenario, wait) for scenario, wait, at in rows if at >= since_ms]

    def _closing(self, ticket_id: str, state: str, hour_ms: int) -> tuple[Any, ...]:
        keys = (self._waiting, self._expiry, self.key(ticket_id))
        return _call("ticket_close", keys, (ticket_id, state, hour_ms, CLOSED_MS, news_channel(self.game)))

    async def _one(self, call: tuple[Any, ...]) -> Any:
        """The answer to one command."""
        return (await self._all([call]))[0]

    async def _all(self, calls: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The answers to several commands, sent together. A store that lost our functions is given them again."""
        answers = await self._send(calls)
        unknown = [at for at, answer in enumerate(answers) if _forgotten(answer)]
        if unknown:
            await load_functions(self._store)
            for at, answer in zip(unknown, await self._send([calls[at] for at in unknown]), strict=True):
                answers[at] = answer
        for answer in answers:
            if isinstance(answer, Exception):
                raise answer
        return answers

    async def _send(self, calls: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The answer to each command, or its error."""
        pipeline = self._store.pipeline(transaction=False)
        for call in calls:
            pipeline.execute_command(*call)
        answers: list[Any] = await pipeline.execute(raise_on_error=False)
        return answers


def _forgotten(answer: Any) -> bool:
    """Whether the store does not know the function that was called."""
    return isinstance(answer, ResponseError) and FORGOTTEN in str(answer)


def _call(function: str, keys: Sequence[str], args: Sequence[Any]) -> tuple[Any, ...]:
    """A call of one of our functions in the store."""
    return ("FCALL", function, len(keys), *keys, *args)


class Tables:
    """Private tables, by their code."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def open(self, search: pb.Search, life_ms: int) -> str:
        """A new code that stands for this table."""
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            if await self._store.set(_table_key(code), search.SerializeToString(), nx=True, px=life_ms):
                return code

    async def find(self, code: str) -> pb.Search:
        """What the table was opened for."""
        raw = await self._store.get(_table_key(code.upper()))
        if raw is None:
            raise Refused(ErrorReason.ERROR_REASON_UNKNOWN_TICKET, f"No table waits under {code!r}.")
        return pb.Search.FromString(raw)

    async def keep_alive(self, code: str, life_ms: int) -> None:
        """Somebody waits at the table: it can still be joined."""
        await self._store.pexpire(_table_key(code), life_ms)

    async def close(self, code: str) -> None:
        """The table is full: nobody else can join it."""
        await self._store.delete(_table_key(code))


def _table_key(code: str) -> str:
    return f"table:{code}"
