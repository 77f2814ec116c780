"""Who is about: by match and seat the time at which its person last had a stream open, at any worker of the pool."""

from services.common.matchlog import Turn, key
from services.common.settings import Settings
from services.common.store import Store
from services.engine.tables import Tables

OFTEN_MS = 60_000
"""That somebody is there is noted this often; more often where an absence is short."""
SLOW_ROUNDS = 5
"""Sweeps by which a note may be late: nobody who is there is taken for gone because a worker was busy."""


class Presence:
    """Notes who has a stream open here, and knows who has had none anywhere."""

    def __init__(self, tables: Tables, store: Store, settings: Settings) -> None:
        self._tables = tables
        self._store = store
        self._late_ms = SLOW_ROUNDS * settings.sweep_seconds * 1000
        self._noted: dict[tuple[str, int], int] = {}
        """By match and seat: when somebody who is there now was last noted."""

    async def note(self) -> None:
        """Say which people have a stream open here."""
        now = self._tables.clock()
        noted: dict[tuple[str, int], int] = {}
        notes = self._store.pipeline(transaction=False)
        for live in self._tables.held():
            meta = live.sitting.meta
            if not meta.absence_ms or live.sitting.match.is_over:
                continue
            for seat in {follower.seat for follower in live.followers if follower.seat is not None}:
                who = (meta.match_id, seat)
                noted[who] = self._noted.get(who, 0)
                if now - noted[who] >= _often(meta.absence_ms):
                    noted[who] = now
                    notes.hset(key(meta.match_id, "seen"), seat, now)
        await notes.execute()
        self._noted = noted

    async def gone(self, match_id: str, turn: Turn) -> list[int]:
        """The people that a match waits for and that nobody has seen for as long as it allows."""
        seen = await self._store.hmget(key(match_id, "seen"), turn.people)
        since = self._tables.clock() - turn.absence_ms - _often(turn.absence_ms) - self._late_ms
        return [seat for seat, when in zip(turn.people, seen, strict=True) if int(when or 0) < since]


def _often(absence_ms: int) -> int:
    return min(OFTEN_MS, absence_ms // 10)
