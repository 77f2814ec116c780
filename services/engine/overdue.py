"""What is due in one match: clocks that ran out, people who left, a match that nobody came to play."""

from services.engine.committer import Committer
from services.engine.presence import Presence
from services.engine.replica import Replica
from services.match.commands import Abandon, ReplaceAbsent, TimeOut
from services.match.log import UNJOINED, Waiting
from services.process import metrics
from services.process.clock import Clock
from services.process.logs import logger

GRACE_MS = 600_000
"""For this long after a start nobody counts as gone, since nobody could be there while no engine ran; for less in a
match that allows less."""
CLOCK_GRACE_MS = 30_000
"""For this long after a start, clocks that ran out before it are left alone."""
RETRY_MS = 1_000
"""What was due and could not be done is looked at again after this long."""


class Overdue:
    """Sees to what is due in matches, and knows when each is to be looked at again."""

    def __init__(self, committer: Committer, presence: Presence, clock: Clock) -> None:
        self._committer = committer
        self._presence = presence
        self._clock = clock
        self._began = clock()

    async def see_to(self, match_id: str, waiting: Waiting) -> int:
        """Do what is due in a match. When to look at it again if it stays as it is; 0: not before it changes."""
        if waiting.over:
            return 0
        now = self._clock()
        times: list[int] = []
        if waiting.join_by and not await self._presence.is_joined(match_id):
            if now >= self._due(waiting.join_by):
                return await self._abandon(match_id)
            times.append(self._due(waiting.join_by))
        if waiting.due:
            if now >= self._due(waiting.due):
                return await self._time_out(match_id)
            times.append(self._due(waiting.due))
        if waiting.people and waiting.absence_ms:
            allowed_until = self._allowed_until(waiting)
            times.append(allowed_until if now < allowed_until else await self._replace_gone(match_id, waiting))
        return min(times, default=0)

    def _due(self, time_ms: int) -> int:
        """When a time is up; one that was up while nobody served leaves time to come back and choose."""
        return time_ms if time_ms > self._began else self._began + CLOCK_GRACE_MS

    def _allowed_until(self, waiting: Waiting) -> int:
        """Until when nobody can be gone: the match has not waited for so long, or they could not have come."""
        allowed = waiting.absence_ms
        return max(waiting.at + allowed, self._began + min(allowed, GRACE_MS)) + 1

    async def _abandon(self, match_id: str) -> int:
        replica = await self._committer.get(match_id)
        if await self._committer.commit(replica, Abandon()) is not None:
            logger().info("match abandoned", match=match_id, cause=UNJOINED)
        return self._clock() + RETRY_MS

    async def _time_out(self, match_id: str) -> int:
        async with self._committer.current(match_id) as replica:
            seats = replica.hosted.waiting_for
        for seat in seats:
            await self._hand_over(replica, TimeOut(seat), "clock")
        return self._clock() + RETRY_MS

    async def _replace_gone(self, match_id: str, waiting: Waiting) -> int:
        """Let bots hold the seats of those who are gone. When the next of the others may be."""
        now = self._clock()
        gone_after = await self._presence.gone_after(match_id, waiting)
        gone = [seat for seat, time in gone_after.items() if time < now]
        if not gone:
            return min(gone_after.values()) + 1
        async with self._committer.current(match_id) as replica:
            hosted = replica.hosted
            versions = {seat: hosted.seats[seat].decision_version for seat in hosted.waiting_for}
            has_changed = hosted.version != waiting.version
        if not has_changed:
            for seat in gone:
                if seat in versions:
                    await self._hand_over(replica, ReplaceAbsent(seat, versions[seat]), "absence")
        return now + RETRY_MS

    async def _hand_over(self, replica: Replica, command: TimeOut | ReplaceAbsent, cause: str) -> None:
        if await self._committer.commit(replica, command) is not None:
            metrics.HANDOVERS.labels(replica.hosted.meta.game, cause).inc()
            logger().info("seat handed over", match=replica.match_id, seat=command.seat, cause=cause)
