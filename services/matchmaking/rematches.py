"""Rematches: the people of a match that has ended play one like it, in which they have each other's seats.

Each asks by a ticket for the private table of the rematch. What is kept here is the code of that table, and the ticket
of each seat that has asked."""

from collections.abc import Mapping, Sequence

import msgspec

from services.api import matchmaking_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.api.match_pb2 import ClockRules
from services.match.log import Meta, decode_meta, decode_waiting
from services.matchmaking.private_tables import PrivateTables
from services.matchmaking.searches import seatings_of
from services.process.refusals import Refused
from services.rpc.requests import check_match_id
from services.rpc.tokens import GUEST_MARK, Caller
from services.store.connection import Store
from services.store.matchlog import key

MEMORY_MS = 3_600_000
"""How long it is known who asked, after the last of them did: longer than a match stands that has ended."""
CODE = b"code"
"""The field of the table's code, beside those of the seats."""


def seat_of(caller: Caller, meta: Meta) -> int:
    """The seat of a match that the caller may ask a rematch for.

    The token of a seat speaks for a guest; for an account only its own does, which has a name to lose."""
    if caller.kind == "seat" and caller.match_id == meta.match_id:
        player = meta.players[caller.seat]
        if player.startswith(GUEST_MARK):
            return caller.seat
        raise Refused(ErrorReason.ERROR_REASON_FORBIDDEN, f"This takes the own token of {player!r}.")
    if caller.kind == "player" and caller.name in meta.players:
        return meta.players.index(caller.name)
    raise Refused(ErrorReason.ERROR_REASON_FORBIDDEN, "A rematch is for those who had a seat in the match.")


def search_of(meta: Meta, seat: int) -> pb.Search:
    """What the person of a seat looks for: the setting of the match once more, and the next seat in it."""
    people = [number for number, player in enumerate(meta.players) if player]
    search = pb.Search(
        game=meta.game,
        scenario=meta.scenario,
        players=[meta.players[seat]],
        seats=len(meta.players),
        options={name: msgspec.json.encode(value).decode() for name, value in meta.options.items()},
        clock=ClockRules(bank_ms=meta.bank_ms, increment_ms=meta.increment_ms, absence_ms=meta.absence_ms),
        people=len(people),
    )
    seating = next(seats for seats in seatings_of(search) if len(seats) == len(meta.players))
    search.roles.append(seating[next_seats(people, [one.side for one in seating])[seat]].role)
    if len(people) < len(meta.players):
        search.bots_after_ms = 0
        search.bot = next(bot for bot, player in zip(meta.bots, meta.players, strict=True) if not player)
    return search


def next_seats(people: Sequence[int], sides: Sequence[str]) -> Mapping[int, int]:
    """By seat of a person: their seat in the rematch. Sides that have equally many people exchange theirs, so that who
    played together does so again; otherwise each has the seat of the next person."""
    by_side: dict[str, list[int]] = {}
    for seat in people:
        by_side.setdefault(sides[seat], []).append(seat)
    parties = list(by_side.values())
    if len(parties) == 1 or len({len(party) for party in parties}) > 1:
        parties = [[seat] for seat in people]
    following = [*parties[1:], parties[0]]
    return {
        seat: next_seat
        for party, others in zip(parties, following, strict=True)
        for seat, next_seat in zip(party, others, strict=True)
    }


class Rematches:
    """The rematches that are asked for."""

    def __init__(self, store: Store, tables: PrivateTables) -> None:
        self._store = store
        self._tables = tables

    async def ended_match(self, match_id: str) -> Meta:
        """A match that may be played again; refused where it is in play, or gone."""
        check_match_id(match_id)
        reads = self._store.pipeline(transaction=False)
        for part in ("waiting", "meta"):
            reads.get(key(match_id, part))
        waiting, meta = await reads.execute()
        if waiting is None or meta is None:
            message = f"No match {match_id!r} has ended here of late."
            raise Refused(ErrorReason.ERROR_REASON_UNKNOWN_MATCH, message)
        if not decode_waiting(waiting).over:
            raise Refused(ErrorReason.ERROR_REASON_MATCH_NOT_OVER, "The match is still in play.")
        return decode_meta(meta)

    async def tickets(self, match_id: str) -> dict[int, str]:
        """By seat: the ticket that was last made for its person."""
        fields = await self._store.hgetall(_key(match_id))
        return {int(seat): ticket_id.decode() for seat, ticket_id in fields.items() if seat != CODE}

    async def open_table(self, match_id: str, search: pb.Search, life_ms: int) -> tuple[str, bool]:
        """The code of the table of a rematch, which stands; and whether this is the first time."""
        code = await self._tables.open(search, life_ms)
        is_first = bool(await self._store.hsetnx(_key(match_id), CODE, code))
        if not is_first:
            await self._tables.close(code)
            code = (await self._store.hget(_key(match_id), CODE)).decode()
            await self._tables.reopen(code, search, life_ms)
        await self._store.pexpire(_key(match_id), MEMORY_MS)
        return code, is_first

    async def enter(self, match_id: str, seat: int, ticket_id: str) -> None:
        """Keep the ticket of a seat."""
        await self._store.hset(_key(match_id), str(seat), ticket_id)


def _key(match_id: str) -> str:
    return f"rematch:{match_id}"
