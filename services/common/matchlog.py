"""A match in the store: its meta, and a log that only ever grows by compare-and-append.

The log is the match. The version of a match is the length of its log."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from redis.exceptions import ResponseError

from services.common import metrics
from services.common.errors import Refused
from services.common.store import FORGOTTEN, UNREACHABLE, Store, ask
from westmarch.v1.errors_pb2 import ErrorReason

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


@dataclass(frozen=True, slots=True)
class Committed:
    """How a commit went: whether this entry is in the log, and how long the log is."""

    won: bool
    version: int


def key(match_id: str, part: str) -> str:
    """The store's name for a part of a match; one match is one hash slot."""
    return f"{{m:{match_id}}}:{part}"


def live_key(game: str) -> str:
    """The matches of a game that are not archived yet, by the time they were made."""
    return f"live:{game}"


def seen_key(match_id: str, seat: int) -> str:
    """Stands while the person of a seat is about."""
    return key(match_id, f"seen:{seat}")


class MatchLog:
    """Reads matches, and commits entries in batches: one round trip carries all that came in meanwhile."""

    def __init__(self, store: Store, worker: str, commit_seconds: float = 10.0) -> None:
        self.store = store
        self.worker = worker
        self._seconds = commit_seconds
        self._waiting: list[tuple[list[Any], asyncio.Future[Any]]] = []
        self._flusher: asyncio.Task[None] | None = None

    async def create(self, meta: Meta, turn: Turn) -> Meta:
        """Store a new match; if the id is taken, the match that has it."""
        names = (key(meta.match_id, "meta"), key(meta.match_id, "turn"))
        args = (encode(meta), encode(turn))

        async def call() -> Any:
            await self.store.zadd(live_key(meta.game), {meta.match_id: meta.created_ms}, nx=True)
            return await self.store.execute_command("FCALL", "match_create", 2, *names, *args)

        made, stored = await ask(self.store, "create", call)
        return meta if made else decode_meta(stored)

    async def load(self, match_id: str) -> Loaded:
        """The match from the store."""
        names = (key(match_id, "meta"), key(match_id, "log"), key(match_id, "snapshot"))
        found = await ask(self.store, "load", lambda: self.store.execute_command("FCALL_RO", "match_load", 3, *names)
        )
        if not found:
            raise Refused(ErrorReason.ERROR_REASON_UNKNOWN_MATCH, f"No match {match_id!r} is in play here.")
        meta, version, snapshot, entries = found
        return Loaded(decode_meta(meta), version, snapshot, [decode_entry(raw) for raw in entries])

    async def tail(self, match_id: str, after: int) -> list[Entry]:
        """The entries after a version."""
        raw: Any = await ask(self.store, "tail", lambda: self.store.lrange(key(match_id, "log"), after, -1))
        return [decode_entry(one) for one in raw]

    async def length(self, match_id: str) -> int:
        """The version of a match in the store."""
        found: Any = await ask(self.store, "length", lambda: self.store.llen(key(match_id, "log")))
        return int(found)

    async def commit(self, match_id: str, expected: int, entry: Entry, turn: Turn) -> Committed:
        """Append the entry if the match is still at the expected version."""
        command = [
            "FCALL",
            "match_commit",
            4,
            key(match_id, "log"),
            key(match_id, "turn"),
            key(match_id, "watch"),
            key(match_id, "meta"),
            match_id,
            expected,
            self.worker,
            encode(entry),
            encode(turn),
        ]
        status, version = await self.send(command)
        if status < 0:
            raise Refused(ErrorReason.ERROR_REASON_UNKNOWN_MATCH, f"No match {match_id!r} is in play here.")
        return Committed(bool(status), version)

    async def save_snapshot(self, match_id: str, version: int, data: bytes) -> None:
        """Keep a snapshot, so that another worker need not play the match from the start."""
        await self.send(["HSET", key(match_id, "snapshot"), "version", version, "data", data])

    async def watch(self, match_id: str) -> None:
        """Have this worker told of entries that other workers append."""
        await self.send(["SADD", key(match_id, "watch"), self.worker])

    async def unwatch(self, match_id: str) -> None:
        """No longer tell this worker."""
        await self.send(["SREM", key(match_id, "watch"), self.worker])

    async def send(self, command: list[Any]) -> Any:
        """Send a command that may safely be repeated along with whatever else is waiting."""
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((command, done))
        if self._flusher is None or self._flusher.done():
            self._flusher = asyncio.create_task(self._flush())
        return await done

    async def _flush(self) -> None:
        """Send batch after batch until nothing waits."""
        while self._waiting:
            batch, self._waiting = self._waiting, []
            metrics.STORE_BATCH.observe(len(batch))
            try:
                answers = await ask(self.store, "commit", lambda batch=batch: self._send(batch), self._seconds)  # type: ignore[misc]
            except Exception as error:
                _settle_all(batch, error)
                continue
            for (_, done), answer in zip(batch, answers, strict=True):
                _settle(done, answer)

    async def _send(self, batch: list[tuple[list[Any], asyncio.Future[Any]]]) -> list[Any]:
        pipeline = self.store.pipeline(transaction=False)
        for command, _ in batch:
            pipeline.execute_command(*command)
        answers = await pipeline.execute(raise_on_error=False)
        for answer in answers:
            if isinstance(answer, UNREACHABLE) or (isinstance(answer, ResponseError) and FORGOTTEN in str(answer)):
                raise answer
        return answers


def _settle(done: "asyncio.Future[Any]", answer: Any) -> None:
    if done.done():
        return
    if isinstance(answer, Exception):
        done.set_exception(answer)
    else:
        done.set_result(answer)


def _settle_all(batch: Iterable[tuple[list[Any], "asyncio.Future[Any]"]], error: Exception) -> None:
    for _, done in batch:
        _settle(done, error)
