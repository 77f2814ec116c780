"""The queue of one game in the store: tickets that wait, are claimed for a match, or are closed.

All keys of a queue are in one hash slot; what must happen at once is a function in the store."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import msgspec
from redis.exceptions import ResponseError

from services.api import matchmaking_pb2 as pb
from services.matchmaking.tickets import (
    CANCELLED,
    EXPIRED,
    MATCHED,
    STATES,
    MatchPlan,
    PlanResult,
    WaitingTicket,
    unknown_ticket,
)
from services.process.refusals import too_much
from services.store.connection import Store, load_functions
from services.store.multiplexed import UNKNOWN_FUNCTION

CLOSED_TICKET_TTL_MS = 600_000
"""How long a closed ticket can still be looked at."""
RETRY_SECONDS = 10.0
"""When somebody may ask again who has all the tickets or matches that one may have."""
MAKER_TTL_MS = 24 * 3_600_000
"""How long the tickets of one maker are counted together, after the last that was created."""
AFTER_ANY_EXPIRY_MS = 2**53
REMEMBERED_WAITS = 1_000
"""Tickets whose wait is kept for the statistics."""

_decode_plan = msgspec.json.Decoder(MatchPlan).decode

Command: TypeAlias = tuple[Any, ...]
"""A command to the store, in its parts."""


@dataclass(frozen=True)
class Allowance:
    """How many tickets of one maker may wait for a game at the same time."""

    maker: str
    most: int


def notice_channel(game: str) -> str:
    """The channel on which the store publishes the ids of tickets that have changed."""
    return f"tickets:{game}"


class TicketQueue:
    """The queue of one game."""

    def __init__(self, store: Store, game: str) -> None:
        self._store = store
        self.game = game
        self._waiting = f"{{q:{game}}}:waiting"
        self._expiry = f"{{q:{game}}}:expiry"
        self._claimed = f"{{q:{game}}}:claimed"
        self._leases = f"{{q:{game}}}:leases"
        self._waits = f"{{q:{game}}}:waits"

    def ticket_key(self, ticket_id: str) -> str:
        """The store's key of a ticket."""
        return f"{{q:{self.game}}}:t:{ticket_id}"

    def maker_key(self, maker: str) -> str:
        """The store's key of the set of tickets that one maker has created."""
        return f"{{q:{self.game}}}:of:{maker}"

    # -- one ticket

    async def create(
        self, search: pb.Search, now_ms: int, life_ms: int, code: str = "", allowance: Allowance | None = None
    ) -> WaitingTicket:
        """Store a new ticket that waits; refused where the allowance is used up."""
        maker = "" if allowance is None else allowance.maker
        ticket_id = f"{self.game}.{secrets.token_urlsafe(12)}"
        ticket = WaitingTicket(ticket_id, search.SerializeToString(), now_ms, code, maker)
        keys = [self._waiting, self._expiry, self.ticket_key(ticket.id)]
        args: list[Any] = [ticket.id, ticket.search_data, code, now_ms, life_ms, CLOSED_TICKET_TTL_MS]
        if allowance is not None:
            keys.append(self.maker_key(allowance.maker))
            args += (allowance.most, MAKER_TTL_MS, maker)
        if not await self._run_one(_call("ticket_open", keys, args)):
            assert allowance is not None
            raise too_much(f"At most {allowance.most} of your tickets may wait for a game now.", RETRY_SECONDS)
        return ticket

    async def find(self, ticket_id: str) -> pb.Ticket:
        """A ticket as it is now."""
        fields = await self._store.hgetall(self.ticket_key(ticket_id))
        if not fields:
            raise unknown_ticket(ticket_id)
        ticket = pb.Ticket(
            ticket_id=ticket_id,
            state=STATES[fields[b"state"].decode()],
            created_ms=int(fields[b"created"]),
            expires_ms=int(fields[b"expires"]),
        )
        if fields.get(b"assignment"):
            ticket.assignment.CopyFrom(pb.Assignment.FromString(fields[b"assignment"]))
        return ticket

    async def keep_alive(self, ticket_id: str, now_ms: int) -> tuple[int, str] | None:
        """Prolong a ticket that waits. Its life in milliseconds and its table's code; None where it does not wait."""
        keys, args = (self._expiry, self.ticket_key(ticket_id)), (ticket_id, now_ms, CLOSED_TICKET_TTL_MS)
        answer = await self._run_one(_call("ticket_keep", keys, args))
        return (int(answer[0]), answer[1].decode()) if answer else None

    async def cancel(self, ticket_id: str) -> str:
        """Close a ticket if it still waits. The state it is in then."""
        state: bytes = await self._run_one(self._close_command(ticket_id, CANCELLED, AFTER_ANY_EXPIRY_MS))
        if not state:
            raise unknown_ticket(ticket_id)
        return state.decode()

    # -- all that wait

    async def expire(self, now_ms: int) -> int:
        """Close the tickets whose time is over. How many they were."""
        ids = [raw.decode() for raw in await self._store.zrangebyscore(self._expiry, 0, now_ms)]
        states = await self._run([self._close_command(ticket_id, EXPIRED, now_ms) for ticket_id in ids])
        missing = [ticket_id for ticket_id, state in zip(ids, states, strict=True) if not state]
        if missing:
            await self._store.zrem(self._waiting, *missing)
            await self._store.zrem(self._expiry, *missing)
        return sum(state == EXPIRED.encode() for state in states)

    async def waiting_ids(self) -> list[str]:
        """The ids of all tickets that wait, the oldest first."""
        return [raw.decode() for raw in await self._store.zrange(self._waiting, 0, -1)]

    async def open_count(self) -> int:
        """How many tickets wait and how many plans are not finished, together."""
        waiting, claimed = await self._run([("ZCARD", self._waiting), ("HLEN", self._claimed)])
        return int(waiting) + int(claimed)

    async def read(self, ids: Sequence[str]) -> dict[str, WaitingTicket]:
        """Tickets by id, as far as they exist."""
        rows = await self._run([("HMGET", self.ticket_key(id), "search", "created", "code", "maker") for id in ids])
        return {
            ticket_id: WaitingTicket(ticket_id, search, int(created), code.decode(), (maker or b"").decode())
            for ticket_id, (search, created, code, maker) in zip(ids, rows, strict=True)
            if search is not None
        }

    # -- plans

    async def claim(self, plans: Sequence[MatchPlan], now_ms: int, lease_until_ms: int) -> list[MatchPlan]:
        """Take the tickets of each plan out of the queue, all or none. The plans for which that was done."""
        commands = []
        for plan in plans:
            keys = (self._waiting, self._expiry, self._claimed, self._leases, *map(self.ticket_key, plan.places))
            args = (plan.match_id, now_ms, lease_until_ms, msgspec.json.encode(plan), *plan.places)
            commands.append(_call("tickets_claim", keys, args))
        granted = await self._run(commands)
        return [plan for plan, is_granted in zip(plans, granted, strict=True) if is_granted]

    async def take_overdue(self, now_ms: int, lease_until_ms: int) -> list[MatchPlan]:
        """Take the lease of every plan that its matchmaker has not finished in time."""
        ids = await self._store.zrangebyscore(self._leases, 0, now_ms)
        plans = []
        for match_id in ids:
            await self._store.zadd(self._leases, {match_id: lease_until_ms}, xx=True)
            raw = await self._store.hget(self._claimed, match_id)
            if raw is not None:
                plans.append(_decode_plan(raw))
        return plans

    async def postpone(self, plans: Sequence[MatchPlan], until_ms: int) -> None:
        """Let the lease of each plan end at a time, so that it is taken again then."""
        await self._run([("ZADD", self._leases, "XX", until_ms, plan.match_id) for plan in plans])

    async def finish(self, results: Sequence[PlanResult]) -> None:
        """Close the tickets of each plan: with their assignments, or cancelled where the match is given up."""
        commands = []
        for plan, assignments in results:
            keys = (self._claimed, self._leases, *map(self.ticket_key, plan.places))
            state = MATCHED if assignments else CANCELLED
            args: list[Any] = [plan.match_id, state, CLOSED_TICKET_TTL_MS, notice_channel(self.game)]
            for ticket_id in plan.places:
                args += (ticket_id, assignments[ticket_id].SerializeToString() if assignments else b"")
            commands.append(_call("tickets_finish", keys, args))
        await self._run(commands)

    # -- statistics

    async def note_waits(self, waits: Sequence[tuple[str, int]], now_ms: int) -> None:
        """Store the scenario and the wait in milliseconds of tickets that were matched."""
        rows = [msgspec.json.encode((scenario, wait, now_ms)) for scenario, wait in waits[-REMEMBERED_WAITS:]]
        await self._run([("LPUSH", self._waits, *rows), ("LTRIM", self._waits, 0, REMEMBERED_WAITS - 1)])

    async def recent_waits(self, since_ms: int) -> list[tuple[str, int]]:
        """Scenario and wait of the tickets matched since."""
        rows: list[Any] = [msgspec.json.decode(raw) for raw in await self._store.lrange(self._waits, 0, -1)]
        return [(scenario, wait) for scenario, wait, at in rows if at >= since_ms]

    # -- commands to the store

    def _close_command(self, ticket_id: str, state: str, expires_by_ms: int) -> Command:
        """Closes a ticket that waits, unless it expires later than that."""
        keys = (self._waiting, self._expiry, self.ticket_key(ticket_id))
        args = (ticket_id, state, expires_by_ms, CLOSED_TICKET_TTL_MS, notice_channel(self.game))
        return _call("ticket_close", keys, args)

    async def _run_one(self, command: Command) -> Any:
        """The answer to one command."""
        return (await self._run([command]))[0]

    async def _run(self, commands: Sequence[Command]) -> list[Any]:
        """The answers to several commands, sent together. A store that lost our functions is given them again."""
        answers = await self._send(commands)
        unknown = [at for at, answer in enumerate(answers) if _is_unknown_function(answer)]
        if unknown:
            await load_functions(self._store)
            for at, answer in zip(unknown, await self._send([commands[at] for at in unknown]), strict=True):
                answers[at] = answer
        for answer in answers:
            if isinstance(answer, Exception):
                raise answer
        return answers

    async def _send(self, commands: Sequence[Command]) -> list[Any]:
        """The answer to each command, or its error."""
        pipeline = self._store.pipeline(transaction=False)
        for command in commands:
            pipeline.execute_command(*command)
        answers: list[Any] = await pipeline.execute(raise_on_error=False)
        return answers


def _is_unknown_function(answer: Any) -> bool:
    """Whether the store does not know the function that was called."""
    return isinstance(answer, ResponseError) and UNKNOWN_FUNCTION in str(answer)


def _call(function: str, keys: Sequence[str], args: Sequence[Any]) -> Command:
    """Calls one of our functions in the store."""
    return ("FCALL", function, len(keys), *keys, *args)
