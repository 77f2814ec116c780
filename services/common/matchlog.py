"""A match in the store: its meta, and a log that only ever grows by compare-and-append.

The log is the match. The version of a match is the length of its log."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from services.api.errors_pb2 import ErrorReason
from services.common.errors import Refused
from services.common.games import edition_of
from services.common.pipe import Pipe

CHOOSE: Final = "choose"
UNDO: Final = "undo"
CONCEDE: Final = "concede"
HAND: Final = "hand"
TAKE: Final = "take"


class Meta(msgspec.Struct, frozen=True, array_like=True, kw_only=True):
    """What a match was made of; never changes."""

    match_id: str
    game: str
    rules_version: int
    scenario: str
    options: dict[str, Any]
    seed: bytes
    players: list[str]
    """By seat; empty for a seat that has only a bot."""
    bots: list[str]
    """By seat: who plays it, or stands in for its person."""
    bank_ms: int
    increment_ms: int
    absence_ms: int
    private: bool
    created_ms: int

    @property
    def edition(self) -> str:
        """The game and the rules it is played by."""
        return edition_of(self.game, self.rules_version)


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """One thing that happened at the table."""

    kind: str
    seat: int
    at: int
    """Milliseconds since 1970, by the clock of the worker that took it."""
    nonce: str
    """Tells this entry from every other, so that a retry is known for what it is."""
    index: int = 0
    bot: str = ""
    cause: str = ""


class Turn(msgspec.Struct, frozen=True, array_like=True):
    """Who is asked now: what the sweep needs to know without playing the match."""

    version: int
    at: int
    bots: list[int]
    people: list[int]
    due: int
    """When the first clock runs out, in milliseconds; 0: never."""
    absence_ms: int
    over: bool


encode = msgspec.msgpack.Encoder().encode
decode_meta = msgspec.msgpack.Decoder(Meta).decode
decode_entry = msgspec.msgpack.Decoder(Entry).decode
decode_turn = msgspec.msgpack.Decoder(Turn).decode


@dataclass(frozen=True, slots=True)
class Loaded:
    """A match as it stands in the store."""

    meta: Meta
    snapshot_version: int
    snapshot: bytes
    entries: list[Entry]
    """Those after the snapshot."""


Stored = Callable[[bool | Exception], None]
"""Told whether an entry is in the log: True, False when another was first, or why it is not known."""


def key(match_id: str, part: str) -> str:
    """The store's name for a part of a match; one match is one hash slot."""
    return f"{{m:{match_id}}}:{part}"


def live_key(edition: str) -> str:
    """The matches of a game and its rules that are not archived yet, by the time they were made."""
    return f"live:{edition}"


class MatchLog:
    """Reads matches, and appends to them."""

    def __init__(self, pipe: Pipe, worker: str) -> None:
        self.pipe = pipe
        self.worker = worker

    async def create(self, meta: Meta, turn: Turn) -> Meta:
        """Store a new match; if the id is taken, the match that has it."""
        names = (key(meta.match_id, "meta"), key(meta.match_id, "turn"))
        _, (made, stored) = await asyncio.gather(
            self.pipe.send("ZADD", live_key(meta.edition), "NX", meta.created_ms, meta.match_id),
            self.pipe.send("FCALL", "match_create", 2, *names, encode(meta), encode(turn)),
        )
        return meta if made else decode_meta(stored)

    async def load(self, match_id: str) -> Loaded:
        """The match from the store."""
        names = (key(match_id, "meta"), key(match_id, "log"), key(match_id, "snapshot"))
        found = await self.pipe.send("FCALL_RO", "match_load", 3, *names)
        if not found:
            raise Refused(ErrorReason.ERROR_REASON_UNKNOWN_MATCH, f"No match {match_id!r} is in play here.")
        meta, version, snapshot, entries = found
        return Loaded(decode_meta(meta), version, snapshot, [decode_entry(raw) for raw in entries])

    async def tail(self, match_id: str, after: int) -> list[Entry]:
        """The entries after a version."""
        found = await self.pipe.send("LRANGE", key(match_id, "log"), after, -1)
        return [decode_entry(raw) for raw in found]

    def commit(self, match_id: str, expected: int, entry: Entry, turn: Turn, stored: Stored) -> None:
        """Append the entry if the match is still at the expected version; say how it went when it is known."""
        tag = f"{{m:{match_id}}}:"
        command = (
            "FCALL",
            "match_commit",
            4,
            tag + "log",
            tag + "turn",
            tag + "watch",
            tag + "meta",
            match_id,
            expected,
            self.worker,
            encode(entry),
            encode(turn),
        )

        def answered(answer: Any) -> None:
            if isinstance(answer, Exception):
                stored(answer)
            elif answer[0] < 0:
                stored(Refused(ErrorReason.ERROR_REASON_UNKNOWN_MATCH, f"Match {match_id!r} is no longer in play."))
            else:
                stored(bool(answer[0]))

        self.pipe.post(command, answered)

    async def save_snapshot(self, match_id: str, version: int, data: bytes) -> None:
        """Keep a snapshot, so that another worker need not play the match from the start."""
        await self.pipe.send("HSET", key(match_id, "snapshot"), "version", version, "data", data)

    async def watch(self, match_id: str) -> None:
        """Have this worker told of entries that other workers append."""
        await self.pipe.send("SADD", key(match_id, "watch"), self.worker)

    async def unwatch(self, match_id: str) -> None:
        """No longer tell this worker."""
        await self.pipe.send("SREM", key(match_id, "watch"), self.worker)
