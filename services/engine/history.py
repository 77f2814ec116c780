"""Histories: every change of a match, played again from its log for those who join late."""

import asyncio
from collections import OrderedDict

from services.match.hosted import Change, HostedMatch
from services.match.log import decode_entry
from services.process.refusals import invalid
from services.store.matchlog import MatchLog

MOST_CACHED = 32
"""Histories in memory, for the next who needs the same."""
ENTRIES_AT_ONCE = 32
"""Entries played again before the other matches of the worker have their turn."""


class Histories:
    """The histories of matches, the last ones cached."""

    def __init__(self, log: MatchLog) -> None:
        self._log = log
        self._cache: OrderedDict[tuple[str, int], list[Change]] = OrderedDict()

    async def of(self, hosted: HostedMatch) -> list[Change]:
        """Every change up to where the match stands, the setup first."""
        name = (hosted.meta.match_id, hosted.version)
        if name not in self._cache:
            _, self._cache[name] = await self._play_again(hosted, hosted.version)
            if len(self._cache) > MOST_CACHED:
                self._cache.popitem(last=False)
        return self._cache[name]

    async def earlier(self, hosted: HostedMatch, version: int) -> HostedMatch:
        """The match as it was at an earlier version."""
        if not 0 <= version <= hosted.version:
            raise invalid(f"The match has versions 0 to {hosted.version}.")
        again, _ = await self._play_again(hosted, version)
        return again

    async def _play_again(self, hosted: HostedMatch, version: int) -> tuple[HostedMatch, list[Change]]:
        """The match at a version, and every change up to there."""
        again = HostedMatch.new(hosted.meta)
        changes = [Change(0, None, list(again.match.events))]
        for entry in (await self._log.entries(hosted.meta.match_id))[:version]:
            changes.append(again.apply(decode_entry(entry)))
            if len(changes) % ENTRIES_AT_ONCE == 0:
                await asyncio.sleep(0)
        return again, changes
