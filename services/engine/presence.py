"""Presence: by match and seat, when its person last had a stream open at any worker of the pool."""

from services.api.engine_pb2 import SeatPresence
from services.engine.committer import Committer
from services.engine.replica import Replica
from services.match.log import Waiting
from services.process.clock import Clock
from services.process.settings import Settings
from services.store.connection import Store
from services.store.matchlog import key

NOTE_EVERY_MS = 60_000
"""That somebody is there is noted this often; more often where an absence is short."""
LATE_SWEEPS = 5
"""Sweeps by which a note may be late: nobody who is there is taken for gone because a worker was busy."""


class Presence:
    """Notes who has a stream open here, and knows who has had none anywhere."""

    def __init__(self, committer: Committer, store: Store, settings: Settings, clock: Clock) -> None:
        self._committer = committer
        self._store = store
        self._clock = clock
        self._late_ms = int(LATE_SWEEPS * settings.clocks.sweep_seconds * 1000)
        self._noted_at: dict[tuple[str, int], int] = {}
        """By match and seat: when somebody who is there now was last noted."""

    async def note(self) -> None:
        """Say which people have a stream open here."""
        now = self._clock()
        times: dict[tuple[str, int], int] = {}
        notes = self._store.pipeline(transaction=False)
        for replica in self._committer.replicas():
            meta = replica.hosted.meta
            if not meta.absence_ms or replica.hosted.match.is_over:
                continue
            for seat in {subscriber.seat for subscriber in replica.subscribers if subscriber.seat is not None}:
                who = (meta.match_id, seat)
                times[who] = self._noted_at.get(who, 0)
                if now - times[who] >= _note_every(meta.absence_ms):
                    times[who] = now
                    notes.hset(key(meta.match_id, "presence"), seat, now)
        await notes.execute()
        self._noted_at = times

    async def gone_after(self, match_id: str, waiting: Waiting) -> dict[int, int]:
        """By seat that a match waits for: after which time its person counts as gone if no stream of theirs is open
        until then."""
        times = await self._store.hmget(key(match_id, "presence"), waiting.people)
        allowed = waiting.absence_ms + _note_every(waiting.absence_ms) + self._late_ms
        return {seat: int(when or 0) + allowed for seat, when in zip(waiting.people, times, strict=True)}

    async def is_joined(self, match_id: str) -> bool:
        """Whether one of its people has ever been at a match."""
        return bool(await self._store.exists(key(match_id, "seen")))


async def seats_present(store: Store, replica: Replica, now: int) -> list[SeatPresence]:
    """Whether the person of each seat that has one is there: at this worker now, or noted at any of late."""
    meta = replica.hosted.meta
    seats = [seat for seat, player in enumerate(meta.players) if player]
    times = await store.hmget(key(meta.match_id, "presence"), seats) if seats else []
    here = {subscriber.seat for subscriber in replica.subscribers}
    late = 2 * _note_every(meta.absence_ms)
    return [
        SeatPresence(seat=seat, present=seat in here or now - int(seen or 0) <= late, seen_ms=int(seen or 0))
        for seat, seen in zip(seats, times, strict=True)
    ]


def _note_every(absence_ms: int) -> int:
    return min(NOTE_EVERY_MS, absence_ms // 10)
