"""A match in the store: its meta, and a log that only grows, by compare-and-append. Here, both are bytes."""

import asyncio
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any

from services.api.errors_pb2 import ErrorReason
from services.process.refusals import Refused
from services.store.live_index import IndexNote, index_keys, live_key
from services.store.multiplexed import Connection, GatheringCall
from services.store.playing import Command, entering, leaving, publishing

JOINED = "joined"
"""Among the seats in `seen`: when the first of a match's people joined it."""
PARTS = ("meta", "log", "waiting", "watch", "snapshot", "presence", "seen")
"""The parts of one match, each a key of the store."""


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as it stands in the store."""

    meta: bytes
    snapshot_version: int
    snapshot: bytes
    """Empty where there is none."""
    entries: list[bytes]
    """Those after the snapshot."""


OnStored = Callable[[bool | Exception], None]
"""Called with whether an entry is in the log: True, False when another was first, or why it is not known."""


def key(match_id: str, part: str) -> str:
    """The store's key of a part of a match; all parts are in one hash slot."""
    return f"{{m:{match_id}}}:{part}"


class MatchLog:
    """Reads matches, and appends to them, for one worker."""

    def __init__(self, connection: Connection, worker: str) -> None:
        self._connection = connection
        self._worker = worker
        self._notes: dict[tuple[str, ...], GatheringCall] = {}
        """By the keys of a partition of the index: what goes there with the next write."""

    async def create(
        self,
        match_id: str,
        edition: str,
        created_ms: int,
        meta: bytes,
        waiting: bytes,
        note: IndexNote,
        accounts: Collection[str] = (),
    ) -> bool:
        """Store a new match, in which these accounts have seats. False: the id is taken, and the match that has it
        stays as it is."""
        names = (key(match_id, "meta"), key(match_id, "waiting"))
        send = self._connection.send
        await asyncio.gather(  # before the match itself, which may be at another server: it must be found by a scan
            *(send(*command) for command in entering(accounts, match_id, created_ms)),
            send("ZADD", live_key(edition), "NX", created_ms, match_id),
            send("FCALL", "index_enter", 4, *index_keys(match_id, edition), match_id, note.due, note.bots, note.ended),
            send("ZADD", index_keys(match_id, edition)[2], "GT", note.version, match_id),
        )
        is_new, _ = await send("FCALL", "match_create", 2, *names, meta, waiting)
        self._post(publishing(accounts))
        return bool(is_new)

    def note_ended(self, match_id: str, accounts: Collection[str]) -> None:
        """Note that a match is over in which these accounts have seats. Nobody waits for it to be stored."""
        self._post(leaving(accounts, match_id))

    async def load(self, match_id: str) -> StoredMatch:
        """The match from the store."""
        names = (key(match_id, "meta"), key(match_id, "log"), key(match_id, "snapshot"))
        parts = await self._connection.send("FCALL_RO", "match_load", 3, *names)
        if not parts:
            raise Refused(ErrorReason.ERROR_REASON_UNKNOWN_MATCH, f"No match {match_id!r} is in play here.")
        return StoredMatch(*parts)

    async def entries(self, match_id: str) -> list[bytes]:
        """All entries."""
        entries: list[bytes] = await self._connection.send("LRANGE", key(match_id, "log"), 0, -1)
        return entries

    async def entries_after(self, match_id: str, after: int) -> list[bytes] | None:
        """The entries after a version; None if the store has lost that version."""
        length, entries = await self._connection.send("FCALL_RO", "match_entries", 1, key(match_id, "log"), after)
        return entries if length >= after else None

    def append(
        self,
        match_id: str,
        edition: str,
        expected: int,
        entry: bytes,
        waiting: bytes,
        note: IndexNote,
        on_stored: OnStored,
    ) -> None:
        """Append the entry if the match is still at the expected version; `on_stored` is called when that is known.

        Where it is not appended, what was noted in the index is not true, and the match is marked to be looked at."""
        names = index_keys(match_id, edition)
        gathered = self._notes.get(names)
        if gathered is None or not gathered.add(match_id, *note):
            self._notes[names] = self._connection.gather("FCALL", "index_note", 4, *names, match_id, *note)
        tag = f"{{m:{match_id}}}:"
        command = (
            "FCALL",
            "match_commit",
            4,
            tag + "log",
            tag + "waiting",
            tag + "watch",
            tag + "meta",
            match_id,
            expected,
            self._worker,
            entry,
            waiting,
        )

        def on_answer(answer: Any) -> None:
            if isinstance(answer, Exception):
                on_stored(answer)
            elif answer[0] < 0:
                on_stored(Refused(ErrorReason.ERROR_REASON_UNKNOWN_MATCH, f"Match {match_id!r} is no longer in play."))
            else:
                if not answer[0]:
                    self._connection.post(("ZADD", names[0], 0, match_id), _ignore)
                on_stored(bool(answer[0]))

        self._connection.post(command, on_answer)

    def note_joined(self, match_id: str, at: int) -> None:
        """Note that one of its people has joined a match. Nobody waits for it to be stored."""
        self._connection.post(("HSET", key(match_id, "seen"), JOINED, at), _ignore)

    async def save_snapshot(self, match_id: str, version: int, data: bytes) -> None:
        """Keep a snapshot, so that another worker need not play the match from the start."""
        await self._connection.send("HSET", key(match_id, "snapshot"), "version", version, "data", data)

    def _post(self, commands: Iterable[Command]) -> None:
        for command in commands:
            self._connection.post(command, _ignore)

    async def watch(self, match_id: str) -> None:
        """Have the store send this worker notices of entries that other workers append."""
        await self._connection.send("SADD", key(match_id, "watch"), self._worker)

    async def unwatch(self, match_id: str) -> None:
        """Have no more notices sent."""
        await self._connection.send("SREM", key(match_id, "watch"), self._worker)


def _ignore(answer: Any) -> None:
    """Do nothing with an answer: what was not noted is found by a scan."""
