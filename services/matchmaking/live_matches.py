"""The live matches of each maker: how many they have in play, at all matchmakers together."""

from collections.abc import Iterable

from services.match.log import decode_waiting
from services.matchmaking.tickets import MatchPlan
from services.process.clock import Clock, now_ms
from services.rpc.limits import RateLimit
from services.store.connection import Store
from services.store.matchlog import key

CREATION_MS = 180_000
"""A match that is not in the store may still be created for so long after it was planned."""
MEMORY_SECONDS = 30 * 24 * 3600
"""How long the matches of a maker are remembered after the last of them was planned: longer than one lasts."""
RECOUNT_SECONDS = 1.0
"""How often it is looked up which matches of one maker are over."""


class LiveMatches:
    """Counts the matches that were made for the tickets of each maker."""

    def __init__(self, store: Store, clock: Clock = now_ms) -> None:
        self._store = store
        self._clock = clock
        self._recounts = RateLimit(1 / RECOUNT_SECONDS, 1)

    async def note(self, plans: Iterable[MatchPlan]) -> None:
        """Count the matches of these plans for those whose tickets they are made of."""
        pipeline = self._store.pipeline(transaction=False)
        for plan in plans:
            for maker in filter(None, set(plan.makers)):
                pipeline.zadd(_made_key(maker), {plan.match_id: plan.made_ms})
                pipeline.expire(_made_key(maker), MEMORY_SECONDS)
        await pipeline.execute()

    async def count(self, maker: str, most: int) -> int:
        """How many live matches a maker has. Those that are over are counted as well until there are half of the most,
        and then for a second at most."""
        matches: int = await self._store.zcard(_made_key(maker))
        if 2 * matches < most or self._recounts.take(maker):
            return matches
        return matches - await self._forget_ended(maker)

    async def _forget_ended(self, maker: str) -> int:
        """Drop the matches of a maker that are over or gone. How many they were."""
        matches = await self._store.zrange(_made_key(maker), 0, -1, withscores=True)
        reads = self._store.pipeline(transaction=False)
        for match_id, _ in matches:
            reads.get(key(match_id.decode(), "waiting"))
        created_by = self._clock() - CREATION_MS
        ended = [
            match_id
            for (match_id, planned_ms), waiting in zip(matches, await reads.execute(), strict=True)
            if (planned_ms < created_by if waiting is None else decode_waiting(waiting).over)
        ]
        if ended:
            await self._store.zrem(_made_key(maker), *ended)
        return len(ended)


def _made_key(maker: str) -> str:
    """The store's key of the matches that were made for a maker."""
    return f"made:{maker}"
