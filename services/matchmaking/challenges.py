"""Challenges: private tables that players with an account are asked to join, kept in the store until they close."""

from collections.abc import Sequence

import msgspec

from services.api import matchmaking_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.matchmaking.private_tables import PrivateTables
from services.process.refusals import Refused, invalid, too_much
from services.rpc.requests import check_player_name
from services.rpc.tokens import GUEST_MARK, Caller
from services.store.connection import Store
from services.store.playing import publishing

MOST_OPEN = 50
"""Challenges that one player may have open."""
MOST_CHALLENGED = 7
"""Players who are asked to join one table."""
MEMORY_MS = 24 * 3_600_000
"""How long the challenges of a player are kept after the last of them: longer than any table stands."""


class _Stored(msgspec.Struct, array_like=True):
    """A challenge as it is stored."""

    ticket_id: str
    """The ticket of who made it."""
    challenge: bytes


_encode, _decode = msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(_Stored).decode


def check_challenged(challenged: Sequence[str], caller: Caller) -> None:
    """Refuse players who cannot be challenged, and who may not challenge: guests could not be held to account."""
    if not challenged:
        return
    caller.require("player", "service")
    if len(challenged) > MOST_CHALLENGED:
        raise invalid(f"At most {MOST_CHALLENGED} players are challenged at once.")
    for player in challenged:
        check_player_name(player)
        if player.startswith(GUEST_MARK):
            raise invalid("Guests have no account, and are not told of challenges: give them the code of the table.")
        if player == caller.name:
            raise invalid("Nobody challenges themselves.")


class Challenges:
    """The challenges of all players."""

    def __init__(self, store: Store, tables: PrivateTables) -> None:
        self._store = store
        self._tables = tables

    async def check_room(self, players: Sequence[str]) -> None:
        """Refuse a challenge to players of whom one has too many."""
        for player in players:
            if not await self.has_room(player):
                raise too_much(f"{player!r} has {MOST_OPEN} challenges open, which is the most.")

    async def has_room(self, player: str) -> bool:
        """Whether a player may be challenged once more."""
        return len(await self.open_ones(player)) < MOST_OPEN

    async def add(self, player: str, challenge: pb.Challenge, ticket_id: str) -> None:
        """Store a challenge, and tell the player."""
        stored = _encode(_Stored(ticket_id, challenge.SerializeToString()))
        await self._store.hset(_key(player), challenge.code, stored)
        await self._store.pexpire(_key(player), MEMORY_MS)
        await self._publish(player)

    async def open_ones(self, player: str) -> dict[str, pb.Challenge]:
        """By code: the challenges of a player whose tables stand. Others are dropped."""
        stored = {code.decode(): raw for code, raw in (await self._store.hgetall(_key(player))).items()}
        standing = await self._tables.standing(list(stored))
        if closed := stored.keys() - standing:
            await self._store.hdel(_key(player), *closed)
        challenges = [pb.Challenge.FromString(_decode(stored[code]).challenge) for code in stored if code in standing]
        return {one.code: one for one in sorted(challenges, key=lambda one: one.created_ms)}

    async def decline(self, player: str, code: str) -> str:
        """Drop a challenge and close its table. The ticket of who made it."""
        raw = await self._store.hget(_key(player), code)
        if raw is None:
            raise Refused(ErrorReason.ERROR_REASON_UNKNOWN_TICKET, f"There is no challenge {code!r} to you.")
        await self._tables.close(code)
        await self._store.hdel(_key(player), code)
        await self._publish(player)
        return _decode(raw).ticket_id

    async def _publish(self, player: str) -> None:
        for command in publishing([player]):
            await self._store.execute_command(*command)


def _key(player: str) -> str:
    return f"challenges:{player}"
