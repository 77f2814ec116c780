"""Private tables in the store: what each was opened for, by its code."""

import secrets
from collections.abc import Sequence

from services.api import matchmaking_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.process.refusals import Refused
from services.store.connection import Store

CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Without vowels, so that no code is a word."""
CODE_LENGTH = 6


class PrivateTables:
    """The private tables of all games."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def open(self, search: pb.Search, life_ms: int) -> str:
        """Store a new table for this search. Its code."""
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            if await self._store.set(_table_key(code), search.SerializeToString(), nx=True, px=life_ms):
                return code

    async def find(self, code: str) -> pb.Search:
        """The search that a table was opened for."""
        raw = await self._store.get(_table_key(code.upper()))
        if raw is None:
            raise Refused(ErrorReason.ERROR_REASON_UNKNOWN_TICKET, f"No table waits under {code!r}.")
        return pb.Search.FromString(raw)

    async def reopen(self, code: str, search: pb.Search, life_ms: int) -> None:
        """Store a table under a code that is known to those who may join it; one that stands stays as it is."""
        await self._store.set(_table_key(code), search.SerializeToString(), nx=True, px=life_ms)

    async def standing(self, codes: Sequence[str]) -> set[str]:
        """Which of these tables are open."""
        reads = self._store.pipeline(transaction=False)
        for code in codes:
            reads.exists(_table_key(code))
        answers = await reads.execute() if codes else []
        return {code for code, stands in zip(codes, answers, strict=True) if stands}

    async def keep_alive(self, code: str, life_ms: int) -> None:
        """Prolong a table at which somebody waits."""
        await self._store.pexpire(_table_key(code), life_ms)

    async def close(self, code: str) -> None:
        """Delete a table, so that nobody else can join it."""
        await self._store.delete(_table_key(code))


def _table_key(code: str) -> str:
    return f"table:{code}"
